// Clients in a seller's pocket: found, opened, added on the spot, never twice; merged and taken apart; moved by the admin.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCart, aClient, aCompany, aPerson, aProduct, type Company, order, type Person, until } from '../test/kit.ts'
import { axe, browserOf, DESK, inBoth, PHONE, rowsOf, type Site, startOnline, OFFLINE } from './kit.ts'

let site: Site
let a: Company
let colleague: Person
let pires: number
before(async () => {
  site = await startOnline()
  const { t } = site
  a = await aCompany(t, { name: 'Ateliê Jequitibá' })
  colleague = await aPerson(t, a.id, 2, { name: 'Bia Colega' })
  await t.owner.query("update users set name = 'Nara Vendedora' where id = $1", [a.seller.id])
  const product = (await aProduct(t, a, { name: 'Tigela funda', code: 'TG-008', price: '54,00' })).id
  const address = { street: 'Rua Direita', number: '12', city: 'Cunha', state: 'SP' }
  pires = await aClient(t, a, { company_name: 'Padaria Pires', phone: '12997142208', client_code: 'C016', address })
  const bar = await aClient(t, a, { company_name: 'Bar do Zé', phone: '11944443333', blocked: true })
  await aClient(t, a, { company_name: 'Segredo da Bia', document: '11222333000181', seller_id: colleague.id })
  for (const [client_id, days] of [
    [pires, [60, 50, 40, 20]],
    [bar, [30, 3]],
  ] as const)
    for (const day of days) {
      await t.owner.query('update users set blocked = false where id = $1', [client_id])
      const lines = [{ product_id: product, quantity: 2 }]
      const { id } = (await order(t, a, a.seller.token, aCart(lines, { client_id }))).body.data
      await t.owner.query("update orders set received_at = now() - $2 * interval '1 day' where id = $1", [id, day])
    }
  await t.owner.query("update users set blocked = true, credit_note = 'Duas parcelas em aberto' where id = $1", [bar])
})
after(() => site.close())
const as = (person: Person, options: Parameters<typeof browserOf>[3] = PHONE) =>
  browserOf(site, site.at(a.path), person.email, options)
const rows = (page: Page) => rowsOf(page, 'Lista de clientes')

