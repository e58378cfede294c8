// Orders to TagPlus: whether it refuses an equal codigo_externo is not known, so that one is always looked for first.
import { showDocument } from '#shared/documents.ts'
import { madeId } from '../lists.ts'
import { type ClientRow, findOwn, matchDocument } from '../match.ts'
import type { Context, OrderDraft, OrderTaker, Sent } from '../types.ts'
import { idOf, type Row, row, word, yes } from '../values.ts'
import { make, readPage } from './call.ts'

const sentOf = (c: Context, r: unknown): Sent => ({ external_id: madeId(c, row(r).id), number: word(row(r).numero) })
const clientRow = (r: Row): ClientRow => ({
  id: idOf(r.id),
  document: word(r.cnpj) || word(r.cpf),
  live: yes(r.ativo ?? true),
})
async function findClients(c: Context, by: Record<string, string>): Promise<ClientRow[]> {
  return (await readPage(c, '/clientes', 1, { ...by, fields: '*' })).rows.map(clientRow)
}
async function clientOf(c: Context, d: OrderDraft): Promise<string> {
  const { document, company_name, name, known_as } = d.client
  const kind = document.length === 14 ? 'cnpj' : 'cpf'
  if (document) {
    // Equality finds it as people write it, the search by a part of it as a program may have.
    for (const by of [{ [kind]: showDocument(document) }, { q: document }]) {
      const known = matchDocument(c, await findClients(c, by), document)
      if (known) return known
    }
  } else if (known_as) {
    // Without a document nothing finds a client there, but who is known already.
    const known = (await findClients(c, { id: known_as })).find((r) => r.id === known_as && r.live)
    if (known) return known.id
  }
  // A field beyond the schema is refused, so that there is no trade name; phone and e-mail go into the order's note.
  const made = {
    tipo: document.length === 14 ? 'J' : 'F',
    razao_social: company_name || name,
    ...(document && { [kind]: showDocument(document) }),
    exterior: false,
    ativo: true,
  }
  return madeId(c, (await make(c, '/clientes', made)).id)
}
export const tagplusOrders: OrderTaker = {
  settle: 60,
  unique: false,
  choices: {},
  async find(c, key) {
    const own = await findOwn(
      (n) => readPage(c, '/pedidos', n, { codigo_externo: key, fields: '*', sort: '-id' }),
      (r) => word(r.codigo_externo) === key,
    )
    return own ? sentOf(c, own) : null
  },
  async create(c, d, keep) {
    const client = await clientOf(c, d)
    await keep(client)
    const contact = [d.client.phone, d.client.email].filter(Boolean).join(', ')
    return sentOf(
      c,
      await make(c, '/pedidos', {
        codigo_externo: d.key,
        status: 'A',
        cliente: Number(client),
        itens: d.lines.map((l, n) => ({
          item: n + 1,
          produto_servico: Number(l.external_id),
          qtd: l.quantity,
          valor_unitario: l.unit / 100,
        })),
        valor_desconto: d.discount / 100,
        observacoes: [
          d.note,
          ...d.lines.filter((l) => l.specs).map((l) => `${l.name}: ${l.specs}`),
          contact && `Contato: ${contact}`,
        ]
          .filter(Boolean)
          .join('\n'),
      }),
    )
  },
}
