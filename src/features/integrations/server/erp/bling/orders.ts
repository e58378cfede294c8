// Orders to Bling: it takes a second order with the same numeroLoja, so that one is always looked for first.
import type { Context, OrderDraft, OrderTaker, Sent } from '../types.ts'
import { idOf, list, row, word } from '../values.ts'
import { ask } from './call.ts'

const sentOf = (r: unknown): Sent => ({ external_id: idOf(row(r).id), number: word(row(r).numero) })
async function contactOf(c: Context, d: OrderDraft): Promise<string> {
  const { document, company_name, name, email, phone } = d.client
  const nome = (company_name || name).slice(0, 120)
  const found = list(
    (await ask(c, '/contatos', document ? { numeroDocumento: document, criterio: 1 } : { pesquisa: nome, criterio: 1 }))
      .data,
  )
  const known = idOf((document ? found[0] : found.find((r) => word(r.nome) === nome))?.id)
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
  async create(c, d) {
    const contact = Number(await contactOf(c, d))
    const body = {
      numeroLoja: d.key,
      data: d.day,
      dataSaida: d.day,
      dataPrevista: d.day,
      contato: { id: contact },
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
