// A company linked to a simulated ERP, and what its updates did.
import assert from 'node:assert/strict'
import type { Run } from '#features/integrations/contract.ts'
import { wallClock } from '#features/integrations/server/erp/values.ts'
import type { ErpSimulator } from './erp_shapes.ts'
import { erpSimulator, KEYS, PLATFORM } from './erp_simulator.ts'
import { aCompany, type Company, startTestApp, type TestApp, UNLIMITED, until } from './kit.ts'

export type Shown = Omit<Run, 'started_at'> & { issues: { what: string; message: string }[] }
const UPDATE: Record<string, string> = {
  omie: '/api/v1/integration/omie/update_products',
  bling: '/api/v1/integration/bling/import_products',
  sankhya: '/api/v2/integracao/sankhya/update_products',
  tagplus: '/api/v2/integracao/tagplus/update_products',
  pedidook: '/api/v2/integracao/pedidook/update_products',
}
/** How long an ERP that hangs has for an answer in `hurried`, in ms. */
const HURRIED = 1500

/** A server whose ERPs are simulators, a thousand times as fast as they ask for unless said otherwise, its jobs running. */
export async function startWithErps(erpPace = 0.001) {
  const erp: ErpSimulator = await erpSimulator()
  const t: TestApp = await startTestApp({
    config: { limits: UNLIMITED, ...PLATFORM, erpHosts: erp.hosts, erpPace },
  })
  erp.omie.today = () => wallClock(t.clock.now()).day
  await t.jobs()
  const runs = async (c: Company, id: number) =>
    (await t.call('GET', `/api/v2/integration/${id}/runs`, { token: c.admin.token })).body.data as Shown[]
  /** A run once it rests: done, failed or waiting. */
  const rests = (c: Company, id: number, run?: number) =>
    until(async () =>
      (await runs(c, id)).find((r, n) => (run === undefined ? n === 0 : r.id === run) && r.status !== 'andando'),
    )
  const ask = (c: Company, type: string, id: number, more: object = {}) =>
    t.call('POST', UPDATE[type] as string, {
      token: c.admin.token,
      body: { company_id: String(c.id), integration_id: id, ...more },
    })
  return {
    t,
    erp,
    runs,
    rests,
    ask,
    /** Does `work` while an ERP that does not answer is given up soon. */
    async hurried<T>(work: () => Promise<T>): Promise<T> {
      const patience = t.config.erpPatience
      t.config.erpPatience = HURRIED
      try {
        return await work()
      } finally {
        t.config.erpPatience = patience
      }
    },
    async linked(type: string, more: object = {}): Promise<{ c: Company; id: number }> {
      const c = await aCompany(t)
      const r = await t.call('POST', '/api/v2/integration', {
        token: c.admin.token,
        body: { type, ...KEYS[type as keyof typeof KEYS], ...more },
      })
      assert.equal(r.status, 200, JSON.stringify(r.body))
      return { c, id: r.body.data.id }
    },
    /** The watch would give links of other tests their turn as well. */
    alone: (c: Company) => t.owner.query('update integrations set active = false where company_id <> $1', [c.id]),
    /** Asks for an update and waits until it rests. */
    async update(c: Company, type: string, id: number, more: object = {}): Promise<Shown> {
      const r = await ask(c, type, id, more)
      assert.equal(r.status, 200, JSON.stringify(r.body))
      return rests(c, id, r.body.data.id)
    },
    /** Products by code, as the admin reads them. */
    async products(c: Company) {
      const r = await t.call('GET', '/api/v1/products?limit=1000&order=name&show_inactive=1', { token: c.admin.token })
      return new Map((r.body.data as (Record<string, never> & { code: string })[]).map((p) => [p.code, p]))
    },
    async stored(c: Company) {
      const { rows } = await t.owner.query(
        `select code, name, price, price_promo, stock, active, ean, description, multiple,
          (select array_agg(g.name order by g.name) from product_categories pc
            join categories g on g.company_id = pc.company_id and g.id = pc.category_id
            where pc.company_id = p.company_id and pc.product_id = p.id) as categories
        from products p where company_id = $1 and deleted_at is null order by code`,
        [c.id],
      )
      return rows.map((r) => ({
        ...r,
        price: r.price === null ? null : Number(r.price),
        stock: r.stock === null ? null : Number(r.stock),
      }))
    },
    /** Lets so many minutes pass; the moment then, as ERPs write it. */
    soon(minutes: number): string {
      t.clock.forward(minutes * 60_000)
      return t.clock.now().toLocaleString('sv-SE', { timeZone: 'America/Sao_Paulo' })
    },
    async close() {
      await t.close()
      erp.close()
    },
  }
}
export const counts = (r: Shown) => [r.status, r.mode, r.seen, r.created, r.changed, r.retired]
