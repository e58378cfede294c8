// The first screen of who sells and of who runs the company: what they do there is found by the other.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCart, aCompany, aPerson, aProduct, type Company, order, type Person, until } from '../test/kit.ts'
import { copied, installed } from './kept.ts'
import { axe, browserOf, dayCard, DESK, goTo, inBoth, PHONE, signIn, type Site, startOnline, OFFLINE } from './kit.ts'

let site: Site
let a: Company
let vase: number
let hotel: Person
let admin: Page
const DAY = 86_400_000
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá' })
  await site.t.owner.query("update users set name = 'Ana Souza' where id = $1", [a.seller.id])
  await site.t.owner.query("update users set company_name = 'Padaria Pires', phone = '11955554444' where id = $1", [
    a.client.id,
  ])
  hotel = await aPerson(site.t, a.id, 3, { seller_id: a.seller.id, company_name: 'Hotel Serra Verde' })
  vase = (await aProduct(site.t, a, { name: 'Vaso Jatobá', code: 'VJ-1', price: '100,00' })).id
  await site.t.owner.query('delete from openings')
})
after(() => site.close())
const origin = () => site.at(a.path)
/** Makes an order of the client and dates it back by `days`. No seller's page may be open meanwhile: the server caches
 * order intervals by order ids, because outside tests an order's date never changes. */
async function past(client: Person, days: number, name = 'Padaria Pires'): Promise<number> {
  const { id } = (await order(site.t, a, client.token, aCart([{ product_id: vase, quantity: 1 }], { name }))).body.data
  await site.t.owner.query('update orders set received_at = $2 where id = $1', [id, new Date(Date.now() - days * DAY)])
  return id
}
const home = async (email: string): Promise<Page> => {
  const page = await browserOf(site, origin(), email, PHONE)
  await page.goto(`${origin()}/inicio`)
  return page
}

