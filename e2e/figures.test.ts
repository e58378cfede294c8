// What an admin shows off: the day at a glance, the charts, and the catalogue in somebody else's page.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCart, aCompany, aPerson, aProduct, type Company, order, type Person } from '../test/kit.ts'
import { copied, installed } from './kept.ts'
import { axe, browserOf, DESK, inBoth, PHONE, signIn, type Site, startSite } from './kit.ts'

let site: Site
let a: Company
let hotel: Person
let vase: number
let bowl: number
const DAY = 86_400_000
before(async () => {
  site = await startSite()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá' })
  const bruno = await aPerson(site.t, a.id, 2, { name: 'Bruno' })
  hotel = await aPerson(site.t, a.id, 3, { seller_id: bruno.id, company_name: 'Hotel Serra Verde' })
  await site.t.owner.query("update users set company_name = 'Padaria Pires' where id = $1", [a.client.id])
  vase = (await aProduct(site.t, a, { name: 'Vaso Jatobá', code: 'VJ-1', price: '100,00' })).id
  bowl = (await aProduct(site.t, a, { name: 'Tigela', code: 'TG-1', price: '50,00' })).id
})
after(() => site.close())
const origin = () => site.at(a.path)
/** An order so many days ago. */
async function sale(who: Person, lines: [number, number][], days = 0): Promise<void> {
  const body = aCart(lines.map(([product_id, quantity]) => ({ product_id, quantity })))
  const { id } = (await order(site.t, a, who.token, body)).body.data
  if (days > 0)
    await site.t.owner.query('update orders set received_at = $2 where id = $1', [
      id,
      new Date(Date.now() - days * DAY),
    ])
}
const card = (page: Page, row: string, name: string) =>
  page
    .locator('section', { has: page.getByRole('heading', { name: row }) })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
const panel = (page: Page, title: string) => page.getByRole('region', { name: title })

