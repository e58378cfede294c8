import { type ReactNode, Suspense, useState } from 'react'
import { t } from '#web/i18n.ts'
import { lazy } from '#web/lazy.tsx'
import { Icon } from '#web/ui/Icon.tsx'

const TagsDialog = lazy(() => import('./TagsDialog.tsx'))

/** The button that opens the company's tags, and their dialog: it stands where nothing goes when the window turns narrow,
 * as the button does. */
export function useTags(): { button: ReactNode; dialog: ReactNode } {
  const [open, setOpen] = useState(false)
  return {
    button: (
      <button type="button" className="btn sec" onClick={() => setOpen(true)}>
        <Icon name="tag" />
        {t('Etiquetas')}
      </button>
    ),
    dialog: open && (
      <Suspense>
        <TagsDialog onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
