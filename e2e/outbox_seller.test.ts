// What comes back from the way: prices that changed, orders that were refused, somebody who signs out or whose session
// ends, somebody else on the same device.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { dayIn } from '#server/clock.ts'
import { aCompany, aPerson, aProduct, type Company, type Person, until } from '../test/kit.ts'
import { clockAhead, copied, sendNow, takeBack } from './kept.ts'
import { addProduct, axe, browserOf, inBoth, PHONE, signIn, signOut, type Site, startSite } from './kit.ts'

let site: Site
let a: Company
let other: Person
let mug: { id: number }
let bowl: { id: number }
before(async () => {
  site = await startSite()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá', cpf_required: false, pedido_pro: true })
  await site.t.owner.query(
    "update users set company_name = 'Padaria Pires', phone = '11955554444', client_code = 'C016' where id = $1",
    [a.client.id],
  )
  other = await aPerson(site.t, a.id, 2)
  mug = await aProduct(site.t, a, { name: 'Caneca de barro', code: 'CB-300', price: '38,00' })
  bowl = await aProduct(site.t, a, { name: 'Tigela funda', code: 'TG-008', price: '54,00' })
})
after(() => site.close())
const origin = () => site.at(a.path)
const change = (id: number, body: object) =>
  site.t.call('PUT', `/api/v1/products/${id}`, { token: a.admin.token, body })
const lastOrder = async () =>
  (await site.t.owner.query('select * from orders where company_id = $1 order by id desc limit 1', [a.id])).rows[0]
const count = async () =>
  Number((await site.t.owner.query('select count(*) from orders where company_id = $1', [a.id])).rows[0].count)
const pill = (page: Page) => page.getByRole('link', { name: /aguardando envio/ })
const deaf = (page: Page) => page.context().route('**/order_cart', (route) => route.abort())
const heard = (page: Page) => page.context().unroute('**/order_cart')
/** A seller's cart for the bakery, ready to be sent. */
async function fill(page: Page, codes = ['CB-300']): Promise<void> {
  for (const code of codes) {
    await addProduct(page, origin(), code)
  }
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  await page.getByLabel('Buscar cliente').fill('pad')
  await page.getByRole('button', { name: 'Padaria Pires' }).click()
  await page.getByText('Pedido para Padaria Pires').waitFor()
  await page.waitForFunction(
    () =>
      performance.getEntriesByType('resource').some((r) => /OutboxPage.*\.js/.test(r.name)) &&
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every((l) => l.sheet),
  )
}
/** Taken without a network: it waits on this device. */
async function keep(page: Page, codes?: string[]): Promise<void> {
  await deaf(page)
  await fill(page, codes)
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('heading', { name: 'Pedido guardado neste aparelho' }).waitFor()
}
const sendHeard = async (page: Page) => {
  await heard(page)
  await sendNow(page)
}

test('a price that changed on the way is shown old → new: accepted whole, passed to the admin, or accepted by the client’s link', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  let price = 38
  const late = async () => {
    // The device's copy may show the price before the last change for a moment.
    await page.goto(`${origin()}/dashboard/products?product_code=CB-300`)
    await page.getByRole('dialog').getByText(`R$ ${price},00`).first().waitFor()
    await keep(page)
    await change(mug.id, { price: `${price + 2},00` })
    await sendHeard(page)
    await page.getByText('Espera sua resposta').waitFor()
    const stored = await lastOrder()
    assert.deepEqual(
      [stored.status, stored.queued, Number(stored.total)],
      ['ajuste_solicitado', true, (price + 2) * 100],
    )
    const card = page.getByRole('region', { name: /^O preço mudou/ })
    assert.match(
      (await card.innerText()).replaceAll(/\s/g, ' '),
      new RegExp(`R\\$ ${price},00 →.*R\\$ ${price + 2},00`),
    )
    price += 2
    return stored
  }
  const first = await late()
  await inBoth(page)
  assert.equal(await pill(page).textContent(), '1')
  await page.reload()
  await page.getByRole('button', { name: 'Aceitar tudo' }).click()
  await pill(page).waitFor({ state: 'detached' })
  assert.equal((await lastOrder()).status, 'novo')
  await late()
  await page.getByRole('button', { name: 'Pedir aprovação' }).click()
  await pill(page).waitFor({ state: 'detached' })
  assert.equal((await lastOrder()).status, 'aguardando_aprovacao')
  // Whoever holds the link answers, too; the seller is told that it has been said.
  const third = await late()
  assert.notEqual(third.id, first.id)
  const { page: hers } = await site.browser(PHONE)
  await hers.goto(`${origin()}/pedido/${third.receipt_token}`)
  assert.equal(await hers.getByRole('button', { name: 'Pedir aprovação' }).count(), 0)
  await hers.getByRole('button', { name: 'Aceitar tudo' }).click()
  await until(async () => (await lastOrder()).status === 'novo')
  await page.getByRole('button', { name: 'Pedir aprovação' }).click()
  await page.getByText('não pode passar').waitFor()
  await pill(page).waitFor({ state: 'detached' })
})

