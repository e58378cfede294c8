// A quote from the counter to the order: sent by its seller, answered by its link without a session, seen live.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { dayIn } from '#server/clock.ts'
import { addDays, showDay } from '#shared/day.ts'
import { aCart, aClient, aCompany, aProduct, type Company, order } from '../test/kit.ts'
import { copied } from './kept.ts'
import { addProduct, browserOf, DESK, inBoth, PHONE, signIn, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let mug: { id: number }
let bowl: { id: number }
const NAME = 'Padaria Pires'
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá' })
  await site.t.owner.query('update users set company_name = $2, phone = $3 where id = $1', [
    a.client.id,
    NAME,
    '11955554444',
  ])
  mug = await aProduct(site.t, a, { name: 'Caneca', code: 'CN-001', price: '10,00', stock: 50 })
  bowl = await aProduct(site.t, a, { name: 'Tigela funda', code: 'TG-008', price: '54,00', multiple: 2 })
})
after(async () => {
  await site.close()
})
const inDays = (days: number) => addDays(dayIn('America/Sao_Paulo', site.t.clock.now()), days)
const origin = () => site.at(a.path)
async function aQuote(more: object = {}): Promise<{ id: number; number: number; receipt_path: string }> {
  const lines = [
    { product_id: mug.id, quantity: 3 },
    { product_id: bowl.id, quantity: 2 },
  ]
  const r = await order(site.t, a, a.seller.token, aCart(lines, { quote: 1, client_id: a.client.id, ...more }))
  assert.equal(r.status, 201, JSON.stringify(r.body))
  return r.body.data
}
const stored = async () =>
  (await site.t.owner.query('select * from orders where company_id = $1 order by id desc limit 1', [a.id])).rows[0]

test('the seller sends the cart as a quote: one button, one confirmation, numbered at once', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  await addProduct(page, origin(), 'CN-001')
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  await page.getByLabel('Buscar cliente').fill('pad')
  await page.getByRole('button', { name: NAME }).click()
  await page.getByRole('button', { name: 'Enviar como orçamento' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '15 dias' }).click()
  await page.getByText(`Vale até ${showDay(inDays(15))}.`).waitFor()
  await inBoth(page, 'send')
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
  await page.waitForURL((u) => !u.pathname.includes('shoppingcart'))
  const q = await stored()
  assert.deepEqual([q.status, q.valid_until, q.client_id, q.revision], ['orcamento', inDays(15), a.client.id, 1])
})

