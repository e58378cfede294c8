// Company and clients write to each other: on the order, by a link, without a network, and each finds it again.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCart, aCompany, aProduct, aVisitor, type Company, order, until } from '../test/kit.ts'
import { copied, installed, sendNow, takeBack } from './kept.ts'
import { browserOf, DESK, inBoth, PHONE, photo, type Site, startOnline, OFFLINE } from './kit.ts'

let site: Site
let a: Company
let product: number
/** The client's phone, and the seller's, which keeps its screens for a time without network. */
let client: Page
let phone: Page
const NAME = 'Padaria Pires'
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá' })
  await site.t.owner.query(
    "update users set company_name = $2, name = 'Ana Pires', phone = '11955554444' where id = $1",
    [a.client.id, NAME],
  )
  product = (await aProduct(site.t, a, { name: 'Caneca', code: 'CN-001', price: '10,00', stock: 500 })).id
  client = await browserOf(site, origin(), a.client.email, PHONE)
  phone = await browserOf(site, origin(), a.seller.email, { ...PHONE, ...OFFLINE })
})
after(async () => {
  await site.close()
})
const origin = () => site.at(a.path)
interface Ordered {
  id: number
  number: number
  receipt_path: string
}
async function anOrder(token = a.client.token): Promise<Ordered> {
  const r = await order(site.t, a, token, aCart([{ product_id: product, quantity: 1 }], { name: 'Ana Pires' }))
  assert.equal(r.status, 201, JSON.stringify(r.body))
  return r.body.data
}
const said = async (text: string) =>
  (await site.t.owner.query('select * from messages where company_id = $1 and text = $2', [a.id, text])).rows
const field = (page: Page) => page.getByLabel('Escreva uma mensagem')
const send = (page: Page) => page.getByRole('button', { name: 'Enviar', exact: true }).click()
async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await send(page)
}
/** No call about messages finds anybody, and the live stream goes on. */
const CALLS = /\/(conversations|messages)(\/|\?|$)/
const deaf = (page: Page) =>
  page.context().route(CALLS, (r) => (r.request().method() === 'GET' ? r.continue() : r.abort()))
const heard = (page: Page) => page.context().unroute(CALLS)