test('a refused order comes back as a draft that can be changed, with the reason at its line', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  await keep(page, ['CB-300', 'TG-008'])
  await change(bowl.id, { active: '0' })
  const before = await count()
  await sendHeard(page)
  await page.getByText('Não aceito').waitFor()
  await page.getByText('Tigela funda: Este produto não está mais no catálogo').waitFor()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByText('Pedido para Padaria Pires').waitFor()
  await page.getByText('Este produto não está mais no catálogo').first().waitFor()
  await page.reload()
  await page.getByText('Este produto não está mais no catálogo').first().waitFor()
  await pill(page).waitFor({ state: 'detached' })
  await page.getByLabel('Quantidade de Tigela funda').fill('0')
  await page.getByLabel('Quantidade de Tigela funda').press('Enter')
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('heading', { name: /^Pedido \d+ de Padaria Pires enviado$/ }).waitFor()
  assert.equal(await count(), before + 1)
  await change(bowl.id, { active: '1' })
})

test('one that had arrived without an answer and is changed afterwards is asked about, and not doubled in silence', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  await page.context().route('**/order_cart', async (route) => {
    const request = route.request()
    await site.t.call('POST', new URL(request.url()).pathname, {
      token: request.headers().authorization?.slice(7) ?? '',
      body: request.postDataJSON() as object,
    })
    await route.abort()
  })
  const before = await count()
  await fill(page)
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('heading', { name: 'Pedido guardado neste aparelho' }).waitFor()
  await takeBack(page)
  await page.getByLabel('Quantidade de Caneca de barro').fill('4')
  await page.getByLabel('Quantidade de Caneca de barro').press('Enter')
  await heard(page)
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  const asked = page.getByRole('dialog', { name: 'Enviar também este?' })
  await asked.waitFor()
  assert.equal(await count(), before + 1)
  await asked.getByRole('button', { name: 'Cancelar' }).click()
  assert.equal(await count(), before + 1)
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await asked.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByRole('heading', { name: /^Pedido \d+ de Padaria Pires enviado$/ }).waitFor()
  assert.equal(await count(), before + 2)
})

/** An order that waits, in the middle of its next try; `end` lets the server hear it, or not. */
async function duringTry(page: Page): Promise<(heard: boolean) => void> {
  await keep(page)
  const { promise, resolve: end } = Promise.withResolvers<boolean>()
  await heard(page)
  await page.context().route('**/order_cart', async (route) => ((await promise) ? route.continue() : route.abort()))
  await sendNow(page)
  await page.getByRole('status').getByText('Enviando…').waitFor()
  return end
}
test('takes an order back when Editar is pressed during a try that fails', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  const before = await count()
  const end = await duringTry(page)
  await page.getByRole('button', { name: 'Editar' }).click({ timeout: 20_000 })
  end(false)
  await page.getByText('Pedido para Padaria Pires').waitFor()
  await pill(page).waitFor({ state: 'detached' })
  assert.equal(await count(), before)
  await heard(page)
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('heading', { name: /^Pedido \d+ de Padaria Pires enviado$/ }).waitFor()
  assert.equal(await count(), before + 1)
})
test('leaves an order sent when Editar or Descartar is pressed during a try that succeeds', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  const before = await count()
  const end = await duringTry(page)
  await page.getByRole('button', { name: 'Editar' }).click({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Descartar Pedido de Padaria Pires' }).click({ timeout: 20_000 })
  const asked = page.getByRole('dialog', { name: 'Descartar?' })
  await asked.waitFor()
  end(true)
  await asked.waitFor({ state: 'detached' })
  await pill(page).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: /^Pedido \d+ de Padaria Pires enviado/ }).waitFor()
  assert.equal(await count(), before + 1)
  assert.equal(new URL(page.url()).pathname, '/aguardando')
})

