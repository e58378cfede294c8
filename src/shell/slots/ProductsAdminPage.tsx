import type { ComponentProps } from 'react'
import Page from '#features/products/web/admin/ProductsAdminPage.tsx'
import { SampleNote } from '#features/signup/web/index.ts'
import { TagsButton } from '#features/tags/web/index.ts'

/** Products, their tags, and the way out of the samples. */
export default function ProductsAdminPage(props: Omit<ComponentProps<typeof Page>, 'tags' | 'note'>) {
  return <Page {...props} tags={props.company.tag_active && <TagsButton />} note={<SampleNote />} />
}