test('*Mudar itens* begins with what the client asked for, says what was offered, and saved it is a new offer', async () => {
  const q = await aQuote()
  const asked = await site.t.call('PUT', `/api/v2${q.receipt_path.replace('/pedido', '/receipts')}/quote`, {
    body: {
      answer: 'ajuste',
      revision: 1,
      lines: [
        { line: 1, quantity: 7 },
        { line: 2, quantity: 0 },
      ],
      text: '',
    },
  })
  assert.equal(asked.status, 200, JSON.stringify(asked.body))
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  await page.goto(`${origin()}/dashboard/orders/${q.id}`)
  await page.getByRole('button', { name: 'Mudar itens' }).click()
  await page.getByText('As quantidades são as que o cliente pediu').waitFor()
  assert.equal(await page.getByLabel('Quantidade de Caneca', { exact: true }).inputValue(), '7')
  assert.equal(await page.getByLabel('Quantidade de Tigela funda', { exact: true }).inputValue(), '0')
  await page.getByText('No orçamento: 3').waitFor()
  await inBoth(page, 'wanted')
  await page.getByLabel('Quantidade de Tigela funda', { exact: true }).fill('2')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText('Aguardando a resposta do cliente').waitFor()
  const { rows } = await site.t.owner.query(
    'select quantity from order_lines where order_id = $1 and company_id = $2 order by line',
    [q.id, a.id],
  )
  assert.deepEqual(
    rows.map((r) => r.quantity),
    [7, 2],
  )
  // Nothing is asked any more: the items begin as they are offered.
  await page.getByRole('button', { name: 'Mudar itens' }).click()
  assert.equal(await page.getByLabel('Quantidade de Caneca', { exact: true }).inputValue(), '7')
  assert.equal(await page.getByText('As quantidades são as que o cliente pediu').count(), 0)
})
test('the total on *Enviar mudanças* is the one that the seller accepts, to the cent', async () => {
  const lines = [{ product_id: mug.id, quantity: 1 }]
  const body = aCart(lines, { quote: 1, client_id: a.client.id, discount: '9,99' })
  const q = (await order(site.t, a, a.seller.token, body)).body.data
  const { page: client } = await site.browser(PHONE)
  await client.goto(`${origin()}${q.receipt_path}`)
  await client.getByRole('button', { name: 'Mudar quantidades' }).click()
  await client.getByLabel('Quantidade de Caneca').fill('30')
  await client.getByLabel('Quantidade de Caneca').press('Enter')
  // 300,00 less 9,99 %: of the one mug's 10,00 those are 1,00, which would be 10 %.
  await client.getByRole('button', { name: /Enviar mudanças · R\$\s270,03/ }).click()
  await client.getByRole('dialog').getByRole('button', { name: 'Enviar', exact: true }).click()
  await client.getByText('Resposta enviada.').waitFor()
  const accepted = await site.t.call('POST', `/api/v2/companies/${a.id}/orders/${q.id}/quote/accept`, {
    token: a.seller.token,
    body: { revision: 1 },
  })
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  assert.equal(Number((await stored()).total), 27_003)
})
test('the client, without a session, changes two quantities and asks; the seller sees it live and accepts; the number stays', async () => {
  const q = await aQuote()
  const seller = await browserOf(site, origin(), a.seller.email, PHONE)
  await seller.goto(`${origin()}/dashboard/orders/${q.id}`)
  await seller.getByText('Aguardando a resposta do cliente').waitFor()
  const { page: client } = await site.browser(PHONE)
  await client.goto(`${origin()}${q.receipt_path}`)
  await client.getByRole('heading', { name: `Para ${NAME}` }).waitFor()
  await inBoth(client, 'offer')
  await client.getByRole('button', { name: 'Mudar quantidades' }).click()
  await client.getByRole('button', { name: 'Pôr mais 1 de Caneca' }).click()
  await client.getByRole('button', { name: 'Pôr mais 2 de Tigela funda' }).click()
  await client.getByText('No orçamento: 3').waitFor()
  await inBoth(client, 'changing')
  await client.getByRole('button', { name: /Enviar mudanças · R\$\s256,00/ }).click()
  await client.getByLabel('Recado ao vendedor').fill('Entrega na sexta?')
  await inBoth(client, 'asking')
  await client.getByRole('dialog').getByRole('button', { name: 'Enviar', exact: true }).click()
  await client.getByText('Resposta enviada.').waitFor()
  await inBoth(client, 'asked')

  await seller.getByText('O cliente respondeu: é a sua vez').waitFor()
  await seller.getByText('Entrega na sexta?').first().waitFor()
  await seller.getByText('3 → 4').waitFor()
  await inBoth(seller, 'desk')
  await seller.getByRole('button', { name: 'Responder', exact: true }).click()
  await inBoth(seller, 'reply')
  await seller.getByRole('dialog').getByRole('button', { name: 'Voltar' }).click()
  await seller.getByRole('button', { name: 'Aceitar mudanças' }).click()
  await seller.getByText('Orçamento aceito').waitFor()
  // The client's page is told, without being asked for again.
  await client.getByRole('heading', { name: 'Pedido recebido' }).waitFor()
  const admin = await browserOf(site, origin(), a.admin.email, DESK)
  await admin.goto(`${origin()}/dashboard/orders/${q.id}`)
  await admin.getByRole('heading', { name: `Pedido ${q.number}` }).waitFor()
  await admin.getByText('R$ 256,00').first().waitFor()
  assert.equal((await stored()).status, 'novo')
})

