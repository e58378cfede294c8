// From sign-up to the first order, and from the trial to a paid year: the ways that a company comes to the platform.
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import jsQR from 'jsqr'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { aCompany, aPerson, until } from '../test/kit.ts'
import { type Simulator, viaCepSimulator } from '../test/simulators.ts'
import { alive, axe, browserOf, fillBuyer, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let cep: Simulator
let home: string
let operator: Page
before(async () => {
  cep = await viaCepSimulator()
  site = await startOnline({ cepUrl: `${cep.origin}/ws/{cep}/json/` })
  home = site.at('sistema')
  const { email } = await aPerson(site.t, null, 0)
  operator = await browserOf(site, home, email)
  await operator.goto(`${home}/dashboard/companies/plataforma`)
  await operator.getByLabel('Chave Pix').fill('7f6844d0-de89-47e5-9ef7-e0a35a681615')
  await operator.getByLabel('Nome de quem recebe').fill('Mostruário Ltda')
  await operator.getByLabel('Cidade', { exact: true }).fill('São Paulo')
  await operator.getByLabel('WhatsApp com DDD').fill('(11) 98765-0000')
  await operator.getByLabel('Nome', { exact: true }).fill('Ana Paula')
  await operator.getByRole('button', { name: 'Salvar' }).click()
  await operator.getByText('Salvo.').waitFor()
})
after(async () => {
  await site.close()
  cep.close()
})
const aTrial = (name: string, days: number) =>
  aCompany(site.t, {
    name,
    trial: true,
    valid_until: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  })
const inShop = (page: Page) =>
  page
    .getByRole('heading', { name: /Produtos/ })
    .first()
    .waitFor()
/** A photo file on the disk, as a phone would hand it over. */
async function photo(name: string, background: string): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'foto-')), name)
  await sharp({ create: { width: 400, height: 400, channels: 3, background } })
    .jpeg()
    .toFile(file)
  return file
}
const companies = async () => (await site.t.owner.query('select count(*)::int as n from companies')).rows[0].n as number

