// Orders at random moments within two hours of every border (day, month, year, summer time), in six zones; some days are
// corrected. Lists, figures, targets and commissions agree with a model that counts days by hand. SEED=… draws the same.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCart, aCompany, aProduct, type Company, order, startTestApp, type TestApp, UNLIMITED } from './kit.ts'
import { dice } from './stranger.ts'

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))
const d = dice(SEED)
const AT_EACH = process.env.LONG ? 12 : 2
const HOUR = 3600_000
const DAY = 24 * HOUR

/** Hours ahead of UTC from a moment on, written by hand: neither Node's book of zones nor PostgreSQL's counts here. */
type Offsets = [from: string, hours: number][]
const ZONES: Record<string, Offsets> = {
  'America/Noronha': [['2025-01-01T00:00Z', -2]],
  'America/Sao_Paulo': [['2025-01-01T00:00Z', -3]],
  'America/Manaus': [['2025-01-01T00:00Z', -4]],
  'America/Rio_Branco': [['2025-01-01T00:00Z', -5]],
  'America/New_York': [
    ['2025-11-02T06:00Z', -5],
    ['2026-03-08T07:00Z', -4],
    ['2026-11-01T06:00Z', -5],
  ],
  'Europe/Lisbon': [
    ['2025-10-26T01:00Z', 0],
    ['2026-03-29T01:00Z', 1],
    ['2026-10-25T01:00Z', 0],
  ],
}
const hoursAt = (zone: Offsets, at: number) => (zone.findLast(([from]) => Date.parse(from) <= at) as Offsets[number])[1]
const dayAt = (zone: Offsets, at: number) => new Date(at + hoursAt(zone, at) * HOUR).toISOString().slice(0, 10)
/** Midnights of the zone that begin a month, the year, and days drawn; and each change of summer time in 2026. */
function bordersOf(zone: Offsets): number[] {
  const days = [
    ...Array.from({ length: 12 }, (_, m) => Date.UTC(2026, m + 1, 1)),
    Date.UTC(2026, 0, 1),
    ...Array.from({ length: 6 }, () => Date.UTC(2026, 0, 2 + d.below(363))),
  ]
  const midnights = days.map((day) => day - hoursAt(zone, day) * HOUR)
  const changes = zone.map(([from]) => Date.parse(from)).filter((at) => at >= Date.UTC(2026))
  return [...midnights, ...changes, ...changes.map((at) => Date.parse(dayAt(zone, at)) - hoursAt(zone, at) * HOUR)]
}

let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
})
after(() => t.close())
async function at(moment: number): Promise<void> {
  const iso = new Date(moment).toISOString()
  t.clock.set(iso)
  await t.owner.query('update sessions set last_seen = $1, created_at = $1', [iso])
}
const get = async (token: string, url: string) => {
  const r = await t.call('GET', url, { token })
  assert.equal(r.status, 200, `${url}: ${JSON.stringify(r.body)}`)
  return r.body.data
}
interface Sold {
  id: number
  day: string
  cents: number
}
const money = (cents: number) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
const cents = (orders: Sold[]) => orders.reduce((sum, o) => sum + o.cents, 0)
const sumOf = (orders: Sold[]) => [orders.length, money(cents(orders))]
const shift = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