test('a client says yes in two taps, or no with one reason', async () => {
  const [yes, no] = [await aQuote(), await aQuote()]
  const { page } = await site.browser(DESK)
  await page.goto(`${origin()}${yes.receipt_path}`)
  await page.getByRole('button', { name: /^Aceitar/ }).waitFor()
  await inBoth(page, 'offer-wide')
  await page.getByRole('button', { name: /^Aceitar/ }).click()
  await inBoth(page, 'accept')
  await page.getByRole('button', { name: 'Aceitar e pedir' }).click()
  await page.getByRole('heading', { name: 'Pedido recebido' }).waitFor()
  await page.goto(`${origin()}${no.receipt_path}`)
  await page.getByRole('button', { name: 'Recusar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Preço' }).click()
  await inBoth(page, 'refuse')
  await page.getByRole('dialog').getByRole('button', { name: 'Recusar' }).click()
  await page.getByText('Você recusou este orçamento.').waitFor()
  const q = await stored()
  assert.deepEqual([q.status, q.answer, q.status_reason], ['cancelado', 'recusado', 'Preço'])
})

test('an ended quote says so; asked for again, its seller renews it with today’s prices and it holds again', async () => {
  const q = await aQuote()
  await site.t.owner.query("update orders set valid_until = '2026-11-20' where id = $1", [q.id])
  await site.t.owner.query('update products set price = 1250 where id = $1', [mug.id])
  const { page: client } = await site.browser(PHONE)
  await client.goto(`${origin()}${q.receipt_path}`)
  await client.getByText('Este orçamento venceu em 20/11/2026.').waitFor()
  assert.equal(await client.getByRole('button', { name: /^Aceitar/ }).count(), 0)
  await inBoth(client, 'ended')
  await client.getByRole('button', { name: 'Pedir de novo' }).click()
  await client.getByText('Renovação pedida.').waitFor()
  const { page: seller } = await site.browser(PHONE)
  await signIn(seller, origin(), a.seller.email)
  await seller.goto(`${origin()}/dashboard/orders/${q.id}`)
  await seller.getByText('O cliente pede a renovação').waitFor()
  await seller.getByRole('button', { name: 'Renovar' }).click()
  await seller.getByText('R$ 12,50').waitFor()
  await inBoth(seller, 'renew')
  await seller.getByRole('dialog').getByRole('button', { name: 'Renovar' }).click()
  await seller.getByText('Aguardando a resposta do cliente').waitFor()
  await client.reload()
  await client.getByText(`Válido até ${showDay(inDays(7))}`).waitFor()
  await client.getByRole('button', { name: /^Aceitar/ }).waitFor()
})

