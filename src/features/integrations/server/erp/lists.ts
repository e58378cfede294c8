// Lists of ERPs: what is one, and whether another page follows. A page that is short ends nothing: servers cap pages.
import { systemOf } from '../../rules.ts'
import { type Context, ErpFailure } from './types.ts'
import { idOf, list, type Row } from './values.ts'

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
/** The id of what a write made; throws when the answer does not say it: nobody knows whether anything was made. */
export function madeId({ type }: Asked, id: unknown): string {
  const made = idOf(id)
  if (made) return made
  throw new ErpFailure(
    'silent',
    `O ${systemOf(type).system_name} respondeu sem o número do que criou. Tentamos de novo daqui a pouco.`,
  )
}
/** Most pages of a list that is read in one go: categories and what is chosen from. */
const MOST_PAGES = 200
/** Every row of a list, from page `n` on; throws for one that does not end. */
export async function readAll(
  c: Asked,
  read: (n: number) => Promise<{ rows: Row[]; more: boolean }>,
  first = 1,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let n = first; n < first + MOST_PAGES; n++) {
    const page = await read(n)
    rows.push(...page.rows)
    if (!page.more) return rows
  }
  throw degraded(c)
}
/** Whether another page follows, by the ERP's own flag; throws for an empty page that promises more. */
export function follows(c: Asked, rows: Row[], flag: boolean): boolean {
  if (flag && rows.length === 0) throw degraded(c)
  return flag
}
