// The simulated TagPlus.
import { showDocument } from '#shared/documents.ts'
import { KEYS } from '../erp_keys.ts'
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

/** TagPlus by its guide (apidoc.tagplus.com.br, read on 2026-11-27): bare lists without a total, at most 100 rows a page
 * (measured by github.com/Rafael-2109/frete-sistema, 2026-06). */
export function tagplus(s: ErpSimulator, a: Asked): Answer {
  const refuse = (status: number, error_code: string, message: string): Answer => [
    status,
    { error_code, message, dev_message: '', data: [] },
  ]
  if (a.headers['x-api-version'] !== '2.0') return refuse(400, 'versao', 'Versão não informada')
  if (a.headers.apikey !== KEYS.tagplus.api_key) return refuse(401, 'nao_autorizado', 'Chave inválida')
  const taken = tagplusOrders(s, a)
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
/** What a body of POST /clientes and of POST /pedidos may have; anything else is 422 "Campo adicional não é permitido"
 * (measured by github.com/Rafael-2109/frete-sistema, 2026-05 and 2026-06, read on 2026-11-27). */
const CLIENT = 'tipo razao_social nome_fantasia cpf cnpj ie ativo exterior codigo codigo_externo enderecos contatos'
const ORDER =
  'codigo_externo status cliente vendedor departamento itens faturas valor_frete valor_desconto valor_acrescimo data_entrega observacoes integracao'
function tagplusOrders(s: ErpSimulator, a: Asked): Answer | undefined {
  const { clients, orders } = s.taken.tagplus
  const body = a.body ? (JSON.parse(a.body) as Row) : {}
  const invalid = (message: string, field: string): Answer => [
    422,
    {
      error_code: 'validacao',
      message: 'Os dados enviados são inválidos.',
      dev_message: message,
      data: [{ id: null, field }],
      errors: [{ code: 'validacao', message, dataPath: `/${field}` }],
    },
  ]
  /** Equality of whole values by any field, a part of one by `q`; the principal fields unless all are asked for. */
  const find = (rows: Row[], principal: string): Answer => {
    const asked = [...a.query].filter(([name]) => !['page', 'per_page', 'sort', 'fields', 'q'].includes(name))
    const part = a.query.get('q')
    const found = rows.filter(
      (r) =>
        s.hostile.filterIgnored ||
        (asked.every(([name, value]) => String(r[name] ?? '') === value) &&
          (part === null || Object.values(r).some((v) => String(v).includes(part)))),
    )
    const all = a.query.get('fields') === '*'
    const order = a.query.get('sort') === '-id' ? found.toReversed() : found
    const size = Math.min(s.hostile.mostRows ?? 100, Number(a.query.get('per_page') ?? 30))
    const cut = (r: Row) => Object.fromEntries(principal.split(' ').map((name) => [name, r[name]]))
    return [200, slice(order, Number(a.query.get('page') ?? 1), size).map(all ? shown : cut)]
  }
  if (a.path === '/clientes' && a.method === 'GET')
    return find(
      clients.map((c) => ({ ativo: true, ...c.body, id: c.id, id_entidade: c.id + 20 })),
      'id razao_social',
    )
  if (a.path === '/clientes') {
    const [odd] = unknownFields(Object.keys(body), CLIENT)
    if (odd) return invalid('Campo adicional não é permitido', odd)
    const [gap] = missing(body, 'tipo razao_social')
    if (gap) return invalid('Campo obrigatório', gap)
    if (((body.contatos ?? []) as Row[]).some((c) => !Number.isInteger(c.tipo_contato)))
      return invalid('Deve ser do tipo integer', 'contatos/0/tipo_contato')
    const kind = body.cnpj === undefined ? 'cpf' : 'cnpj'
    const stored = body[kind] === undefined ? body : { ...body, [kind]: showDocument(String(body[kind])) }
    clients.push({ id: nextId(clients), key: String(stored[kind] ?? ''), body: stored })
    return [201, { id: clients.at(-1)?.id, id_entidade: nextId(clients) + 20 }]
  }
  if (a.path !== '/pedidos') return undefined
  if (a.method === 'GET')
    return find(
      orders.map((o) => ({ id: o.id, numero: o.id + 500, status: 'A', codigo_externo: o.key })),
      'id numero status',
    )
  const [odd] = unknownFields(Object.keys(body), ORDER)
  if (odd) return invalid('Campo adicional não é permitido', odd)
  const [gap] = missing(body, 'codigo_externo cliente itens')
  if (gap) return invalid('Campo obrigatório', gap)
  orders.push({ id: nextId(orders), key: String(body.codigo_externo), body })
  return [201, { id: orders.at(-1)?.id, numero: orders.length + 500, status: 'A' }]
}
