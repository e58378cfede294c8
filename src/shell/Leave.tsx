import { Redirect, useSearchParams } from 'wouter'
import { GUARDED } from './paths.ts'
import { boot, opensByHost } from './start.ts'

/** No session: no such screen, a catalogue known to be closed, or sign-in with the way back (id and vend when they came). */
export default function Leave({ path }: { path: string }) {
  const [params] = useSearchParams()
  if (boot.closed && opensByHost(path, location.search)) return <Redirect key="r7" to="/session/closed" replace />
  if (!GUARDED.test(path)) return <Redirect key="r10" to="/session/404" replace />
  const keep = new URLSearchParams()
  for (const key of ['id', 'vend']) if (params.get(key)) keep.set(key, params.get(key) as string)
  if (keep.size === 0 && !['/', '/mobi', '/dashboard'].includes(path)) keep.set('returnUrl', path + location.search)
  return <Redirect key="r8" to={`/session/signin${keep.size ? `?${keep}` : ''}`} replace />
}
