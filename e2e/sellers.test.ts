// A seller's day in few taps, and what the company's people alone find; every figure of the admin is what it leads to.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { dayIn } from '#server/clock.ts'
import { addDays } from '#shared/day.ts'
import { aCart, aClient, aCompany, aPerson, aProduct, type Company, order, until } from '../test/kit.ts'
import {
  addProduct,
  browserOf,
  dayCard,
  DESK,
  drawn,
  inBoth,
  PHONE,
  productRows,
  rowsOf,
  type Site,
  snack,
  startOnline,
} from './kit.ts'

let site: Site
let a: Company
let vase: number
const DAY = 86_400_000
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá' })
  await site.t.owner.query("update users set name = 'Ana Souza' where id = $1", [a.seller.id])
  await site.t.owner.query("update users set company_name = 'Padaria Pires', phone = '11955554444' where id = $1", [
    a.client.id,
  ])
  vase = (await aProduct(site.t, a, { name: 'Vaso Jatobá', code: 'VJ-1', price: '100,00' })).id
  await site.t.owner.query('delete from openings')
})
after(() => site.close())
const origin = () => site.at(a.path)
const as = (email: string, options: Parameters<typeof browserOf>[3] = PHONE) =>
  browserOf(site, origin(), email, options)
/** Taps, counted; typing is apart. */
function taps() {
  let n = 0
  return {
    tap: async (on: Locator) => {
      n++
      await on.click()
    },
    count: () => n,
  }
}
const placed = async (
  token: string,
  more: Record<string, unknown> = {},
  quantity = 1,
): Promise<{ id: number; receipt_path: string }> => {
  const r = await order(site.t, a, token, aCart([{ product_id: vase, quantity }], more))
  assert.equal(r.status, 201, JSON.stringify(r.body))
  return r.body.data
}
async function past(days: number, more: Record<string, unknown>): Promise<number> {
  const { id } = await placed(a.seller.token, more, 2)
  await site.t.owner.query('update orders set received_at = $2 where id = $1', [id, new Date(Date.now() - days * DAY)])
  return id
}