test('an empty company says that nothing was sold; an order that comes is on the open screen by itself, and the seller sees what is the own only', async () => {
  const admin = await browserOf(site, origin(), a.admin.email, PHONE)
  await admin.getByRole('button', { name: 'Menu' }).click()
  await admin.getByRole('dialog').getByRole('link', { name: 'Indicadores' }).click()
  await admin.getByText('Nenhuma venda ainda').waitFor()
  await inBoth(admin)
  await admin.getByRole('link', { name: 'Gráficos' }).click()
  await panel(admin, 'Quem e o que mais vende').getByText('Nenhuma venda neste período.').waitFor()
  await inBoth(admin)
  await admin.getByRole('link', { name: 'Indicadores' }).click()
  // A day without a sale begins with the last one that had any, not with zeros.
  await sale(hotel, [[bowl, 1]], 40)
  await admin.reload()
  await admin.getByText(/^O último dia com vendas: /).waitFor()
  assert.equal(await admin.getByRole('main').getByRole('heading', { level: 3 }).count(), 0)
  await inBoth(admin, 'quiet')
  await admin.getByRole('link', { name: 'Ver esse dia' }).click()
  await panel(admin, 'Vendas por dia').getByText('R$ 50,00').first().waitFor()
  await site.t.owner.query('delete from orders where company_id = $1', [a.id])
  await admin.getByRole('link', { name: 'Indicadores' }).click()
  await admin.getByText('Nenhuma venda ainda').waitFor()
  await sale(a.client, [[vase, 2]])
  await card(admin, 'Hoje', 'Vendas').getByText('R$ 200,00').waitFor()
  await sale(hotel, [[bowl, 1]])
  await card(admin, 'Hoje', 'Ticket médio').getByText('R$ 125,00').waitFor()
  await card(admin, 'Hoje', 'Clientes novos').getByText('2', { exact: true }).waitFor()
  await inBoth(admin)

  const seller = await browserOf(site, origin(), a.seller.email, PHONE)
  await seller.goto(`${origin()}/widgets`)
  await card(seller, 'Hoje', 'Vendas').getByText('R$ 200,00').waitFor()
  assert.equal(await seller.getByText('Visitas que viram pedido').count(), 0)
  assert.equal(await seller.getByRole('heading', { name: 'Vitrine no seu site' }).count(), 0)
  await seller.goto(`${origin()}/charts?by=client`)
  await panel(seller, 'Quem e o que mais vende').getByRole('link', { name: 'Padaria Pires' }).waitFor()
  assert.equal(await seller.getByText('Hotel Serra Verde').count(), 0)
  // From an order to what else its client buys, and back to everybody.
  const own = await site.t.owner.query('select max(id)::int as id from orders where client_id = $1', [a.client.id])
  await seller.goto(`${origin()}/dashboard/orders/${own.rows[0].id}`)
  const around = seller.getByRole('navigation', { name: 'Deste cliente' })
  await around.getByRole('button', { name: 'Planejar visita' }).waitFor()
  assert.deepEqual(await axe(seller), [])
  await around.getByRole('link', { name: 'Gráficos' }).click()
  await seller.getByText('Só de Padaria Pires').waitFor()
  await panel(seller, 'Quem e o que mais vende').getByText('Vaso Jatobá').waitFor()
  assert.deepEqual(await axe(seller), [])
  await seller.getByRole('button', { name: 'Todos os clientes' }).click()
  await seller.getByText('Só de Padaria Pires').waitFor({ state: 'detached' })
  const client = await browserOf(site, origin(), a.client.email, PHONE)
  await client.goto(`${origin()}/charts`)
  await client.waitForURL(/dashboard\/categories/)
})
test('the charts by keyboard: each day in words, table, CSV, period before; the choice stays after a reload', async () => {
  for (const days of [1, 2, 3])
    await sale(
      a.client,
      [
        [vase, 1],
        [bowl, 1],
      ],
      days,
    )
  await sale(hotel, [[bowl, 3]], 35)
  const page = await browserOf(site, origin(), a.admin.email, DESK)
  await page.goto(`${origin()}/charts`)
  const days = panel(page, 'Vendas por dia')
  await days.locator('canvas').waitFor()
  await days.getByText('antes R$ 150,00').first().waitFor()
  const slider = days.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('End')
  await days.getByText(/: R\$\s250,00 · antes/).waitFor()
  await page.keyboard.press('ArrowLeft')
  assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /: R\$\s150,00 · antes/)
  await page.keyboard.press('Escape')
  await days.getByText('Período anterior').waitFor()
  await days.getByRole('button', { name: 'Tabela' }).click()
  assert.equal(await days.locator('tbody tr').count(), 30)
  await inBoth(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar CSV: Quem e o que mais vende' }).click(),
  ])
  const csv = readFileSync(await file.path(), 'utf8')
  assert.match(csv, /Vaso Jatobá;VJ-1;4;5;500,00;71,4;A;0;0,00/)

  const ranks = panel(page, 'Quem e o que mais vende')
  await ranks.getByRole('button', { name: 'Cliente' }).click()
  await ranks.getByRole('link', { name: 'Hotel Serra Verde' }).waitFor()
  await page.getByLabel('Vendedor').selectOption('Bruno')
  await ranks.getByRole('link', { name: 'Padaria Pires' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '12 meses' }).click()
  await panel(page, 'Vendas por mês').getByText('R$ 200,00').first().waitFor()
  await page.reload()
  await panel(page, 'Vendas por mês').getByText('R$ 200,00').first().waitFor()
  assert.equal(await page.getByRole('button', { name: '12 meses' }).getAttribute('aria-pressed'), 'true')
  await page.getByRole('button', { name: 'Outro' }).click()
  await page.getByLabel('Até').fill('2020-01-01')
  await page.getByText('Escolha um começo e um fim, até três anos.').waitFor()
  await inBoth(page)
})
test('without a network the last figures stand there with their time, the charts say what they need, and with one they come', async () => {
  const { page, context } = await site.browser(PHONE)
  await signIn(page, origin(), a.admin.email)
  await installed(page)
  await page.goto(`${origin()}/widgets`)
  await card(page, 'Hoje', 'Vendas').getByText('R$ 250,00').waitFor()
  await copied(page, 'glance')
  await context.setOffline(true)
  await page.reload()
  await page.getByText(/^Sem internet: estes números são de hoje, \d\d:\d\d\.$/).waitFor()
  await card(page, 'Hoje', 'Vendas').getByText('R$ 250,00').waitFor()
  await inBoth(page)
  await page.getByRole('link', { name: 'Gráficos' }).click()
  await page
    .getByText(/Não conseguimos carregar este gráfico|falta internet/)
    .first()
    .waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Tentar de novo' }).first().click()
  await panel(page, 'Quem e o que mais vende').getByText('Vaso Jatobá').waitFor()
})
test('the admin names a site and copies a code: pasted there it shows the products; on another site, and for every other page, the frame stays empty', async () => {
  let body = ''
  const shop = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(body))
  await new Promise<void>((done) => shop.listen(0, () => done()))
  const shopAt = `http://localhost:${(shop.address() as AddressInfo).port}`
  try {
    const { page, context } = await site.browser(DESK)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: origin() })
    await signIn(page, origin(), a.admin.email)
    await page.goto(`${origin()}/widgets`)
    await page.getByRole('button', { name: 'Escolher o site' }).click()
    await page.getByLabel('Sites').fill('não é um site')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('não é um endereço de site').first().waitFor()
    assert.deepEqual(await axe(page), [])
    await page.getByLabel('Sites').fill(`${shopAt} www.loja.com.br`)
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Vitrine guardada.').waitFor()
    await page.reload()
    await page.getByText('www.loja.com.br').waitFor()
    await inBoth(page)
    await page.getByRole('button', { name: 'Copiar código' }).click()
    await page.getByText('Código copiado.').waitFor()
    const code = await page.evaluate(() => navigator.clipboard.readText())
    assert.match(code, /^<iframe src="http:\/\/[^"]+\/vitrine" /)

    const visitor = await site.browser(PHONE)
    const seen = visitor.page
    body = `<h1>Minha loja</h1>${code}`
    await seen.goto(shopAt)
    const link = seen.frameLocator('iframe').getByRole('link', { name: /Vaso Jatobá/ })
    await link.waitFor()
    const [tab] = await Promise.all([visitor.context.waitForEvent('page'), link.click()])
    await tab.getByRole('dialog').getByText('Vaso Jatobá').first().waitFor()
    assert.deepEqual(site.errors, [])
    // The same server under another name is another site; and another page on the right one.
    const emptyAt = async (address: string, html: string) => {
      body = html
      const refused = seen.waitForEvent('console', (m) => /frame-ancestors/.test(m.text()))
      await seen.goto(address)
      await refused
      assert.equal(await seen.frameLocator('iframe').getByText('Vaso Jatobá').count(), 0)
    }
    await emptyAt(shopAt.replace('localhost', '127.0.0.1'), code)
    await emptyAt(shopAt, code.replace('/vitrine', '/pedidos'))
    site.errors.length = 0
  } finally {
    shop.closeAllConnections()
    shop.close()
  }
})