test('on a phone: an account, a colour, photos that become products, a contact, the link; a visitor orders by it, the admin finds the order', async () => {
  const { page } = await site.browser(PHONE)
  await page.goto(`${home}/session/criar?utm_source=instagram&fbclid=abc123`)
  assert.deepEqual(await axe(page), [])
  const before = await companies()
  await page.getByLabel('Seu nome').fill('Rosa Lima')
  await page.getByLabel('Nome da empresa').fill('Doces da Olívia')
  await page.getByText('doces-da-olivia.localhost').waitFor()
  await page.getByLabel('E-mail').fill('rosa@doces.test')
  await page.getByLabel('Senha', { exact: true }).fill('curta')
  await page.getByRole('button', { name: 'Criar meu catálogo' }).click()
  await page.getByText('Para continuar, aceite os termos').waitFor()
  await page.getByLabel('Li e aceito o').check()
  await page.getByRole('button', { name: 'Criar meu catálogo' }).click()
  await page.getByText('Use pelo menos 10 caracteres.').waitFor()
  assert.equal(await companies(), before)
  assert.equal(await page.getByLabel('Nome da empresa').inputValue(), 'Doces da Olívia')
  await page.getByLabel('Senha', { exact: true }).fill('uma frase comprida')
  await page.getByRole('button', { name: 'Criar meu catálogo' }).click()
  await page.getByRole('heading', { name: 'Logo e cor' }).waitFor()
  await page.getByRole('button', { name: 'Ameixa' }).click()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('heading', { name: 'Seus primeiros produtos' }).waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles([await photo('Brigadeiro branco.jpg', '#eeddcc'), await photo('IMG_0001.jpg', '#663300')])
  await page.getByLabel('Nome de Produto 2').waitFor()
  // The first of three saves is slow: what is not saved yet is said, and whoever leaves is asked.
  let goOn = () => {}
  const held = new Promise<void>((done) => (goOn = done))
  await page.route(/\/api\/v1\/products\/\d+$/, (r) => held.then(() => r.continue()))
  await page.getByLabel('Preço de Brigadeiro branco').fill('4,50')
  await page.getByLabel('Preço de Produto 2').fill('6,00')
  await page.getByLabel('Nome de Produto 2').fill('Beijinho')
  await page.getByLabel('Nome de Beijinho').blur()
  await page.getByText('Salvando…').waitFor()
  const asked = page.waitForEvent('dialog')
  void page.close({ runBeforeUnload: true })
  const leaving = await asked
  assert.equal(leaving.type(), 'beforeunload')
  await leaving.dismiss()
  goOn()
  await page.getByText('Salvando…').waitFor({ state: 'hidden' })
  await page.getByText('2 produtos no catálogo').waitFor()
  assert.deepEqual(await axe(page), [])
  await page.reload()
  await page.getByText('2 produtos no catálogo').waitFor()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByLabel('WhatsApp da empresa').fill('(32) 99111-0022')
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByText('Pronto! Seu catálogo está no ar').waitFor()
  const link = await page.getByText(/^http/).innerText()
  assert.match(link, /^http:\/\/doces-da-olivia\.localhost:\d+\/pedidos$/)
  assert.deepEqual(await axe(page), [])

  const visitor = (await site.browser(PHONE)).page
  await until(
    async () => (await site.t.owner.query("select 1 from products where name = 'Beijinho' and price = 600")).rowCount,
  )
  await visitor.goto(`${link}?utm_campaign=natal`)
  await alive(visitor)
  await visitor.getByRole('button', { name: /Adicionar.*Beijinho/ }).click()
  await visitor.getByRole('link', { name: /Ver pedido/ }).click()
  await fillBuyer(visitor, 'Luciana Prado', '(12) 99714-2208')
  await visitor.getByRole('button', { name: 'Enviar pedido' }).click()
  await visitor.getByRole('heading', { name: 'Pedido enviado' }).waitFor()

  await page.goto(`${home}/dashboard/orders`)
  await page.getByText('Luciana Prado').first().waitFor()
  const { rows } = await site.t.owner.query("select utm from orders where name = 'Luciana Prado'")
  assert.deepEqual(rows[0].utm, { utm_campaign: 'natal' })
  await operator.goto(`${home}/dashboard/companies?name=doces`)
  await operator.getByRole('link', { name: 'Doces da Olívia' }).click()
  await operator.getByText('utm_source').first().waitFor()
  assert.match(await operator.locator('main').innerText(), /instagram[\s\S]*fb\.1\.\d+\.abc123/)
})
test('the sample set fills the catalogue and goes with one tap from the product list', async () => {
  const c = await aCompany(site.t, { name: 'Com exemplos' })
  const page = await browserOf(site, home, c.admin.email, PHONE)
  await page.goto(`${home}/session/criar?passo=3`)
  await page.getByRole('button', { name: 'Produtos de exemplo' }).click()
  await page.getByRole('button', { name: 'Cosméticos e velas' }).click()
  await page.getByText('6 produtos no catálogo').waitFor()
  await page.goto(`${home}/dashboard/products`)
  await page.getByRole('button', { name: 'Retirar os exemplos' }).click()
  await page.getByText('6 produtos de exemplo saíram.').waitFor()
  await page.reload()
  await inShop(page)
  assert.equal(await page.getByText('Há 6 produtos').count(), 0)
})
/** Fills the step of the data and goes on to the payment. */
async function toPayment(page: Page): Promise<void> {
  await page.getByLabel('CPF ou CNPJ').fill('529.982.247-24')
  await page.getByText('CPF inválido').waitFor()
  await page.getByLabel('CPF ou CNPJ').fill('529.982.247-25')
  await page.getByText('Confere.').waitFor()
  await page.getByLabel('E-mail da cobrança').fill('financeiro@casa.test')
  // Only the invoice needs an address.
  await page.getByText('Endereço para a nota fiscal').click()
  await page.getByLabel('CEP', { exact: false }).first().fill('01001000')
  await until(async () => (await page.getByLabel('Rua', { exact: false }).inputValue()) === 'Praça da Sé')
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByText('Anual à vista').first().waitFor()
}
const subscription = (page: Page) => page.getByRole('region', { name: 'Sua assinatura' })
/** The total in the summary of the price. */
const priceOf = (page: Page) =>
  page.getByRole('complementary', { name: 'Resumo do preço' }).getByRole('definition').last()
