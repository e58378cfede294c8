import { Redirect, useLocation, useSearch } from 'wouter'
import { type Found, isWalkIn } from '#shared/routes.ts'
import { MissingPage } from '#web/lazy.tsx'
import { storedToken } from '#web/session.ts'
import { boot } from './boot.ts'

const toSignIn = (path: string, search: string) => {
  const asked = new URLSearchParams(search)
  const keep = new URLSearchParams()
  for (const key of ['id', 'vend']) if (asked.get(key)) keep.set(key, asked.get(key) as string)
  if (keep.size === 0 && !['/', '/mobi', '/dashboard'].includes(path)) keep.set('returnUrl', path + location.search)
  return `/session/signin${keep.size ? `?${keep}` : ''}`
}
/** No session: a host without a company, a catalogue known to be closed, no such screen, or sign-in with the way back
 * (id and vend when they came). */
export default function Leave({ at }: { at: Found | null }) {
  const [path] = useLocation()
  const search = useSearch()
  const closed = boot.closed && isWalkIn(path, search)
  if (boot.unknown) return <Redirect key={path} to="/session/404" replace />
  // Somebody is here, and nobody has answered who that is: signing in is not what is missing.
  if (storedToken() && !boot.closed) return <MissingPage />
  return <Redirect key={path} to={closed ? '/session/closed' : at ? toSignIn(path, search) : '/session/404'} replace />
}
