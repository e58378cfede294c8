// One order shows one day wherever it is read: paper, receipt, sheet, list and figures, before and after a correction.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { showDay } from '#shared/day.ts'
import { zonedTime } from '#shared/zoned-time.ts'
import { aCart, aCompany, aProduct, type Company, order, startTestApp, type TestApp } from '../../../../test/kit.ts'
import { readable } from '../../../../test/readable.ts'

const ZONE = 'America/Rio_Branco'
let t: TestApp
let a: Company
let made: { id: number; receipt_path: string }
before(async () => {
  t = await startTestApp()
  // 23:50 of 30 November in Rio Branco; another month in São Paulo and in UTC.
  t.clock.set('2026-12-01T04:50:00Z')
  a = await aCompany(t, { time_zone: ZONE })
  const { id } = await aProduct(t, a, { price: '10,00' })
  const taken = { queued: '1', taken_at: '2026-11-27T15:00:00Z', client_id: a.client.id }
  const r = await order(t, a, a.seller.token, aCart([{ product_id: id, quantity: 1, price: '10,00' }], taken))
  assert.equal(r.status, 201, JSON.stringify(r.body))
  made = r.body.data
})
after(() => t.close())
const file = async (method: 'GET' | 'POST', url: string, payload?: object) => {
  const headers = { authorization: `Bearer ${a.admin.token}` }
  const r = await t.app.inject({ method, url, headers, ...(payload && { payload }) })
  assert.equal(r.statusCode, 200, r.body.slice(0, 300))
  return readable(r.rawPayload, String(r.headers['content-type']))
}
const get = async (url: string) => {
  const r = await t.call('GET', url, { token: a.admin.token })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  return r.body.data
}
/** Days as Excel counts them. */
const serial = (day: string) => Math.round((Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000)
async function shows(day: string, others: string[]): Promise<void> {
  const token = made.receipt_path.split('/').pop()
  for (const url of [`/api/v2/companies/${a.id}/orders/${made.id}/pdf`, `/api/v2/receipts/${token}/pdf`]) {
    const text = await file('GET', url)
    assert.ok(text.includes(showDay(day)), `${url}: ${text}`)
    for (const other of others) assert.ok(!text.includes(showDay(other)), `${url}, ${other}: ${text}`)
    assert.equal(text.includes('Tirado em 27/11/2026'), day > '2026-11-27', text)
  }
  const sheet = await file('POST', '/api/v2/xls/sales/order_export', { order_id: made.id })
  assert.ok(sheet.includes(`<v>${serial(day)}.`), sheet.slice(0, 3000))
  for (const other of others) assert.ok(!sheet.includes(`<v>${serial(other)}.`), other)
  const receipt = await get(`/api/v2/receipts/${token}`)
  assert.equal(zonedTime(new Date(receipt.received_at), receipt.company.time_zone).day, day)
  for (const asked of [day, ...others]) {
    const rows = await get(`/api/v1/companies/${a.id}/orders?from=${asked}&until=${asked}`)
    assert.equal(rows.length, asked === day ? 1 : 0, `list of ${asked}`)
  }
}

test('paper, receipt, sheet and list show the company’s day of an order sent at ten to midnight', async () => {
  await shows('2026-11-30', ['2026-12-01', '2026-11-29'])
})
test('all of them show the corrected day; the day that the device says after it is believed no more', async () => {
  for (const [day, others] of [
    ['2026-11-29', ['2026-11-30', '2026-12-01']],
    ['2026-11-26', ['2026-11-29', '2026-11-30']],
  ] as const) {
    const body = { day, reason: 'Relógio adiantado' }
    const url = `/api/v2/companies/${a.id}/orders/${made.id}/day`
    assert.equal((await t.call('PUT', url, { token: a.admin.token, body })).status, 200)
    await shows(day, [...others])
  }
})
