// What an order has to come to before it is sent: pieces of a product, and the company's minimum.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCompany, aPerson, aProduct, type Company } from '../test/kit.ts'
import { addProduct, browserOf, cartBar, PHONE, sheetButton, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { cpf_required: false })
  await aProduct(site.t, a, { name: 'Moringa', code: 'MO-1', price: '50,00' })
})
after(async () => {
  await site.close()
})
const origin = () => site.at(a.path)

test('six and six of a product that is sold mixed are twelve in the cart as well; of one that is not, each choice needs its own twelve', async () => {
  const attributes = [{ specs: { Cor: 'Areia' } }, { specs: { Cor: 'Folha' } }]
  await aProduct(site.t, a, { name: 'Prato misto', code: 'PM-1', min_quantity: 12, attributes })
  await aProduct(site.t, a, { name: 'Prato liso', code: 'PL-1', min_quantity: 12, mixed: false, attributes })
  const { page } = await site.browser(PHONE)
  const hint = page.getByText('A partir de 12 unidades.')
  const choose = async (code: string, areia: string, folha: string) => {
    await page.goto(`${origin()}/dashboard/products?product_code=${code}`)
    await page.getByLabel('Quantidade, Areia').fill(areia)
    await page.getByLabel('Quantidade, Folha').fill(folha)
    return sheetButton(page)
  }
  const apart = await choose('PL-1', '6', '6')
  await hint.waitFor()
  assert.ok(await apart.isDisabled())
  await (await choose('PM-1', '6', '6')).click()
  // With twelve in the order, three more are fine by themselves.
  await (await choose('PM-1', '3', '0')).click()
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  await page.getByText('15 peças').first().waitFor()
  assert.equal(await hint.count(), 0)
  await page.getByLabel('Quantidade de Prato misto, Areia').fill('5')
  await page.getByRole('button', { name: 'Tirar 1 de Prato misto, Folha' }).click()
  await hint.first().waitFor()
  await page.getByRole('button', { name: 'Usar 7' }).click()
  await page.getByText('12 peças').first().waitFor()
  assert.equal(await hint.count(), 0)
})
test('somebody’s first order is held to the first minimum on every screen: a visitor’s always, a client’s until there is one', async () => {
  await site.t.owner.query('update companies set min_order_cents = 2000, min_first_order_cents = 10000 where id = $1', [
    a.id,
  ])
  const missing = (page: Page) => page.getByRole('button', { name: /^Faltam R\$\s50,00 para o mínimo$/ })
  const { page: visitor } = await site.browser(PHONE)
  const client = await browserOf(site, origin(), a.client.email, PHONE)
  for (const page of [visitor, client]) {
    await addProduct(page, origin(), 'MO-1')
    await cartBar(page)
      .getByText(/Faltam/)
      .waitFor()
    await cartBar(page)
      .getByText(/R\$\s100,00/)
      .waitFor()
    await page.goto(`${origin()}/dashboard/shoppingcart`)
    assert.ok(await missing(page).isDisabled())
  }
  await client.getByRole('button', { name: 'Pôr mais 1 de Moringa' }).click()
  await client.getByRole('button', { name: 'Enviar pedido' }).click()
  await client.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
  await addProduct(client, origin(), 'MO-1')
  await cartBar(client).getByText('Pedido mínimo atingido').waitFor()
  await client.goto(`${origin()}/dashboard/shoppingcart`)
  await client.getByRole('button', { name: 'Enviar pedido' }).click()
  await client.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
  // The seller's bar says it of whom the order is for.
  await aPerson(site.t, a.id, 3, { company_name: 'Bistrô Sem Pedido', seller_id: a.seller.id })
  await site.t.owner.query("update users set company_name = 'Padaria Pires' where id = $1", [a.client.id])
  const seller = await browserOf(site, origin(), a.seller.email, PHONE)
  await addProduct(seller, origin(), 'MO-1')
  for (const [name, says] of [
    ['Padaria Pires', 'Pedido mínimo atingido'],
    ['Bistrô Sem Pedido', 'Faltam'],
  ] as const) {
    await seller.goto(`${origin()}/dashboard/shoppingcart`)
    if (says === 'Faltam') await seller.getByRole('button', { name: 'Trocar' }).click()
    await seller.getByLabel('Buscar cliente').fill(name.slice(0, 4))
    await seller.getByRole('button', { name }).click()
    await seller.getByText(`Pedido para ${name}`).waitFor()
    await seller.goto(`${origin()}/dashboard/products`)
    await cartBar(seller).getByText(says).waitFor()
  }
})
test('no page of these journeys wrote an error to the console', () => assert.deepEqual(site.errors, []))
