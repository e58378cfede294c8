// Who comes in and who asks: the switch of the public catalogue, and a stranger who wants to subscribe.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, aPerson, aProduct, type Company } from '../test/kit.ts'
import { axe, browserOf, DESK, PHONE, signIn, type Site, startOnline } from './kit.ts'

let site: Site
let home: string
let a: Company
before(async () => {
  site = await startOnline()
  home = site.at('sistema')
  a = await aCompany(site.t, { name: 'Casa Aroeira', seller_phone: '12997142208', whatsapp_phone: '12997142208' })
  await aProduct(site.t, a, { name: 'Moringa com copo', code: 'MO-1', price: '96,00' })
})
after(() => site.close())

test('the admin closes the catalogue to visitors: who was inside and who comes find it closed, with name and phone; opened, they are in again', async () => {
  const { page: admin } = await site.browser(DESK)
  const { page: inside } = await site.browser(PHONE)
  const catalogue = `${site.at(a.path)}/pedidos`
  await inside.goto(catalogue)
  await inside.getByText('Moringa com copo').first().waitFor()
  await signIn(admin, site.at(a.path), a.admin.email)
  const turn = async (on: boolean) => {
    await admin.goto(`${site.at(a.path)}/dashboard/mycompany`)
    await admin.getByRole('link', { name: 'Preços e catálogo' }).click()
    await admin.getByLabel('Catálogo aberto a visitantes').setChecked(on)
    assert.deepEqual(await axe(admin), [])
    await admin.getByRole('button', { name: 'Publicar' }).click()
    await admin.getByText('Publicado.').waitFor()
  }
  await turn(false)
  await inside.reload()
  const { page: fresh } = await site.browser(PHONE)
  await fresh.goto(catalogue)
  for (const page of [inside, fresh]) {
    await page.getByRole('heading', { name: 'Catálogo fechado' }).waitFor()
    await page.getByText('Casa Aroeira').first().waitFor()
    await page.getByText('(12) 99714-2208').first().waitFor()
    assert.equal(await page.getByText('Moringa com copo').count(), 0)
  }
  assert.deepEqual(await axe(fresh), [])
  await turn(true)
  await fresh.goto(catalogue)
  await fresh.getByText('Moringa com copo').first().waitFor()
})
test('an importer’s users are offered two currencies, and who has another is named before prices are in dollars', async () => {
  const buyer = await aPerson(site.t, a.id, 3, { name: 'Loja do Euro', currency: 'EUR' })
  const admin = await browserOf(site, site.at(a.path), a.admin.email, DESK)
  const currencies = async () => {
    await admin.goto(`${site.at(a.path)}/dashboard/users/${buyer.id}`)
    await admin.getByLabel('Moeda').waitFor()
    return admin.getByLabel('Moeda').locator('option').allTextContents()
  }
  assert.deepEqual(await currencies(), ['BRL', 'USD', 'EUR', 'JPY', 'GBP', 'CAD'])
  const publish = async () => {
    await admin.goto(`${site.at(a.path)}/dashboard/mycompany`)
    await admin.getByRole('link', { name: 'Preços e catálogo' }).click()
    await admin.getByLabel('Preços em dólar').setChecked(true)
    await admin.getByRole('button', { name: 'Publicar' }).click()
  }
  await publish()
  await admin.getByText('Estes usuários têm outra moeda: Loja do Euro (EUR).', { exact: false }).waitFor()
  assert.deepEqual(await axe(admin), [])
  await site.t.owner.query("update users set currency = 'USD' where id = $1", [buyer.id])
  await publish()
  await admin.getByText('Publicado.').waitFor()
  assert.deepEqual(await currencies(), ['BRL', 'USD'])
})
test('a stranger asks to subscribe and reads that it has arrived and who answers; the operator finds it, answers, and can take that back', async () => {
  const { email } = await aPerson(site.t, null, 0)
  const operator = await browserOf(site, home, email)
  await site.t.owner.query("update platform set consultant_name = 'Ana Paula', consultant_phone = '11912345678'")
  const { page } = await site.browser(PHONE)
  await page.goto(`${home}/session/assinar?company_id=${a.id}`)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByLabel('Nome ou razão social').fill('Empório da Vila')
  await page.getByLabel('CPF ou CNPJ').fill('529.982.247-25')
  await page.getByLabel('E-mail da cobrança').fill('vila@loja.test')
  await page.getByLabel('Telefone com DDD').fill('11 91234-5678')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: 'Pedir a cobrança' }).click()
  await page.getByText('Seu pedido chegou. Ana Paula responde em vila@loja.test').waitFor()
  assert.deepEqual(await axe(page), [])
  const { rows } = await site.t.owner.query('select count(*)::int as n from subscriptions where company_id = $1', [
    a.id,
  ])
  assert.equal(rows[0].n, 0)

  await operator.goto(`${home}/dashboard/companies/assinaturas`)
  await operator.getByRole('heading', { name: '1 pedido sem sessão' }).waitFor()
  await operator.getByText('Empório da Vila').waitFor()
  await operator.getByText('Diz ser da empresa').waitFor()
  assert.deepEqual(await axe(operator), [])
  await operator.getByRole('button', { name: 'Marcar o pedido de Empório da Vila como atendido' }).click()
  await operator.getByText('Pedido de Empório da Vila marcado como atendido.').waitFor()
  await operator.getByRole('heading', { name: '1 pedido sem sessão' }).waitFor({ state: 'detached' })
  await operator.getByRole('button', { name: 'Desfazer' }).click()
  await operator.getByRole('heading', { name: '1 pedido sem sessão' }).waitFor()
})
test('a coupon is for its plan and way of paying, and one that was taken out of the price is not sent', async () => {
  const { email } = await aPerson(site.t, null, 0)
  const operator = await browserOf(site, home, email)
  await operator.goto(`${home}/dashboard/companies/planos`)
  await operator.getByRole('button', { name: 'Novo cupom' }).click()
  await operator.getByLabel('Código').fill('SILICIO50')
  await operator.getByLabel('Desconto (%)').fill('50')
  await operator.getByRole('dialog').getByLabel('Plano', { exact: true }).selectOption({ label: 'Silício' })
  await operator.getByRole('button', { name: 'Salvar' }).click()
  await operator.getByText('Salvo.').waitFor()
  await operator.getByRole('button', { name: 'Alterar SILICIO50' }).click()
  await operator.getByLabel('Usos no máximo').fill('9')
  assert.deepEqual(await axe(operator), [])
  await operator.getByRole('button', { name: 'Salvar' }).click()
  await operator.getByText('Silício · 0 de 9 usos').waitFor()

  const { page } = await site.browser(PHONE)
  await page.goto(`${home}/session/assinar?company_id=${a.id}`)
  const price = page.getByRole('complementary', { name: 'Resumo do preço' })
  const apply = async (coupon: string) => {
    await price.getByLabel('Cupom de desconto').fill(coupon)
    await price.getByRole('button', { name: 'Aplicar' }).click()
  }
  await apply('silicio50')
  await page.waitForURL(/desconto=silicio50/)
  await price.getByRole('heading', { name: 'Profissional' }).waitFor()
  assert.equal(await price.getByText('Cupom (50%)').count(), 0)
  await page.getByRole('radio', { name: /Silício/ }).check()
  await price.getByText('Cupom (50%)').waitFor()
  await apply('')
  await price.getByText('Cupom (50%)').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByLabel('Nome ou razão social').fill('Sem Cupom')
  await page.getByLabel('CPF ou CNPJ').fill('529.982.247-25')
  await page.getByLabel('E-mail da cobrança').fill('sem@loja.test')
  await page.getByRole('button', { name: 'Continuar' }).click()
  // Tried at the last step, it leaves that step open.
  await apply('nao-existe')
  await price.getByText('Este cupom não vale.').waitFor()
  assert.deepEqual(await axe(page), [])
  await apply('')
  await price.getByText('Este cupom não vale.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Pedir a cobrança' }).click()
  await page.getByText('Seu pedido chegou.').waitFor()
  const { rows } = await site.t.owner.query(
    "select coupon, amount_cents from subscription_requests where billing_name = 'Sem Cupom'",
  )
  assert.deepEqual([rows[0].coupon, Number(rows[0].amount_cents)], ['', 335_904])
})
test('who accepts a proposal finds its plan at its price, though it is off sale and dearer by now', async () => {
  const operator = await aPerson(site.t, null, 0)
  const { body } = await site.t.call('POST', '/api/v2/proposals', {
    token: operator.token,
    body: {
      selectedProducts: 1000,
      selectedSellers: 2,
      plan_id: 2,
      consultantName: 'Ana Paula',
      selectedPaymentMethod: 'x12',
    },
  })
  await site.t.owner.query('update plans set active = false, monthly_cents = 99990 where id = 2')
  const { page } = await site.browser(PHONE)
  await page.goto(`${home}/session/assinar?proposta=${body.data.token}`)
  await page.getByRole('button', { name: 'Aceitar a proposta' }).click()
  const price = page.getByRole('complementary', { name: 'Resumo do preço' })
  await price.getByRole('heading', { name: 'Diamante' }).waitFor()
  await price.getByText('2.398,80').first().waitFor()
  assert.equal(await page.getByRole('radio', { name: /Profissional/ }).count(), 0)
  assert.deepEqual(await axe(page), [])
  await site.t.owner.query('update plans set active = true, monthly_cents = 19990 where id = 2')
})
test('the admin ends a seller’s sessions: a server that is away is said, and the seller signs in anew', async () => {
  const { page: seller } = await site.browser(PHONE)
  await signIn(seller, site.at(a.path), a.seller.email)
  const admin = await browserOf(site, site.at(a.path), a.admin.email, DESK)
  await admin.goto(`${site.at(a.path)}/dashboard/users/${a.seller.id}`)
  const end = admin.getByRole('button', { name: 'Desconectar' })
  await admin.route('**/api/v2/users/*/sessions', (r) => (r.request().method() === 'GET' ? r.fallback() : r.abort()))
  await end.click()
  await admin.getByText('Confira a internet e tente de novo.').waitFor()
  await admin.unroute('**/api/v2/users/*/sessions')
  await end.click()
  await admin.getByText('Em nenhum aparelho agora.').waitFor()
  await seller.reload()
  await seller.waitForURL((u) => u.pathname === '/session/signin')
  // What cannot be loaded is said, and comes by the button.
  await admin.route('**/api/v2/users/*/sessions', (r) => r.abort())
  await admin.reload()
  await admin.getByText('Não conseguimos carregar os aparelhos.').waitFor()
  assert.deepEqual(await axe(admin), [])
  await admin.unroute('**/api/v2/users/*/sessions')
  await admin.getByRole('button', { name: 'Tentar de novo' }).click()
  await admin.getByText('Em nenhum aparelho agora.').waitFor()
})
test('nobody’s console said anything', () => assert.deepEqual(site.errors, []))
