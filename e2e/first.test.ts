// Client first: whom an order is for is asked before the goods; several orders are open at once and never mix.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { aCompany, aPerson, aProduct, type Company, type Person } from '../test/kit.ts'
import { browserOf, card, inBoth, PHONE, plusOf, signIn, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let hotel: Person
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá', price_table_active: true })
  await site.t.owner.query(
    "update users set company_name = 'Padaria Pires', phone = '11955554444', price_table = 2 where id = $1",
    [a.client.id],
  )
  const made = { seller_id: a.seller.id, company_name: 'Hotel Serra Verde', phone: '12966665555', margin_bp: 1000 }
  hotel = await aPerson(site.t, a.id, 3, made)
  for (const [i, name] of ['Tigela', 'Vaso', 'Moringa'].entries())
    await aProduct(site.t, a, { name, code: `P-${i}`, price: '50,00', price2: '40,00' })
})
after(() => site.close())
const origin = () => site.at(a.path)
/** Signed in to stay: a second tab is the same person. */
async function asSeller(): Promise<Page> {
  const { page } = await site.browser(PHONE)
  await signIn(page, origin(), a.seller.email, true)
  return page
}
const lastOrder = async () =>
  (await site.t.owner.query('select * from orders where company_id = $1 order by id desc limit 1', [a.id])).rows[0]
/** Taps, counted; typing is apart. */
function taps() {
  let n = 0
  return {
    tap: async (on: Locator) => {
      n++
      await on.tap()
    },
    count: () => n,
  }
}
const plus = (page: Page, name: string) => plusOf(card(page, name))
const strip = (page: Page) => page.getByRole('region', { name: 'Para quem é o pedido' })
/** So many carts with goods are written on the device. */
const kept = (page: Page, many: number) =>
  page.waitForFunction(
    (many) =>
      new Promise<boolean>((done) => {
        const open = indexedDB.open('mostruario-cart')
        open.onsuccess = () => {
          const all = open.result.transaction('carts').objectStore('carts').getAll()
          all.onsuccess = () => {
            open.result.close()
            done((all.result as { lines: unknown[] }[]).filter((c) => c.lines.length > 0).length === many)
          }
        }
      }),
    many,
  )

test('a known client and three items: six taps from home, at the client’s prices, and the client reads the order', async () => {
  const page = await asSeller()
  await page.goto(`${origin()}/inicio`)
  const { tap, count } = taps()
  await tap(page.getByRole('link', { name: 'Novo pedido' }))
  await page.getByRole('button', { name: /Padaria Pires/ }).waitFor()
  await inBoth(page)
  await page.keyboard.type('padaria')
  await page.keyboard.press('Enter')
  await strip(page).getByText('Padaria Pires').waitFor()
  await page.getByText('R$ 40,00').first().waitFor()
  await inBoth(page)
  for (const name of ['Tigela', 'Vaso', 'Moringa']) await tap(plus(page, name))
  await page.reload()
  await strip(page).getByText('Padaria Pires').waitFor()
  await tap(page.getByRole('link', { name: /Ver pedido/ }))
  await page.getByText('Pedido para Padaria Pires').waitFor()
  await tap(page.getByRole('button', { name: 'Enviar pedido' }))
  await page.getByRole('heading', { name: /^Pedido \d+ de Padaria Pires enviado$/ }).waitFor()
  assert.equal(count(), 6)
  const stored = await lastOrder()
  assert.deepEqual([Number(stored.client_id), Number(stored.total), stored.reasons], [a.client.id, 12_000, []])
  // The company's own screen: the client is told at the client's number, and the next order begins.
  const told = page.getByRole('link', { name: 'Enviar ao cliente pelo WhatsApp' })
  const text = decodeURIComponent((await told.getAttribute('href')) ?? '')
  assert.match(text, /phone=5511955554444/)
  assert.match(text, new RegExp(`/pedido/${stored.receipt_token}`))
  await inBoth(page)
  assert.equal(await page.getByText('Guarde este link').count(), 0)
  await page.getByRole('link', { name: 'Ver pedido' }).tap()
  await page.getByRole('heading', { name: /^Pedido \d+$/, level: 1 }).waitFor()
  const hers = await browserOf(site, origin(), a.client.email, PHONE)
  await hers.goto(`${origin()}/pedidos/meus`)
  await hers.getByText('R$ 120,00').first().waitFor()
})

