// Who has ordered before orders the same again in two taps, from wherever the catalogue begins.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCart, aCompany, aProduct, type Company, order, until } from '../test/kit.ts'
import { copied, installed } from './kept.ts'
import { addProduct, axe, browserOf, fillBuyer, PHONE, signIn, type Site, startSite } from './kit.ts'

let site: Site
let a: Company
let bowl: number
before(async () => {
  site = await startSite()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá', cpf_required: false })
  bowl = (await aProduct(site.t, a, { name: 'Tigela funda', code: 'TG-008', price: '54,00' })).id
})
after(async () => {
  await site.close()
})
const origin = () => site.at(a.path)
const card = (page: Page) => page.getByRole('region', { name: 'Seu último pedido' })
const repeat = (page: Page) => card(page).getByRole('button', { name: 'Repetir último pedido' })
const repeatLast = (page: Page) => page.getByRole('button', { name: 'Repetir último pedido' })
const send = (page: Page) => page.getByRole('button', { name: 'Enviar pedido' })
const stored = async () =>
  (await site.t.call('GET', `/api/v1/companies/${a.id}/orders`, { token: a.admin.token })).body.data as {
    number: number
    items_count: number
    client_id: number | null
  }[]

test('a client who never ordered sees no card; after an order it is the first thing on catalogue and categories', async () => {
  const page = await browserOf(site, origin(), a.client.email, PHONE)
  await page.goto(`${origin()}/dashboard/products`)
  await page.getByRole('article').first().waitFor()
  assert.equal(await card(page).count(), 0)
  await order(site.t, a, a.client.token, aCart([{ product_id: bowl, quantity: 7 }], { name: 'Padaria Pires' }))
  for (const path of ['/dashboard/products', '/dashboard/categories', '/pedidos']) {
    await page.goto(origin() + path)
    await card(page).getByText('7 peças').waitFor()
    assert.deepEqual(await axe(page), [], path)
  }
})
test('a client repeats the last order with two taps; the company has it as that client’s', async () => {
  const page = await browserOf(site, origin(), a.client.email, PHONE)
  await page.goto(`${origin()}/dashboard/categories`)
  let taps = 0
  for (const button of [repeat(page), send(page)]) {
    await button.click()
    taps++
  }
  await page.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
  assert.equal(taps, 2)
  const [last] = await stored()
  assert.deepEqual([last?.items_count, last?.client_id], [7, a.client.id])
  await page.reload()
  await page.goto(`${origin()}/pedidos`)
  await card(page).getByText(`Pedido ${last?.number}`).waitFor()
})
test('an order that was cancelled is not the one to repeat', async () => {
  const placed = await order(site.t, a, a.client.token, aCart([{ product_id: bowl, quantity: 3 }], { name: 'Padaria' }))
  const { id, number } = placed.body.data
  await site.t.call('PUT', `/api/v1/companies/${a.id}/orders/${id}`, {
    token: a.client.token,
    body: { status: 'cancelado' },
  })
  const page = await browserOf(site, origin(), a.client.email, PHONE)
  await page.goto(`${origin()}/pedidos`)
  await card(page).waitFor()
  assert.equal(await card(page).getByText(`Pedido ${number}`).count(), 0)
  await card(page).getByText('7 peças').waitFor()
})
test('a visitor repeats what this device ordered with two taps; another device knows nothing of it', async () => {
  const { page } = await site.browser(PHONE)
  await addProduct(page, origin(), 'TG-008')
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  await fillBuyer(page, 'Maria da Feira', '11955554444')
  await send(page).click()
  await page.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
  const before = (await stored()).length
  await page.goto(`${origin()}/pedidos`)
  await repeat(page).click()
  await send(page).click()
  await page.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
  assert.equal((await stored()).length, before + 1)
  const { page: other } = await site.browser(PHONE)
  await other.goto(`${origin()}/pedidos`)
  await other.getByRole('article').first().waitFor()
  assert.equal(await card(other).count(), 0)
})
test('Meus pedidos stands in the three dots on every screen of a client, and leads to the orders', async () => {
  const page = await browserOf(site, origin(), a.client.email, PHONE)
  for (const path of ['/dashboard/categories', '/sobre', '/dashboard/shoppingcart']) {
    await page.goto(origin() + path)
    await page.getByRole('button', { name: 'Mais opções' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Meus pedidos' }).click()
    await page.getByRole('heading', { name: 'Meus pedidos' }).waitFor()
  }
  const seller = await browserOf(site, origin(), a.seller.email, PHONE)
  await seller.goto(`${origin()}/sobre`)
  await seller.getByRole('button', { name: 'Mais opções' }).click()
  assert.equal(await seller.getByRole('banner').getByRole('link', { name: 'Meus pedidos' }).count(), 0)
})
test('with the server away the last order is there and goes into the cart again: a client’s, a visitor’s, and the one of a seller’s client', async () => {
  const { page } = await site.browser(PHONE)
  await signIn(page, origin(), a.client.email, true)
  const { page: stranger } = await site.browser(PHONE)
  await addProduct(stranger, origin(), 'TG-008')
  await stranger.goto(`${origin()}/dashboard/shoppingcart`)
  await fillBuyer(stranger, 'Rita da Praça', '11955553333')
  await send(stranger).click()
  await stranger.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
  const { page: seller } = await site.browser(PHONE)
  await signIn(seller, origin(), a.seller.email, true)
  const people = [page, stranger, seller]
  for (const one of people) {
    await one.goto(`${origin()}/dashboard/categories`)
    await installed(one)
    await copied(one, 'products')
  }
  for (const one of [page, seller]) await copied(one, 'orders')
  const before = (await stored()).length
  await site.stop()
  try {
    for (const one of [page, stranger]) {
      await one.goto(`${origin()}/pedidos`)
      await one.getByText('Sem internet').waitFor()
      await repeat(one).click()
    }
    await seller.goto(`${origin()}/clientes/${a.client.id}`)
    await repeatLast(seller).click()
    for (const one of people) {
      await one.waitForURL(/shoppingcart/)
      await one.getByText('Tigela funda').first().waitFor()
      await send(one).click()
      await one.getByRole('heading', { name: 'Pedido guardado neste aparelho' }).waitFor()
    }
  } finally {
    await site.start()
  }
  for (const one of people) await one.evaluate(() => dispatchEvent(new Event('online')))
  await until(async () => (await stored()).length === before + 3)
  const last = (await stored()).slice(0, 3)
  assert.deepEqual(
    last.map((o) => o.items_count).toSorted((x, y) => x - y),
    [1, 7, 7],
  )
  assert.equal(last.filter((o) => o.client_id === a.client.id).length, 2)
})
test('a repeated order leaves out what has no price any more, and says so', async () => {
  const panel = (await aProduct(site.t, a, { name: 'Painel de barro', price: '90,00' })).id
  const lines = [bowl, panel].map((product_id) => ({ product_id, quantity: 2 }))
  await order(site.t, a, a.client.token, aCart(lines, { name: 'Padaria' }))
  const put = await site.t.call('POST', `/api/v1/products/${panel}`, { token: a.admin.token, body: { price: '' } })
  assert.equal(put.status, 200, JSON.stringify(put.body))
  const page = await browserOf(site, origin(), a.client.email, PHONE)
  await page.goto(`${origin()}/pedidos`)
  await repeat(page).click()
  await page.getByText('1 item no pedido. Agora sob consulta: Painel de barro.').waitFor()
  await page.getByText('2 peças').first().waitFor()
  assert.equal(await page.getByLabel('Quantidade de Painel de barro').count(), 0)
})
