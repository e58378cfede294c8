// The orders of a company as its people work through them: many at once, and back again.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCart, aCompany, aProduct, type Company, order, until } from '../test/kit.ts'
import { browserOf, inBoth, PHONE, rowsOf, shownStatus, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let mug: { id: number }
let admin: Page
const orders: { id: number; number: number }[] = []
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá' })
  mug = await aProduct(site.t, a, { name: 'Caneca', code: 'CN-001', price: '10,00' })
  for (const quantity of [1, 2, 3, 4]) {
    const lines = [{ product_id: mug.id, quantity }]
    orders.push((await order(site.t, a, a.client.token, aCart(lines))).body.data)
  }
  // One came the day before: it stands under a heading of its own.
  await site.t.owner.query("update orders set received_at = received_at - interval '1 day' where id = $1", [
    orders[0]?.id,
  ])
  admin = await browserOf(site, origin(), a.admin.email)
})
after(() => site.close())
const origin = () => site.at(a.path)
const statusOf = async (id: number | undefined) =>
  (await site.t.owner.query('select status from orders where id = $1', [id])).rows[0].status as string

test('on a desk the first order is open; the heading stands free of its buttons, under it the month and the days', async () => {
  await admin.goto(`${origin()}/dashboard/orders`)
  const list = admin.getByRole('region', { name: 'Lista de pedidos' })
  await admin.getByRole('heading', { name: `Pedido ${orders[3]?.number}` }).waitFor()
  await list.getByText(/R\$\s100,00/).waitFor()
  for (const day of ['Hoje', 'Ontem']) await list.getByRole('heading', { name: day, exact: true }).waitFor()
  const title = await list.getByRole('heading', { name: 'Pedidos', exact: true }).boundingBox()
  const words = await list.getByRole('heading', { name: 'Pedidos', exact: true }).evaluate((h) => {
    const range = document.createRange()
    range.selectNodeContents(h)
    return range.getBoundingClientRect().right
  })
  for (const button of [
    list.getByRole('button', { name: 'Exportar para Excel' }),
    list.getByRole('link', { name: 'Novo pedido' }),
  ]) {
    const box = await button.boundingBox()
    assert.ok(title && box && words <= box.x, 'the heading ends before its buttons begin')
  }
  const [file] = await Promise.all([
    admin.waitForEvent('download'),
    list.getByRole('button', { name: 'Exportar para Excel' }).click(),
  ])
  assert.match(file.suggestedFilename(), /\.xlsx$/)
  await inBoth(admin)
})
test('ticked orders are confirmed at once and taken back: new again with the reason, the client hears of nothing, the seller has no boxes', async () => {
  const list = admin.getByRole('region', { name: 'Lista de pedidos' })
  for (const o of orders.slice(1, 3)) await list.getByLabel(`Selecionar Pedido ${o.number},`).check()
  await list.getByText('2 selecionados').waitFor()
  await list
    .getByText(/R\$\s50,00/)
    .first()
    .waitFor()
  await inBoth(admin)
  await list.getByRole('button', { name: 'Confirmar 2' }).click()
  await list.getByText('2 pedidos confirmados.').waitFor()
  await inBoth(admin)
  assert.equal(await statusOf(orders[1]?.id), 'confirmado')
  await list.getByRole('button', { name: 'Desfazer', exact: true }).click()
  await admin.getByText('2 confirmações desfeitas.').waitFor()
  await admin.goto(`${origin()}/dashboard/orders/${orders[1]?.id}`)
  await admin.getByText('desfeito').waitFor()

  const client = await browserOf(site, origin(), a.client.email, PHONE)
  await client.goto(`${origin()}/pedidos/meus/${orders[1]?.id}`)
  await shownStatus(client, 'Novo').waitFor()
  const { rows } = await site.t.owner.query('select word from person_notices where user_id = $1', [a.client.id])
  assert.deepEqual(rows, [])

  const seller = await browserOf(site, origin(), a.seller.email, PHONE)
  await seller.goto(`${origin()}/dashboard/orders`)
  await seller.getByRole('link', { name: /R\$/ }).first().waitFor()
  assert.equal(await seller.getByRole('checkbox').count(), 0)
  assert.equal(await seller.getByRole('button', { name: 'Confirmar novos' }).count(), 0)
  for (const page of [client, seller]) await page.context().close()
})
test('ticked orders are marked as paid; the order says so after a reload', async () => {
  await admin.goto(`${origin()}/dashboard/orders`)
  await admin.getByLabel(`Selecionar Pedido ${orders[3]?.number},`).check()
  await admin.getByRole('button', { name: 'Marcar pagos' }).click()
  await admin.getByText('1 pedido marcado como pago.').waitFor()
  await admin.reload()
  await admin.getByText('Pagamento recebido').first().waitFor()
})
test('on a phone an order ends with what it waits for: one act, one beside it, the rest behind three dots, the sum before the goods', async () => {
  const page = await browserOf(site, origin(), a.admin.email, PHONE)
  await page.goto(`${origin()}/dashboard/orders`)
  // Every state is in view without a sideways scroll.
  await page.getByRole('button', { name: 'Mais filtros' }).tap()
  const chips = page.getByRole('group', { name: 'Situação' }).getByRole('button')
  for (let i = 0; i < (await chips.count()); i++) {
    const box = await chips.nth(i).boundingBox()
    assert.ok(box && box.x >= 0 && box.x + box.width <= 390)
  }
  await inBoth(page)
  const whose = (await rowsOf(page, 'Lista de pedidos').first().locator('b').first().textContent()) ?? ''
  await rowsOf(page, 'Lista de pedidos').first().tap()
  // Whose it is stands right below its number, as in the list.
  await page.locator('article > p:first-of-type', { hasText: whose }).waitFor()
  const confirm = page.getByRole('button', { name: 'Confirmar pedido' })
  const low = async () => {
    const box = await confirm.boundingBox()
    assert.ok(box && box.y > 844 - 90 && box.y + box.height <= 844)
  }
  await low()
  const sum = await page
    .getByRole('term')
    .filter({ hasText: /^Total$/ })
    .boundingBox()
  const goods = await page.getByRole('table').boundingBox()
  assert.ok(sum && goods && sum.y < goods.y)
  assert.equal(await page.getByRole('group', { name: 'Ações' }).locator('> button').count(), 2)
  await page.getByRole('button', { name: 'Mais ações' }).tap()
  for (const name of ['Imprimir', 'Repetir', 'Baixar em Excel', 'Reenviar e-mail', 'Cancelar pedido'])
    await page.getByRole('button', { name }).waitFor()
  await inBoth(page)
  await page.keyboard.press('Escape')
  await confirm.tap()
  await shownStatus(page, 'Confirmado').waitFor()
  await page.getByRole('button', { name: 'Desfazer a confirmação' }).tap()
  await shownStatus(page, 'Novo').waitFor()
  await low()
  await until(async () => (await statusOf(orders[3]?.id)) === 'novo')
  await page.context().close()
})
test('two who change different lines of one order both keep their change, and one sees the other’s', async () => {
  const bowl = await aProduct(site.t, a, { name: 'Tigela', price: '20,00' })
  const jug = await aProduct(site.t, a, { name: 'Jarra', price: '30,00' })
  const lines = [mug, bowl, jug].map(({ id }) => ({ product_id: id, quantity: 3 }))
  const o = (await order(site.t, a, a.client.token, aCart(lines))).body.data
  const seller = await browserOf(site, origin(), a.seller.email, PHONE)
  for (const page of [admin, seller]) {
    await page.goto(`${origin()}/dashboard/orders/${o.id}`)
    await page.getByRole('button', { name: 'Mudar itens' }).click()
  }
  const of = (page: Page, name: string) => page.getByLabel(`Quantidade de ${name}`, { exact: true })
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await page.getByText('Itens mudados.').waitFor()
  }
  await of(seller, 'Jarra').fill('9')
  await of(admin, 'Caneca').fill('0')
  await of(admin, 'Tigela').fill('5')
  await admin.getByLabel(/^Desconto \(%\)/).fill('10')
  await save(admin)
  await of(seller, 'Caneca').waitFor({ state: 'detached' })
  await seller.waitForFunction(() =>
    [...document.querySelectorAll('input')].some((i) => i.ariaLabel === 'Quantidade de Tigela' && i.value === '5'),
  )
  assert.equal(await of(seller, 'Jarra').inputValue(), '9')
  await save(seller)
  const { rows } = await site.t.owner.query(
    `select l.name, l.quantity, o.discount_bp from order_lines l join orders o on o.id = l.order_id where o.id = $1 order by line`,
    [o.id],
  )
  assert.deepEqual(
    rows.map((r) => [r.name, r.quantity, r.discount_bp]),
    [
      ['Tigela', 5, 1000],
      ['Jarra', 9, 1000],
    ],
  )
  await seller.context().close()
})
test('nobody’s console said anything', () => assert.deepEqual(site.errors, []))
