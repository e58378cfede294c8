// What an order has to come to before it is sent: pieces of a product.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, aProduct, type Company } from '../test/kit.ts'
import { PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { cpf_required: false })
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
    return page.getByRole('dialog').locator('.go')
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
test('no page of these journeys wrote an error to the console', () => assert.deepEqual(site.errors, []))
