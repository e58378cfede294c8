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
  const taken = pedidookOrders(s, a, a.method)
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

function pedidookOrders(s: ErpSimulator, a: Asked, method: string): Answer | undefined {
  const { clients, orders } = s.taken.pedidook
  const body = a.body ? (JSON.parse(a.body) as Row) : {}
  const refuse = (codigo: number, mensagem: string): Answer => [400, { erros: [{ codigo, mensagem }] }]
  if (a.path === '/clientes/' && method === 'GET')
    return [
      200,
      {
        clientes: clients
          .filter((c) =>
            a.query.has('cnpjcpf') ? c.body.cnpjcpf === a.query.get('cnpjcpf') : c.key === a.query.get('id_parceiro'),
          )
          .map((c) => ({ id: c.id })),
      },
    ]
  if (a.path === '/clientes/') {
    const [gap] = missing(body, 'id_parceiro codigo razao_social')
    if (gap) return refuse(13, `Campo obrigatório: ${gap}`)
    if (clients.some((c) => c.key === body.id_parceiro)) return refuse(24, 'id_parceiro já existe')
    clients.push({ id: nextId(clients), key: String(body.id_parceiro), body })
    return [200, { cliente: { id: clients.length } }]
  }
  if (a.path !== '/pedidos/') return undefined
  if (method === 'GET')
    return [
      200,
      { pedidos: orders.filter((o) => o.key === a.query.get('id_parceiro')).map((o) => ({ id: o.id, numero: o.id })) },
    ]
  const [gap] = missing(body, 'status emissao id_cliente id_vendedor id_parceiro itens')
  if (gap) return refuse(13, `Campo obrigatório: ${gap}`)
  if (orders.some((o) => o.key === body.id_parceiro)) return refuse(24, 'id_parceiro já existe')
  const ids = (body.itens as Row[]).map((i) => i.id_produto)
  if (new Set(ids).size !== ids.length) return refuse(27, 'Produto repetido no pedido')
  orders.push({ id: nextId(orders), key: String(body.id_parceiro), body })
  return [200, { pedido: { id: orders.length, numero: orders.length } }]
}
