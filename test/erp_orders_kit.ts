// Companies whose confirmed orders go to a simulated ERP, and how each order stands there.
import assert from 'node:assert/strict'
import { platformTasks } from '#features/integrations/server/index.ts'
import type { startWithErps } from './erp_kit.ts'
import type { ErpSimulator, Fault } from './erp_shapes.ts'
import { aCart, type Company, order, until } from './kit.ts'

export const OMIE = { account: '427619317', category: '1.01.03' }
/** What must be chosen before orders go to each ERP, and what a request that makes an order there has in its body. */
export const ERPS: Record<
  'omie' | 'bling' | 'tagplus' | 'pedidook',
  { settings: Record<string, string>; written: RegExp }
> = {
  omie: { settings: OMIE, written: /IncluirPedido/ },
  bling: { settings: {}, written: /numeroLoja/ },
  tagplus: { settings: {}, written: /codigo_externo/ },
  pedidook: { settings: { seller: '7' }, written: /id_vendedor/ },
}
/** Whatever makes an order there fails like this. */
export const writes = (f: Fault) => (a: { path: string; body: string }) =>
  /IncluirPedido|numeroLoja/.test(a.body) ? f : undefined
/** One product, of code X, in each ERP that takes orders. */
export function offerOneProduct(erp: ErpSimulator): void {
  erp.omie.products = [{ codigo_produto: 1, codigo: 'X', descricao: 'Vaso', valor_unitario: 10 }]
  erp.bling.products = [{ id: 1, codigo: 'X', nome: 'Vaso', preco: 10, situacao: 'A' }]
  erp.tagplus.products = [{ id: 1, codigo: 'X', descricao: 'Vaso', valor_venda_varejo: 10, ativo: 1 }]
  erp.pedidook.products = [{ id: 1, codigo: 'X', nome: 'Vaso', venda: 10 }]
}
type Lines = { product_id: number; quantity: number; specs?: unknown }[]

export function sendingOf(kit: () => Awaited<ReturnType<typeof startWithErps>>) {
  const idOf = async (c: Company, code: string) =>
    Number(
      (await kit().t.owner.query('select id from products where company_id = $1 and code = $2', [c.id, code])).rows[0]
        .id,
    )
  const change = (c: Company, id: number, body: object) =>
    kit().t.call('POST', `/api/v2/integration/${id}`, { token: c.admin.token, body })
  /** A company whose confirmed orders go to an ERP. */
  async function sending(type: string, settings: Record<string, string> = {}) {
    const k = kit()
    const { c, id } = await k.linked(type)
    await k.alone(c)
    if (type === 'bling') {
      const { url } = (await k.t.call('GET', `/api/v2/integration/${id}/connect`, { token: c.admin.token })).body.data
      k.erp.bling.code = 'codigo'
      await k.t.app.inject({
        method: 'GET',
        url: `/api/v2/integration/consent?code=codigo&state=${new URL(url).searchParams.get('state')}`,
      })
    }
    await k.update(c, type, id)
    assert.equal((await change(c, id, { send_order_to_integration: 1, settings })).status, 200)
    return { c, id }
  }
  const move = (c: Company, id: number, status: string, reason = '') =>
    kit().t.call('PUT', `/api/v1/companies/${c.id}/orders/${id}`, { token: c.admin.token, body: { status, reason } })
  const place = async (c: Company, lines: Lines, more: object = {}) => {
    const r = await order(kit().t, c, c.client.token, aCart(lines, { document: '529.982.247-25', ...more }))
    assert.equal(r.status, 201, JSON.stringify(r.body))
    return r.body.data.id as number
  }
  async function confirmed(c: Company, lines: Lines, more: object = {}): Promise<number> {
    const id = await place(c, lines, more)
    assert.equal((await move(c, id, 'confirmado')).status, 200)
    return id
  }
  const push = async (c: Company, id: number) =>
    (await kit().t.call('GET', `/api/v2/integration/orders/${id}`, { token: c.admin.token })).body.data
  const again = (c: Company, id: number) =>
    kit().t.call('POST', `/api/v2/integration/orders/${id}/again`, { token: c.admin.token })
  const rests = (c: Company, id: number, ...wanted: string[]) =>
    until(async () => {
      const p = await push(c, id)
      return (wanted.length ? wanted.includes(p?.status) : p && p.status !== 'fila' && p.status !== 'enviando') && p
    })
  const watch = async (minutes: number) => {
    kit().t.clock.forward(minutes * 60_000)
    await platformTasks.sync_watch?.run(kit().t.kit)
  }
  type Erp = ReturnType<typeof kit>['erp']
  const orders = (erp: keyof Erp['taken'], id: number) =>
    kit().erp.taken[erp].orders.filter((o) => o.key.startsWith(`MST-${id}-`))
  return { idOf, change, sending, move, place, confirmed, push, again, rests, watch, orders }
}