test('the text by which the seller sends a quote names no price to a client who may know none', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  const words = async (client_id: number) => {
    const q = await aQuote({ client_id })
    await page.goto(`${origin()}/dashboard/orders/${q.id}`)
    const link = page.getByRole('link', { name: 'Enviar ao cliente' })
    return new URL((await link.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
  }
  assert.match(await words(a.client.id), /3 × Caneca.*R\$/)
  const blind = await aClient(site.t, a, { hide_price: true })
  const told = await words(blind)
  assert.match(told, /3 × Caneca/)
  assert.doesNotMatch(told, /R\$|,\d\d/)
})

/** Somebody with the link whose page hears nothing of what the others do: a phone that slept. */
async function deaf(receipt_path: string): Promise<Page> {
  const { page } = await site.browser(PHONE)
  await page.route('**/api/v2/receipts/*/events', (r) => r.abort())
  await page.goto(`${origin()}${receipt_path}`)
  await page.getByRole('button', { name: /^Aceitar/ }).waitFor()
  await page.route('**/api/v2/receipts/*', (r) => (r.request().method() === 'GET' ? r.abort() : r.continue()))
  return page
}
test('two people with one link: the first answer stands, the second is told which, whether the page heard of it or not', async () => {
  const q = await aQuote()
  const { page: owner } = await site.browser(PHONE)
  const { page: buyer } = await site.browser(DESK)
  const [asleep, contrary] = [await deaf(q.receipt_path), await deaf(q.receipt_path)]
  for (const page of [owner, buyer]) await page.goto(`${origin()}${q.receipt_path}`)
  await buyer.getByRole('button', { name: 'Recusar' }).click()
  await buyer.getByRole('dialog').getByRole('button', { name: 'Preço' }).click()
  await asleep.getByRole('button', { name: /^Aceitar/ }).click()
  await owner.getByRole('button', { name: /^Aceitar/ }).click()
  await owner.getByRole('button', { name: 'Aceitar e pedir' }).click()
  await owner.getByRole('heading', { name: 'Pedido recebido' }).waitFor()
  // Under the buyer's open dialog the page became the order that it is.
  await buyer.getByRole('heading', { name: 'Pedido recebido' }).waitFor()
  assert.equal(await buyer.getByRole('dialog').count(), 0)
  // Who heard nothing says the same: it is one answer. Another one is told what stands.
  await asleep.getByRole('button', { name: 'Aceitar e pedir' }).click()
  await asleep.getByText('Orçamento aceito. O vendedor já sabe.').waitFor()
  await contrary.getByRole('button', { name: 'Recusar' }).click()
  await contrary.getByRole('dialog').getByRole('button', { name: 'Preço' }).click()
  await contrary.getByRole('dialog').getByRole('button', { name: 'Recusar' }).click()
  await contrary.getByText(/Este orçamento já foi aceito em/).waitFor()
  for (const page of [asleep, contrary]) {
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    await page.getByRole('heading', { name: 'Pedido recebido' }).waitFor()
  }
  const s = await stored()
  assert.deepEqual([Number(s.id), s.status, s.answer], [q.id, 'novo', 'aceito'])
})
test('an offer that the seller changes under an open yes is not said yes to; after its last day the page says so', async () => {
  const q = await aQuote()
  const { page } = await site.browser(PHONE)
  await page.goto(`${origin()}${q.receipt_path}`)
  await page.getByRole('button', { name: /^Aceitar/ }).click()
  await page.getByRole('button', { name: 'Aceitar e pedir' }).waitFor()
  const seller = await browserOf(site, origin(), a.seller.email, PHONE)
  await seller.goto(`${origin()}/dashboard/orders/${q.id}`)
  await seller.getByRole('button', { name: 'Responder', exact: true }).click()
  await seller.getByLabel('Recado ao cliente').fill('Consigo entregar na quinta')
  await seller.getByRole('dialog').getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByText('O vendedor mudou este orçamento agora.').waitFor()
  await page.getByText('Consigo entregar na quinta').waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0)
  await inBoth(page, 'offer-changed')
  // Its last day passes while the page is open, and nobody tells it.
  await site.t.owner.query("update orders set valid_until = '2026-11-20' where id = $1", [q.id])
  await page.getByRole('button', { name: /^Aceitar/ }).click()
  await page.getByRole('button', { name: 'Aceitar e pedir' }).click()
  await page.getByText('Este orçamento venceu em 20/11/2026.').first().waitFor()
  await page.getByRole('button', { name: 'Pedir de novo' }).waitFor()
  assert.equal(await page.getByRole('button', { name: /^Aceitar/ }).count(), 0)
  assert.equal((await stored()).status, 'orcamento')
})
test('in an app that has been open since yesterday, a quote’s days and the day of delivery begin with today', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  await addProduct(page, origin(), 'CN-001')
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  const ask = page.getByRole('button', { name: 'Enviar como orçamento' })
  await ask.waitFor()
  await copied(page)
  // Whoever is told the server's day by then is told yesterday's, as this clock sees it.
  await page.route('**/api/v2/offline?**', () => {})
  await page.clock.setFixedTime(Date.now() + 24 * 3_600_000)
  await ask.click()
  const asked = page.getByRole('dialog')
  await asked.getByText(`Vale até ${showDay(inDays(8))}.`).waitFor()
  await asked.getByRole('button', { name: '3 dias' }).click()
  await asked.getByText(`Vale até ${showDay(inDays(4))}.`).waitFor()
  await page.keyboard.press('Escape')
  await page.getByLabel('Desconto (%)').fill('1')
  assert.equal(await page.getByLabel('Entrega').getAttribute('min'), inDays(1))
  await page.context().close()
})
test('no page of these journeys wrote an error to the console', () => assert.deepEqual(site.errors, []))