async function lists(c: Company, sold: Sold[], said: string): Promise<void> {
  const days = new Set(sold.flatMap((o) => [shift(o.day, -1), o.day, shift(o.day, 1)]))
  for (const day of days) {
    const url = `/api/v1/companies/${c.id}/orders?limit=100&from=${day}&until=${day}`
    const ids = ((await get(c.admin.token, url)) as { id: number }[]).map((o) => o.id).toSorted((x, y) => x - y)
    const model = sold.filter((o) => o.day === day).map((o) => o.id)
    assert.deepEqual(
      ids,
      model.toSorted((x, y) => x - y),
      `${said} list of ${day}`,
    )
  }
}
async function figures(c: Company, sold: Sold[], said: string): Promise<void> {
  for (let m = 1; m <= 13; m++) {
    const first = new Date(Date.UTC(2026, m - 1, 1)).toISOString().slice(0, 10)
    const last = new Date(Date.UTC(2026, m, 0)).toISOString().slice(0, 10)
    const name = first.slice(0, 7)
    const mine = sold.filter((o) => o.day.startsWith(name))
    const curve = await get(c.admin.token, `/api/v2/figures/curve?from=${first}&until=${last}`)
    assert.equal(curve.counting, false)
    assert.deepEqual([curve.sums.orders, curve.sums.total], sumOf(mine), `${said} figures of ${name}`)
    for (const step of curve.steps)
      assert.deepEqual([step.orders, step.total], sumOf(mine.filter((o) => o.day === step.day)), `${said} ${step.day}`)
    const { sellers } = await get(c.seller.token, `/api/v2/commissions?month=${name}`)
    const [s] = sellers
    assert.deepEqual([s.orders, s.total], sumOf(mine), `${said} sales of ${name}`)
    assert.equal(s.reached, Math.floor((cents(mine) * 100) / 10_000), `${said} target of ${name}`)
    // 10 % of whole tens: no rounding.
    assert.equal(s.prevista, money(cents(mine) / 10), `${said} commission of ${name}`)
  }
}

for (const [name, zone] of Object.entries(ZONES))
  test(`lists and sums of ${name} agree with the model at every border`, async (c) => {
    c.diagnostic(`SEED=${SEED}`)
    await at(Date.UTC(2025, 11, 30))
    const a = await aCompany(t, { time_zone: name })
    const { id: product } = await aProduct(t, a, { price: '10,00' })
    const put = (url: string, body: object) => t.call('PUT', url, { token: a.admin.token, body })
    assert.equal((await put('/api/v2/commissions/rates', { percent: '10', since: '2025-01-01' })).status, 200)
    const target = { seller_id: a.seller.id, month: '2025-01', target: '100,00' }
    assert.equal((await put('/api/v2/commissions/targets', target)).status, 200)
    const moments = bordersOf(zone)
      .flatMap((border) => Array.from({ length: AT_EACH }, () => border + d.below(4 * HOUR) - 2 * HOUR))
      .toSorted((x, y) => x - y)
    let sold: Sold[] = []
    for (const moment of moments) {
      await at(moment)
      const quantity = 1 + d.below(5)
      const r = await order(t, a, a.client.token, aCart([{ product_id: product, quantity }]))
      assert.equal(r.status, 201, JSON.stringify(r.body))
      const day = dayAt(zone, moment)
      sold.push({ id: r.body.data.id, day, cents: quantity * 1000 })
      const { today } = await get(a.admin.token, '/api/v2/figures/glance')
      const said = `${name}, ${new Date(moment).toISOString()}:`
      assert.deepEqual([today.orders, today.total], sumOf(sold.filter((o) => o.day === day)), `${said} today`)
    }
    await at(Date.UTC(2027, 1, 15, 12))
    await lists(a, sold, name)
    await figures(a, sold, name)
    // Some go to the day before or after their border, as an admin corrects them.
    for (const o of sold.filter(() => d.below(3) === 0)) {
      const day = shift(o.day, d.one([-1, 1, -31]))
      const url = `/api/v2/companies/${a.id}/orders/${o.id}/day`
      const r = await put(url, { day, reason: 'Relógio errado', was: o.day })
      assert.equal(r.status, 200, JSON.stringify(r.body))
      assert.equal(dayAt(zone, Date.parse(r.body.data.received_at)), day, name)
      sold = sold.map((x) => (x.id === o.id ? { ...x, day } : x))
    }
    await lists(a, sold, `${name}, corrected:`)
    await figures(a, sold, `${name}, corrected:`)
  })
test('negative control: a model an hour off disagrees', () => {
  const zone = ZONES['America/New_York'] as Offsets
  const off: Offsets = zone.map(([from, hours]) => [from, hours + 1])
  const border = Date.parse('2026-11-30T05:00Z')
  assert.deepEqual([dayAt(zone, border - 1), dayAt(zone, border)], ['2026-11-29', '2026-11-30'])
  assert.notEqual(dayAt(off, border - 1), dayAt(zone, border - 1))
})