test('the client asks on the order, the seller hears it on another screen and answers with a template; both find it again, and so does the admin', async () => {
  const o = await anOrder()
  const seller = await browserOf(site, origin(), a.seller.email, DESK)
  await seller.goto(`${origin()}/dashboard/products`)
  await seller.getByRole('link', { name: /^Mensagens/ }).waitFor()
  await client.goto(`${origin()}/pedidos/meus/${o.id}`)
  await client.getByText('Escreva à empresa: a resposta aparece aqui.').waitFor()
  await client.getByLabel('Enviar uma foto').setInputFiles(await photo('fachada.png', '#c94'))
  await client.getByAltText('Foto escolhida').waitFor()
  await write(client, 'Podem deixar com o porteiro?')
  await client.getByRole('listitem').filter({ hasText: 'Podem deixar com o porteiro?' }).waitFor()
  // The menu says it without being asked, and leads there.
  await seller.getByRole('link', { name: /^Mensagens\s*1 não lidas/ }).click()
  await seller.waitForURL(/\/apps\/messages/)
  await seller.getByRole('link', { name: /Ana Pires.*Podem deixar/ }).click()
  await seller.waitForURL(new RegExp(`pedido=${o.id}`))
  await seller.getByAltText('Foto de Ana Pires').waitFor()
  await seller.getByRole('button', { name: 'Usar um modelo' }).click()
  await seller.getByText('Nenhum modelo ainda.').waitFor()
  await seller.getByRole('button', { name: 'Novo modelo' }).click()
  await seller.getByLabel('Nome do modelo').fill('Recado')
  await seller.getByLabel('Texto').fill('Oi, {nome}!')
  await seller.getByRole('button', { name: 'Salvar', exact: true }).click()
  await seller.getByText('“nome” não existe.').waitFor()
  await seller.getByLabel('Texto').fill('Oi, {cliente}! Pedido {pedido}: pode sim.')
  await inBoth(seller, 'template')
  await seller.getByRole('button', { name: 'Salvar', exact: true }).click()
  await seller.getByRole('button', { name: /^Recado/ }).waitFor()
  await inBoth(seller, 'templates')
  await seller.getByRole('button', { name: /^Recado/ }).click()
  const words = `Oi, Ana! Pedido ${o.number}: pode sim.`
  await until(async () => (await field(seller).inputValue()) === words)
  // The same words are ready in the seller's own WhatsApp.
  const chat = new URL((await seller.getByRole('link', { name: 'Continuar no WhatsApp' }).getAttribute('href')) ?? '')
  assert.equal(chat.searchParams.get('text'), words)
  await send(seller)
  await client.getByText(words).waitFor()
  await seller.getByText('vista').waitFor()
  await inBoth(seller, 'desk')
  await client.reload()
  await client.getByText(words).waitFor()
  await client.getByText(words).scrollIntoViewIfNeeded()
  await inBoth(client, 'client')
  await seller.reload()
  await seller.getByText(words).first().waitFor()
  const admin = await browserOf(site, origin(), a.admin.email, DESK)
  await admin.goto(`${origin()}/dashboard/orders/${o.id}`)
  await admin.getByText(words).waitFor()
  assert.equal((await said(words)).length, 1)
  // After a step of the status one tap tells the client, in the admin's own WhatsApp.
  await admin.getByRole('button', { name: 'Confirmar pedido' }).click()
  const link = new URL((await admin.getByRole('link', { name: 'Avisar pelo WhatsApp' }).getAttribute('href')) ?? '')
  assert.match(
    link.searchParams.get('text') ?? '',
    new RegExp(`Ana! .*pedido ${o.number} foi confirmado.*${o.receipt_path}$`, 's'),
  )
  await inBoth(admin, 'order')
  for (const p of [seller, admin]) await p.context().close()
})
test('a client in the catalogue is told in the menu that there is something to read, and led there', async () => {
  const o = await anOrder()
  await client.goto(`${origin()}/pedidos`)
  await client.getByRole('button', { name: 'Abrir menu' }).click()
  const entry = client.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: /^Meus pedidos/ })
  await entry.waitFor()
  await site.t.call('POST', `/api/v2/companies/${a.id}/conversations/pedido/${o.id}`, {
    token: a.seller.token,
    body: { key: 'uma-chave-de-quem-vende', text: 'Saiu para entrega.' },
  })
  await entry.filter({ hasText: /não lidas/ }).click()
  await client.getByRole('link', { name: /Saiu para entrega/ }).click()
  await client.waitForURL(`**/pedidos/meus/${o.id}`)
})
test('on a phone the list leads to the conversation, back leads to the list as it was, and a reload stays', async () => {
  const o = await anOrder()
  await site.t.call('POST', `/api/v2/companies/${a.id}/conversations/pedido/${o.id}`, {
    token: a.client.token,
    body: { key: 'uma-chave-de-telefone', text: 'Chega amanhã?' },
  })
  await phone.goto(`${origin()}/apps/messages?unread=1`)
  await inBoth(phone, 'list-phone')
  await phone.getByRole('link', { name: /Chega amanhã/ }).click()
  await phone.getByRole('region', { name: 'Conversa' }).getByText('Chega amanhã?').waitFor()
  await phone.reload()
  await phone.getByRole('region', { name: 'Conversa' }).getByText('Chega amanhã?').waitFor()
  await phone.goBack()
  await phone.getByRole('button', { name: 'Não lidas', pressed: true }).waitFor()
  await phone.getByLabel('Buscar por cliente').fill('pires')
  await phone.getByRole('heading', { name: 'Escrever a um cliente' }).waitFor()
  await phone.getByRole('link', { name: NAME }).last().click()
  await phone.waitForURL(new RegExp(`cliente=${a.client.id}`))
  await write(phone, 'Bom dia, Ana!')
  await client.goto(`${origin()}/pedidos/meus`)
  await client.getByText('Bom dia, Ana!').waitFor()
  await inBoth(client, 'mine')
})
test('whoever holds the link writes without an account: what was typed outlives the page, what could not be sent comes back, and is there once', async () => {
  const o = await anOrder(await aVisitor(site.t, a))
  const { page } = await site.browser(PHONE)
  await page.goto(`${origin()}${o.receipt_path}`)
  await field(page).fill('Posso trocar a cor?')
  await page.reload()
  await until(async () => (await field(page).inputValue()) === 'Posso trocar a cor?')
  await deaf(page)
  await send(page)
  await page.getByText('Não conseguimos falar com o servidor').waitFor()
  await until(async () => (await field(page).inputValue()) === 'Posso trocar a cor?')
  await heard(page)
  await send(page)
  await page.getByRole('listitem').filter({ hasText: 'Posso trocar a cor?' }).waitFor()
  await until(async () => (await said('Posso trocar a cor?')).length === 1)
  await site.t.call('POST', `/api/v2/companies/${a.id}/conversations/pedido/${o.id}`, {
    token: a.admin.token,
    body: { key: 'uma-resposta-da-casa', text: 'Pode: qual?' },
  })
  await page.getByText('Pode: qual?').waitFor()
  await inBoth(page, 'receipt')
  assert.equal((await said('Posso trocar a cor?')).length, 1)
  await page.context().close()
})
test('without a network the message stands in its conversation, waits through a reload, and arrives once', async () => {
  const o = await anOrder()
  await phone.goto(`${origin()}/apps/messages?pedido=${o.id}`)
  await field(phone).waitFor()
  await deaf(phone)
  await write(phone, 'Saiu para entrega')
  const bubble = phone.getByRole('listitem').filter({ hasText: 'Saiu para entrega' })
  await bubble.getByText('Aguardando envio').waitFor()
  await phone.reload()
  await bubble.getByText('Aguardando envio').waitFor()
  await phone.getByRole('link', { name: '1 aguardando envio' }).click()
  await phone.getByRole('heading', { name: 'Mensagem: Ana Pires' }).waitFor()
  assert.equal((await said('Saiu para entrega')).length, 0)
  await heard(phone)
  await sendNow(phone)
  await until(async () => (await said('Saiu para entrega')).length === 1)
  await phone.goto(`${origin()}/apps/messages?pedido=${o.id}`)
  await bubble.waitFor()
  assert.equal(await bubble.count(), 1)
})
test('what waits comes back before what was typed since; a photo is sent or put away, and does not lose itself', async () => {
  const o = await anOrder()
  const row = (n: number) => phone.getByRole('listitem').filter({ hasText: 'Mensagem: Ana Pires' }).nth(n)
  await phone.goto(`${origin()}/apps/messages?pedido=${o.id}`)
  await field(phone).waitFor()
  await deaf(phone)
  await write(phone, 'Chega às três')
  await phone.getByText('Aguardando envio').first().waitFor()
  await phone.getByLabel('Enviar uma foto').setInputFiles(await photo('caixa.png', '#49c'))
  await phone.getByAltText('Foto escolhida').waitFor()
  await write(phone, 'Esta caixa')
  await phone.getByText('Aguardando envio').nth(1).waitFor()
  await field(phone).fill('Até logo')
  await phone.getByRole('link', { name: '2 aguardando envio' }).click()
  await row(1).waitFor()
  assert.equal(await row(1).getByRole('button', { name: 'Editar' }).count(), 0)
  await takeBack(phone, row(0))
  await field(phone).waitFor()
  assert.equal(await field(phone).inputValue(), 'Chega às três\nAté logo')
  await heard(phone)
  await send(phone)
  await until(async () => (await said('Chega às três\nAté logo')).length === 1)
  await until(async () => (await said('Esta caixa'))[0]?.photo)
})
test('with the server away the conversations that this device keeps are read and searched, and what is written waits', async () => {
  const o = await anOrder()
  await site.t.call('POST', `/api/v2/companies/${a.id}/conversations/pedido/${o.id}`, {
    token: a.client.token,
    body: { key: 'antes-da-estrada-01', text: 'Entrega na sexta?' },
  })
  await phone.goto(`${origin()}/inicio`)
  await installed(phone)
  await copied(phone, 'messages')
  // Other pages would ask for the server all the while.
  await client.context().close()
  await site.stop()
  try {
    await phone.goto(`${origin()}/apps/messages`)
    const row = phone.getByRole('link', { name: /Entrega na sexta/ })
    await row.waitFor()
    await phone.getByText('Estas estão neste aparelho; as outras precisam de internet.').waitFor()
    await inBoth(phone, 'kept-list')
    await phone.getByLabel('Buscar por cliente ou número do pedido').fill('ninguem')
    await row.waitFor({ state: 'detached' })
    await phone.getByLabel('Buscar por cliente ou número do pedido').fill(String(o.number))
    await row.click()
    const talk = phone.getByRole('region', { name: 'Conversa' })
    await talk.getByText('Entrega na sexta?').waitFor()
    await write(phone, 'Na sexta, de manhã')
    await talk.getByText('Aguardando envio').waitFor()
    await inBoth(phone, 'kept')
    await phone.reload()
    await talk.getByText('Entrega na sexta?').waitFor()
    await talk.getByText('Na sexta, de manhã').waitFor()
  } finally {
    await site.start()
  }
  await phone.evaluate(() => dispatchEvent(new Event('online')))
  await until(async () => (await said('Na sexta, de manhã')).length === 1)
  assert.deepEqual(site.errors, [])
})
