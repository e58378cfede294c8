// A request for an adjustment, from the question to its taking back: staff, client, and the holder of a link.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { aCart, aCompany, aProduct, type Company, order, until } from '../test/kit.ts'
import { browserOf, DESK, inBoth, PHONE, shownStatus, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let mug: { id: number }
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá' })
  await site.t.owner.query("update users set name = 'Marina Costa' where id = $1", [a.admin.id])
  mug = await aProduct(site.t, a, { name: 'Caneca', code: 'CN-001', price: '10,00' })
})
after(() => site.close())
const origin = () => site.at(a.path)
interface Placed {
  id: number
  number: number
  receipt_path: string
}
const place = async (token = a.client.token, more: object = {}): Promise<Placed> =>
  (await order(site.t, a, token, aCart([{ product_id: mug.id, quantity: 3 }], { ...more }))).body.data
const TEXT = 'Falta o CNPJ da loja.\nE a caneca azul acabou: pode ser a verde?'
const statusOf = async ({ id }: Placed) =>
  (await site.t.owner.query('select status from orders where id = $1', [id])).rows[0].status as string
/** The two lines stand one below the other, before the goods. */
async function isAboveTheLines(page: Page, note: Locator): Promise<void> {
  const text = note.getByText(TEXT)
  const [words, goods] = [await text.boundingBox(), await page.getByText('CN-001').first().boundingBox()]
  assert.ok(words && goods && words.y + words.height <= goods.y, JSON.stringify({ words, goods }))
  assert.ok(words.height > 36, `${words.height} px: both lines`)
}
async function ask(page: Page, o: Placed): Promise<void> {
  await page.goto(`${origin()}/dashboard/orders/${o.id}`)
  await page.getByRole('button', { name: 'Pedir ajuste' }).click()
  const dialog = page.getByRole('dialog', { name: 'O que precisa mudar?' })
  await dialog.getByLabel('Ajuste').fill(TEXT)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await shownStatus(page, 'Ajuste pedido').waitFor()
}

