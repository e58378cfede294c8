// Whether a row of an ERP is ours. A filter may be ignored there (measured at Omie and TagPlus), and then every row comes:
// each is compared with what was asked for, whatever the list was asked by.
import { bareDocument } from '#shared/documents.ts'
import { systemOf } from '../../rules.ts'
import { type Context, ErpFailure } from './types.ts'
import type { Row } from './values.ts'

export interface ClientRow {
  id: string
  /** As the ERP writes it, with or without punctuation. */
  document: string
  /** Neither deleted nor inactive there. */
  live: boolean
}
export const isOf = (r: ClientRow, document: string) => bareDocument(r.document) === document
/** The id of the one live client with this document, '' when there is none; throws when there are several, since each may
 * be the wrong one for the invoice. */
export function matchDocument({ type }: Pick<Context, 'type'>, rows: ClientRow[], document: string): string {
  const ids = [...new Set(rows.filter((r) => r.live && r.id && isOf(r, document)).map((r) => r.id))]
  if (ids.length > 1)
    throw new ErpFailure(
      'refused',
      `O ${systemOf(type).system_name} tem ${ids.length} clientes ativos com o mesmo CPF ou CNPJ. Deixe um só e envie de novo.`,
    )
  return ids[0] ?? ''
}
/** Pages that are looked through for an order of ours: one where the filter works, the newest few where it is ignored. */
const MOST_PAGES = 3
export async function findOwn(
  read: (n: number) => Promise<{ rows: Row[]; more: boolean }>,
  isOwn: (r: Row) => boolean,
): Promise<Row | undefined> {
  for (let n = 1; n <= MOST_PAGES; n++) {
    const { rows, more } = await read(n)
    const own = rows.find(isOwn)
    if (own || !more) return own
  }
  return undefined
}
