// Lists of ERPs: what is one, and whether another page follows. A page that is short ends nothing: servers cap pages.
import { systemOf } from '../../rules.ts'
import { type Context, ErpFailure } from './types.ts'
import { list, type Row } from './values.ts'

type Asked = Pick<Context, 'type'>
/** An answer that leaves open what is there. Reading it as an empty list would take everything away. */
const degraded = ({ type }: Asked) =>
  new ErpFailure(
    'silent',
    `O ${systemOf(type).system_name} respondeu sem a lista que pedimos. Tentamos de novo daqui a pouco.`,
  )
/** Rows under `key`, one thing counting as a list of it; throws when the answer has no such list. */
export function rowsOf(c: Asked, answer: Row, key: string): Row[] {
  const rows = list(answer[key])
  if (rows.length === 0 && !Array.isArray(answer[key])) throw degraded(c)
  return rows
}
/** Whether another page follows, by the ERP's own flag; throws for an empty page that promises more. */
export function follows(c: Asked, rows: Row[], flag: boolean): boolean {
  if (flag && rows.length === 0) throw degraded(c)
  return flag
}