test('asking for an adjustment needs a text; nothing happens without one', async () => {
  const o = await place()
  const admin = await browserOf(site, origin(), a.admin.email, DESK)
  await admin.goto(`${origin()}/dashboard/orders/${o.id}`)
  await admin.getByRole('button', { name: 'Pedir ajuste' }).click()
  const dialog = admin.getByRole('dialog', { name: 'O que precisa mudar?' })
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await dialog.getByText('Escreva o que precisa mudar.').waitFor()
  await inBoth(admin, 'adjustment-dialog')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await shownStatus(admin, 'Novo').waitFor()
  assert.equal(await statusOf(o), 'novo')
})
test('the admin asks, client and link read it above the lines, and it is taken back', async () => {
  const o = await place()
  const admin = await browserOf(site, origin(), a.admin.email, DESK)
  await ask(admin, o)
  await admin.reload()
  const asked = admin.getByRole('region', { name: 'Marina Costa pediu um ajuste' })
  await isAboveTheLines(admin, asked)
  await inBoth(admin, 'adjustment-staff')

  const { page: link } = await site.browser(PHONE)
  await link.goto(`${origin()}${o.receipt_path}`)
  await link.getByRole('heading', { name: 'Ajuste pedido', level: 1 }).waitFor()
  const client = await browserOf(site, origin(), a.client.email, PHONE)
  await client.goto(`${origin()}/pedidos/meus/${o.id}`)
  for (const page of [link, client]) {
    const note = page.getByRole('region', { name: 'A empresa pediu um ajuste' })
    await isAboveTheLines(page, note)
    await note.getByRole('button', { name: 'Aceitar' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Retirar solicitação' }).count(), 0)
    // It stands in the conversation, too, where the answer is written.
    await page.getByRole('list', { name: 'Mensagens' }).getByText('Falta o CNPJ da loja.').waitFor()
    await note.getByRole('button', { name: 'Responder' }).click()
    await page.getByLabel('Escreva uma mensagem').and(page.locator(':focus')).waitFor()
    await inBoth(page, page === link ? 'adjustment-link' : 'adjustment-client')
  }

  await asked.getByRole('button', { name: 'Retirar solicitação' }).click()
  await admin.getByText('Solicitação retirada.').waitFor()
  await shownStatus(admin, 'Novo').waitFor()
  assert.equal(await statusOf(o), 'novo')
  // Both are told live.
  for (const page of [link, client]) {
    await page.getByRole('region', { name: 'A empresa pediu um ajuste' }).waitFor({ state: 'detached' })
    await page.getByRole('list', { name: 'Andamento' }).getByText('Solicitação de ajuste retirada').waitFor()
  }
})
test('the snack after asking takes it back; once the client has written nothing does', async () => {
  const o = await place()
  const admin = await browserOf(site, origin(), a.admin.email, PHONE)
  await ask(admin, o)
  await admin.getByRole('status').getByRole('button', { name: 'Desfazer' }).click()
  await shownStatus(admin, 'Novo').waitFor()
  assert.equal(await statusOf(o), 'novo')
  await ask(admin, o)
  await admin.getByRole('button', { name: 'Retirar solicitação' }).waitFor()
  const { page: link } = await site.browser(PHONE)
  await link.goto(`${origin()}${o.receipt_path}`)
  await link.getByRole('button', { name: 'Responder' }).click()
  await link.getByLabel('Escreva uma mensagem').and(link.locator(':focus')).waitFor()
  await link.keyboard.type('Pode ser a verde')
  await link.getByRole('button', { name: 'Enviar', exact: true }).click()
  await link.getByRole('list', { name: 'Mensagens' }).getByText('Pode ser a verde', { exact: true }).waitFor()
  await admin.getByRole('button', { name: 'Retirar solicitação' }).waitFor({ state: 'detached' })
  await link.getByRole('button', { name: 'Aceitar' }).click()
  await until(async () => (await statusOf(o)) === 'novo')
  await shownStatus(admin, 'Novo').waitFor()
})
test('the seller takes the own request back, the admin’s not', async () => {
  const o = await place()
  const seller = await browserOf(site, origin(), a.seller.email, PHONE)
  await ask(seller, o)
  await seller.reload()
  await seller.getByRole('button', { name: 'Retirar solicitação' }).click()
  await shownStatus(seller, 'Novo').waitFor()
  const body = { status: 'ajuste_solicitado', reason: TEXT }
  await site.t.call('PUT', `/api/v1/companies/${a.id}/orders/${o.id}`, { token: a.admin.token, body })
  await seller.getByRole('region', { name: 'Marina Costa pediu um ajuste' }).waitFor()
  assert.equal(await seller.getByRole('button', { name: 'Retirar solicitação' }).count(), 0)
})
test('the holder of a quote’s link takes the own question back and accepts instead', async () => {
  const o = await place(a.seller.token, { quote: 1, client_id: a.client.id })
  const { page: link } = await site.browser(PHONE)
  await link.goto(`${origin()}${o.receipt_path}`)
  const question = async () => {
    await link.getByRole('button', { name: 'Perguntar' }).click()
    await link.getByRole('dialog').getByLabel('Sua pergunta').fill('Tem em azul?')
    await link.getByRole('dialog').getByRole('button', { name: 'Enviar', exact: true }).click()
    await link.getByText('Resposta enviada.').waitFor()
  }
  await question()
  await link.getByRole('status').getByRole('button', { name: 'Desfazer' }).click()
  await link.getByRole('button', { name: 'Perguntar' }).waitFor()
  assert.equal(await statusOf(o), 'orcamento')
  await question()
  await link.reload()
  const standing = link.getByRole('status').filter({ hasText: 'Você pediu um ajuste' })
  await standing.getByText('Tem em azul?').waitFor()
  await inBoth(link, 'adjustment-quote')
  // The signed-in client reads it in the own order, and may take it back there as well.
  const client = await browserOf(site, origin(), a.client.email, PHONE)
  await client.goto(`${origin()}/pedidos/meus/${o.id}`)
  await client
    .getByRole('region', { name: 'Você pediu um ajuste' })
    .getByRole('button', { name: 'Retirar solicitação' })
    .waitFor()
  await standing.getByRole('button', { name: 'Retirar solicitação' }).click()
  await link.getByRole('button', { name: /^Aceitar/ }).click()
  await link.getByRole('dialog').getByRole('button', { name: 'Aceitar e pedir' }).click()
  await until(async () => (await statusOf(o)) === 'novo')
})
test('no page wrote an error', () => assert.deepEqual(site.errors, []))