test('nothing to do says so; a client past the interval appears with a text ready, is put off and brought back, and goes with the order', async () => {
  const page = await home(a.seller.email)
  await page.getByText('Tudo em dia').waitFor()
  await inBoth(page)
  await page.goto('about:blank')
  for (const days of [50, 40, 30]) await past(a.client, days)
  await page.goto(`${origin()}/inicio`)
  await page.getByText('costuma pedir a cada 10 dias').waitFor()
  const chat = await dayCard(page, 'Padaria Pires')
    .getByRole('link', { name: /WhatsApp/ })
    .getAttribute('href')
  assert.match(decodeURIComponent(chat ?? ''), /phone=5511955554444&text=Olá, Padaria Pires! .*\/pedidos\?id=c\d+\./)
  await inBoth(page)
  await page.getByRole('button', { name: 'Adiar Padaria Pires até amanhã' }).click()
  await page.getByText('1 pessoa adiada volta amanhã.').waitFor()
  await page.reload()
  await page.getByText('1 pessoa adiada volta amanhã.').waitFor()
  await site.t.owner.query('delete from put_offs')
  await page.reload()
  await page.getByText('costuma pedir a cada 10 dias').waitFor()
  await page.getByRole('button', { name: 'Adiar Padaria Pires até amanhã' }).click()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByText('costuma pedir a cada 10 dias').waitFor()
  await page.getByRole('button', { name: 'Pedir para Padaria Pires' }).click()
  await page.waitForURL(/dashboard\/products/)
  await page.getByText('Padaria Pires').first().waitFor()
  await page.goto('about:blank')
  await past(a.client, 0)
  await page.goto(`${origin()}/inicio`)
  await page.getByText('Tudo em dia').waitFor()
  await page.context().close()
})
test('the admin sets a commission and a target; the seller finds both at home, sells, and the admin sees the rank and what was paid', async () => {
  admin = await home(a.admin.email)
  await admin.getByRole('heading', { name: 'Vendedores no mês' }).waitFor()
  await inBoth(admin)
  await admin.getByRole('link', { name: 'Metas e comissões' }).click()
  await admin.getByRole('heading', { name: 'Comissões e metas' }).waitFor()
  await admin.getByRole('button', { name: 'Definir meta Ana Souza' }).click()
  await admin.getByLabel('Vendas por mês (R$)').fill('400')
  assert.deepEqual(await axe(admin), [])
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('Meta de Ana Souza guardada.').waitFor()
  await admin.getByRole('button', { name: 'Definir Toda a empresa' }).click()
  await admin.getByLabel('Porcentagem').fill('5,5')
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('Comissão guardada.').waitFor()
  await admin.reload()
  await admin.getByText('5,5%').waitFor()
  await inBoth(admin)

  const sale = await past(hotel, 0, 'Hotel Serra Verde')
  const page = await home(a.seller.email)
  await page.getByText('50% da meta, faltam R$ 200,00').waitFor()
  await page.getByText('R$ 11,00').waitFor()
  await inBoth(page)
  await page.getByRole('link', { name: /Seu mês/ }).click()
  await page.getByRole('heading', { name: 'Suas comissões' }).waitFor()
  await page.getByText('Hotel Serra Verde').waitFor()
  assert.equal(await page.getByRole('button', { name: /Marcar pago/ }).count(), 0)
  await inBoth(page)

  await goTo(admin, `/dashboard/orders/${sale}`)
  await admin.getByRole('button', { name: 'Registrar pagamento' }).click()
  await admin.getByLabel('Valor recebido').fill('500,00')
  await admin.getByText(/^Passa do que falta: R\$\s\d+,00 ficam a devolver\.$/).waitFor()
  await admin.getByLabel('Valor recebido').fill('40,00')
  await inBoth(admin)
  const { promise: heard, resolve: hear } = Promise.withResolvers<void>()
  await admin.route('**/payments', (route) => heard.then(() => route.fallback()))
  await admin.getByRole('button', { name: 'Salvar', exact: true }).click()
  // It rests, also under the pointer: its words are not written in grey on the brand's colour.
  const resting = admin.getByRole('button', { name: 'Salvando…' })
  const ground = () => resting.evaluate((button) => getComputedStyle(button).backgroundColor)
  const pressed = await ground()
  await admin.mouse.move(0, 0)
  assert.equal(pressed, await ground())
  hear()
  await admin.getByText('Pagamento registrado.').waitFor()
  await admin.getByText('Em aberto').waitFor()
  await admin.getByRole('button', { name: 'Marcar pago' }).click()
  await admin.getByText('Em aberto').waitFor({ state: 'detached' })
  await goTo(admin, '/comissoes?standing=paga')
  await admin.getByText('Hotel Serra Verde').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Paga' }).click()
  await page.getByText('R$ 5,50').first().waitFor()
  await page.context().close()
  await goTo(admin, '/inicio')
  await admin.getByRole('listitem').getByText('50% da meta, faltam R$ 200,00').waitFor()
})
test('each figure of the admin leads to what it counts', async () => {
  await aProduct(site.t, a, { name: 'Tigela sem estoque', code: 'TS-1', stock: 0 })
  await past(await aPerson(site.t, a.id, 3, { company_name: 'Loja da Rosa' }), 61, 'Loja da Rosa')
  await admin.goto(`${origin()}/inicio`)
  const go = async (name: RegExp, seen: RegExp) => {
    await admin.getByRole('link', { name }).click()
    await admin.getByText(seen).first().waitFor()
    await admin.goBack()
  }
  await go(/Pedidos novos/, /Padaria Pires/)
  await go(/Produtos sem estoque/, /Tigela sem estoque/)
  await go(/Clientes sem pedir há 60 dias.*1/s, /Loja da Rosa/)
  await go(/^Hoje/, /Hotel Serra Verde/)
  await go(/^Este mês/, /Hotel Serra Verde/)
  await go(/^O mês dia a dia/, /Vendas por dia/)
  await admin.context().close()
})
test('an admin without a network finds the start of the day as it was seen last, its curve too, and when that was', async () => {
  const { page, context } = await site.browser({ ...DESK, ...OFFLINE })
  await signIn(page, origin(), a.admin.email)
  await installed(page)
  await page.goto(`${origin()}/inicio`)
  await page.getByRole('link', { name: /^O mês dia a dia/ }).waitFor()
  await inBoth(page, 'home-desk')
  await copied(page, 'company_home')
  await context.setOffline(true)
  await page.reload()
  await page.getByText(/^Sem internet: estes números são de hoje, \d\d:\d\d\.$/).waitFor()
  await page.getByRole('link', { name: /^O mês dia a dia/ }).waitFor()
  // The next morning, over a slow network, yesterday's are not today's. Nothing comes from here on: the copy of a page
  // whose clock is set forward amid would be tomorrow's.
  let no = () => {}
  const slow = new Promise<void>((done) => (no = done))
  await page.route('**/api/v2/home/company', (r) => slow.then(() => r.abort()))
  await page.route('**/api/v2/offline?**', () => {})
  await context.setOffline(false)
  await page.clock.setFixedTime(Date.now() + DAY)
  const opened = page.waitForRequest('**/api/v2/offline?**')
  await page.reload()
  await opened
  await page.getByRole('heading', { name: /^Bo[am] / }).waitFor()
  await copied(page, 'company_home')
  assert.equal(await page.getByRole('link', { name: /^O mês dia a dia/ }).count(), 0)
  no()
  await page.getByText(/^Sem internet: estes números são de ontem, /).waitFor()
  await context.close()
})
test('Início is the first entry of the menu; who has none of it is led home', async () => {
  const page = await home(a.seller.email)
  await page.getByRole('button', { name: 'Menu' }).click()
  const first = page.getByRole('dialog').locator('li a').first()
  assert.deepEqual([(await first.textContent())?.trim(), await first.getAttribute('href')], ['Início', '/inicio'])
  const hers = await browserOf(site, origin(), a.client.email, PHONE)
  await hers.goto(`${origin()}/inicio`)
  await hers.waitForURL(/dashboard\/categories/)
})
test('a device that keeps nothing yet says what is missing when the network or the server fails, and asks again', async () => {
  for (const fail of ['network', 'server'] as const) {
    let broken = true
    const { page } = await site.browser(PHONE)
    await page.route(/api\/v2\/(home|offline)/, (r) =>
      !broken
        ? r.continue()
        : fail === 'network'
          ? r.abort('internetdisconnected')
          : r.fulfill({ status: 500, body: '{}' }),
    )
    await signIn(page, site.at(a.path), a.seller.email)
    await page.goto(`${site.at(a.path)}/inicio`)
    await page.getByText('Não conseguimos carregar a lista do dia.').waitFor()
    assert.deepEqual(await axe(page), [])
    broken = false
    const again = page.getByRole('button', { name: 'Tentar de novo' }).first()
    // Each part that failed has its own button, and goes when it is there.
    await until(async () => {
      await again.click({ timeout: 2000 }).catch(() => {})
      return (await again.count()) === 0
    })
    await page.getByRole('link', { name: /Seu mês/ }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await page.context().close()
  }
})
test('no page of these journeys wrote an error to the console', () => assert.deepEqual(site.errors, []))
