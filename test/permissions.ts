// The team's decision who may call what of the specification: permissions.json, a copy of it.
import { readFileSync } from 'node:fs'

export interface Row {
  id: number
  section: string
  method: string
  path: string
  override?: string
  roles: Record<'anonymous' | 'client' | 'seller' | 'admin' | 'operator', string>
  public_client: string
  foreign_admin: string
  effect: string
  query?: string[]
}
export const rows = JSON.parse(readFileSync(new URL('./permissions.json', import.meta.url), 'utf8')) as Row[]
/** As its endpoint is registered. */
export const routeOf = (r: Row) =>
  `${r.override ?? r.method} ${r.path.replace('/companies/{id}', '/companies/:company').replaceAll(/\{(\w+)\}/g, ':$1')}`
