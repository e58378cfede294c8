// A seller asks for a plan, the admin confirms it; an offer that has ended and a blocked account say what to do.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, aPerson, type Company } from '../test/kit.ts'
import { browserOf, DESK, inBoth, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let c: Company
before(async () => {
  site = await startOnline()
  c = await aCompany(site.t, { name: 'Casa Aroeira', trial: false, valid_until: '2027-12-01' })
  const operator = (await aPerson(site.t, null, 0)).token
  await site.t.call('PUT', '/api/v2/platform', {
    token: operator,
    body: {
      pix_key: '123e4567-e12b-12d3-a456-426655440000',
      pix_name: 'Mostruário Ltda',
      pix_city: 'São Paulo',
      consultant_name: 'Ana',
      consultant_phone: '11912345678',
    },
  })
})
after(() => site.close())

test('a seller’s request waits on the admin’s home and leads to the Pix', async () => {
  const home = site.at(c.path)
  const seller = await browserOf(site, home, c.seller.email, PHONE)
  await seller.goto(`${home}/session/assinar`)
  await seller.getByRole('radio', { name: /Diamante/ }).check()
  await seller.getByRole('button', { name: 'Continuar' }).click()
  await seller.getByLabel('Nome ou razão social').fill('Casa Aroeira Ltda')
  await seller.getByLabel('CPF ou CNPJ').fill('529.982.247-25')
  await seller.getByLabel('E-mail da cobrança').fill('financeiro@aroeira.test')
  await seller.getByRole('button', { name: 'Continuar' }).click()
  await seller.getByRole('radio', { name: /Mensal/ }).check()
  await inBoth(seller, 'asks-seller')
  await seller.getByRole('button', { name: 'Enviar ao administrador' }).click()
  await seller.getByText(/espera um administrador da empresa/).waitFor()

  const admin = await browserOf(site, home, c.admin.email, DESK)
  await admin.goto(`${home}/inicio`)
  await inBoth(admin, 'asks-home')
  await admin.getByRole('link', { name: /Pedidos de assinatura de vendedores/ }).click()
  await admin.getByText(/pediu o plano Diamante/).waitFor()
  await inBoth(admin, 'asks-admin')
  const { rows } = await site.t.owner.query('select * from subscription_asks')
  await admin.getByRole('button', { name: 'Recusar' }).click()
  await admin.getByText('Pedido recusado.').waitFor()
  await admin.getByText(/pediu o plano Diamante/).waitFor({ state: 'detached' })
  // The seller asks once more.
  await site.t.owner.query(
    'insert into subscription_asks select * from jsonb_populate_record(null::subscription_asks, $1)',
    [JSON.stringify(rows[0])],
  )
  await admin.reload()
  await admin.getByRole('button', { name: 'Ver e confirmar' }).click()
  assert.equal(await admin.getByRole('radio', { name: /Diamante/ }).isChecked(), true)
  await admin.getByRole('button', { name: 'Continuar' }).click()
  assert.equal(await admin.getByLabel('Nome ou razão social').inputValue(), 'Casa Aroeira Ltda')
  await admin.getByRole('button', { name: 'Continuar' }).click()
  await admin.getByRole('button', { name: 'Gerar o Pix' }).click()
  await admin.getByRole('heading', { name: 'Pague com Pix' }).waitFor()
  assert.equal((await site.t.owner.query('select 1 from subscription_asks')).rowCount, 0)
})
test('asks what rests of the plan that was too small only', async () => {
  const d = await aCompany(site.t, { name: 'Ferragens Brandão', max_users_seller: 5, plan_id: 2 })
  await aPerson(site.t, d.id, 2, { name: 'Zeca' })
  const admin = await browserOf(site, site.at(d.path), d.admin.email, PHONE)
  await admin.goto(`${site.at(d.path)}/session/assinar`)
  const excess = admin.getByText('Escolha o que fica inativo')
  const pay = admin.getByRole('button', { name: 'Gerar o Pix' })
  const choose = async (plan: RegExp) => {
    await admin.getByRole('radio', { name: plan }).check()
    for (let step = 0; step < 2; step++) await admin.getByRole('button', { name: 'Continuar' }).click()
    await admin.getByRole('radio', { name: /Mensal/ }).check()
  }
  const back = async () => {
    for (let step = 0; step < 2; step++) await admin.getByRole('button', { name: 'Voltar' }).click()
  }
  await admin.getByRole('button', { name: 'Continuar' }).click()
  await admin.getByLabel('Nome ou razão social').fill('Ferragens Brandão Ltda')
  await admin.getByLabel('CPF ou CNPJ').fill('529.982.247-25')
  await admin.getByLabel('E-mail da cobrança').fill('financeiro@brandao.test')
  await admin.getByRole('button', { name: 'Voltar' }).click()
  await choose(/Profissional/)
  await pay.click()
  await excess.waitFor()
  await inBoth(admin, 'asks-excess')
  await back()
  await choose(/Diamante/)
  assert.equal(await excess.count(), 0)
  await back()
  await choose(/Profissional/)
  assert.equal(await excess.count(), 1)
})
test('an ended offer and a blocked account show no code and lead on', async () => {
  const home = site.at(c.path)
  const { rows } = await site.t.owner.query(
    "update invoices set due_date = '2026-01-01' where company_id = $1 and status = 'aberta' returning token",
    [c.id],
  )
  const phone = await browserOf(site, home, c.admin.email, PHONE)
  await phone.goto(`${home}/session/assinar?cobranca=${rows[0].token}`)
  await phone.getByRole('heading', { name: 'Esta cobrança venceu em 01/01/2026' }).waitFor()
  assert.equal(await phone.getByLabel('Pix copia e cola').count(), 0)
  await inBoth(phone, 'offer-ended')
  await site.t.owner.query('update companies set is_blocked = true where id = $1', [c.id])
  await phone.reload()
  await phone.getByRole('heading', { name: 'Conta bloqueada' }).waitFor()
  await phone.goto(`${home}/session/assinar`)
  await phone.getByRole('heading', { name: 'Conta bloqueada' }).waitFor()
  await phone.getByRole('link', { name: 'Falar com Ana' }).waitFor()
  assert.equal(await phone.getByRole('button', { name: /Assinar|Mudar de plano/ }).count(), 0)
  await inBoth(phone, 'account-blocked')
  // A reseller takes payments, and ends no block.
  await site.t.owner.query(
    `with r as (insert into resellers (name, redirect_link) values ('Rep Sul', $2) returning id)
     update companies set reseller_id = (select id from r) where id = $1`,
    [c.id, `${home}/session/privacidade`],
  )
  await phone.goto(`${home}/inicio`)
  await phone.getByRole('region', { name: 'Sua assinatura' }).getByRole('link').click()
  await phone.getByRole('link', { name: 'Falar com Ana' }).waitFor()
})
test('the consoles stay silent', () => assert.deepEqual(site.errors, []))
