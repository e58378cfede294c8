import type { ComponentProps } from 'react'
import { Maker } from '#features/entities/web/Maker.tsx'
import Page from '#features/products/web/admin/ProductsAdminPage.tsx'
import { SampleNote } from '#features/signup/web/index.ts'
import { useTags } from '#features/tags/web/index.ts'

/** Products, their tags, who made them, and the way out of the samples. */
export default function ProductsAdminPage(props: Omit<ComponentProps<typeof Page>, 'tags' | 'note' | 'maker'>) {
  const tags = useTags()
  return (
    <Page
      {...props}
      tags={props.company.tag_active && tags.button}
      note={
        <>
          <SampleNote />
          {tags.dialog}
        </>
      }
      maker={(field) => <Maker {...field} />}
    />
  )
}
