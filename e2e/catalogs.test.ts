import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { aCompany, aPerson, aProduct, type Company } from '../test/kit.ts'
import { manyProducts } from '../test/brochure_kit.ts'
import { readPdf } from '../test/pdf_reader.ts'
import { axe, browserOf, DESK, goTo, inBoth, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let admin: Page
let seller: Page
let origin: string
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê do Barro', primary_color: '#b5522b', price_table_active: true })
  const category = async (name: string) =>
    (await site.t.call('POST', '/api/v1/categories', { token: a.admin.token, body: { name } })).body.data.id as number
  const clay = await category('Cerâmica')
  const wood = await category('Madeira')
  for (let n = 1; n <= 6; n++)
    await aProduct(site.t, a, {
      name: `Vaso ${n}`,
      code: `VS-${n}`,
      price: '10,00',
      price2: '8,50',
      categories: JSON.stringify([clay]),
      order: n,
    })
  await aProduct(site.t, a, {
    name: 'Banquinho',
    code: 'BQ-1',
    price: '90,00',
    categories: JSON.stringify([wood]),
    order: 7,
  })
  origin = site.at(a.path)
  admin = await browserOf(site, origin, a.admin.email)
  seller = await browserOf(site, origin, a.seller.email, PHONE)
})
after(() => site.close())
const pictureOf = async (background: string) =>
  sharp({ create: { width: 124, height: 175, channels: 3, background } })
    .png()
    .toBuffer()

