// What is typed: a phone is written as it is read in every form, and what was refused is said until it is mended.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { aCart, aCompany, aPerson, aProduct, type Company, order, until } from '../test/kit.ts'
import { axe, browserOf, DESK, PHONE, type Site, snack, startOnline, still } from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Casa Aroeira', trial: true, max_users_seller: 5, tag_active: true })
})
after(() => site.close())
const at = (path: string) => site.at(a.path) + path
/** Typed one by one, as a hand does, and mended in the middle: a sign that is deleted takes the digit beside it along. */
async function writes(page: Page, label: string, name = label): Promise<void> {
  const field = page.getByRole('textbox', { name: label }).first()
  await field.fill('')
  await field.pressSequentially('11912345678')
  assert.equal(await field.inputValue(), '(11) 91234-5678', `${page.url()} ${name}`)
  await field.press('Home')
  for (let n = 0; n < 4; n++) await field.press('ArrowRight')
  await field.press('Delete')
  assert.equal(await field.inputValue(), '(11) 1234-5678', `${page.url()} ${name}`)
  await field.press('Backspace')
  assert.equal(await field.inputValue(), '(11) 2345-678', `${page.url()} ${name}`)
}

test('a phone is written as it is read in every form of who works here, of the platform, and of who signs up', async () => {
  const admin = await browserOf(site, site.at(a.path), a.admin.email, PHONE)
  await admin.goto(at('/dashboard/users/new?level=3'))
  await writes(admin, 'Telefone com DDD')
  await admin.goto(at('/dashboard/mycompany'))
  await writes(admin, 'WhatsApp da empresa')
  await writes(admin, 'Telefone de quem vende')
  await admin.goto(at('/s/artesaos'))
  await admin.getByRole('button', { name: 'Novo perfil' }).click()
  await writes(admin, 'WhatsApp')
  await admin.goto(at('/clientes/novo'))
  await writes(admin, 'Telefone com DDD')
  const olga = await aPerson(site.t, null, 0)
  const operator = await browserOf(site, site.at('sistema'), olga.email)
  for (const path of ['plataforma', 'propostas']) {
    await operator.goto(`${site.at('sistema')}/dashboard/companies/${path}`)
    await writes(operator, 'WhatsApp com DDD')
  }
  const { page } = await site.browser(PHONE)
  await page.goto(`${site.at('sistema')}/session/criar`)
  await writes(page, 'WhatsApp com DDD')
  for (const p of [admin, operator, page]) await p.context().close()
})
test('a refusal is said beside its field and goes as that field is mended; the others stay; saved, it is there for others', async () => {
  const admin = await browserOf(site, site.at(a.path), a.admin.email, PHONE)
  await admin.goto(at('/dashboard/users/new?level=2'))
  await admin.getByLabel('Nome', { exact: true }).fill('Bento')
  await admin.getByLabel('Telefone com DDD').fill('1234')
  await admin.getByLabel('E-mail').fill('bento@')
  await admin.getByLabel('Senha', { exact: true }).fill('uma frase comprida')
  await admin.getByRole('button', { name: 'Salvar' }).click()
  const phone = admin.getByText(/Faltou o DDD/)
  const email = admin.getByText('E-mail inválido.')
  await phone.waitFor()
  await email.waitFor()
  assert.deepEqual(await axe(admin), [])
  await admin.getByLabel('Telefone com DDD').fill('11912345678')
  await phone.waitFor({ state: 'detached' })
  assert.ok(await email.isVisible())
  await admin.getByLabel('E-mail').fill('bento@loja.test')
  await email.waitFor({ state: 'detached' })
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('Bento foi criado.').waitFor()
  await admin.reload()
  assert.equal(await admin.getByLabel('Telefone com DDD').inputValue(), '(11) 91234-5678')
  // Where a group of fields is changed by one function: who pays.
  await admin.goto(at('/session/assinar'))
  await admin.getByRole('button', { name: 'Continuar' }).click()
  await admin.getByLabel('Nome ou razão social').fill('')
  await admin.getByLabel('CPF ou CNPJ').fill('')
  await admin.getByRole('button', { name: 'Continuar' }).click()
  await admin.getByRole('button', { name: /Gerar o Pix|Pedir a cobrança/ }).click()
  const wrong = admin.locator('[aria-invalid=true]')
  await wrong.first().waitFor()
  const before = await wrong.count()
  await admin.locator('[aria-invalid=true]').first().fill('Casa Aroeira Ltda.')
  await until(async () => (await wrong.count()) === before - 1)
  await admin.context().close()
})
test('a move that needs its reason asks for it, and the sentence goes with the first letter', async () => {
  const p = await aProduct(site.t, a, { name: 'Moringa', price: '96,00' })
  const { id } = (await order(site.t, a, a.client.token, aCart([{ product_id: p.id, quantity: 1 }]))).body.data
  const page = await browserOf(site, site.at(a.path), a.admin.email, DESK)
  await page.goto(at(`/dashboard/orders/${id}`))
  await page.getByRole('button', { name: 'Confirmar pedido' }).click()
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('button', { name: 'Voltar para novo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await dialog.getByText('Diga o motivo desta mudança.').waitFor()
  await dialog.getByLabel('Motivo').fill('S')
  await dialog.getByText('Diga o motivo desta mudança.').waitFor({ state: 'detached' })
  // Closed, it gives the focus back to the three dots that it was chosen from.
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Mais ações')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Voltar para novo' }).press('Enter')
  await dialog.getByLabel('Motivo').fill('Sem tampa')
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText('· Sem tampa').waitFor()
  // And a dialog whose button goes with the menu.
  await page.setViewportSize(PHONE.viewport)
  await page.goto(at('/dashboard/products'))
  const tags = async () => {
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('button', { name: 'Etiquetas' }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).waitFor()
  }
  await tags()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Mais ações')
  // A tablet that is turned takes nothing away from it.
  await tags()
  await dialog.getByRole('button', { name: 'Nova etiqueta' }).click()
  await dialog.locator('input').last().fill('encomenda')
  for (const [size, state] of [
    [DESK.viewport, 'detached'],
    [PHONE.viewport, 'attached'],
  ] as const) {
    await page.setViewportSize(size)
    await page.locator('button[aria-label="Mais ações"]').waitFor({ state })
    assert.equal(await dialog.locator('input').last().inputValue(), 'encomenda')
  }
  assert.deepEqual(site.errors, [])
  await page.context().close()
})
test('with a keyboard over half of the phone, what is missing stands above the bar that saves, and so does what is said of it', async () => {
  const page = await browserOf(site, site.at(a.path), a.admin.email, {
    ...PHONE,
    viewport: { width: 390, height: 544 },
  })
  await page.goto(at('/dashboard/products/new'))
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
  await snack(page).waitFor()
  await still(page)
  const bottomOf = async (part: Locator) => part.evaluate((e) => e.getBoundingClientRect().bottom)
  const field = await bottomOf(page.locator('[aria-invalid=true]').first().locator('..'))
  const notice = await bottomOf(snack(page))
  const bar = (await page.getByRole('region', { name: 'Salvar' }).boundingBox())?.y ?? Number.NaN
  assert.ok(field <= bar, `the field ends at ${field}, the bar begins at ${bar}`)
  assert.ok(notice <= bar, `the notice ends at ${notice}, the bar begins at ${bar}`)
  await page.context().close()
})
