// The simulated TagPlus.
import { KEYS } from '../erp_keys.ts'
import {
  type Answer,
  type Asked,
  changedAt,
  type ErpSimulator,
  missing,
  nextId,
  type Row,
  slice,
  unknownFields,
} from '../erp_shapes.ts'

/** TagPlus by its guide (apidoc.tagplus.com.br, read on 2026-11-27): bare lists without a total, at most 100 rows a page
 * (measured by github.com/Rafael-2109/frete-sistema, 2026-06). */
export function tagplus(s: ErpSimulator, a: Asked): Answer {
  const refuse = (status: number, error_code: string, message: string): Answer => [
    status,
    { error_code, message, dev_message: '', data: [] },
  ]
  if (a.headers['x-api-version'] !== '2.0') return refuse(400, 'versao', 'Versão não informada')
  if (a.headers.apikey !== KEYS.tagplus.api_key) return refuse(401, 'nao_autorizado', 'Chave inválida')
  const taken = tagplusOrders(s, a, a.method)
  if (taken) return taken
  const rows = a.path === '/produtos' ? s.tagplus.products : a.path === '/categorias' ? s.tagplus.categories : undefined
  const [odd] = unknownFields(a.query.keys(), 'page per_page sort fields since')
  if (!rows || odd) return refuse(404, 'nao_encontrado', 'Não encontrado')
  const since = a.query.get('since') ?? ''
  return [
    200,
    slice(
      rows.filter((r) => changedAt(r) >= since),
      Number(a.query.get('page')),
      Math.min(s.hostile.mostRows ?? 100, Number(a.query.get('per_page'))),
    ),
  ]
}
function tagplusOrders(s: ErpSimulator, a: Asked, method: string): Answer | undefined {
  const { clients, orders } = s.taken.tagplus
  const body = a.body ? (JSON.parse(a.body) as Row) : {}
  if (a.path === '/clientes' && method === 'GET')
    return [
      200,
      clients
        .filter((c) =>
          a.query.has('id')
            ? String(c.id) === a.query.get('id')
            : c.key === (a.query.get('cpf') ?? a.query.get('cnpj')),
        )
        .map((c) => ({ id: c.id })),
    ]
  if (a.path === '/clientes') {
    clients.push({ id: nextId(clients), key: String(body.cpf ?? body.cnpj ?? ''), body })
    return [201, { id: clients.length }]
  }
  if (a.path !== '/pedidos') return undefined
  if (method === 'GET')
    return [
      200,
      orders.filter((o) => o.key === a.query.get('codigo_externo')).map((o) => ({ id: o.id, numero: o.id + 500 })),
    ]
  const [gap] = missing(body, 'codigo_externo cliente itens')
  if (gap)
    return [
      422,
      {
        error_code: 'validacao',
        message: `Falta ${gap}`,
        dev_message: '',
        data: [],
        errors: [{ code: 'obrigatorio', dataPath: gap }],
      },
    ]
  orders.push({ id: nextId(orders), key: String(body.codigo_externo), body })
  return [201, { id: orders.length, numero: orders.length + 500, status: 'A' }]
}
