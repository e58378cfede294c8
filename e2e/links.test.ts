import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCart, aCompany, aProduct, type Company, order, until } from '../test/kit.ts'
import { type FeedSimulator, feedSimulator } from '../test/feed_simulator.ts'
import { type WebhookSimulator, webhookSimulator } from '../test/webhook_simulator.ts'
import { browserOf, drawn, inBoth, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let there: WebhookSimulator
let feed: FeedSimulator
let a: Company
let origin: string
let admin: Page
before(async () => {
  there = await webhookSimulator()
  feed = await feedSimulator()
  site = await startOnline({ otherHosts: [there.origin, feed.origin] })
  a = await aCompany(site.t, { name: 'Ateliê do Barro', primary_color: '#2f6b4f' })
  origin = site.at(a.path)
  admin = await browserOf(site, origin, a.admin.email)
})
after(async () => {
  await site.close()
  there.close()
  feed.close()
})
const place = async () => {
  const { id } = await aProduct(site.t, a)
  return (await order(site.t, a, a.client.token, aCart([{ product_id: id, quantity: 1 }]))).body.data.number as number
}

test('the admin has another system told: the secret is shown once, the trial arrives, an order arrives, and after reload all of it is there', async () => {
  await admin.goto(`${origin}/dashboard/integrations`)
  await admin.getByRole('link', { name: 'Avisos para outros sistemas' }).click()
  await admin.getByText('Nenhum sistema é avisado ainda.').waitFor()
  await inBoth(admin, 'webhooks-none')
  await admin.getByRole('button', { name: 'Avisar outro sistema' }).click()
  const form = admin.getByRole('dialog', { name: 'Avisar outro sistema' })
  await form.getByLabel('Nome').fill('Estoque do Zé')
  await form.getByLabel('Endereço').fill('http://192.168.0.4/avisos')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await form.getByText('Informe um endereço público').waitFor()
  await inBoth(admin, 'webhooks-form')
  await form.getByLabel('Endereço').fill(`${there.origin}/avisos`)
  await form.getByRole('button', { name: 'Salvar' }).click()
  const once = admin.getByRole('dialog', { name: 'Guarde o segredo' })
  there.secret = (await once.getByTestId('secret').textContent()) ?? ''
  await inBoth(admin, 'webhooks-secret')
  await once.getByRole('button', { name: 'Já guardei' }).click()
  const sheet = admin.getByRole('dialog', { name: 'Estoque do Zé' })
  await sheet.getByRole('button', { name: 'Enviar teste' }).click()
  await sheet.getByText('Entregue').first().waitFor()
  const number = await place()
  await sheet.getByText(`Pedido novo · ${number}`).waitFor()
  await admin.reload()
  await sheet.getByText(`Pedido novo · ${number}`).waitFor()
  assert.ok(!(await admin.content()).includes(there.secret))
  await sheet.getByRole('button', { name: `Ver o que leva: Pedido novo · ${number}` }).click()
  const carried = JSON.parse(await sheet.getByLabel('Mensagem em JSON').inputValue())
  assert.deepEqual([carried.type, carried.data.number], ['order.created', number])
  await inBoth(admin, 'webhooks-sheet')
  assert.deepEqual(there.refusals, [])
  assert.ok(there.received.some((m) => m.type === 'order.created' && m.data.number === number))
})
test('a message that did not arrive is sent again by a tap; switched off, nothing leaves; a seller finds no such page', async () => {
  const page = await browserOf(site, origin, a.admin.email, PHONE)
  await page.goto(`${origin}/dashboard/integrations/avisos`)
  await page.getByRole('button', { name: /Estoque do Zé/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Estoque do Zé' })
  there.answer = 500
  await sheet.getByRole('button', { name: 'Enviar teste' }).click()
  await sheet.getByText('O sistema respondeu com erro.').first().waitFor()
  await sheet.getByText('Nada é aceito desde').waitFor()
  await inBoth(page, 'webhooks-failing-phone')
  there.answer = 204
  await sheet.getByRole('button', { name: 'Enviar de novo: Teste' }).first().click()
  await sheet.getByText('Tentando').waitFor({ state: 'detached' })
  await sheet.getByText('Nada é aceito desde').waitFor({ state: 'detached' })
  await sheet.getByRole('switch', { name: 'Avisos ligados' }).uncheck()
  // A tap shows at once; a reload in the moment before it has left takes it back.
  await until(async () => (await site.t.owner.query('select 1 from webhooks where not active')).rowCount)
  await page.reload()
  await sheet.waitFor()
  assert.ok(!(await sheet.getByRole('switch', { name: 'Avisos ligados' }).isChecked()))
  assert.ok(await sheet.getByRole('button', { name: 'Enviar teste' }).isDisabled())
  await sheet.getByRole('button', { name: 'Fechar' }).click()
  await page.getByText('Desligado').waitFor()
  await inBoth(page, 'webhooks-phone')
  const seller = await browserOf(site, origin, a.seller.email, PHONE)
  await seller.goto(`${origin}/dashboard/integrations/avisos`)
  await seller.waitForURL(/404/)
  await drawn(seller)
})
test('the admin makes a key, which stands there until it was kept, a program reads products with it, and once it is revoked the program is refused and the list says so', async () => {
  const page = await browserOf(site, origin, a.admin.email, PHONE)
  await page.goto(`${origin}/dashboard/integrations`)
  await page.getByRole('link', { name: 'Chaves de acesso' }).click()
  await page.getByText('Nenhuma chave ainda.').waitFor()
  await page.getByRole('button', { name: 'Nova chave' }).click()
  const form = page.getByRole('dialog', { name: 'Nova chave' })
  await form.getByRole('textbox', { name: 'Nome' }).fill('ERP da loja')
  await inBoth(page, 'keys-form')
  await form.getByRole('button', { name: 'Salvar' }).click()
  const once = page.getByRole('dialog', { name: 'Guarde a chave' })
  const token = (await once.getByTestId('secret').textContent()) ?? ''
  // Browsers let a page hold the first one back, not the second.
  for (let n = 0; n < 3; n++) await page.keyboard.press('Escape')
  // Closed by the browser, it is there again a moment later.
  await once.getByTestId('secret').waitFor()
  assert.ok(await once.getByTestId('secret').isVisible())
  await once.getByRole('button', { name: 'Já guardei' }).click()
  await page.getByText('nunca usada').waitFor()
  assert.equal((await site.t.call('GET', '/api/v1/products', { token })).status, 200)
  await page.reload()
  await page.getByText('ERP da loja').waitFor()
  await page.getByText('nunca usada').waitFor({ state: 'detached' })
  assert.ok(!(await page.content()).includes(token))
  await inBoth(page, 'keys')
  await page.getByRole('button', { name: 'Revogar ERP da loja' }).click()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText('Revogada').waitFor()
  assert.equal((await site.t.call('GET', '/api/v1/products', { token })).status, 401)
  // What is over is folded once another one works, and one that ends soon says so.
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const body = { name: 'Painel', scopes: ['orders:read'], expires_on: day(3) }
  assert.equal((await site.t.call('POST', '/api/v2/keys', { token: a.admin.token, body })).status, 200)
  await page.reload()
  await page.getByText(/Vence em [234] dias/).waitFor()
  assert.equal(await page.getByText('Revogada').isVisible(), false)
  await page.getByText('1 que não vale mais').click()
  await page.getByText('Revogada').waitFor()
  await inBoth(page, 'keys-over')
  assert.deepEqual(site.errors, [])
})
test('the admin gives an address, sees what would come, says what a column is, and the client finds its products; what changes much waits, is written by a tap and taken back', async () => {
  const list = (n: number, price: string) =>
    `código;mercadoria da casa;preço\n${Array.from({ length: n }, (_, i) => `E-${i + 1};Cuia lisa ${i + 1};${price}`).join('\n')}\n`
  feed.body = list(30, '12,00')
  await admin.goto(`${origin}/dashboard/integrations/catalogo`)
  await admin.getByText('Nenhum endereço ainda.').waitFor()
  await admin.getByRole('button', { name: 'Novo endereço' }).click()
  const form = admin.getByRole('dialog', { name: 'Novo endereço' })
  await form.getByLabel('Nome').fill('Lista da fábrica')
  await form.getByRole('textbox', { name: 'Endereço' }).fill(`${feed.origin}/lista.csv`)
  await form.getByRole('button', { name: 'Ver o que viria' }).click()
  await form.getByLabel('O que é a coluna mercadoria da casa').selectOption({ label: 'Nome' })
  await form.getByText('30 novos').waitFor()
  await inBoth(admin, 'feeds-form')
  await form.getByRole('button', { name: 'Salvar' }).click()
  const sheet = admin.getByRole('dialog', { name: 'Lista da fábrica' })
  await sheet.getByText('Nenhuma ainda.').waitFor()
  await sheet.getByRole('button', { name: 'Buscar agora' }).click()
  await sheet.getByText('30 novos').waitFor()
  const client = await browserOf(site, origin, a.client.email, PHONE)
  await client.goto(`${origin}/pedidos`)
  await client
    .getByText(/Cuia lisa/)
    .first()
    .waitFor()
  feed.body = list(30, '90,00')
  await sheet.getByRole('button', { name: 'Buscar agora' }).click()
  await sheet.getByRole('button', { name: 'Gravar assim mesmo' }).waitFor()
  await sheet.getByText('Espera o seu sim, nada foi gravado: 30 alterados').first().waitFor()
  await sheet.getByRole('button', { name: 'Ver o que mudaria' }).click()
  await sheet.getByRole('row', { name: /Cuia lisa 30/ }).waitFor()
  assert.match(await sheet.getByRole('row', { name: /Cuia lisa 30/ }).innerText(), /12,00[^]*90,00/)
  await inBoth(admin, 'feeds-asks')
  await admin.reload()
  await sheet.getByRole('button', { name: 'Gravar assim mesmo' }).click()
  await sheet.getByRole('button', { name: 'Desfazer: 30 alterados' }).click()
  await admin.getByText('30 linhas como antes.').waitFor()
  const price = async () =>
    (await site.t.call('GET', '/api/v2/products/by_code/E-3', { token: a.admin.token })).body.data.price as string
  assert.equal(await price(), '12,00')
  const phone = await browserOf(site, origin, a.admin.email, PHONE)
  await phone.goto(`${origin}/dashboard/integrations/catalogo`)
  await phone.getByText('Lista da fábrica').waitFor()
  await inBoth(phone, 'feeds-phone')
  await phone.getByText('Lista da fábrica').click()
  await phone.getByText('Últimas vezes').waitFor()
  feed.status = 404
  const of = phone.getByRole('dialog', { name: 'Lista da fábrica' })
  await of.getByRole('button', { name: 'Buscar agora' }).click()
  await of.getByRole('alert').getByText('O catálogo ficou como estava.').waitFor()
  await inBoth(phone, 'feeds-sheet-phone')
  assert.deepEqual(site.errors, [])
})