const preview = (page: Page) => page.getByRole('region', { name: 'Prévia' })
test('the admin puts a cover of their own, makes a PDF of one category and saves it; a visitor opens its link, the seller sees the same cover', async () => {
  await admin.goto(`${origin}/dashboard/products`)
  await admin.getByRole('navigation', { name: 'Menu' }).getByText('Gerar PDF').click()
  await admin.getByText('páginas 1 a 3 de 8').waitFor()
  await admin.getByRole('link', { name: 'Capas e páginas próprias' }).click()
  await admin.getByText('Nenhuma página ainda.').waitFor()
  await admin.getByText('Depois de tudo: contato, agradecimento.').waitFor()
  await admin.getByLabel(/^Adicionar páginas/).setInputFiles([
    { name: 'capa.png', mimeType: 'image/png', buffer: await pictureOf('#552200') },
    { name: 'barro.png', mimeType: 'image/png', buffer: await pictureOf('#aa7744') },
  ])
  await admin.getByLabel('O que é a página 2').selectOption('abertura')
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('A abertura da página 2 precisa de uma categoria.').first().waitFor()
  await admin.getByLabel('Categoria da página 2').selectOption({ label: 'Cerâmica' })
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('As páginas foram salvas.').waitFor()
  await admin.reload()
  assert.equal(await admin.getByLabel('O que é a página 2').inputValue(), 'abertura')
  assert.deepEqual(await axe(admin), [])

  await admin.getByRole('link', { name: 'Gerar PDF' }).last().click()
  await admin.getByLabel('Título').fill('Para lojistas')
  await admin.getByRole('button', { name: 'Cerâmica', exact: true }).click()
  await admin.getByLabel('Tabela de preço').selectOption('2')
  // Cover, opening, six products four to a page, closing page.
  await admin.getByText('6 produtos, 5 páginas').waitFor()
  await preview(admin).getByText('8,50').first().waitFor()
  const saved = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'Gerar e baixar' }).click()
  const file = await saved
  assert.equal(file.suggestedFilename(), 'Para lojistas.pdf')
  assert.equal(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  )
  await admin.getByText('Seu PDF está pronto.').waitFor()
  await admin.reload()
  const row = admin.getByRole('listitem').filter({ hasText: '5 páginas' })
  await row.getByText('Para lojistas').waitFor()
  const link = decodeURIComponent(
    (await row.getByRole('link', { name: /no WhatsApp/ }).getAttribute('href')) ?? '',
  ).replace(/.*: (?=http)/, '')
  const visit = () => site.t.app.inject({ method: 'GET', url: new URL(link).pathname })
  const opened = await visit()
  assert.equal(opened.headers['content-type'], 'application/pdf')
  await admin.reload()
  // One's own download does not count.
  await row.getByText('aberto 1 vez').waitFor()
  assert.deepEqual(await axe(admin), [])

  await seller.goto(`${origin}/dashboard/catalog`)
  await seller.getByText('1 · imagem').waitFor()
  assert.equal(await seller.getByText('Para lojistas').count(), 0, 'a seller sees the PDFs of its own only')

  await row.getByRole('button', { name: 'Excluir Para lojistas' }).click()
  await admin.getByText('O link que já foi enviado deixa de abrir.').waitFor()
  assert.deepEqual(await axe(admin), [])
  await admin.getByRole('button', { name: 'Confirmar' }).click()
  await admin.getByText('Para lojistas foi excluído.').waitFor()
  assert.equal((await visit()).statusCode, 404)
})
test('a seller makes a PDF on the phone; who sees no prices is offered none; nothing to show and a failed answer are said', async () => {
  await seller.goto(`${origin}/dashboard/catalog`)
  assert.equal(await seller.getByLabel('Tabela de preço').count(), 0, 'the table is the seller’s own')
  await seller.locator('label').filter({ hasText: 'Tabela' }).click()
  const saved = seller.waitForEvent('download')
  await seller.getByRole('button', { name: 'Gerar e baixar' }).click()
  await saved
  await seller.getByText('Gerados antes').waitFor()
  assert.deepEqual(await axe(seller), [])

  const page = await browserOf(site, origin, (await aPerson(site.t, a.id, 2, { hide_price: true })).email, PHONE)
  await page.goto(`${origin}/dashboard/catalog`)
  await page.getByText('7 produtos').first().waitFor()
  assert.equal(await page.getByLabel('Mostrar preços').count(), 0)
  assert.ok(!(await preview(page).innerText()).includes('R$'))

  await admin.goto(`${origin}/dashboard/catalog`)
  // What was chosen before stands until it is made or changed.
  await admin.getByRole('switch', { name: 'Só promoções' }).check()
  await admin.getByText('Nenhum produto com estas escolhas.').first().waitFor()
  assert.ok(await admin.getByRole('button', { name: 'Gerar e baixar' }).isDisabled())
  await admin.route('**/products_for_pdf*', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: '{"status":"error","code":"internal","message":"Algo deu errado do nosso lado."}',
    }),
  )
  await admin.reload()
  await admin
    .getByRole('alert')
    .filter({ hasText: 'Erro ao buscar produtos: ' })
    .getByText('Algo deu errado do nosso lado.')
    .waitFor()
  await admin.unroute('**/products_for_pdf*')
  await admin.getByRole('button', { name: 'Tentar de novo' }).click()
  await admin.getByText('Nenhum produto com estas escolhas.').first().waitFor()
})
test('a seller chooses order, cover and client, watches it being made and finds the prices of the screen in it; who scans its QR code later sees what changed and gets a new one', async () => {
  const [first, second] = ['Palha', 'Vidro']
  const c = await aCompany(site.t, { name: 'Casa da Serra' })
  for (const [n, name] of [first, second].entries()) {
    const { id } = (await site.t.call('POST', '/api/v1/categories', { token: c.admin.token, body: { name } })).body.data
    await aProduct(site.t, c, {
      name: `Cesto ${n}`,
      code: `CE-${n}`,
      price: `1${n},50`,
      categories: JSON.stringify([id]),
    })
  }
  const at = site.at(c.path)
  const page = await browserOf(site, at, c.seller.email, PHONE)
  await page.goto(`${at}/dashboard/catalog`)
  await page.getByText('páginas 1 a 2 de').waitFor()
  await page.getByLabel('Preparado para').fill('Mercado da Praça')
  await page.getByLabel('Capa').selectOption({ label: 'Moldura' })
  await preview(page).getByText('Preparado para Mercado da Praça').first().waitFor()
  await page.getByRole('button', { name: 'Ordem das categorias' }).click()
  await page.getByRole('button', { name: 'Subir Vidro' }).click()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Ok', exact: true }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Gerar e baixar' }).click()
  const pdf = readPdf(readFileSync(await (await saved).path()))
  assert.deepEqual(
    pdf.outline.map((o) => o.title),
    ['Índice', 'Vidro', 'Palha'],
  )
  await page.goto(`${at}/dashboard/products`)
  for (const price of ['R$ 10,50', 'R$ 11,50']) {
    await page.getByText(price.replace(' ', '\u00a0')).first().waitFor()
    assert.ok(
      pdf.pages.some((x) => x.text.includes(price)),
      price,
    )
  }
  const living = new URL(pdf.pages.flatMap((x) => x.links).find((l) => l.includes('/catalogo/')) as string)
  // A browser that says that it is a program counts as none.
  const userAgent = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36'
  const stranger = (await site.browser({ ...PHONE, userAgent })).page
  await stranger.goto(at + living.pathname + living.search)
  await stranger.getByRole('heading', { name: 'Os preços deste PDF continuam valendo' }).waitFor()
  assert.deepEqual(await axe(stranger), [])
  const product = (await site.t.call('GET', '/api/v1/products?name=CE-1', { token: c.admin.token })).body.data[0]
  await site.t.call('PUT', `/api/v1/products/${product.id}`, { token: c.admin.token, body: { price: '12,00' } })
  await aProduct(site.t, c, { name: 'Cesto novo', code: 'CE-9', price: '33,00' })
  await stranger.reload()
  await stranger.getByText('1 preço mudou').waitFor()
  await stranger.getByText('1 produto novo').waitFor()
  await stranger
    .getByRole('listitem')
    .filter({ hasText: /Cesto novo[^]*33,00/ })
    .waitFor()
  const line = stranger.getByRole('listitem').filter({ hasText: 'Cesto 1' })
  assert.match(await line.innerText(), /11,50[^]*12,00/)
  await stranger.getByRole('button', { name: 'Fazer o PDF com os preços de hoje' }).click()
  const newer = await stranger.getByRole('link', { name: 'Abrir o PDF novo' }).getAttribute('href')
  assert.deepEqual(await axe(stranger), [])
  const fresh = readPdf((await site.t.app.inject({ method: 'GET', url: newer as string })).rawPayload)
  assert.ok(fresh.pages.some((x) => x.text.includes('R$ 12,00')) && fresh.pages.some((x) => x.text.includes('CE-9')))
  assert.ok(
    (await stranger.getByRole('link', { name: 'Ver o catálogo e pedir' }).getAttribute('href'))?.includes(
      `vend=${c.seller.id}`,
    ),
  )
  await page.goto(`${at}/dashboard/catalog`)
  await page.getByText('2 visitas pelo QR').waitFor()
  const desk = (await site.browser(DESK)).page
  await desk.goto(at + living.pathname)
  await desk.getByText('1 preço mudou').waitFor()
  await inBoth(desk)
  await stranger.goto(`${at}/catalogo/${'x'.repeat(24)}`)
  await stranger.getByText('Este PDF não está mais guardado').waitFor()
})
test('the admin mends a missing photo where the PDF tells it, and stops a PDF that is being made', async () => {
  const c = await aCompany(site.t, { name: 'Oficina do Sul' })
  const at = site.at(c.path)
  await aProduct(site.t, c, { name: 'Jarro', code: 'JA-1', price: '5,00', order: 1 })
  const page = await browserOf(site, at, c.admin.email)
  await page.goto(`${at}/dashboard/catalog`)
  await page.locator('summary').filter({ hasText: '1 sem foto' }).click()
  assert.deepEqual(await axe(page), [])
  await page.getByLabel('Enviar a foto de Jarro').setInputFiles({
    name: 'jarro.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 1200, height: 1200, channels: 3, background: '#557755' } })
      .png()
      .toBuffer(),
  })
  await page.getByText('A foto de Jarro está no lugar.').waitFor()
  await page.getByText('Fotos que faltam').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Escolher a foto da capa' }).click()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Foto 1', exact: true }).click()
  await manyProducts(site.t, c, 4000)
  await page.reload()
  await page.getByText('4.001 produtos').first().waitFor()
  await page.getByRole('button', { name: 'Gerar e baixar' }).click()
  await page.getByRole('progressbar').waitFor()
  await page.getByRole('button', { name: 'Cancelar Catálogo' }).click()
  await page.getByText('Catálogo foi cancelado.').waitFor()
  await page.reload()
  await page.getByText('4.001 produtos').first().waitFor()
  assert.equal(await page.getByText('Gerados antes').count(), 0)
})
test('the PDF’s screens pass axe on phone and desktop, light and dark', async () => {
  for (const size of [PHONE, DESK]) {
    const page = await browserOf(site, origin, a.admin.email, size)
    await page.goto(`${origin}/dashboard/catalog`)
    for (const [path, first] of [
      ['/dashboard/catalog', preview(page).getByRole('listitem').first()],
      ['/pages', page.getByRole('img', { name: 'página 1', exact: true })],
    ] as const) {
      await goTo(page, path)
      await first.waitFor()
      await inBoth(page)
    }
    await page.context().close()
  }
})
test('the PDF’s screens wrote no error to the console, and no rule of the content policy was broken', () => {
  assert.deepEqual(site.errors, [])
})
