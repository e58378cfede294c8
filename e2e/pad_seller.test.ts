// The order pad as its seller lives with it: what a discount costs her, and a client who changes while the order is open.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCart, aCompany, aPerson, aProduct, type Company, order, type Person } from '../test/kit.ts'
import { browserOf, DESK, inBoth, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá', pedido_pro: true })
  await aPerson(site.t, a.id, 3, {
    seller_id: a.seller.id,
    company_name: 'Padaria Pires',
    phone: '11955554444',
  })
  const category = (
    await site.t.call('POST', '/api/v1/categories', { token: a.admin.token, body: { name: 'Cerâmica' } })
  ).body.data.id
  await aProduct(site.t, a, { name: 'Caneca', code: '0101', price: '10,00' })
  await aProduct(site.t, a, { name: 'Vaso', code: '0102', price: '100,00', categories: JSON.stringify([category]) })
  for (const body of [{ percent: '5' }, { category_id: category, percent: '10' }])
    await site.t.call('PUT', '/api/v2/commissions/rates', { token: a.admin.token, body })
})
after(async () => {
  await site.close()
})
const origin = () => site.at(a.path)
const code = (page: Page) => page.getByRole('combobox', { name: 'Código ou nome' })
const lines = (page: Page) => page.getByRole('list', { name: 'Itens do pedido' }).getByRole('listitem')
const strip = (page: Page) => page.getByRole('region', { name: 'Para quem é o pedido' })
async function padFor(
  name: string,
  options: Parameters<typeof browserOf>[3],
  who = a.seller,
  before: (page: Page) => Promise<unknown> = async () => {},
): Promise<Page> {
  const page = await browserOf(site, origin(), who.email, options)
  await before(page)
  await page.goto(`${origin()}/pedido/cliente`)
  await page.getByLabel('Buscar cliente').fill(name)
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await page.waitForURL((u) => !u.pathname.startsWith('/pedido/cliente'))
  await strip(page).getByText(name).waitFor()
  await page.goto(`${origin()}/pedido`)
  await strip(page).getByText(name).waitFor()
  await code(page).waitFor()
  return page
}
async function type(page: Page, what: string, quantity: string): Promise<void> {
  await code(page).focus()
  await page.keyboard.type(what)
  await page.keyboard.press('Enter')
  await page.getByLabel('Quantidade', { exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(quantity)
  await page.keyboard.press('Enter')
}

test('what a discount takes off her commission is said while she types it, in the pad and where she sends it, and the server foresees the same', async () => {
  const page = await padFor('Padaria Pires', PHONE)
  await type(page, '0101', '10')
  await type(page, '0102', '2')
  await lines(page).nth(1).waitFor()
  // 100,00 × 5 % + 200,00 × 10 %
  const said = page.getByRole('status').filter({ hasText: 'Comissão prevista' })
  await said.getByText('R$ 25,00').waitFor()
  assert.equal(await said.getByText('pelos descontos').count(), 0)
  await page.getByLabel('Desconto de Vaso (%)').fill('10')
  await lines(page).first().getByText('Comissão do item: R$ 18,00 −R$ 2,00').waitFor()
  await said.getByText('R$ 23,00').waitFor()
  await said.getByText('−R$ 2,00 pelos descontos').waitFor()
  await page.getByLabel('Desconto (%)', { exact: true }).fill('5')
  await said.getByText('R$ 21,85').waitFor()
  await inBoth(page)
  await page.getByRole('link', { name: 'Revisar e enviar' }).tap()
  await said.getByText('−R$ 3,15 pelos descontos').waitFor()
  await page.getByLabel('Desconto (%)').fill('10')
  await said.getByText('R$ 20,70').waitFor()
  await inBoth(page)
  await page.reload()
  await said.getByText('R$ 20,70').waitFor()
  await page.getByRole('button', { name: 'Enviar pedido' }).tap()
  await page
    .getByRole('heading', { name: /enviado/ })
    .first()
    .waitFor()
  const { body } = await site.t.call('GET', '/api/v2/commissions/orders', { token: a.seller.token })
  assert.equal(body.data[0].commission, '20,70')
})
test('a commission that begins tomorrow counts in the app that was opened today and stayed open over midnight', async () => {
  const since = new Date(Date.now() + 86_400_000).toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' })
  const cup = (await site.t.call('GET', '/api/v1/products?search=0101', { token: a.admin.token })).body.data[0].id
  const rate = (percent: string) =>
    site.t.call('PUT', '/api/v2/commissions/rates', { token: a.admin.token, body: { product_id: cup, since, percent } })
  assert.equal((await rate('30')).status, 200)
  const page = await padFor('Padaria Pires', PHONE, a.seller, (p) => p.clock.install())
  await type(page, '0101', '10')
  const said = page.getByRole('status').filter({ hasText: 'Comissão prevista' })
  await said.getByText('R$ 5,00').waitFor()
  await page.clock.setSystemTime(Date.now() + 86_400_000)
  await page.getByLabel('Desconto (%)', { exact: true }).fill('5')
  await said.getByText('R$ 28,50').waitFor()
  // For the tests after it nothing comes tomorrow.
  assert.equal((await rate('5')).status, 200)
})
test('an admin, a seller without a percentage and one who sees no prices read nothing of a commission', async () => {
  const poor = await aPerson(site.t, a.id, 2)
  await aPerson(site.t, a.id, 3, { seller_id: poor.id, company_name: 'Bar do Zé', phone: '11955553333' })
  const rates = `/api/v2/commissions/rates`
  const blind = await aPerson(site.t, a.id, 2, { hide_price: true })
  await aPerson(site.t, a.id, 3, { seller_id: blind.id, company_name: 'Café Azul', phone: '11955552222' })
  for (const [who, name] of [
    [a.admin, 'Padaria Pires'],
    [blind, 'Café Azul'],
    [poor, 'Bar do Zé'],
  ] as const) {
    if (who === poor) {
      const { body } = await site.t.call('GET', rates, { token: a.admin.token })
      for (const { name: _, ...rate } of body.data)
        await site.t.call('PUT', rates, { token: a.admin.token, body: { ...rate, percent: '0' } })
    }
    const page = await padFor(name, DESK, who)
    await type(page, '0102', '2')
    await lines(page).first().waitFor()
    if (who === poor) {
      await page.reload()
      await lines(page).first().waitFor()
    }
    await page.getByRole('region', { name: who === blind ? 'Resumo do pedido' : 'Resumo', exact: true }).waitFor()
    // What the device kept of yesterday's rates goes when it has asked.
    await page.getByText('Comissão').first().waitFor({ state: 'detached' })
  }
})

const wake = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
let serial = 0
const aClient = (company_name: string): Promise<Person> =>
  aPerson(site.t, a.id, 3, { seller_id: a.seller.id, company_name, phone: `119444400${String(10 + ++serial)}` })
const asAdmin = async (method: 'POST' | 'DELETE', url: string, body?: object) => {
  const r = await site.t.call(method, url, { token: a.admin.token, ...(body && { body }) })
  assert.equal(r.status, 200, JSON.stringify(r.body))
}
const stored = async () =>
  (await site.t.owner.query('select * from orders where company_id = $1 order by id desc limit 1', [a.id])).rows[0]

test('before the catalogue has come a code is asked of the server and the last order is repeated whole; a server that is away is said to be', async () => {
  const { id } = await aPerson(site.t, a.id, 3, { seller_id: a.seller.id, company_name: 'Mercado Sol' })
  const { rows } = await site.t.owner.query('select id from products where company_id = $1 order by code', [a.id])
  const wanted = rows.map((p) => ({ product_id: Number(p.id), quantity: 3 }))
  const placed = await order(site.t, a, a.seller.token, aCart(wanted, { client_id: id }))
  assert.equal(placed.status, 201, JSON.stringify(placed.body))
  const page = await padFor('Mercado Sol', PHONE, a.seller, (fresh) => fresh.route('**/api/v2/offline?**', () => {}))
  await page.getByText('O catálogo não está inteiro').waitFor()
  const scan = page.getByRole('dialog', { name: 'Ler código de barras' })
  const scanned = async (typed: string) => {
    await page.getByRole('button', { name: 'Ler código de barras' }).tap()
    await scan.getByLabel('Código digitado').fill(typed)
    await scan.getByRole('button', { name: 'Usar código' }).tap()
  }
  await scanned('0101')
  await scan.waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Quantidade de Caneca', { exact: true }).inputValue(), '1')
  const again = page.getByRole('button', { name: 'Repetir o último pedido' })
  await again.tap()
  await page.getByText('2 itens no pedido.').waitFor()
  assert.equal(await page.getByLabel('Quantidade de Caneca', { exact: true }).inputValue(), '4')
  assert.equal(await page.getByLabel('Quantidade de Vaso', { exact: true }).inputValue(), '3')
  const away = 'Não conseguimos falar com o servidor.'
  await page.route('**/products/**', (r) => r.abort())
  await again.tap()
  await page.getByText(away).waitFor()
  assert.equal(await page.getByLabel('Quantidade de Vaso', { exact: true }).inputValue(), '3')
  await scanned('0102')
  await scan.getByText(away).waitFor()
  await page.context().close()
})
test('a client who is blocked, freed or deleted while the order is open: strip, pad and cart say so on waking, and nothing is sent in vain', async () => {
  const client = await aClient('Mercearia Lima')
  const page = await padFor('Mercearia Lima', PHONE)
  await type(page, '0101', '3')
  await lines(page).first().waitFor()
  await asAdmin('POST', `/api/v2/clients/${client.id}`, { blocked: '1', credit_note: 'Deve a de março' })
  await wake(page)
  await strip(page).getByText('Bloqueado: só orçamento').waitFor()
  await page.getByText('Este cliente está bloqueado: recebe orçamento, não pedido.').waitFor()
  await page.getByText('Crédito: Deve a de março').waitFor()
  await inBoth(page)
  await page.getByRole('link', { name: 'Revisar e enviar' }).tap()
  await page.getByText('Este cliente está bloqueado: recebe orçamento, não pedido.').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Cliente bloqueado' }).isDisabled())
  assert.ok(await page.getByRole('button', { name: 'Enviar como orçamento' }).isEnabled())
  await inBoth(page)
  await asAdmin('POST', `/api/v2/clients/${client.id}`, { blocked: '0', credit_note: '' })
  await wake(page)
  await page.getByRole('button', { name: 'Enviar pedido' }).waitFor()
  await asAdmin('DELETE', `/api/v1/users/${client.id}`)
  await wake(page)
  await page.getByText('Este cliente não está mais na sua carteira.', { exact: false }).first().waitFor()
  assert.ok(await page.getByRole('button', { name: 'Troque o cliente' }).isDisabled())
  await page.goto(`${origin()}/pedido`)
  await strip(page).getByText('Este cliente não está mais na sua carteira.').waitFor()
})
test('a card that is merged while its order is open: the order is for the card that stayed; where that one has an order, too, one act joins them', async () => {
  const [first, second, stays] = [
    await aClient('Empório Sul'),
    await aClient('Empório Sul Ltda'),
    await aClient('Empório do Sul ME'),
  ]
  const page = await padFor('Empório Sul Ltda', PHONE)
  await type(page, '0102', '1')
  await lines(page).first().waitFor()
  await asAdmin('POST', `/api/v2/clients/${stays.id}/merge`, { other: second.id })
  await wake(page)
  await strip(page).getByText('Empório do Sul ME').waitFor()
  await page.getByText('Cadastro juntado: este pedido agora é de Empório do Sul ME.').waitFor()
  assert.equal(await lines(page).count(), 1)
  // Another card of the same client, with an order of its own.
  await page.goto(`${origin()}/pedido/cliente`)
  await page
    .getByRole('button', { name: /^Empório Sul/ })
    .first()
    .tap()
  await strip(page).getByText('Empório Sul').waitFor()
  await page.goto(`${origin()}/pedido`)
  await type(page, '0101', '4')
  await lines(page).first().waitFor()
  await asAdmin('POST', `/api/v2/clients/${stays.id}/merge`, { other: first.id })
  await wake(page)
  await strip(page).getByText('Juntado a Empório do Sul ME').waitFor()
  await inBoth(page)
  await page.getByRole('button', { name: 'Juntar ao pedido de R$ 100,00' }).tap()
  await strip(page).getByText('Empório do Sul ME').waitFor()
  await lines(page).nth(1).waitFor()
  await page.getByRole('link', { name: 'Revisar e enviar' }).tap()
  await page.getByRole('button', { name: 'Enviar pedido' }).tap()
  await page
    .getByRole('heading', { name: /enviado/ })
    .first()
    .waitFor()
  const o = await stored()
  assert.deepEqual([Number(o.client_id), Number(o.total)], [stays.id, 14_000])
})
test('*É este cliente?* says before it is pressed that this client has an open order, and shows other prices before it sends', async () => {
  const known = await aClient('Quitanda Boa')
  const [{ phone }] = (await site.t.owner.query('select phone from users where id = $1', [known.id])).rows
  const page = await padFor('Quitanda Boa', PHONE)
  await type(page, '0102', '1')
  await lines(page).first().waitFor()
  const another = async () => {
    await page.goto(`${origin()}/pedido/cliente`)
    await page.getByRole('button', { name: /^Cliente novo/ }).tap()
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Boa Quitanda')
    await page.getByRole('textbox', { name: 'WhatsApp' }).fill(phone as string)
    await page.keyboard.press('Enter')
    await strip(page).getByText('Boa Quitanda').waitFor()
    await page.goto(`${origin()}/pedido`)
    await type(page, '0101', '2')
    await lines(page).first().waitFor()
    await page.getByRole('link', { name: 'Revisar e enviar' }).tap()
    await page.getByRole('button', { name: 'Enviar pedido' }).tap()
    return page.getByRole('dialog', { name: 'É este cliente?' })
  }
  const asked = await another()
  await asked.getByText('Já tem um pedido aberto (1 peça, R$ 100,00)', { exact: false }).waitFor()
  await inBoth(page)
  await asked.getByRole('button', { name: /Quitanda Boa/ }).tap()
  await page.getByText('Os itens estão agora no pedido aberto de Quitanda Boa.', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Enviar pedido' }).tap()
  await page
    .getByRole('heading', { name: /enviado/ })
    .first()
    .waitFor()
  assert.deepEqual([Number((await stored()).client_id), Number((await stored()).total)], [known.id, 12_000])
  // No open order, but prices of the client's own.
  await asAdmin('POST', `/api/v1/users/${known.id}`, { _method: 'PUT', margin: '10' } as object)
  const again = await another()
  await again.getByRole('button', { name: /Quitanda Boa/ }).tap()
  const other = page.getByRole('dialog', { name: 'Os preços são outros' })
  await other.getByText('R$ 22,00').first().waitFor()
  await inBoth(page)
  await other.getByRole('button', { name: 'Enviar por R$ 22,00' }).tap()
  await page
    .getByRole('heading', { name: /enviado/ })
    .first()
    .waitFor()
  assert.deepEqual([Number((await stored()).client_id), Number((await stored()).total)], [known.id, 2200])
  assert.deepEqual(site.errors, [])
})
