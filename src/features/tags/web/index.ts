// Front door of tags on the web.
import { lazy } from 'react'

export const TagsDialog = lazy(() => import('./TagsDialog.tsx'))
