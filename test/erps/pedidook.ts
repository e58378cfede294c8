// The simulated PedidoOK.
import { KEYS, PLATFORM } from '../erp_keys.ts'
import {
  type Answer,
  type Asked,
  changedAt,
  type ErpSimulator,
  missing,
  nextId,
  type Row,
  slice,
  type Taken,
} from '../erp_shapes.ts'

/** PedidoOK by the types and error list of github.com/kelvinmattosdev/PedidoOK-SDK (1.1.6, 2026-05-08), read on 2026-11-27:
 * each page names the next by its whole address, the last says null. */
export function pedidook(s: ErpSimulator, a: Asked): Answer {
  const refuse = (status: number, codigo: number, mensagem: string): Answer => [
    status,
    { erros: [{ codigo, mensagem }] },
  ]
  if (a.headers.token_parceiro !== PLATFORM.pedidookPartner) return refuse(401, 4, 'token_parceiro inexistente')
  if (a.headers.token_pedidook !== KEYS.pedidook.api_key) return refuse(401, 5, 'token_pedidook inexistente')
  const taken = pedidookOrders(s, a)
  if (taken) return taken
  const lists: Record<string, { key: string; rows: Row[] }> = {
    '/produtos/': { key: 'produtos', rows: s.pedidook.products },
    '/vendedores/': { key: 'vendedores', rows: s.pedidook.sellers },
  }
  const l = lists[a.path]
  if (!l) return refuse(404, 12, 'Registro não encontrado')
  const since = (a.query.get('alterado_apos') ?? '').replace('T', ' ')
  const deleted = a.query.get('excluido')
  const page = Number(a.query.get('pagina') ?? 1)
  const size = s.hostile.mostRows ?? 40
  const rows = l.rows.filter(
    (r) => changedAt(r) >= since && (deleted === null || String(r.excluido ?? false) === deleted),
  )
  const rest = new URLSearchParams([...a.query].filter(([name]) => name !== 'pagina'))
  const next = s.pedidook.link(a.path, page + 1)
  return [
    200,
    {
      href_proxima_pagina: page * size < rows.length ? `${next}${rest.size ? `&${rest}` : ''}` : null,
      [l.key]: slice(rows, page, size),
    },
  ]
}

/** Fields of a client; what it does not know is dropped without a word. */
const CLIENT =
  'id_parceiro codigo razao_social fantasia cnpj_cpf telefone ie_rg email_copia_pedido endereco email_xml_nfe observacao'
/** Our key is taken once, a product stands once in an order; the statuses of the errors are not documented. */
function pedidookOrders(s: ErpSimulator, a: Asked): Answer | undefined {
  const { clients, orders } = s.taken.pedidook
  const body = a.body ? (JSON.parse(a.body) as Row) : {}
  const refuse = (codigo: number, mensagem: string): Answer => [400, { erros: [{ codigo, mensagem }] }]
  const known = () => Object.fromEntries(Object.entries(body).filter(([name]) => CLIENT.split(' ').includes(name)))
  const client = (c: Taken): Row => ({ excluido: false, cnpj_cpf: '', ...c.body, id: c.id, id_parceiro: c.key })
  const find = (key: string, rows: Row[], filters: Record<string, string>): Answer => {
    const odd = [...a.query.keys()].find((name) => !['pagina', 'excluido', ...Object.keys(filters)].includes(name))
    if (odd) return refuse(10, `Parâmetro inexistente: ${odd}`)
    const deleted = a.query.get('excluido')
    const found = rows.filter(
      (r) =>
        (deleted === null || String(r.excluido ?? false) === deleted) &&
        (s.hostile.filterIgnored ||
          Object.entries(filters).every(([name, field]) => {
            const wanted = a.query.get(name)
            return wanted === null || String(r[field] ?? '') === wanted
          })),
    )
    return [200, { href_proxima_pagina: null, [key]: found }]
  }
  if (a.path === '/clientes/' && a.method === 'GET')
    return find('clientes', clients.map(client), { cnpjcpf: 'cnpj_cpf', id_parceiro: 'id_parceiro', codigo: 'codigo' })
  if (a.path === '/clientes/') {
    const [gap] = missing(body, 'id_parceiro codigo razao_social')
    if (gap) return refuse(13, `Campo obrigatório sem valor: ${gap}`)
    if (clients.some((c) => c.key === body.id_parceiro)) return refuse(24, 'Já existe registro com o id_parceiro')
    if (clients.some((c) => c.body.codigo === body.codigo)) return refuse(14, 'Já existe um registro com o código')
    clients.push({ id: nextId(clients), key: String(body.id_parceiro), body: known() })
    return [200, { cliente: { id: clients.at(-1)?.id } }]
  }
  const one = /^\/clientes\/(\d+)$/.exec(a.path)
  if (one && a.method === 'PATCH') {
    const found = clients.find((c) => c.id === Number(one[1]))
    if (!found) return refuse(22, 'Cliente inexistente')
    Object.assign(found.body, known())
    return [200, { cliente: client(found) }]
  }
  if (a.path !== '/pedidos/') return undefined
  if (a.method === 'GET')
    return find(
      'pedidos',
      orders.map((o) => ({ id: o.id, numero: o.id, id_parceiro: o.key })),
      { id_parceiro: 'id_parceiro', numero: 'numero' },
    )
  const [gap] = missing(body, 'status emissao id_cliente id_vendedor id_parceiro itens')
  if (gap) return refuse(13, `Campo obrigatório sem valor: ${gap}`)
  if (orders.some((o) => o.key === body.id_parceiro)) return refuse(24, 'Já existe registro com o id_parceiro')
  if (!clients.some((c) => c.id === body.id_cliente && c.body.excluido !== true))
    return refuse(22, 'Cliente inexistente')
  const ids = (body.itens as Row[]).map((i) => i.id_produto)
  if (new Set(ids).size !== ids.length) return refuse(27, 'Produto em duplicidade no pedido')
  orders.push({ id: nextId(orders), key: String(body.id_parceiro), body })
  return [200, { pedido: { id: orders.at(-1)?.id, numero: orders.length } }]
}
