// Moments by the company's clock on every screen, for a reader on the other side of the world.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayIn } from '#server/clock.ts'
import { addDays } from '#shared/day.ts'
import { momentOf } from '#shared/wall.ts'
import { aCart, aProduct, type Company, order } from '../test/kit.ts'
import { aHouse } from './house.ts'
import { browserOf, DESK, type Site, startOnline } from './kit.ts'

const ZONE = 'America/Rio_Branco'
const TOKYO = { ...DESK, timezoneId: 'Asia/Tokyo' }
let site: Site
let a: Company
let today: string
let made: { id: number; receipt_path: string }
before(async () => {
  site = await startOnline()
  a = await aHouse(site)
  const body = { time_zone: ZONE }
  const saved = await site.t.call('PUT', `/api/v1/companies/${a.id}`, { token: a.admin.token, body })
  assert.equal(saved.status, 200)
  const { id } = await aProduct(site.t, a)
  const cart = aCart([{ product_id: id, quantity: 2 }], { client_id: a.client.id })
  const r = await order(site.t, a, a.seller.token, cart)
  assert.equal(r.status, 201)
  made = r.body.data
  // Yesterday at 23:50 of Rio Branco: today in São Paulo and in Tokyo.
  today = dayIn(ZONE, new Date())
  const at = momentOf(`${addDays(today, -1)}T23:50`, ZONE)
  await site.t.owner.query('update orders set received_at = $2, changed = pg_current_xact_id() where id = $1', [
    made.id,
    at,
  ])
  await site.t.owner.query('update order_events set at = $2 where order_id = $1', [made.id, at])
})
after(() => site.close())

test('list, detail and home show the company’s day and hour to a reader in Tokyo', async () => {
  const page = await browserOf(site, site.at(a.path), a.admin.email, TOKYO)
  await page.goto(`${site.at(a.path)}/dashboard/orders`)
  await page.getByText('ontem, 23:50').first().waitFor()
  assert.equal(
    await page.getByText('Horários de Rio Branco').filter({ visible: true }).count(),
    1,
    'the zone is said once',
  )
  await page.goto(`${site.at(a.path)}/dashboard/orders/${made.id}`)
  await page.getByText(/^ontem, 23:50, por/).waitFor()
  await page.goto(`${site.at(a.path)}/inicio`)
  const words = new Date(`${today}T12:00:00Z`).toLocaleDateString('pt-BR', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  await page.getByText(`${words} · Horários de Rio Branco`).waitFor()
  await page.context().close()
  assert.deepEqual(site.errors, [])
})
test('a receipt shows the day of its company to a reader without an account', async () => {
  const { page } = await site.browser(TOKYO)
  await page.goto(`${site.at(a.path)}${made.receipt_path}`)
  await page.getByText(/· ontem, 23:50/).waitFor()
  await page.getByText('Horários de Rio Branco').waitFor()
  await page.context().close()
})
test('on a device in the company’s zone nothing is said of zones', async () => {
  const page = await browserOf(site, site.at(a.path), a.admin.email, { ...DESK, timezoneId: ZONE })
  await page.goto(`${site.at(a.path)}/dashboard/orders`)
  await page.getByText('ontem, 23:50').first().waitFor()
  assert.equal(await page.getByText(/Horários de/).count(), 0)
  await page.context().close()
})
test('the filter by day finds the order on the day that screens show', async () => {
  const day = addDays(today, -1)
  const r = await site.t.call('GET', `/api/v1/companies/${a.id}/orders?from=${day}&until=${day}`, {
    token: a.admin.token,
  })
  assert.deepEqual(
    r.body.data.map((o: { id: number }) => o.id),
    [made.id],
  )
})