test('signing out: what waits is sent first; what cannot be goes along in a file, and nobody else on the device sees or sends it', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  const before = await count()
  await keep(page)
  await heard(page)
  await signOut(page)
  await page.waitForURL(/session\/signin/)
  assert.equal(await count(), before + 1)

  await signIn(page, origin(), a.seller.email)
  await keep(page)
  await signOut(page)
  const asked = page.getByRole('dialog', { name: '1 pedido ainda não foi enviado' })
  await asked.waitFor()
  await asked.getByText('Pedido de Padaria Pires').waitFor()
  assert.deepEqual(await axe(page), [])
  await asked.getByRole('button', { name: 'Esperar' }).click()
  assert.equal(await pill(page).textContent(), '1')
  await signOut(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    asked.getByRole('button', { name: 'Guardar em um arquivo e sair' }).click(),
  ])
  const path = await file.path()
  assert.equal((JSON.parse(readFileSync(path, 'utf8')) as { items: unknown[] }).items.length, 1)
  await page.waitForURL(/session\/signin/)
  await heard(page)

  await signIn(page, origin(), other.email)
  await page.goto(`${origin()}/aguardando`)
  await page.getByText('Nada aguarda envio neste aparelho').waitFor()
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByText('Este arquivo é de outra pessoa').waitFor()
  assert.equal(await pill(page).count(), 0)
  assert.equal(await count(), before + 1)

  // The same person elsewhere reads the file in; then here the same one leaves by itself: it is there once.
  const elsewhere = await browserOf(site, origin(), a.seller.email, PHONE)
  await elsewhere.goto(`${origin()}/aguardando`)
  await elsewhere.locator('input[type=file]').setInputFiles(path)
  await until(async () => (await count()) === before + 2)
  await signOut(page)
  await page.waitForURL(/session\/signin/)
  await signIn(page, origin(), a.seller.email)
  await page.goto(`${origin()}/aguardando`)
  await pill(page).waitFor({ state: 'detached' })
  await page.getByText('Nada aguarda envio neste aparelho').waitFor()
  assert.equal(await count(), before + 2)
})

test('a session that ended keeps what waits and asks to sign in; a closed company keeps it as well', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  const before = await count()
  await keep(page)
  await site.t.owner.query('delete from sessions where user_id = $1', [a.seller.id])
  await heard(page)
  await sendNow(page)
  await page.waitForURL(/session\/signin/)
  assert.equal(await count(), before)
  await site.t.owner.query('update companies set is_blocked = true where id = $1', [a.id])
  await signIn(page, origin(), a.seller.email).catch(() => {})
  await site.t.owner.query('update companies set is_blocked = false where id = $1', [a.id])
  await signIn(page, origin(), a.seller.email)
  await until(async () => (await count()) === before + 1)
  await pill(page).waitFor({ state: 'detached' })
})

test('a server that asks to wait is waited for as long as it says', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  const before = await count()
  const at: number[] = []
  await page.context().route('**/order_cart', async (route) => {
    at.push(Date.now())
    if (at.length > 1) return route.continue()
    await route.fulfill({
      status: 429,
      headers: { 'retry-after': '3' },
      json: { status: 'error', code: 'too_many', message: 'Muitos pedidos de uma vez.' },
    })
  })
  await fill(page)
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByText('O servidor pediu para esperar').waitFor()
  await until(async () => (await count()) === before + 1)
  assert.equal(at.length, 2)
  assert.ok((at[1] ?? 0) - (at[0] ?? 0) >= 3000, String(at))
})
test('what is taken away in a file has the company’s day in its name, also where a phone’s clock is wrong', async () => {
  const { page, context } = await site.browser(PHONE)
  const forward = await clockAhead(page)
  await page.goto(origin())
  await forward(3 * 24)
  await signIn(page, origin(), a.seller.email)
  await copied(page)
  await keep(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Guardar em um arquivo' }).click(),
  ])
  assert.equal(file.suggestedFilename(), `pedidos-por-enviar-${dayIn('America/Sao_Paulo', new Date())}.json`)
  await context.close()
})
