// The whole way with a server that is really gone: order, close, open again, and once it is back one order is there.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { aCompany, aProduct, type Company, until } from '../test/kit.ts'
import { clockAhead, copied, installed } from './kept.ts'
import { axe, card, fillBuyer, PHONE, plusOf, signIn, type Site, startSite } from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startSite()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá', cpf_required: false, pedido_pro: true })
  await site.t.owner.query("update users set company_name = 'Padaria Pires', phone = '11955554444' where id = $1", [
    a.client.id,
  ])
  for (const name of ['Tigela', 'Vaso', 'Moringa']) await aProduct(site.t, a, { name, price: '40,00' })
})
after(() => site.close())
afterEach(() => site.start())
const origin = () => site.at(a.path)
const orders = async () =>
  (await site.t.owner.query('select * from orders where company_id = $1 order by id', [a.id])).rows
const pill = (page: Page) => page.getByRole('link', { name: /aguardando envio/ })

test('a rep without a network orders for somebody new; closed and opened again it waits, and is one order when the server is back', async () => {
  const { page: first, context } = await site.browser(PHONE)
  await signIn(first, origin(), a.seller.email, true)
  await installed(first)
  await first.goto(`${origin()}/dashboard/products`)
  await first.getByText('Moringa').first().waitFor()
  await copied(first, 'products')
  await first.close()
  await site.stop()

  const page = await context.newPage()
  await page.goto(`${origin()}/pedido/cliente`)
  await page.getByRole('button', { name: 'Cliente novo' }).tap()
  await fillBuyer(page, 'Mercado Novo', '11955551234')
  await page.getByRole('button', { name: 'Continuar' }).tap()
  // What stands above the list has come before anything of it is tapped.
  await page.getByText('Sem internet').waitFor()
  for (const name of ['Tigela', 'Vaso', 'Moringa']) {
    await page.getByRole('button', { name: `Adicionar ${name}` }).tap()
    await page.getByRole('button', { name: `${name}: 1 no pedido` }).waitFor()
  }
  await page.getByRole('link', { name: /Ver pedido/ }).tap()
  await page.getByRole('button', { name: 'Enviar pedido' }).tap()
  await page.getByRole('heading', { name: 'Pedido guardado neste aparelho' }).waitFor()
  await page.close()

  const again = await context.newPage()
  await again.goto(`${origin()}/pedido/cliente`)
  await pill(again).click()
  await again.getByText('Pedido de Mercado Novo').waitFor()
  assert.equal((await orders()).length, 0)
  await again.close()

  await site.start()
  const back = await context.newPage()
  await back.goto(`${origin()}/inicio`)
  await until(async () => (await orders()).length > 0)
  await pill(back).waitFor({ state: 'detached' })
  const stored = await orders()
  assert.deepEqual(
    stored.map((o) => [o.status, o.queued, o.name, Number(o.total)]),
    [['novo', true, 'Mercado Novo', 12_000]],
  )
  const { rows } = await site.t.owner.query("select 1 from users where company_id = $1 and name = 'Mercado Novo'", [
    a.id,
  ])
  assert.equal(rows.length, 1)
})
test('a known client, three items, six taps from home with the server stopped: prices are called old after three days, nothing is blocked, and one order is stored', async () => {
  const { page } = await site.browser(PHONE)
  const forward = await clockAhead(page)
  await signIn(page, origin(), a.seller.email, true)
  await installed(page)
  await copied(page, 'products', 'clients', 'orders', 'home')
  const before = (await orders()).length
  await site.stop()

  for (const [hours, said] of [
    [25, /Preços de .*; podem ter mudado/],
    [73, /Preços antigos, de .*: confira antes de fechar/],
  ] as const) {
    await forward(hours)
    await page.goto(`${origin()}/aparelho`)
    await page.getByRole('main').getByText(said).waitFor()
    await page.getByRole('status').getByText(said).waitFor()
    assert.deepEqual(await axe(page), [])
  }
  await page.goto(`${origin()}/inicio`)
  await page.getByText('Sem internet').waitFor()
  let taps = 0
  const tap = async (on: Locator) => {
    await on.tap()
    taps++
  }
  await tap(page.getByRole('link', { name: 'Novo pedido' }))
  await page.getByRole('button', { name: /Padaria Pires/ }).waitFor()
  await page.keyboard.type('padaria')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Para quem é o pedido' }).getByText('Padaria Pires').waitFor()
  for (const name of ['Tigela', 'Vaso', 'Moringa']) await tap(plusOf(card(page, name)))
  await tap(page.getByRole('link', { name: /Ver pedido/ }))
  await page.getByText('Pedido para Padaria Pires').waitFor()
  await tap(page.getByRole('button', { name: 'Enviar pedido' }))
  await page.getByRole('heading', { name: 'Pedido guardado neste aparelho' }).waitFor()
  assert.ok(taps <= 6, `${taps} taps`)
  assert.equal((await orders()).length, before)

  await forward(0)
  await site.start()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await pill(page).waitFor({ state: 'detached' })
  const stored = (await orders()).slice(before)
  assert.deepEqual(
    stored.map((o) => [o.queued, Number(o.client_id), Number(o.items_count), Number(o.total)]),
    [[true, a.client.id, 3, 12_000]],
  )
})