test('a seller finds a client from the menu with one slip in the name, sees how it buys, and begins an order: three taps', async () => {
  const page = await as(a.seller)
  await page.goto(`${site.at(a.path)}/inicio`)
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await page.getByRole('link', { name: 'Clientes', exact: true }).click()
  await page.getByText('Padaria Pires').waitFor()
  assert.deepEqual(
    (await rows(page).locator('b').allTextContents()).slice(0, 2),
    ['Bar do Zé', 'Padaria Pires'],
    'who ordered last stands first',
  )
  await inBoth(page, 'list')
  await page.getByRole('button', { name: 'Atrasados' }).click()
  await rows(page).first().filter({ hasText: 'Padaria Pires' }).waitFor()
  await page.reload()
  // The order of the list outlives a reload.
  await rows(page).first().filter({ hasText: 'Padaria Pires' }).waitFor()
  await page.getByRole('searchbox').fill('padraia')
  await until(async () => (await rows(page).count()) === 1)
  await page.getByRole('link', { name: /Padaria Pires/ }).click()
  await page.getByRole('heading', { name: 'Padaria Pires' }).waitFor()
  for (const text of ['há 20 dias', 'a cada 10 dias', '10 dias além', 'Rua Direita, 12', 'Pedido 1', 'C016'])
    await page.getByRole('article').getByText(text).first().waitFor()
  assert.equal(
    await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href'),
    'https://api.whatsapp.com/send?phone=5512997142208&text=',
  )
  await page.getByText('Link pessoal').waitFor()
  await inBoth(page, 'card')
  await page.getByLabel('Anotações').fill('Fecha às 14h')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('button', { name: 'Salvar' }).waitFor({ state: 'detached' })
  await page.reload()
  // What the device keeps stands there first; what was saved comes after it.
  await until(async () => (await page.getByLabel('Anotações').inputValue()) === 'Fecha às 14h')
  await page.getByRole('button', { name: 'Novo pedido' }).click()
  await page.waitForURL(/dashboard\/products/)
  assert.deepEqual(site.errors, [])
  await page.context().close()
})
test('a client is added on the spot; who is there already is said while it is typed, of a colleague’s nothing', async () => {
  const page = await as(a.seller)
  await page.goto(`${site.at(a.path)}/clientes?search=Mercearia`)
  await page.getByRole('link', { name: 'Cadastrar “Mercearia”' }).click()
  assert.equal(await page.getByLabel('Nome de quem compra').inputValue(), 'Mercearia')
  await page.getByLabel('CPF ou CNPJ').fill('11.222.333/0001-82')
  await page.getByText('CNPJ inválido').waitFor()
  await page.getByLabel('CPF ou CNPJ').fill('11.222.333/0001-81')
  await page.getByLabel('CPF ou CNPJ').fill('529.982.247-25')
  await page.getByLabel('Telefone com DDD').fill('(12) 99714-2208')
  await page.getByText('Padaria Pires já tem o mesmo telefone.').waitFor()
  assert.equal(await page.getByText(/Segredo|já tem o mesmo documento/).count(), 0)
  await inBoth(page, 'new')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('dialog', { name: 'É outro cliente mesmo assim?' }).waitFor()
  await inBoth(page, 'asked')
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByRole('heading', { name: 'Mercearia' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Mercearia' }).waitFor()
  await page.getByRole('button', { name: 'Editar' }).click()
  assert.equal(await page.getByLabel('Bloqueado para pedidos').count(), 0, 'only the admin blocks')
  await page.getByLabel('Empresa').fill('Mercearia Central')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('heading', { name: 'Mercearia Central' }).waitFor()
  // Another role looks at the result: the admin finds it, the colleague does not.
  const boss = await as(a.admin, DESK)
  await boss.goto(`${site.at(a.path)}/clientes?search=mercearia`)
  await boss.getByRole('link', { name: /Mercearia Central/ }).waitFor()
  const other = await as(colleague)
  await other.goto(`${site.at(a.path)}/clientes?search=mercearia`)
  await other.getByText('Nenhum cliente com “mercearia”.').waitFor()
  assert.deepEqual(site.errors, [])
  for (const p of [page, boss, other]) await p.context().close()
})
test('the double is merged from the card and taken apart again', async () => {
  const page = await as(a.seller)
  await page.goto(`${site.at(a.path)}/clientes/${pires}`)
  await page.getByRole('button', { name: 'Juntar outro cadastro' }).click()
  await page.getByRole('button', { name: /Mercearia Central.*Parece o mesmo/s }).waitFor()
  await inBoth(page, 'merge')
  await page.getByRole('button', { name: /Mercearia Central/ }).click()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText('Cadastros juntados.').waitFor()
  await page.getByText('52998224725').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Separar' }).click()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText('Cadastros separados.').waitFor()
  await page.getByText('52998224725').waitFor({ state: 'detached' })
  await page.context().close()
})
test('a blocked client says so on the card; the admin unblocks, and hands a portfolio over with a way back', async () => {
  const page = await as(a.admin, DESK)
  await page.goto(`${site.at(a.path)}/dashboard/users`)
  await page.getByRole('main').getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Clientes', exact: true }).click()
  await page.getByRole('link', { name: /Bar do Zé/ }).click()
  await page.getByText('Bloqueado para pedidos: este cliente só recebe orçamento.').waitFor()
  await page.getByText('Crédito: Duas parcelas em aberto').waitFor()
  await inBoth(page, 'admin')
  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByLabel('Bloqueado para pedidos').uncheck()
  await inBoth(page, 'edit')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('heading', { name: 'Bar do Zé' }).waitFor()
  await page.getByText('só recebe orçamento').waitFor({ state: 'detached' })
  await page
    .getByRole('region', { name: 'Lista de clientes' })
    .getByLabel('Vendedor')
    .selectOption({ label: 'Nara Vendedora' })
  await page.getByRole('button', { name: 'Passar carteira' }).click()
  await page.getByLabel('Fica com').selectOption({ label: 'Bia Colega' })
  await inBoth(page, 'move')
  await page.getByRole('button', { name: 'Salvar' }).click()
  // A notice stays while the pointer is on it.
  await page.getByText(/clientes mudaram de carteira/).hover()
  const other = await as(colleague)
  await other.goto(`${site.at(a.path)}/clientes/${pires}`)
  await other.getByText('De quem já foi').click()
  await other.getByText(/de Nara Vendedora para Bia Colega/).waitFor()
  await inBoth(other, 'moved')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByText(/como antes/).waitFor()
  await other.reload()
  await other.getByText('Não conseguimos abrir este cliente.').waitFor()
  assert.deepEqual(site.errors, [])
  for (const p of [page, other]) await p.context().close()
})
test('a personal link is taken back: whoever came in by it is out with the next tap, and a new one opens again', async () => {
  const page = await as(a.seller)
  await page.goto(`${site.at(a.path)}/clientes/${pires}`)
  const link = async () => (await page.locator('code').textContent()) ?? ''
  await page.getByAltText('QR code do link').waitFor()
  const sent = await link()
  const hers = (await site.browser(PHONE)).page
  // The link is read before the page goes on: whoever leaves at once leaves as nobody.
  const enter = async (url: string) => {
    await hers.goto(url)
    await hers.waitForFunction(() => localStorage.getItem('mo_token') !== null)
  }
  await enter(sent)
  const mine = () =>
    hers.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }).includes('Padaria Pires'))
  await hers.goto(`${site.at(a.path)}/pedidos/meus`)
  await hers.getByRole('heading', { name: 'Meus pedidos' }).waitFor()
  // An open page would hear of it by itself, sooner or later: this one is looked at again afterwards.
  await hers.goto('about:blank')
  await page.getByRole('button', { name: 'Revogar link' }).click()
  await inBoth(page, 'revoke')
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText('Link revogado.').waitFor()
  await page.getByText(/Ninguém entra como este cliente por link/).waitFor()
  await inBoth(page, 'revoked')
  await hers.goto(`${site.at(a.path)}/pedidos/meus`)
  await hers.getByText(/Sua sessão terminou.*peça outro a quem vende para você/).waitFor()
  assert.deepEqual(await axe(hers), [])
  assert.equal(await mine(), false, 'nothing of the client is left on that device')
  await page.reload()
  await page.getByRole('button', { name: 'Criar link novo' }).click()
  await page.getByText('Link novo criado.').waitFor()
  await page.getByRole('button', { name: 'Trocar link' }).waitFor()
  assert.notEqual(await link(), sent)
  await enter(await link())
  await hers.goto(`${site.at(a.path)}/pedidos/meus`)
  await hers.getByRole('heading', { name: 'Meus pedidos' }).waitFor()
  for (const p of [page, hers]) await p.context().close()
})
test('without a network clients are found on the device, and are as they are now when there is one', async () => {
  const page = await as(a.seller, { ...PHONE, ...OFFLINE })
  const copied = page.waitForResponse(/api\/v2\/offline/)
  await page.goto(`${site.at(a.path)}/clientes`)
  await (await copied).finished()
  await page.getByText('Padaria Pires').waitFor()
  await page.waitForFunction(() => indexedDB.databases().then((all) => all.some((d) => d.name === 'mostruario-device')))
  await page.context().setOffline(true)
  await page.getByRole('searchbox').fill('bar')
  await page.getByText('Bar do Zé').waitFor()
  await page.getByText('Padaria Pires').waitFor({ state: 'detached' })
  await inBoth(page, 'offline')
  await site.t.owner.query("update users set company_name = 'Bar da Lu' where company_name = 'Bar do Zé'")
  await page.context().setOffline(false)
  await page.getByText('Bar da Lu').waitFor()
  await page.context().close()
})
