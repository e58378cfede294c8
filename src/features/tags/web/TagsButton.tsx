import { Suspense, useState } from 'react'
import { t } from '#web/i18n.ts'
import { lazy } from '#web/lazy.tsx'
import { Icon } from '#web/ui/Icon.tsx'

const TagsDialog = lazy(() => import('./TagsDialog.tsx'))

/** Opens the company's tags. */
export function TagsButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn sec" onClick={() => setOpen(true)}>
        <Icon name="tag" />
        {t('Etiquetas')}
      </button>
      {open && (
        <Suspense>
          <TagsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
