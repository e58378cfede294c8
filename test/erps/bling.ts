// The simulated Bling.
import { bareDocument, showDocument } from '#shared/documents.ts'
import { PLATFORM } from '../erp_keys.ts'
import {
  type Answer,
  type Asked,
  changedAt,
  type ErpSimulator,
  missing,
  nextId,
  type Row,
  rowOf,
  shown,
  slice,
  type Taken,
  unknownFields,
} from '../erp_shapes.ts'

/** Bling v3 by its OpenAPI description (github.com/tempont/bling-erp-api-python, specs/bling-openapi-reference.json, read on
 * 2026-11-27): a list of products shows stock above zero unless filtroSaldoEstoque asks for another sign, and has no total. */
export function bling(s: ErpSimulator, a: Asked): Answer {
  const refuse = (status: number, type: string, description: string): Answer => [
    status,
    { error: { type, message: description, description } },
  ]
  if (a.path === '/oauth/token') {
    if (
      a.headers.authorization !==
      `Basic ${Buffer.from(`${PLATFORM.blingId}:${PLATFORM.blingSecret}`).toString('base64')}`
    )
      return refuse(401, 'invalid_client', 'Cliente inválido')
    const form = new URLSearchParams(a.body)
    const byCode =
      form.get('grant_type') === 'authorization_code' && s.bling.code !== '' && form.get('code') === s.bling.code
    const byRefresh = form.get('grant_type') === 'refresh_token' && form.get('refresh_token') === s.bling.refresh
    // A used code or an old refresh token ends the user's access.
    if (!byCode && !byRefresh) return refuse(400, 'invalid_grant', 'Refresh token inválido')
    s.bling.code = ''
    // Tokens that were asked for without this header are not accepted any more.
    s.bling.jwt = a.headers['enable-jwt'] === '1'
    s.bling.refreshes++
    s.bling.access = `acesso-${s.bling.refreshes}`
    s.bling.refresh = `renova-${s.bling.refreshes}`
    return [
      200,
      {
        access_token: s.bling.access,
        expires_in: 21_600,
        token_type: 'Bearer',
        scope: '1',
        refresh_token: s.bling.refresh,
      },
    ]
  }
  if (a.headers.authorization !== `Bearer ${s.bling.access}` || !s.bling.jwt)
    return refuse(401, 'UNAUTHORIZED', 'O token expirou')
  const taken = blingOrders(s, a)
  if (taken) return taken
  const one = /^\/produtos\/(\d+)$/.exec(a.path)?.[1]
  if (one) {
    const found = s.bling.products.find((r) => String(r.id) === one)
    return found ? [200, { data: shown(found) }] : refuse(404, 'RESOURCE_NOT_FOUND', 'Não encontrado')
  }
  const rows =
    a.path === '/produtos' ? s.bling.products : a.path === '/categorias/produtos' ? s.bling.categories : undefined
  const [odd] = unknownFields(a.query.keys(), 'pagina limite criterio tipo dataAlteracaoInicial filtroSaldoEstoque')
  if (!rows || odd) return refuse(404, 'RESOURCE_NOT_FOUND', 'Não encontrado')
  if (Number(a.query.get('limite')) > 100) return refuse(400, 'VALIDATION_ERROR', 'limite até 100')
  if (a.path === '/produtos' && a.query.get('criterio') !== '5') return [200, { data: [] }]
  const since = a.query.get('dataAlteracaoInicial') ?? ''
  const sign = [0, 1, -1][Number(a.query.get('filtroSaldoEstoque') ?? 1)]
  const list = slice(
    rows.filter((r) => changedAt(r) >= since && (a.path !== '/produtos' || Math.sign(blingStock(r)) === sign)),
    Number(a.query.get('pagina') ?? 1),
    Math.min(s.hostile.mostRows ?? 100, Number(a.query.get('limite') ?? 100)),
  )
  // The list is short: categories, bar codes, pictures and variations stand in each product's own answer.
  if (a.path === '/produtos')
    return [
      200,
      {
        data: list.map(({ id, idProdutoPai, nome, codigo, preco, situacao, formato }) => ({
          id,
          idProdutoPai,
          nome,
          codigo,
          preco,
          situacao,
          formato,
        })),
      },
    ]
  return [200, { data: list }]
}
/** What counts of a product with variations in the filter by stock is not known; here it is their sum. */
function blingStock(r: Row): number {
  const own = Number((r.estoque as Row | undefined)?.saldoVirtualTotal ?? 0)
  return Array.isArray(r.variacoes) ? (r.variacoes as Row[]).reduce((sum, v) => sum + blingStock(v), 0) || own : own
}
/** Contacts and orders. A refused order says the same sentence always, its reasons in `fields` (measured on a real account,
 * github.com/carluz-teles/livecart-be, 2026-08); a second order with an equal numeroLoja is taken without a word. */
