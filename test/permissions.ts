// The team's decision who may call what of the specification: permissions.json, a copy of it.
import { readFileSync } from 'node:fs'
import { RIGHTS } from './own_calls.ts'

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
/** Who is let in by a row of permissions.json, as own_calls.ts writes it; a colleague's or a company's own is let in,
 * too, and then judged. */
function decided({ roles, public_client }: Row): string {
  const { anonymous, client, seller, admin, operator } = roles
  const cells = { n: anonymous, v: public_client, c: client, s: seller, a: admin, o: operator }
  return Object.entries(cells)
    .map(([letter, cell]) => (/^deny:40[13]$/.test(cell) ? '-' : letter))
    .join('')
}
/** Let in by the contract and judged by what they bring: a link that came by mail opens it without a session. Whoever
 * brings none is refused as it was decided, by the matrix (test/matrix.test.ts). */
const JUDGED = { 'PUT /api/v1/auth/password': 'nvcsao' }
/** What is decided of every call, the specification's and ours. */
export const rights = (): Map<string, string> =>
  new Map([...rows.map((r): [string, string] => [routeOf(r), decided(r)]), ...Object.entries({ ...RIGHTS, ...JUDGED })])
