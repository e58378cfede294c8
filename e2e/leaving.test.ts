// What a person who leaves could go on reaching is shown before it is closed; the own e-mail asks for the password.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aClient, aCompany, aPerson, type Company, PASSWORD } from '../test/kit.ts'
import { browserOf, DESK, inBoth, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let c: Company
before(async () => {
  site = await startOnline()
  c = await aCompany(site.t, { name: 'Casa Aroeira', max_users_seller: 5, price_approval: true })
  await aPerson(site.t, c.id, 2, { name: 'Zeca' })
})
after(() => site.close())

test('removing a seller lists the opened links and closes those that are not ticked', async () => {
  const home = site.at(c.path)
  const id = await aClient(site.t, c, { name: 'Empório da Vila', phone: '11999714200' })
  const { token } = (await site.t.call('GET', `/api/v2/clients/${id}/link`, { token: c.seller.token })).body.data
  const admin = await browserOf(site, home, c.admin.email, PHONE)
  const failing = '**/api/v2/users/*/left'
  await admin.route(failing, (route) => route.fulfill({ status: 500, json: { code: 'fault', message: 'Falhou.' } }))
  await admin.goto(`${home}/dashboard/users/${c.seller.id}`)
  await admin
    .getByRole('button', { name: /Excluir/ })
    .first()
    .click()
  const confirm = admin.getByRole('button', { name: 'Confirmar' })
  await admin.getByText('Não conseguimos ver o que esta pessoa ainda alcançaria.').waitFor()
  assert.equal(await confirm.isDisabled(), true)
  await inBoth(admin, 'leaving-removal-failed')
  await admin.unroute(failing)
  await admin.getByRole('button', { name: 'Tentar de novo' }).click()
  await admin.getByLabel('1 link pessoal de cliente que abriu').waitFor()
  assert.equal(await admin.getByLabel('1 link pessoal de cliente que abriu').isChecked(), false)
  await inBoth(admin, 'leaving-removal')
  await admin.getByLabel('Quem fica com clientes, pedidos abertos e links').selectOption({ label: 'Zeca' })
  let asked = 0
  await admin.route('**/api/v1/users/*', async (route) => {
    if (route.request().method() === 'DELETE') asked++
    await route.fallback()
  })
  await confirm.evaluate((button: HTMLButtonElement) => {
    button.click()
    // A second tap, once the first has been drawn.
    requestAnimationFrame(() => setTimeout(() => button.click()))
  })
  await admin.getByText(/foi excluído/).waitFor()
  assert.equal(asked, 1)
  const body = { user_id: token, company_path: c.path }
  assert.equal((await site.t.call('POST', '/api/v2/auth/loginClient', { body })).status, 403)
})
test('a price request with a client’s phone says whose phone it is', async () => {
  const home = site.at(c.path)
  await site.t.owner.query(
    `insert into price_requests (company_id, name, phone, asked_at) values ($1, 'Alguém de fora', '11999714200', now())`,
    [c.id],
  )
  const admin = await browserOf(site, home, c.admin.email, DESK)
  await admin.goto(`${home}/dashboard/users`)
  await admin.getByText('Este telefone é do cliente Empório da Vila').waitFor()
  await inBoth(admin, 'leaving-price-request')
})
test('an admin’s own e-mail changes with the current password', async () => {
  const home = site.at(c.path)
  const admin = await browserOf(site, home, c.admin.email, DESK)
  await admin.goto(`${home}/dashboard/users/${c.admin.id}`)
  await admin.getByLabel('E-mail').fill('outra@casa.test')
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('A senha atual não confere.').first().waitFor()
  await inBoth(admin, 'leaving-own-email')
  await admin.getByLabel('Senha atual').fill(PASSWORD)
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('Salvo.').waitFor()
})
test('sellers and clients change their own e-mail with the current password', async () => {
  const home = site.at(c.path)
  const seller = await aPerson(site.t, c.id, 2)
  for (const [who, options, email] of [
    [seller, DESK, 'nova.vendedora@casa.test'],
    [c.client, PHONE, 'novo.cliente@casa.test'],
  ] as const) {
    const page = await browserOf(site, home, who.email, options)
    await page.goto(`${home}/dashboard/categories`)
    await page.getByRole('button', { name: 'Mais opções' }).click()
    await page.getByRole('link', { name: 'Seus dados' }).click()
    await page.getByRole('heading', { name: 'Seus dados' }).waitFor()
    assert.equal(await page.getByLabel('Senha atual').count(), 0)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Nome', { exact: true }).fill('Rosa Lima')
    await page.getByLabel('Senha atual').fill('outra-senha')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('A senha atual não confere.').first().waitFor()
    await inBoth(page, `own-email-${who === seller ? 'seller' : 'client'}`)
    await page.getByLabel('Senha atual').fill(PASSWORD)
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Salvo.').waitFor()
    await page.reload()
    await page.getByLabel('E-mail').waitFor()
    assert.equal(await page.getByLabel('E-mail').inputValue(), email)
    const { rows } = await site.t.owner.query('select name, email from users where id = $1', [who.id])
    assert.deepEqual(rows[0], { name: 'Rosa Lima', email })
  }
})
test('a client who came by the personal link is offered no e-mail to change', async () => {
  const home = site.at(c.path)
  const id = await aClient(site.t, c, { name: 'Mercearia Boa Vista' })
  const { token } = (await site.t.call('GET', `/api/v2/clients/${id}/link`, { token: c.admin.token })).body.data
  const { page } = await site.browser(PHONE)
  await page.goto(`${home}/pedidos?id=${token}`)
  await page.getByRole('button', { name: 'Mais opções' }).click()
  await page.getByRole('link', { name: 'Seus dados' }).click()
  await page.getByText('Você entra pelo link pessoal.').waitFor()
  assert.equal(await page.getByLabel('E-mail').count(), 0)
  assert.equal(await page.getByLabel('Nome', { exact: true }).inputValue(), 'Mercearia Boa Vista')
  await inBoth(page, 'own-by-link')
})
test('the consoles stay silent but for refused calls', () =>
  assert.deepEqual(
    site.errors.filter((e) => !e.includes('422')),
    [],
  ))