function blingOrders(s: ErpSimulator, a: Asked): Answer | undefined {
  const { clients, orders } = s.taken.bling
  const body = a.body ? (JSON.parse(a.body) as Row) : {}
  const invalid = (what: string, code: number, element: string, msg: string): Answer => [
    400,
    {
      error: {
        type: 'VALIDATION_ERROR',
        message: `Não foi possível salvar ${what}`,
        description: `${what} não pode ser salva, pois ocorreram problemas em sua validação.`,
        fields: [{ code, msg, element, namespace: 'VENDAS' }],
      },
    },
  ]
  const page = (rows: Row[]): Answer => [
    200,
    {
      data: slice(
        rows,
        Number(a.query.get('pagina') ?? 1),
        Math.min(s.hostile.mostRows ?? 100, Number(a.query.get('limite') ?? 100)),
      ),
    },
  ]
  const contact = (c: Taken): Row => ({
    id: c.id,
    nome: c.body.nome,
    situacao: c.body.situacao,
    numeroDocumento: showDocument(String(c.body.numeroDocumento ?? '')),
  })
  const read = a.method === 'GET'
  if (a.path === '/formas-pagamentos') {
    const situation = a.query.get('situacao')
    return page(s.bling.forms.filter((f) => situation === null || String(f.situacao) === situation))
  }
  if (a.path === '/contatos' && read) {
    const wanted = a.query.get('numeroDocumento')
    const found = clients.filter((c) =>
      wanted === null
        ? String(c.body.nome).includes(a.query.get('pesquisa') ?? '-')
        : bareDocument(String(c.body.numeroDocumento ?? '')) === wanted,
    )
    return page((s.hostile.filterIgnored ? clients : found).map(contact))
  }
  const one = /^\/contatos\/(\d+)$/.exec(a.path)
  if (one) {
    const found = clients.find((c) => c.id === Number(one[1]))
    return found
      ? [200, { data: contact(found) }]
      : [404, { error: { type: 'RESOURCE_NOT_FOUND', message: 'Recurso não encontrado' } }]
  }
  if (a.path === '/contatos') {
    const [gap] = missing(body, 'nome tipo situacao')
    if (gap) return invalid('O contato', 2, gap, `O campo ${gap} é obrigatório`)
    clients.push({ id: nextId(clients), key: String(body.numeroDocumento ?? ''), body })
    return [201, { data: { id: clients.at(-1)?.id } }]
  }
  if (a.path !== '/pedidos/vendas') return undefined
  if (read) {
    const wanted = a.query.getAll('numerosLojas[]')
    return page(
      orders
        .filter((o) => s.hostile.filterIgnored || wanted.length === 0 || wanted.includes(o.key))
        .map((o) => ({ id: o.id, numero: o.id + 100, numeroLoja: o.key })),
    )
  }
  const [gap] = missing(body, 'numeroLoja data dataSaida dataPrevista contato itens parcelas')
  if (gap) return invalid('A venda', 2, gap, `O campo ${gap} é obrigatório`)
  const cents = (v: unknown) => Math.round(Number(v ?? 0) * 100)
  const list = (v: unknown) => (v ?? []) as Row[]
  const items = list(body.itens).reduce((sum, i) => sum + Number(i.quantidade) * cents(i.valor), 0)
  const total = items - cents(rowOf(body.desconto).valor) + cents(rowOf(body.transporte).frete)
  if (list(body.parcelas).reduce((sum, i) => sum + cents(i.valor), 0) !== total)
    return invalid('A venda', 22, 'parcelas', 'O somatório do valor das parcelas difere do total da venda')
  // Made all the same, without the instalment, and only an alert says so.
  const isForm = (i: Row) => s.bling.forms.some((f) => f.id === rowOf(i.formaPagamento).id)
  const odd = s.bling.alerts || !list(body.parcelas).every(isForm)
  const msg = 'Uma ou mais parcelas da venda possuem erros de validação'
  orders.push({ id: nextId(orders), key: String(body.numeroLoja), body: odd ? { ...body, parcelas: [] } : body })
  return [201, { data: { id: orders.at(-1)?.id, alertas: odd ? [{ code: 49, msg, element: 'parcelas' }] : [] } }]
}
