// Orders to Omie: the client by document or by our own key, then the order; a taken key means that it is there.
import { madeId, rowsOf } from '../lists.ts'
import { type ClientRow, isOf, matchDocument } from '../match.ts'
import { type Context, ErpFailure, type OrderDraft, type OrderTaker, type Sent } from '../types.ts'
import { idOf, type Row, row, wallClock, word, yes } from '../values.ts'
import { accounts, ask, incomeCategories, Known, NoRows } from './call.ts'

const MOST_LINES = 199
const sentOf = (c: Context, r: unknown): Sent => ({
  external_id: madeId(c, row(r).codigo_pedido),
  number: word(row(r).numero_pedido),
})
const clientRow = (r: Row): ClientRow => ({
  id: idOf(r.codigo_cliente_omie),
  document: word(r.cnpj_cpf),
  live: !yes(r.inativo),
})
async function findClient(c: Context, document: string): Promise<string> {
  try {
    const param = { pagina: 1, registros_por_pagina: 50, clientesFiltro: { cnpj_cpf: document } }
    const rows = rowsOf(c, await ask(c, 'geral/clientes', 'ListarClientes', param), 'clientes_cadastro')
    return matchDocument(c, rows.map(clientRow), document)
  } catch (error) {
    if (error instanceof NoRows) return ''
    throw error
  }
}
/** Makes a client under a key of ours; answers the one that has the key or the document already, null when the key is that
 * of a client with another document. */
async function makeClient(c: Context, d: OrderDraft, codigo_cliente_integracao: string): Promise<string | null> {
  const { document, company_name, name, email, phone } = d.client
  const made = {
    codigo_cliente_integracao,
    razao_social: (company_name || name).slice(0, 60),
    nome_fantasia: name.slice(0, 100),
    ...(document && { cnpj_cpf: document }),
    ...(email && { email }),
    ...(phone && { telefone1_ddd: phone.slice(0, 2), telefone1_numero: phone.slice(2) }),
  }
  try {
    return madeId(c, (await ask(c, 'geral/clientes', 'IncluirCliente', made, true)).codigo_cliente_omie)
  } catch (error) {
    if (!(error instanceof Known)) throw error
    // "… Código de Integração [K] com o nCod [123]" or "… CPF/CNPJ [D] com o Id [123] e código de integração [K]".
    const byKey = /nCod \[(\d+)\]/.exec(error.message)?.[1]
    const id = byKey ?? /\bId \[(\d+)\]/.exec(error.message)?.[1]
    if (!id) throw new ErpFailure('refused', `O Omie não aceitou o cliente: ${error.message}`)
    // Without a document the key, which no other client has, says whose it is.
    if (byKey && !document) return byKey
    const theirs = clientRow(await ask(c, 'geral/clientes', 'ConsultarCliente', { codigo_cliente_omie: Number(id) }))
    if (!isOf(theirs, document) && byKey) return null
    if (isOf(theirs, document) && theirs.live) return theirs.id
    throw new ErpFailure('refused', 'Este cliente está inativo no Omie. Ative-o lá e envie de novo.')
  }
}
async function clientOf(c: Context, d: OrderDraft): Promise<string> {
  const { document, id } = d.client
  const known = document && (await findClient(c, document))
  if (known) return known
  const key = `MST-C-${id}`
  const made = (await makeClient(c, d, key)) ?? (await makeClient(c, d, `${key}-${document}`))
  if (made) return made
  throw new ErpFailure('refused', `O Omie tem outro cliente com o código de integração ${key}-${document}.`)
}
export const omieOrders: OrderTaker = {
  settle: 60,
  unique: true,
  choices: { account: accounts, category: incomeCategories },
  async find(c, key) {
    try {
      const found = await ask(c, 'produtos/pedido', 'ConsultarPedido', { codigo_pedido_integracao: key })
      const [order] = rowsOf(c, found, 'pedido_venda_produto')
      const own = row(order?.cabecalho)
      return word(own.codigo_pedido_integracao) === key ? sentOf(c, own) : null
    } catch (error) {
      if (error instanceof Known) return null
      throw error
    }
  },
  async create(c, d) {
    const { account, category } = c.settings
    if (!account || !category)
      throw new ErpFailure(
        'refused',
        'Escolha a conta corrente e a categoria de receita do Omie em Integrações e envie de novo.',
      )
    if (d.lines.length > MOST_LINES)
      throw new ErpFailure('refused', `O Omie aceita até ${MOST_LINES} itens por pedido, e este tem ${d.lines.length}.`)
    const codigo_cliente = Number(await clientOf(c, d))
    // One that waited is not foreseen for a day that is over.
    const today = wallClock(c.now).day
    const day = d.day > today ? d.day : today
    const body = {
      cabecalho: {
        codigo_pedido_integracao: d.key,
        codigo_cliente,
        data_previsao: day.split('-').reverse().join('/'),
        etapa: '10',
        codigo_parcela: '000',
        quantidade_itens: d.lines.length,
        ...(d.discount > 0 && { tipo_desconto_pedido: 'V', valor_desconto_pedido: d.discount / 100 }),
      },
      det: d.lines.map((l, n) => ({
        ide: { codigo_item_integracao: `${d.key}-${n + 1}` },
        produto: { codigo_produto: Number(l.external_id), quantidade: l.quantity, valor_unitario: l.unit / 100 },
        ...(l.specs && { observacao: { obs_item: l.specs } }),
      })),
      frete: { modalidade: '9' },
      informacoes_adicionais: {
        codigo_categoria: category,
        codigo_conta_corrente: Number(account),
        consumidor_final: 'N',
        enviar_email: 'N',
        numero_pedido_cliente: d.number,
      },
      observacoes: { obs_venda: d.note },
    }
    try {
      return sentOf(c, await ask(c, 'produtos/pedido', 'IncluirPedido', body, true))
    } catch (error) {
      if (!(error instanceof Known)) throw error
      const there = await omieOrders.find(c, d.key)
      if (there) return there
      throw new ErpFailure('refused', `O Omie não aceitou o pedido: ${error.message}`)
    }
  },
}
