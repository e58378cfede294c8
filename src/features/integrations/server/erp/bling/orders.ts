// Orders to Bling: it takes a second order with the same numeroLoja, so that one is always looked for first.
import { madeId, readAll, rowsOf } from '../lists.ts'
import { type ClientRow, findOwn, isOf, matchDocument } from '../match.ts'
import { type Context, ErpFailure, Gone, type OrderDraft, type OrderTaker, type Sent } from '../types.ts'
import { idOf, type Row, row, word } from '../values.ts'
import { ask, readPage, reasonsOf } from './call.ts'

const sentOf = (c: Context, r: unknown): Sent => ({ external_id: madeId(c, row(r).id), number: word(row(r).numero) })
const contactRow = (r: Row): ClientRow => ({
  id: idOf(r.id),
  document: word(r.numeroDocumento),
  // A active, S without movement; I inactive, E deleted.
  live: ['A', 'S'].includes(word(r.situacao)),
})
/** Whether a contact that is known is still there: one that was deleted is answered too, as such. */
async function stands(c: Context, id: string): Promise<boolean> {
  try {
    const [contact] = rowsOf(c, await ask(c, `/contatos/${id}`), 'data')
    return contactRow(row(contact)).live
  } catch (error) {
    if (error instanceof Gone) return false
    throw error
  }
}
async function contactOf(c: Context, d: OrderDraft): Promise<string> {
  const { document, company_name, name, email, phone, known_as, known_others } = d.client
  const nome = (company_name || name).slice(0, 120)
  if (known_as && (await stands(c, known_as))) return known_as
  const { rows } = await readPage(c, '/contatos', 1, {
    criterio: 1,
    ...(document ? { numeroDocumento: document } : { pesquisa: nome }),
  })
  // Two of one name are two, and one with a document is somebody's.
  const named = rows
    .filter((r) => word(r.nome) === nome)
    .map(contactRow)
    .filter((r) => r.live && isOf(r, '') && !known_others.includes(r.id))
  const byName = named.length === 1 ? named[0]?.id : ''
  const known = document ? matchDocument(c, rows.map(contactRow), document) : byName
  if (known) return known
  const made = {
    nome,
    tipo: document.length === 14 ? 'J' : 'F',
    situacao: 'A',
    ...(document && { numeroDocumento: document }),
    ...(phone && { celular: phone }),
    ...(email && { email }),
  }
  return madeId(c, row((await ask(c, '/contatos', {}, made)).data).id)
}
/** The account's default form of receiving (finalidade 2 receiving, 3 both), or its only one. */
async function receivingForm(c: Context): Promise<number> {
  const all = await readAll(c, (n) => readPage(c, '/formas-pagamentos', n, { situacao: 1 }))
  const forms = all.filter((f) => word(f.situacao) !== '0' && ['2', '3'].includes(word(f.finalidade)))
  const form = forms.find((f) => word(f.padrao) === '1') ?? (forms.length === 1 ? forms[0] : undefined)
  if (!form)
    throw new ErpFailure(
      'refused',
      'O Bling não tem forma de recebimento padrão. Marque uma em Formas de pagamento, no Bling, e envie de novo.',
    )
  return Number(form.id)
}
export const blingOrders: OrderTaker = {
  settle: 60,
  unique: false,
  choices: {},
  async find(c, key) {
    const own = await findOwn(
      (n) => readPage(c, '/pedidos/vendas', n, { 'numerosLojas[]': key }),
      (r) => word(r.numeroLoja) === key,
    )
    return own ? sentOf(c, own) : null
  },
  async create(c, d, keep) {
    const contact = await contactOf(c, d)
    await keep(contact)
    const form = await receivingForm(c)
    // Bling refuses instalments that do not come to the order's total, which is computed there.
    const total = d.lines.reduce((sum, l) => sum + l.quantity * l.unit, 0) - d.discount
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
      parcelas: [{ dataVencimento: d.day, valor: total / 100, formaPagamento: { id: form } }],
      observacoes: d.note,
    }
    const { data } = await ask(c, '/pedidos/vendas', {}, body)
    // An order that was taken with something left out, such as its instalment.
    const alert = reasonsOf(row(data).alertas).join(' ').slice(0, 500)
    return { ...sentOf(c, data), alert }
  },
}