test('a new client and three items: at most eight taps; the client is there from then on, and asked about the second time', async () => {
  const page = await asSeller()
  await page.goto(`${origin()}/inicio`)
  const { tap, count } = taps()
  const begin = async (name: string) => {
    await tap(page.getByRole('link', { name: 'Novo pedido' }))
    await page.getByRole('heading', { name: 'Novo pedido' }).waitFor()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Cliente novo' }).waitFor()
    await page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === 'phone')
    await page.keyboard.type('12 98888-7777')
  }
  await begin('Mercado Zeta')
  await inBoth(page)
  await page.keyboard.press('Enter')
  await strip(page).getByText('Mercado Zeta').waitFor()
  await page.getByText('R$ 50,00').first().waitFor()
  for (const name of ['Tigela', 'Vaso', 'Moringa']) await tap(plus(page, name))
  await tap(page.getByRole('link', { name: /Ver pedido/ }))
  await tap(page.getByRole('button', { name: 'Enviar pedido' }))
  await page.getByRole('heading', { name: /^Pedido \d+ de Mercado Zeta enviado$/ }).waitFor()
  assert.ok(count() <= 8, `${count()} taps`)
  const { client_id, total } = await lastOrder()
  assert.equal(Number(total), 15_000)
  // As the admin finds it.
  const card = await site.t.call('GET', `/api/v2/clients/${client_id}`, { token: a.admin.token })
  assert.deepEqual(
    [card.body.data.name, card.body.data.phone, card.body.data.seller_id],
    ['Mercado Zeta', '12988887777', a.seller.id],
  )
  // Who does not look first is asked, and one client stays one.
  await page.goto(`${origin()}/inicio`)
  await begin('Zeta Mercearia')
  await page.keyboard.press('Enter')
  await plus(page, 'Vaso').tap()
  await page.getByRole('link', { name: /Ver pedido/ }).tap()
  await page.getByRole('button', { name: 'Enviar pedido' }).tap()
  const asked = page.getByRole('dialog', { name: 'É este cliente?' })
  await asked.getByText('mesmo telefone').waitFor()
  await inBoth(page)
  await asked.getByRole('button', { name: /Mercado Zeta/ }).tap()
  await page.getByRole('heading', { name: /de Mercado Zeta enviado$/ }).waitFor()
  assert.equal((await lastOrder()).client_id, client_id)
})

test('two clients, two open orders: each keeps its goods, prices and client, over reloads and in two tabs', async () => {
  const page = await asSeller()
  await page.goto(`${origin()}/pedido/cliente`)
  await page.getByRole('button', { name: /Padaria Pires/ }).tap()
  await page.getByText('R$ 40,00').first().waitFor()
  await plus(page, 'Tigela').tap()
  await kept(page, 1)
  await page.goto(`${origin()}/pedido/cliente`)
  await page.getByRole('button', { name: /Hotel Serra Verde/ }).tap()
  await strip(page).getByText('Hotel Serra Verde').waitFor()
  await page.getByText('R$ 55,00').first().waitFor()
  await plus(page, 'Vaso').tap()
  await plus(page, 'Vaso').tap()
  await kept(page, 2)
  const second = await page.context().newPage()
  await second.goto(`${origin()}/pedido/cliente`)
  const open = second.getByRole('button', { name: /Padaria Pires R\$/ })
  await open.waitFor()
  assert.match((await open.textContent()) ?? '', /R\$\s40,00.*1 peça · agora/)
  await inBoth(second)
  await open.tap()
  await strip(second).getByText('Padaria Pires').waitFor()
  await plus(second, 'Moringa').tap()
  await page.reload()
  await strip(page).getByText('Hotel Serra Verde').waitFor()
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  await page.getByText('Pedido para Hotel Serra Verde').waitFor()
  const text = (await page.locator('main').textContent()) ?? ''
  assert.match(text, /Vaso/)
  assert.doesNotMatch(text, /Tigela|Moringa/)
  await page.getByRole('button', { name: 'Enviar pedido' }).tap()
  await page.getByRole('heading', { name: /Hotel Serra Verde enviado/ }).waitFor()
  const sent = await lastOrder()
  assert.deepEqual([Number(sent.client_id), Number(sent.total), sent.phone], [hotel.id, 11_000, '12966665555'])
  await second.goto(`${origin()}/dashboard/shoppingcart`)
  await second.getByText('Pedido para Padaria Pires').waitFor()
  await second.getByRole('button', { name: 'Enviar pedido' }).tap()
  await second.getByRole('heading', { name: /Padaria Pires enviado/ }).waitFor()
  const other = await lastOrder()
  assert.deepEqual([Number(other.client_id), Number(other.total), other.phone], [a.client.id, 8000, '11955554444'])
})

test('what one tab sends is gone in the other, and a price table that changed meanwhile shows old and new', async () => {
  const page = await asSeller()
  await page.goto(`${origin()}/pedido/cliente`)
  await page.getByRole('button', { name: /Padaria Pires/ }).tap()
  await page.getByText('R$ 40,00').first().waitFor()
  await plus(page, 'Tigela').tap()
  await page.getByRole('link', { name: /Ver pedido/ }).tap()
  await page.getByText('Pedido para Padaria Pires').waitFor()
  await site.t.owner.query('update users set price_table = 1 where id = $1', [a.client.id])
  await page.reload()
  await page.getByText('O preço mudou depois que você anotou').waitFor()
  const changed = (await page.getByText('O preço mudou depois que você anotou').locator('..').textContent()) ?? ''
  assert.match(changed, /40,00.*50,00/)
  await page.getByRole('button', { name: 'Usar o novo' }).tap()
  const second = await page.context().newPage()
  await second.goto(`${origin()}/dashboard/shoppingcart`)
  await second.getByText('Pedido para Padaria Pires').waitFor()
  await second.getByRole('button', { name: 'Enviar pedido' }).tap()
  await second.getByRole('heading', { name: /Padaria Pires enviado/ }).waitFor()
  await page.getByText('Seu pedido está vazio').waitFor()
  assert.equal(Number((await lastOrder()).total), 5000)
  await site.t.owner.query('update users set price_table = 2 where id = $1', [a.client.id])
})
test('no page of these journeys wrote an error to the console', () => assert.deepEqual(site.errors, []))