test('a seller repeats a client’s last order in three taps from home; the client reads it as the own', async () => {
  for (const days of [50, 40, 30]) await past(days, { client_id: a.client.id })
  const page = await as(a.seller.email)
  await page.goto(`${origin()}/inicio`)
  const { tap, count } = taps()
  await page.getByText('costuma pedir a cada 10 dias').waitFor()
  await tap(page.getByRole('link', { name: 'Padaria Pires', exact: true }))
  await tap(page.getByRole('button', { name: 'Repetir último pedido' }))
  await page.getByText('Vaso Jatobá').first().waitFor()
  await tap(page.getByRole('button', { name: 'Enviar pedido' }))
  await page.getByRole('heading', { name: /^Pedido \d+ de Padaria Pires enviado$/ }).waitFor()
  assert.equal(count(), 3)
  const hers = await as(a.client.email)
  await hers.goto(`${origin()}/pedidos/meus`)
  await hers.getByText('R$ 200,00').first().waitFor()
  for (const p of [page, hers]) await p.context().close()
})
test('somebody with a quote, an adjustment and a late order has three ways on a phone, none of them squeezed', async () => {
  const id = await aClient(site.t, a, { company_name: 'Empório da Vila do Porto', phone: '11933332222' })
  for (const days of [60, 50, 40]) await past(days, { client_id: id })
  const quote = await placed(a.seller.token, { client_id: id, quote: 1 })
  await site.t.owner.query("update orders set updated_at = now() - interval '3 days' where id = $1", [quote.id])
  const page = await as(a.seller.email)
  await page.goto(`${origin()}/inicio`)
  const card = dayCard(page, 'Empório da Vila do Porto')
  await card.getByRole('button', { name: /Pedir/ }).waitFor()
  const squeezed = await card
    .locator('> :last-child > *')
    .evaluateAll((all) => all.filter((b) => b.scrollWidth > b.clientWidth).map((b) => b.textContent))
  assert.deepEqual(squeezed, [])
  await card.scrollIntoViewIfNeeded()
  await inBoth(page, 'three')
  await page.context().close()
})
test('the admin confirms twenty orders in three taps; the seller finds them confirmed', async () => {
  await site.t.owner.query("update orders set status = 'confirmado' where company_id = $1 and status = 'novo'", [a.id])
  for (let i = 0; i < 20; i++) await placed(a.seller.token, { client_id: a.client.id })
  const page = await as(a.admin.email)
  await page.goto(`${origin()}/inicio`)
  const { tap, count } = taps()
  await tap(page.getByRole('link', { name: /Pedidos novos.*20/s }))
  await tap(page.getByRole('button', { name: 'Confirmar novos' }))
  await page.getByRole('heading', { name: 'Confirmar 20 pedidos?' }).waitFor()
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }))
  await page.getByText('20 pedidos confirmados.').waitFor()
  assert.equal(count(), 3)
  const hers = await as(a.seller.email)
  await hers.goto(`${origin()}/dashboard/orders?status=novo`)
  await hers.getByText('Nenhum pedido com estes filtros.').waitFor()
  for (const p of [page, hers]) await p.context().close()
})
test('every figure of the admin’s home is what the page behind it counts', async () => {
  const { t } = site
  const today = dayIn('America/Sao_Paulo', t.clock.now())
  await aProduct(t, a, { name: 'Acabou', stock: 0 })
  await aProduct(t, a, {
    name: 'Desligado',
    stock: 0,
    active: '0',
    price_promo: '5,00',
    promo_until: addDays(today, 2),
  })
  for (const days of [0, 7, 8])
    await aProduct(t, a, {
      name: `Promoção ${days}`,
      price: '10,00',
      price_promo: '5,00',
      promo_until: addDays(today, days),
    })
  const gone = await placed(a.seller.token, { client_id: a.client.id })
  await t.owner.query("update orders set status = 'cancelado', cancelled_at = now() where id = $1", [gone.id])
  await placed(a.seller.token, { client_id: a.client.id, quote: 1 })
  const silent = await aClient(t, a, { company_name: 'Loja da Rosa' })
  await past(61, { client_id: silent })
  const page = await as(a.admin.email, DESK)
  const orders = rowsOf(page, 'Lista de pedidos')
  const lines: [RegExp, Locator][] = [
    [/^Hoje/, orders],
    [/^Este mês/, orders],
    [/Pedidos novos/, orders],
    [/Aguardando sua aprovação/, orders],
    [/Com ajuste pedido/, orders],
    [/Produtos sem estoque/, productRows(page)],
    [/Promoções que terminam em 7 dias/, productRows(page)],
    [/Clientes sem pedir há 60 dias/, rowsOf(page, 'Lista de clientes')],
  ]
  const wrong: string[] = []
  for (const [name, row] of lines) {
    await page.goto(`${origin()}/inicio`)
    const link = page.getByRole('main').getByRole('link', { name })
    await link.waitFor()
    const words = (await link.innerText()).replace(/\s+/g, ' ')
    const said = Number(/(\d+) pedidos?/.exec(words)?.[1] ?? /(\d+)$/.exec(words.trim())?.[1])
    await link.click()
    await page.waitForURL((u) => !u.pathname.includes('inicio'))
    const more = page.getByRole('button', { name: /^Mostrar mais/ })
    await drawn(page)
    while (await more.count()) {
      const before = await row.count()
      await more.click()
      await until(async () => (await row.count()) > before)
    }
    const rows = await row.count()
    if (rows !== said) wrong.push(`${words}: ${rows} at ${page.url()}`)
  }
  assert.deepEqual(wrong, [])
  await page.context().close()
})
const signatureOn = (page: Page) => page.getByRole('img', { name: 'Assinatura' })
test('what a client signed is seen by the company on the receipt and on paper, and by nobody who has the link', async () => {
  const signature = 'M10 100L300 40L500 160'
  const o = await placed(a.seller.token, { client_id: a.client.id, signature })
  const page = await as(a.seller.email)
  await page.goto(`${origin()}${o.receipt_path}`)
  await page.getByRole('heading', { name: 'Assinatura' }).waitFor()
  await inBoth(page, 'signed')
  await page.goto(`${origin()}/dashboard/orders/${o.id}`)
  await signatureOn(page).waitFor()
  await page.emulateMedia({ media: 'print' })
  assert.ok(await signatureOn(page).isVisible())
  const stranger = (await site.browser(PHONE)).page
  await stranger.goto(`${origin()}${o.receipt_path}`)
  await stranger.getByRole('heading', { name: /^Pedido/ }).waitFor()
  assert.equal(await signatureOn(stranger).count(), 0)
  assert.doesNotMatch(
    JSON.stringify((await site.t.call('GET', `/api/v2/receipts/${o.receipt_path.slice(8)}`)).body),
    /M10/,
  )
  for (const p of [page, stranger]) await p.context().close()
})
test('lines that change after a signature are signed again on the seller’s screen', async () => {
  const signature = 'M10 100L300 40L500 160'
  const o = await placed(a.seller.token, { client_id: a.client.id, signature })
  const change = { token: a.seller.token, body: { lines: JSON.stringify([{ line: 1, quantity: 3 }]) } }
  const url = `/api/v2/companies/${a.id}/orders/${o.id}/lines`
  assert.equal((await site.t.call('PUT', url, change)).status, 200)
  const page = await as(a.seller.email)
  await page.goto(`${origin()}/dashboard/orders/${o.id}`)
  await page.getByRole('button', { name: 'Assinar de novo' }).click()
  const box = page.getByRole('img', { name: 'Assine com o dedo ou o mouse' })
  await box.scrollIntoViewIfNeeded()
  await inBoth(page, 'sign-again')
  const at = await box.boundingBox()
  assert.ok(at)
  await page.mouse.move(at.x + 20, at.y + 30)
  await page.mouse.down()
  for (let i = 0; i < 12; i++) await page.mouse.move(at.x + 20 + i * 15, at.y + 40 + (i % 3) * 10)
  await page.mouse.up()
  await page.getByRole('img', { name: 'Assinado' }).waitFor()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await signatureOn(page).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Assinar de novo' }).count(), 0)
  await page.context().close()
})
test('an admin enters more than an order comes to and reads what has to be given back', async () => {
  const o = await placed(a.seller.token, { client_id: a.client.id })
  const page = await as(a.admin.email)
  await page.goto(`${origin()}/dashboard/orders/${o.id}`)
  await page.getByRole('button', { name: 'Registrar pagamento' }).click()
  await page.getByLabel('Valor recebido').fill('120,00')
  await page.getByText('Passa do que falta: R$ 20,00 ficam a devolver.').waitFor()
  await inBoth(page, 'overpaid')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('A devolver').waitFor()
  await page.getByRole('button', { name: 'Registrar devolução' }).click()
  assert.equal(await page.getByLabel('Valor devolvido').inputValue(), '20,00')
  await page.context().close()
})
test('history says a payment by its kind, in the reader’s language, and not to who has the link', async () => {
  const o = await placed(a.seller.token, { client_id: a.client.id })
  const paid = { token: a.admin.token, body: { ids: JSON.stringify([o.id]), paid: '1' } }
  assert.equal((await site.t.call('PUT', `/api/v2/companies/${a.id}/orders/paid`, paid)).status, 200)
  const page = await as(a.admin.email, DESK)
  await page.goto(`${origin()}/dashboard/orders/${o.id}`)
  await page.getByRole('list', { name: 'Andamento' }).getByText('Pagamento recebido').waitFor()
  await page.evaluate(() => localStorage.setItem('mo_lang', 'en'))
  await page.reload()
  await page.getByRole('list', { name: 'Progress' }).getByText('Payment received').waitFor()
  const theirs = (await site.browser(PHONE)).page
  await theirs.goto(`${origin()}${o.receipt_path}`)
  await theirs.getByText('Recebido', { exact: true }).waitFor()
  assert.equal(await theirs.getByText(/Pagamento|Itens mudados/).count(), 0)
  for (const p of [page, theirs]) await p.context().close()
})
test('a new company and a seller without clients read what to do first', async () => {
  const b = await aCompany(site.t, { name: 'Casa Nova', primary_color: '#1b7a4b' })
  await site.t.owner.query('update users set seller_id = null where id = $1', [b.client.id])
  const admin = await browserOf(site, site.at(b.path), b.admin.email)
  await admin.goto(`${site.at(b.path)}/inicio`)
  await admin.getByText('Seu catálogo ainda está vazio').waitFor()
  await inBoth(admin, 'empty-admin')
  const seller = await browserOf(site, site.at(b.path), b.seller.email)
  await seller.goto(`${site.at(b.path)}/inicio`)
  await seller.getByText('Você ainda não tem clientes').waitFor()
  await inBoth(seller, 'empty-seller')
  await seller.getByRole('link', { name: 'Cadastrar cliente' }).click()
  await seller.getByRole('heading', { name: 'Novo cliente' }).waitFor()
  for (const p of [admin, seller]) await p.context().close()
})
test('a client who is blocked gets a quote and no order: not from the seller, and the yes to it waits for the admin', async () => {
  const id = await aClient(site.t, a, {
    company_name: 'Bar do Zé',
    phone: '11944443333',
    blocked: true,
    credit_note: 'Duas parcelas em aberto',
  })
  const page = await as(a.seller.email)
  await page.goto(`${origin()}/clientes/${id}`)
  await page.getByRole('button', { name: 'Novo pedido' }).click()
  await page.getByRole('region', { name: 'Para quem é o pedido' }).getByText('Bar do Zé').waitFor()
  await addProduct(page, origin(), 'VJ-1')
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  await page.getByText('Este cliente está bloqueado: recebe orçamento, não pedido.').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Cliente bloqueado' }).isDisabled())
  await inBoth(page, 'blocked')
  await page.getByRole('button', { name: 'Enviar como orçamento' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
  await page.getByRole('heading', { name: /^Orçamento \d+$/ }).waitFor()
  const read = async () =>
    (await site.t.owner.query('select * from orders where client_id = $1 order by id desc limit 1', [id])).rows[0]
  const { status, receipt_token } = await read()
  assert.equal(status, 'orcamento')
  const theirs = (await site.browser(PHONE)).page
  await theirs.goto(`${origin()}/pedido/${receipt_token}`)
  await theirs.getByRole('button', { name: /^Aceitar/ }).click()
  await theirs.getByRole('button', { name: 'Aceitar e pedir' }).click()
  assert.doesNotMatch(await snack(theirs).innerText(), /parcelas|crédito/i)
  assert.equal((await read()).status, 'orcamento')
  await site.t.owner.query('update users set blocked = false where id = $1', [id])
  await theirs.getByRole('button', { name: /^Aceitar/ }).click()
  await theirs.getByRole('button', { name: 'Aceitar e pedir' }).click()
  await theirs.getByRole('heading', { name: 'Pedido recebido' }).waitFor()
  for (const p of [page, theirs]) await p.context().close()
})
test('a portfolio goes to another seller: the one does not find the client any more, the other does, with who and when', async () => {
  const bia = await aPerson(site.t, a.id, 2, { name: 'Bia Colega' })
  const id = await aClient(site.t, a, { company_name: 'Bistrô do Porto' })
  const [mine, hers] = [await as(a.seller.email), await as(bia.email)]
  await mine.goto(`${origin()}/clientes/${id}`)
  await mine.getByRole('heading', { name: 'Bistrô do Porto' }).waitFor()
  await hers.goto(`${origin()}/clientes?search=bistro`)
  await hers.getByText('Nenhum cliente com “bistro”.').waitFor()
  const admin = await as(a.admin.email, DESK)
  await admin.goto(`${origin()}/clientes/${id}`)
  await admin.getByRole('button', { name: 'Mudar de carteira' }).click()
  await admin.getByLabel('Fica com').selectOption({ label: 'Bia Colega' })
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('1 cliente mudou de carteira.').waitFor()
  await hers.reload()
  await hers.getByRole('link', { name: /Bistrô do Porto/ }).click()
  await hers.getByText('De quem já foi').click()
  await hers.getByText(/de Ana Souza para Bia Colega, por Pessoa/).waitFor()
  await mine.reload()
  await mine.getByText('Não conseguimos abrir este cliente.').waitFor()
  for (const p of [mine, hers, admin]) await p.context().close()
})
test('no page of these journeys wrote an error to the console', () => assert.deepEqual(site.errors, []))
