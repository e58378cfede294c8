// Orders to Omie: the client by document or by our own key, then the order; a taken key means that it is there.
import { type Context, ErpFailure, type OrderDraft, type OrderTaker, type Sent } from '../types.ts'
import { idOf, list, row, wallClock, word } from '../values.ts'
import { accounts, ask, incomeCategories, Known, NoRows } from './call.ts'

const MOST_LINES = 199
const sentOf = (r: unknown): Sent => ({ external_id: idOf(row(r).codigo_pedido), number: word(row(r).numero_pedido) })
async function clientOf(c: Context, d: OrderDraft): Promise<string> {
  const { document, company_name, name, email, phone, id } = d.client
  if (document) {
    try {
      const found = await ask(c, 'geral/clientes', 'ListarClientes', {
        pagina: 1,
        registros_por_pagina: 1,
        clientesFiltro: { cnpj_cpf: document },
      })
      const known = idOf(list(found.clientes_cadastro)[0]?.codigo_cliente_omie)
      if (known) return known
    } catch (error) {
      if (!(error instanceof NoRows)) throw error
    }
  }
  const made = {
    codigo_cliente_integracao: `MST-C-${id}`,
    razao_social: (company_name || name).slice(0, 60),
    nome_fantasia: name.slice(0, 100),
    ...(document && { cnpj_cpf: document }),
    ...(email && { email }),
    ...(phone && { telefone1_ddd: phone.slice(0, 2), telefone1_numero: phone.slice(2) }),
  }
  try {
    return idOf((await ask(c, 'geral/clientes', 'IncluirCliente', made, true)).codigo_cliente_omie)
  } catch (error) {
    // "Cliente já cadastrado … com o nCod [123]": that one it is.
    const known = error instanceof Known && /nCod \[(\d+)\]/.exec(error.message)?.[1]
    if (known) return known
    throw error instanceof Known ? new ErpFailure('refused', `O Omie não aceitou o cliente: ${error.message}`) : error
  }
}
export const omieOrders: OrderTaker = {
  settle: 60,
  unique: true,
  choices: { account: accounts, category: incomeCategories },
  async find(c, key) {
    try {
      const found = await ask(c, 'produtos/pedido', 'ConsultarPedido', { codigo_pedido_integracao: key })
      return sentOf(row(row(found.pedido_venda_produto).cabecalho))
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
      return sentOf(await ask(c, 'produtos/pedido', 'IncluirPedido', body, true))
    } catch (error) {
      if (!(error instanceof Known)) throw error
      const there = await omieOrders.find(c, d.key)
      if (there) return there
      throw new ErpFailure('refused', `O Omie não aceitou o pedido: ${error.message}`)
    }
  },
}