test('a trial becomes a paid year: data, plan, payment, a Pix that another reader reads, and the page changes by itself when the operator confirms', async () => {
  const c = await aTrial('Casa Aroeira', 16)
  const page = await browserOf(site, home, c.admin.email, { ...PHONE, reducedMotion: 'no-preference' })
  await page.goto(`${home}/dashboard/categories`)
  // One line on a phone; the rest unfolds by a button of its own, anything else of it subscribes.
  const bar = subscription(page)
  await bar.waitFor()
  const { height } = (await bar.boundingBox()) ?? { height: 0 }
  assert.ok(height > 40 && height <= 56, `${height} px high`)
  assert.equal(await bar.getByText('A oferta vale por 24 horas.').isVisible(), false)
  await bar.getByRole('button', { name: 'Ler o aviso inteiro' }).tap()
  await bar.getByText('A oferta vale por 24 horas.').waitFor()
  assert.deepEqual(await axe(page), [])
  await bar.getByRole('button', { name: 'Recolher o aviso' }).tap()
  await bar.getByText('20% no plano anual').tap()
  await page.waitForURL(/session\/assinar/)
  await page.getByRole('heading', { name: 'Assinar o Mostruário' }).waitFor()
  assert.deepEqual(await axe(page), [])
  const total = () => priceOf(page).innerText()
  assert.match(await total(), /R\$\s767,23/)
  await page.getByRole('radio', { name: /Diamante/ }).check()
  assert.match(await total(), /R\$\s1\.535,23/)
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Continuar' }).click()
  await toPayment(page)
  await page.getByRole('radio', { name: /Anual em 6x/ }).check()
  await page.getByText('o consultor envia o link do cartão').first().waitFor()
  await page.getByRole('radio', { name: /Anual à vista/ }).check()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Gerar o Pix' }).click()
  await page.getByRole('heading', { name: 'Pague com Pix' }).waitFor()
  const code = await page.getByLabel('Pix copia e cola').inputValue()
  const qr = page.getByAltText(/Código QR/)
  await qr.waitFor()
  const { data, info } = await sharp(await qr.screenshot())
    .resize(720)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  assert.equal(jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data, code)
  assert.match(code, /54071535\.23/)
  assert.deepEqual(await axe(page), [])

  await operator.goto(`${home}/dashboard/companies/assinaturas`)
  await operator.getByRole('button', { name: 'Confirmar pagamento de Casa Aroeira' }).click()
  await operator.getByLabel('Valor recebido (R$)').fill('1000,00')
  assert.deepEqual(await axe(operator), [])
  await operator.getByRole('button', { name: 'Salvar' }).click()
  await operator.getByText('O valor recebido não é o da cobrança').waitFor()
  await operator.getByLabel('Valor recebido (R$)').fill('1535,23')
  await operator.getByRole('button', { name: 'Salvar' }).click()
  await operator.getByText(/Pago\. Casa Aroeira vale até/).waitFor()

  await page.getByText('Pagamento recebido. Obrigado!').waitFor()
  await page.locator('body > canvas').waitFor({ state: 'attached' })
  assert.deepEqual(await axe(page), [])
  await page.getByRole('link', { name: 'Ir para o catálogo' }).click()
  await inShop(page)
  // Who has paid is not asked to pay, on the next screen nor by what the device kept.
  assert.equal(await subscription(page).count(), 0)
  await page.reload()
  await inShop(page)
  assert.equal(await subscription(page).count(), 0)
  await page.goto(`${home}/session/assinar`)
  await page.getByRole('heading', { name: 'Sua assinatura' }).waitFor()
  await page.getByText('0 / 1.500').waitFor()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Cancelar assinatura' }).click()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText(/Sem assinatura ativa/).waitFor()
})
test('what a coupon pays whole is paid at once: the next screen does not ask for money', async () => {
  await operator.goto(`${home}/dashboard/companies/planos`)
  await operator.getByRole('button', { name: 'Novo cupom' }).click()
  await operator.getByLabel('Código').fill('presente')
  await operator.getByLabel('Desconto (%)').fill('100')
  await operator.getByRole('button', { name: 'Salvar' }).click()
  await operator.getByText('PRESENTE').waitFor()
  const c = await aTrial('Presente & Cia', 9)
  const page = await browserOf(site, home, c.admin.email, { ...PHONE, reducedMotion: 'reduce' })
  await page.goto(`${home}/session/assinar?desconto=presente`)
  await page.getByText(/Cupom \(100%\)/).waitFor()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await toPayment(page)
  await page.getByRole('radio', { name: /Anual à vista/ }).check()
  await page.getByRole('button', { name: 'Assinar', exact: true }).click()
  await page.getByText('Pagamento recebido. Obrigado!').waitFor()
  await page.getByRole('link', { name: 'Ir para o catálogo' }).click()
  await inShop(page)
  assert.equal(await subscription(page).count(), 0)
})
test('with less motion wanted there is no confetti; a coupon changes the price at every step', async () => {
  await operator.goto(`${home}/dashboard/companies/planos`)
  await operator.getByRole('button', { name: 'Novo cupom' }).click()
  await operator.getByLabel('Código').fill('feira10')
  await operator.getByLabel('Desconto (%)').fill('101')
  await operator.getByRole('button', { name: 'Salvar' }).click()
  await operator.getByText('Informe uma porcentagem entre 0 e 100.').waitFor()
  await operator.getByLabel('Desconto (%)').fill('10')
  await operator.getByRole('button', { name: 'Salvar' }).click()
  await operator.getByText('FEIRA10').waitFor()
  const c = await aTrial('Linho & Mar', 9)
  const page = await browserOf(site, home, c.admin.email, { ...PHONE, reducedMotion: 'reduce' })
  await page.goto(`${home}/assinar?desconto=nada&utm_source=zap&utm_medium=chat&utm_campaign=feira&utm_content=banner`)
  await page.getByText('O desconto deste link não vale mais').waitFor()
  await page.getByLabel('Cupom de desconto').fill('feira10')
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await page.getByText(/Cupom \(10%\)/).waitFor()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await toPayment(page)
  await page.getByText(/Cupom \(10%\)/).waitFor()
  await page.getByRole('radio', { name: /Mensal/ }).check()
  assert.match(await priceOf(page).innerText(), /R\$\s89,91/)
  await page.getByRole('button', { name: 'Gerar o Pix' }).click()
  await page.getByRole('heading', { name: 'Pague com Pix' }).waitFor()
  const { rows } = await site.t.owner.query(
    "select i.id, s.tracking from invoices i join subscriptions s on s.id = i.subscription_id where i.company_id = $1 and i.status = 'aberta'",
    [c.id],
  )
  assert.deepEqual(rows[0].tracking.last, {
    utm_source: 'zap',
    utm_medium: 'chat',
    utm_campaign: 'feira',
    utm_content: 'banner',
  })
  const token = (await aPerson(site.t, null, 0)).token
  assert.equal(
    (
      await site.t.call('POST', `/api/v2/subscriptions/invoices/${rows[0].id}/confirm`, {
        token,
        body: { amount: '89,91' },
      })
    ).status,
    200,
  )
  await page.getByText('Pagamento recebido. Obrigado!').waitFor()
  await page.waitForTimeout(400)
  assert.equal(await page.locator('body > canvas').count(), 0)
})
test('a consultant’s proposal: calculated, seen by the prospect, accepted, paid, active', async () => {
  const c = await aTrial('Cerâmica do Vale', 9)
  await operator.goto(`${home}/dashboard/companies/propostas`)
  await operator.getByLabel('Produtos').fill('1700')
  await operator.getByLabel('Vendedores').fill('6')
  await operator.getByText('Diamante').last().waitFor()
  await operator
    .getByText(/2\.398,08/)
    .first()
    .waitFor()
  await operator.getByLabel('Nome do cliente').fill('Cerâmica do Vale')
  await operator.getByLabel('Empresa já cadastrada').fill('Cerâmica')
  await until(async () => (await operator.locator('#companies-found option').count()) > 0)
  await operator.getByLabel('Empresa já cadastrada').fill(`Cerâmica do Vale (${c.id})`)
  await operator.getByText(`Escolhida: empresa ${c.id}`).waitFor()
  assert.deepEqual(await axe(operator), [])
  await operator.getByRole('button', { name: 'Criar proposta' }).click()
  const box = operator.getByRole('status').filter({ hasText: 'A proposta está pronta' })
  await box.waitFor()
  const link = new URL((await box.getByText(/^http/).innerText()).trim())
  const [download] = await Promise.all([
    operator.waitForEvent('download'),
    box.getByRole('button', { name: 'Baixar o PDF' }).click(),
  ])
  assert.match(download.suggestedFilename(), /^proposta-ana-paula-\d+\.pdf$/)

  const page = await browserOf(site, home, c.admin.email, PHONE)
  await page.goto(home + link.pathname + link.search)
  await page.getByRole('heading', { name: 'Proposta para Cerâmica do Vale' }).waitFor()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Aceitar a proposta' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await toPayment(page)
  assert.match(await priceOf(page).innerText(), /R\$\s2\.398,08/)
  await page.getByRole('button', { name: 'Gerar o Pix' }).click()
  await page.getByRole('heading', { name: 'Pague com Pix' }).waitFor()
  await operator.goto(`${home}/dashboard/companies/assinaturas`)
  await operator.getByRole('button', { name: 'Confirmar pagamento de Cerâmica do Vale' }).click()
  await operator.getByLabel('Valor recebido (R$)').fill('2398,08')
  await operator.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Pagamento recebido. Obrigado!').waitFor()
  await operator.goto(`${home}/dashboard/companies/propostas`)
  await operator.getByText('Aceita', { exact: true }).waitFor()
  await operator.getByRole('button', { name: 'Valendo' }).click()
  await operator.getByText('Nenhuma proposta assim.').waitFor()
  await operator.getByRole('button', { name: 'Aceitas' }).click()
  await operator.getByRole('button', { name: 'Fazer outra como Cerâmica do Vale' }).click()
  await until(async () => (await operator.getByLabel('Produtos').inputValue()) === '1700')
  assert.equal(await operator.getByLabel('Nome do cliente').inputValue(), 'Cerâmica do Vale')
  assert.deepEqual(await axe(operator), [])
  // What both that paid bring in a month, and until when this one is good.
  await operator.goto(`${home}/dashboard/companies/assinaturas`)
  await operator.getByRole('link', { name: /^Receita por mês/ }).waitFor()
  await operator.getByRole('row', { name: /Cerâmica do Vale[^]*em 3\d\d dias/ }).waitFor()
  await operator.getByRole('button', { name: /^Ativas \d/ }).click()
  await operator.getByRole('row', { name: /Cerâmica do Vale/ }).waitFor()
  assert.deepEqual(await axe(operator), [])
})
test('a smaller plan asks which sellers stay and what rests; paid, the others cannot enter and no product is gone', async () => {
  const c = await aCompany(site.t, { name: 'Ferragens Brandão', max_users_seller: 5, plan_id: 2 })
  const second = await aPerson(site.t, c.id, 2, { name: 'Zeca' })
  await site.t.owner.query("update users set name = 'Lívia' where id = $1", [c.seller.id])
  const page = await browserOf(site, home, c.admin.email, PHONE)
  await page.goto(`${home}/session/assinar`)
  await page.getByRole('radio', { name: /Profissional/ }).check()
  await page.getByText('Menor do que o que você usa hoje').waitFor()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await toPayment(page)
  await page.getByRole('radio', { name: /Mensal/ }).check()
  await page.getByRole('button', { name: 'Gerar o Pix' }).click()
  await page.getByText('Escolha o que fica inativo').waitFor()
  await page.getByLabel('Lívia').check()
  assert.equal(await page.getByLabel('Zeca').isDisabled(), true)
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Gerar o Pix' }).click()
  await page.getByRole('heading', { name: 'Pague com Pix' }).waitFor()
  await operator.goto(`${home}/dashboard/companies/assinaturas`)
  await operator.getByRole('button', { name: 'Confirmar pagamento de Ferragens Brandão' }).click()
  await operator.getByLabel('Valor recebido (R$)').fill('99,90')
  await operator.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Pagamento recebido. Obrigado!').waitFor()
  await page.goto(`${home}/dashboard/users?level=2`)
  await page.getByRole('row', { name: /Zeca/ }).getByText('Bloqueado').first().waitFor()
  assert.equal((await site.t.call('GET', '/api/v1/auth/me', { token: second.token })).status, 401)
  assert.equal((await site.t.call('GET', '/api/v1/auth/me', { token: c.seller.token })).status, 200)
})
test('nobody’s console said anything', () => assert.deepEqual(site.errors, []))
