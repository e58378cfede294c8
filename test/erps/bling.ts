// The simulated Bling.
import { PLATFORM } from '../erp_keys.ts'
import {
  type Answer,
  type Asked,
  changedAt,
  type ErpSimulator,
  missing,
  nextId,
  type Row,
  shown,
  slice,
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
  if (a.headers.authorization !== `Bearer ${s.bling.access}`) return refuse(401, 'UNAUTHORIZED', 'O token expirou')
  const taken = blingOrders(s, a, a.method)
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
function blingOrders(s: ErpSimulator, a: Asked, method: string): Answer | undefined {
  const { clients, orders } = s.taken.bling
  const body = a.body ? (JSON.parse(a.body) as Row) : {}
  const invalid = (field: string): Answer => [
    400,
    {
      error: {
        type: 'VALIDATION_ERROR',
        message: 'Dados inválidos',
        description: `Falta ${field}`,
        fields: [{ element: field }],
      },
    },
  ]
  if (a.path === '/contatos' && method === 'GET') {
    const found = clients.filter((c) =>
      a.query.has('numeroDocumento')
        ? c.key === a.query.get('numeroDocumento')
        : String(c.body.nome).includes(a.query.get('pesquisa') ?? '-'),
    )
    return [200, { data: found.map((c) => ({ id: c.id, nome: c.body.nome })) }]
  }
  const one = /^\/contatos\/(\d+)$/.exec(a.path)
  if (one) {
    const client = clients.find((c) => c.id === Number(one[1]))
    return client
      ? [200, { data: { id: client.id, nome: client.body.nome, situacao: client.body.situacao } }]
      : [404, { error: { type: 'RESOURCE_NOT_FOUND', message: 'Recurso não encontrado' } }]
  }
  if (a.path === '/contatos') {
    const [gap] = missing(body, 'nome tipo situacao')
    if (gap) return invalid(gap)
    clients.push({ id: nextId(clients), key: String(body.numeroDocumento ?? ''), body })
    return [201, { data: { id: clients.length } }]
  }
  if (a.path !== '/pedidos/vendas') return undefined
  if (method === 'GET')
    return [
      200,
      {
        data: orders
          .filter((o) => o.key === a.query.get('numerosLojas[]'))
          .map((o) => ({ id: o.id, numero: o.id + 100 })),
      },
    ]
  const [gap] = missing(body, 'numeroLoja data dataSaida dataPrevista contato itens')
  if (gap) return invalid(gap)
  orders.push({ id: nextId(orders), key: String(body.numeroLoja), body })
  return [201, { data: { id: orders.length, alertas: [] } }]
}
