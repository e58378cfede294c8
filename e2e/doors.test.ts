// The doors of a catalogue: an address that is nobody's, a closed one, signing in, and going without a name.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCompany, aProduct, type Company, until } from '../test/kit.ts'
import { alive, cartBar, DESK, inBoth, PHONE, photo, plusOf, signOut, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá', seller_phone: '11955554444' })
  await aProduct(site.t, a, { name: 'Tigela funda', code: 'TG-008', price: '54,00' })
})
after(() => site.close())
const password = (page: Page) => page.locator('input[type=password]')

test('at an address without a company it is said that no catalogue is there, and nobody is asked for a password', async () => {
  const { page } = await site.browser(PHONE)
  for (const path of ['/pedidos', '/', '/dashboard/orders', '/session/signin']) {
    await page.goto(site.at('nao-existe') + path)
    await page.getByRole('heading', { name: 'Aqui não há catálogo' }).waitFor()
    await page.getByText('nao-existe.localhost').waitFor()
    assert.equal(await password(page).count(), 0, path)
  }
  await inBoth(page, 'unknown')
})
test('a closed catalogue gives the phone and WhatsApp, and its own people a way in', async () => {
  const b = await aCompany(site.t, { name: 'Fechada', seller_phone: '11912345678' })
  await site.t.owner.query("update companies set valid_until = '2020-01-01' where id = $1", [b.id])
  const { page } = await site.browser(PHONE)
  await page.goto(`${site.at(b.path)}/pedidos`)
  await page.getByRole('heading', { name: 'Catálogo fechado' }).waitFor()
  assert.equal(await password(page).count(), 0)
  const link = (name: string) => page.getByRole('link', { name }).getAttribute('href')
  assert.match((await link('Falar no (11) 91234-5678')) ?? '', /phone=5511912345678/)
  assert.equal(await link('Ligar'), 'tel:+5511912345678')
  await inBoth(page, 'closed')
  await page.getByRole('link', { name: 'Entrar' }).tap()
  await password(page).waitFor()
})
test('signing in: the eye is in the field, what was wrong goes as it is mended, a catalogue can be made, and the language chosen', async () => {
  const { page } = await site.browser(PHONE)
  await page.goto(`${site.at('sistema')}/session/signin`)
  await page.getByLabel('E-mail').fill('ninguem@exemplo.test')
  await page.getByLabel('Senha', { exact: true }).fill('errada')
  await page.getByRole('button', { name: 'Entrar', exact: true }).tap()
  const wrong = page.getByText('E-mail ou senha não conferem.')
  await wrong.waitFor()
  await page.getByRole('button', { name: 'Mostrar senha' }).tap()
  assert.equal(await page.getByLabel('Senha', { exact: true }).getAttribute('type'), 'text')
  await inBoth(page, 'signin')
  await page.getByLabel('Senha', { exact: true }).fill('outra')
  await wrong.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Criar catálogo' }).tap()
  await page.getByRole('heading', { name: 'Seu catálogo em 5 minutos' }).waitFor()
  await page.goBack()
  for (const [language, title] of [
    ['English', 'Sign in'],
    ['Français', 'Se connecter'],
  ] as const) {
    await page.getByRole('button', { name: language }).tap()
    await page.getByRole('heading', { name: title }).waitFor()
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), language)
  }
  // Beside a company's door stands what everybody may see of it; one product is no wall, a closed catalogue shows none.
  for (let n = 0; n < 6; n++) {
    const { id } = await aProduct(site.t, a, { name: `Vaso ${n}`, code: `V-${n}`, price: '10,00' })
    await site.t.call('POST', '/api/v2/images/add_image_to_product', {
      token: a.admin.token,
      form: { product_id: String(id), image: new Blob([(await photo('v.png', `#${n}${n}4488`)).buffer]) },
    })
  }
  const ready = async () =>
    (await site.t.owner.query('select count(*)::int as n from files where company_id = $1 and ready', [a.id])).rows[0].n
  await until(async () => (await ready()) === 6)
  const { page: desk } = await site.browser(DESK)
  for (const [host, name] of [
    [site.at('sistema'), 'signin-desk'],
    [site.at(a.path), 'signin-company'],
  ] as const) {
    await desk.goto(`${host}/session/signin`)
    await password(desk).waitFor()
    await inBoth(desk, name)
  }
  // The wall of products beside the form is for eyes only.
  const photos = (page: Page) => page.locator('[aria-hidden=true] div img')
  assert.equal(await photos(desk).count(), 6)
  const closing = (is: boolean) =>
    site.t.call('PUT', `/api/v1/companies/${a.id}`, { token: a.admin.token, body: { catalogue_open: is ? '0' : '1' } })
  assert.equal((await closing(true)).status, 200)
  await desk.reload()
  await password(desk).waitFor()
  assert.equal(await photos(desk).count(), 0)
  const html = await site.t.app.inject({ url: '/session/signin', headers: { host: new URL(site.at(a.path)).host } })
  assert.doesNotMatch(html.body, /"photos"/)
  await closing(false)
  await desk.reload()
  // A stranger at a company's door finds the way to its catalogue.
  await desk.getByRole('button', { name: 'Ver catálogo' }).click()
  await desk.getByRole('link', { name: 'Tigela funda' }).waitFor()
})
test('a visitor who goes is asked first, and told what goes along; the orders of this device say how they stand, and go again', async () => {
  const { page } = await site.browser(PHONE)
  await page.goto(`${site.at(a.path)}/pedidos`)
  await alive(page)
  await plusOf(page.getByRole('article').first()).tap()
  await page.getByRole('link', { name: /Ver pedido/ }).tap()
  await page.getByLabel('Nome', { exact: true }).fill('Luciana Prado')
  const phone = page.getByLabel('WhatsApp', { exact: true })
  await phone.pressSequentially('12997142208')
  assert.equal(await phone.inputValue(), '(12) 99714-2208')
  await page.getByRole('button', { name: 'Enviar pedido' }).tap()
  await page.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
  const { id } = (await site.t.owner.query('select id from orders where company_id = $1', [a.id])).rows[0]
  const confirmed = await site.t.call('PUT', `/api/v1/companies/${a.id}/orders/${id}`, {
    token: a.admin.token,
    body: { status: 'confirmado' },
  })
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body))
  await page.goto(`${site.at(a.path)}/pedidos/meus`)
  await page.getByText('Confirmado').waitFor()
  await inBoth(page, 'device-orders')
  await page.getByRole('button', { name: 'Repetir' }).tap()
  await page.waitForURL(/shoppingcart/)
  await page.goto(`${site.at(a.path)}/pedidos`)
  await cartBar(page).waitFor()
  await signOut(page)
  const asked = page.getByRole('dialog', { name: 'Limpar este aparelho?' })
  await asked.getByText('o carrinho, com 1 peça').waitFor()
  await asked.getByText('o link de 1 pedido enviado').waitFor()
  await inBoth(page, 'leave')
  await asked.getByRole('button', { name: 'Voltar' }).tap()
  await page.reload()
  await cartBar(page).waitFor()
  await signOut(page)
  await asked.getByRole('button', { name: 'Limpar este aparelho' }).tap()
  await page.waitForURL(/signin/)
  await page.getByRole('button', { name: 'Ver catálogo' }).tap()
  await alive(page)
  assert.equal(await cartBar(page).count(), 0)
  // The company has it still.
  const kept = await site.t.call('GET', `/api/v1/companies/${a.id}/orders`, { token: a.admin.token })
  assert.equal(kept.body.data.length, 1)
})
test('what is typed wrong at a door is said at its field; a server that is away marks none', async () => {
  const { page } = await site.browser(PHONE)
  const wrong = page.locator('input[aria-invalid="true"]')
  const says = async (label: string, words: RegExp) => {
    await wrong.waitFor()
    assert.equal(await page.getByLabel(label, { exact: true }).getAttribute('aria-invalid'), 'true')
    assert.match(await page.locator(`[id='${await wrong.getAttribute('aria-describedby')}']`).innerText(), words)
    assert.equal(await page.getByRole('alert').count(), 0)
  }
  await page.goto(`${site.at(a.path)}/session/forgot`)
  await page.route('**/api/**', (r) => r.abort())
  await page.getByLabel('E-mail').fill('rosa@aroeira.test')
  await page.getByRole('button', { name: 'Enviar link' }).click()
  await page.getByRole('alert').getByText('Confira a internet').waitFor()
  assert.equal(await wrong.count(), 0)
  await inBoth(page, 'forgot-away')
  await page.unroute('**/api/**')
  for (const typed of ['rosa', '']) {
    await page.getByLabel('E-mail').fill(typed)
    await page.getByRole('button', { name: 'Enviar link' }).click()
    await says('E-mail', /E-mail inválido/)
  }
  await page.goto(`${site.at(a.path)}/session/signin`)
  await page.getByLabel('E-mail').fill('rosa')
  await password(page).fill('segredo-de-teste')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await says('E-mail', /E-mail inválido/)
})
test('a fault of our own at a button is said as well, not only written down', async () => {
  const { page } = await site.browser(PHONE)
  await page.goto(`${site.at(a.path)}/session/signin`)
  await page.getByLabel('E-mail').fill('rosa@aroeira.test')
  await password(page).fill('segredo-de-teste')
  await page.evaluate(() => {
    const { stringify } = JSON
    JSON.stringify = (value: { password?: string }) => {
      if (value.password) throw new Error('a fault of ours')
      return stringify(value)
    }
  })
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByText('Algo deu errado neste aparelho.').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Entrar', exact: true }).isEnabled())
  assert.match(site.errors.splice(0).join(), /a fault of ours/)
})
test('the pages of this run wrote no error to the console', () => assert.deepEqual(site.errors, []))
