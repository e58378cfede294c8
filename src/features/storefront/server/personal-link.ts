// A client's personal link in an address: the document takes it out before it loads anything.
import { createHash } from 'node:crypto'
import { CAME_BY } from '#shared/personal-link.ts'

/** Kept for the tab until the session is open, so that a reload meanwhile does not lose it. */
export const LINK_SCRIPT = `{const u=new URL(location),i=u.searchParams.get('id');sessionStorage.setItem('${CAME_BY}',i);u.searchParams.delete('id');history.replaceState(null,'',u)}`
export const LINK_SOURCE = `'sha256-${createHash('sha256').update(LINK_SCRIPT).digest('base64')}'`
