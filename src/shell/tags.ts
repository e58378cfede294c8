// Measuring tags of the company: only for visitors, and only after a yes.
import type { Viewer } from './viewer.ts'

/** Clients and staff are never measured. */
export const isMeasured = ({ isPublic, company }: Viewer): boolean => {
  const s = isPublic && company?.settings
  return !!s && !!(s.tag_facebook || s.tag_google || s.tag_tag_manager)
}
