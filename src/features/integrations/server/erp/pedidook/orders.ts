// Orders to PedidoOK: our key is unique there; a product stands once in an order, its
// choices are "grades"; a client and a seller are a must. An order may be found some minutes after it was made.
import { madeId } from '../lists.ts'
import { type ClientRow, isOf, matchDocument } from '../match.ts'
import { type Context, ErpFailure, type OrderDraft, type OrderTaker, type Sent } from '../types.ts'
import { idOf, type Row, row, word, yes } from '../values.ts'
import { all, askAt, readPage, Taken } from './call.ts'

const sentOf = (c: Context, r: unknown): Sent => ({ external_id: madeId(c, row(r).id), number: word(row(r).numero) })
const clientRow = (r: Row): ClientRow => ({ id: idOf(r.id), document: word(r.cnpj_cpf), live: !yes(r.excluido) })
async function findByKey(c: Context, key: string): Promise<ClientRow | undefined> {
  const { rows } = await readPage(c, 'clientes', { id_parceiro: key })
  const own = rows.find((r) => word(r.id_parceiro) === key)
  return own && clientRow(own)
}
async function makeClient(c: Context, d: OrderDraft, key: string): Promise<string> {
  const { document, company_name, name, email, phone } = d.client
  const made = {
    id_parceiro: key,
    codigo: key,
    razao_social: company_name || name,
    fantasia: name,
    ...(document && { cnpj_cpf: document }),
    ...(email && { email_copia_pedido: email }),
    ...(phone && { telefone: phone }),
  }
  try {
    return madeId(c, row((await askAt(c, '/clientes/', {}, made)).cliente).id)
  } catch (error) {
    if (!(error instanceof Taken)) throw error
    throw new ErpFailure('silent', 'O PedidoOK já tem este cliente e ainda não o mostra.')
  }
}
/** The client by its document, else by a key of ours whose document is no other. Clients that were made before their
 * document had its right field stand there without one and get it. */
async function clientOf(c: Context, d: OrderDraft): Promise<string> {
  const { document, email, id } = d.client
  const found = document ? (await readPage(c, 'clientes', { cnpjcpf: document, excluido: 'false' })).rows : []
  const known = matchDocument(c, found.map(clientRow), document)
  if (known) return known
  const key = `MST-C-${id}`
  for (const own of document ? [key, `${key}-${document}`] : [key]) {
    const theirs = await findByKey(c, own)
    if (!theirs) return makeClient(c, d, own)
    if (!theirs.live) continue
    if (!document || isOf(theirs, document)) return theirs.id
    if (!isOf(theirs, '')) continue
    const lost = { cnpj_cpf: document, ...(email && { email_copia_pedido: email }) }
    await askAt(c, `/clientes/${theirs.id}`, {}, lost, 'PATCH')
    return theirs.id
  }
  throw new ErpFailure('refused', 'Este cliente foi excluído no PedidoOK. Reative-o lá e envie de novo.')
}
export const pedidookOrders: OrderTaker = {
  settle: 300,
  unique: true,
  choices: {
    seller: async (c) => (await all(c, 'vendedores')).map((r) => ({ id: idOf(r.id), name: word(r.nome) })),
  },
  async find(c, key) {
    const { rows } = await readPage(c, 'pedidos', { id_parceiro: key })
    const own = rows.find((r) => word(r.id_parceiro) === key)
    return own ? sentOf(c, own) : null
  },
  async create(c, d) {
    const { seller } = c.settings
    if (!seller) throw new ErpFailure('refused', 'Escolha o vendedor do PedidoOK em Integrações e envie de novo.')
    const id_cliente = Number(await clientOf(c, d))
    const products = Map.groupBy(d.lines, (l) => l.external_id)
    const itens = [...products].map(([id, lines]) => {
      const quantidade = lines.reduce((n, l) => n + l.quantity, 0)
      const preco = Math.round(lines.reduce((n, l) => n + l.quantity * l.unit, 0) / quantidade) / 100
      const grades = lines.filter((l) => l.specs).map((l) => ({ tamanho_cor: l.specs, quantidade: l.quantity }))
      return {
        id_produto: Number(id),
        quantidade,
        embalagem: 'UN',
        preco_bruto: preco,
        preco_liquido: preco,
        ...(grades.length && { grades }),
      }
    })
    // A mean price has whole cents: what the items come to too much is a discount as well, too little a surcharge.
    const items = itens.reduce((sum, i) => sum + i.quantidade * Math.round(i.preco_bruto * 100), 0)
    const off = items - d.lines.reduce((sum, l) => sum + l.quantity * l.unit, 0) + d.discount
    const body = {
      status: 'pedido',
      emissao: d.day,
      id_cliente,
      id_vendedor: Number(seller),
      id_parceiro: d.key,
      itens,
      ...(off !== 0 && { tipo_desconto_acrescimo: 'monetario', valor_desconto_acrescimo: -off / 100 }),
      observacao_cliente: d.note,
    }
    try {
      return sentOf(c, (await askAt(c, '/pedidos/', {}, body)).pedido)
    } catch (error) {
      const there = error instanceof Taken ? await pedidookOrders.find(c, d.key) : null
      if (there) return there
      throw error instanceof Taken
        ? new ErpFailure('silent', 'O PedidoOK já tem este pedido e ainda não o mostra.')
        : error
    }
  },
}
