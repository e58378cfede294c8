// Orders to Bling: it takes a second order with the same numeroLoja, so that one is always looked for first.
import { type Context, Gone, type OrderDraft, type OrderTaker, type Sent } from '../types.ts'
import { idOf, list, type Row, row, word } from '../values.ts'
import { ask } from './call.ts'

const sentOf = (r: unknown): Sent => ({ external_id: idOf(row(r).id), number: word(row(r).numero) })
/** Whether a contact that is known is still there: one that was deleted is answered too, as such. */
async function stands(c: Context, id: string): Promise<boolean> {
  try {
    return row((await ask(c, `/contatos/${id}`)).data).situacao !== 'E'
  } catch (error) {
    if (error instanceof Gone) return false
    throw error
  }
}
async function contactOf(c: Context, d: OrderDraft): Promise<string> {
  const { document, company_name, name, email, phone, known_as, known_others } = d.client
  const nome = (company_name || name).slice(0, 120)
  if (known_as && (await stands(c, known_as))) return known_as
  const found = list(
    (await ask(c, '/contatos', document ? { numeroDocumento: document, criterio: 1 } : { pesquisa: nome, criterio: 1 }))
      .data,
  )
  // Two of one name are two.
  const own = (r: Row) => word(r.nome) === nome && !known_others.includes(idOf(r.id))
  const known = idOf((document ? found[0] : found.find(own))?.id)
  if (known) return known
  const made = {
    nome,
    tipo: document.length === 14 ? 'J' : 'F',
    situacao: 'A',
    ...(document && { numeroDocumento: document }),
    ...(phone && { celular: phone }),
    ...(email && { email }),
  }
  return idOf(row((await ask(c, '/contatos', {}, made)).data).id)
}
export const blingOrders: OrderTaker = {
  settle: 60,
  unique: false,
  choices: {},
  async find(c, key) {
    const [found] = list((await ask(c, '/pedidos/vendas', { 'numerosLojas[]': key })).data)
    return found ? sentOf(found) : null
  },
  async create(c, d, keep) {
    const contact = await contactOf(c, d)
    await keep(contact)
    const body = {
      numeroLoja: d.key,
      data: d.day,
      dataSaida: d.day,
      dataPrevista: d.day,
      contato: { id: Number(contact) },
      itens: d.lines.map((l) => ({
        produto: { id: Number(l.external_id) },
        codigo: l.code,
        descricao: [l.name, l.specs].filter(Boolean).join(' '),
        quantidade: l.quantity,
        valor: l.unit / 100,
      })),
      ...(d.discount > 0 && { desconto: { valor: d.discount / 100, unidade: 'REAL' } }),
      observacoes: d.note,
    }
    return sentOf((await ask(c, '/pedidos/vendas', {}, body)).data)
  },
}
