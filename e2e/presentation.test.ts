// The catalogue as a show at the counter: the seller swipes, hides prices with one tap and adds without leaving.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCompany, aProduct, type Company } from '../test/kit.ts'
import { axe, browserOf, DESK, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá', cpf_required: false, variations_active: true })
  await aProduct(site.t, a, { name: 'Tigela funda', code: 'TG-1', price: '54,00', order: 1 })
  await aProduct(site.t, a, { name: 'Caneca azul', code: 'CN-2', price: '32,00', order: 2, multiple: 6 })
  await aProduct(site.t, a, {
    name: 'Camisa',
    code: 'CM-3',
    price: '80,00',
    order: 3,
    attributes: JSON.stringify([{ specs: { Tamanho: 'P' } }, { specs: { Tamanho: 'M' } }]),
  })
})
after(async () => {
  await site.close()
})
const origin = () => site.at(a.path)
const stage = (page: Page) => page.getByRole('dialog', { name: 'Apresentação' })
const slide = (page: Page, name: string) => stage(page).getByRole('region', { name })
async function present(page: Page): Promise<void> {
  await page.goto(`${origin()}/dashboard/products`)
  await page.getByRole('button', { name: 'Apresentar' }).click()
  await slide(page, 'Tigela funda').waitFor()
}
const swipe = (page: Page) =>
  stage(page)
    .locator('> div')
    .evaluate((film) => film.scrollBy({ left: film.clientWidth }))

test('a seller shows products on a phone, hides prices with one tap, adds without leaving; the order reaches the admin', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  await present(page)
  assert.match((await stage(page).textContent()) ?? '', /54,00/)
  await stage(page).getByRole('button', { name: 'Esconder preços' }).click()
  assert.doesNotMatch((await stage(page).textContent()) ?? '', /\d,\d\d/)
  await slide(page, 'Tigela funda').getByRole('button', { name: 'Pôr mais 1 de Tigela funda' }).click()
  await swipe(page)
  await slide(page, 'Caneca azul').getByRole('button', { name: 'Pôr mais 6 de Caneca azul' }).click()
  await stage(page).getByText('2 de 3 · 7 peças no pedido').waitFor()
  assert.deepEqual(await axe(page), [])
  await swipe(page)
  await slide(page, 'Camisa').getByRole('button', { name: 'Escolher' }).click()
  const choices = page.getByRole('dialog', { name: 'Camisa' })
  assert.doesNotMatch((await choices.textContent()) ?? '', /\d,\d\d/)
  await choices.getByLabel('Quantidade, M').fill('2')
  assert.deepEqual(await axe(page), [])
  await choices.getByRole('button', { name: 'Adicionar 2 peças' }).click()
  await stage(page).getByText('9 peças no pedido').waitFor()
  // A second time, after a reload: prices are hidden still, the pieces are there.
  await page.reload()
  await present(page)
  assert.doesNotMatch((await stage(page).textContent()) ?? '', /\d,\d\d/)
  await stage(page).getByText('9 peças no pedido').waitFor()
  await stage(page).getByRole('button', { name: 'Sair da apresentação' }).click()
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  // The order itself has its prices: 54 + 6 × 32 + 2 × 80.
  await page.getByText('R$ 406,00').first().waitFor()
})
test('on a desk the arrows lead from product to product; whoever buys for themselves is offered no show', async () => {
  const page = await browserOf(site, origin(), a.admin.email, DESK)
  await page.goto(`${origin()}/dashboard/products?view=vitrine`)
  await page.getByRole('button', { name: 'Apresentar' }).click()
  await stage(page).getByText('1 de 3').waitFor()
  await stage(page).getByRole('button', { name: 'Próximo' }).click()
  await stage(page).getByText('2 de 3').waitFor()
  await page.keyboard.press('ArrowRight')
  await stage(page).getByText('3 de 3').waitFor()
  assert.deepEqual(await axe(page), [])
  await page.keyboard.press('Escape')
  await stage(page).waitFor({ state: 'hidden' })
  const client = await browserOf(site, origin(), a.client.email, PHONE)
  await client.goto(`${origin()}/dashboard/products`)
  await client.getByRole('article').first().waitFor()
  assert.equal(await client.getByRole('button', { name: 'Apresentar' }).count(), 0)
})
