// Clients on a map: found, placed by hand, by CEP and by where one stands; the day's route; without a network.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { aCart, aClient, aCompany, aPerson, aProduct, type Company, order, type Person, until } from '../test/kit.ts'
import { type Simulator, tilesSimulator, viaCepSimulator } from '../test/simulators.ts'
import { copied, installed } from './kept.ts'
import { browserOf, DESK, inBoth, PHONE, type Site, startOnline, OFFLINE } from './kit.ts'

let site: Site
let tiles: Simulator
let cep: Simulator
let a: Company
let colleague: Person
let armazem: number
const SE = { latitude: -23.55052, longitude: -46.633308 }
before(async () => {
  tiles = await tilesSimulator()
  cep = await viaCepSimulator()
  site = await startOnline({ cepUrl: `${cep.origin}/ws/{cep}/json/`, tilesUrl: `${tiles.origin}/{z}/{x}/{y}.png` })
  const { t } = site
  const settings = JSON.stringify({ website_link: 'https://jequitiba.test' })
  a = await aCompany(t, { name: 'Ateliê Jequitibá', lat: -23.0742, lang: -44.9597, settings })
  colleague = await aPerson(t, a.id, 2, { name: 'Bia Colega' })
  await t.owner.query("update users set name = 'Nara Vendedora' where id = $1", [a.seller.id])
  await t.owner.query('update users set active = false where id = $1', [a.client.id])
  armazem = await aClient(t, a, { company_name: 'Armazém Central', lat: -23.5475, lng: -46.6361 })
  await aClient(t, a, { company_name: 'Bar de Taubaté', lat: -23.0264, lng: -45.5553, address: { city: 'Taubaté' } })
  await aClient(t, a, { company_name: 'Casa de Paraty', lat: -23.2178, lng: -44.7131, address: { city: 'Paraty' } })
  await aClient(t, a, { company_name: 'Doceria sem lugar', address: { city: 'Cunha', state: 'SP' } })
  await aClient(t, a, { company_name: 'Empório da Bia', lat: -22.9, lng: -43.2, seller_id: colleague.id })
  const add = (body: object) => t.call('POST', '/api/v1/categories', { token: a.admin.token, body })
  const category = (await add({ name: 'Cerâmica' })).body.data.id
  const product_id = (await aProduct(t, a, { name: 'Tigela', categories: [category] })).id
  const sold = await order(t, a, a.seller.token, aCart([{ product_id, quantity: 1 }], { client_id: armazem }))
  await t.owner.query("update orders set received_at = now() - interval '40 days' where id = $1", [sold.body.data.id])
  const profile = { name: 'Dona Zefa', type: 'artesaos', lat: '-23,08', lng: '-44,97' }
  await t.call('POST', '/api/v2/entities', { token: a.admin.token, body: profile })
})
after(async () => {
  await site.close()
  tiles.close()
  cep.close()
})
const as = (person: Person, options: Parameters<typeof browserOf>[3] = PHONE) =>
  browserOf(site, site.at(a.path), person.email, options)
const listed = (page: Page) => page.getByRole('region', { name: 'Lista do mapa' }).locator('li:has(b)')
const row = (page: Page, name: string) => listed(page).filter({ hasText: name })
const rows = (page: Page) => listed(page).locator('b').allTextContents()
const mapOf = (page: Page) => page.getByRole('region', { name: /^Mapa com/ })
/** Outlines of the states. */
const states = (map: Locator) => map.locator('path')
const crowds = (page: Page) => mapOf(page).getByText(/^\d+$/)
/** Pins are out of the way of screen readers; the title is for the mouse. */
const pins = (page: Page) => mapOf(page).getByTitle(/./).locator('span').or(crowds(page))
const shows = (page: Page, names: string[]) => until(async () => (await rows(page)).join('|') === names.join('|'))

test('a seller finds her clients on the map, marks the one that has no place, and the admin is led there', async () => {
  const page = await as(a.seller)
  await page.goto(`${site.at(a.path)}/inicio`)
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await page.getByRole('link', { name: 'Mapa', exact: true }).click()
  await shows(page, ['Armazém Central', 'Bar de Taubaté', 'Casa de Paraty', 'Dona Zefa'])
  await states(mapOf(page)).first().waitFor({ state: 'attached' })
  assert.equal(await states(mapOf(page)).count(), 27, 'all states are drawn')
  await pins(page).first().waitFor()
  await inBoth(page, 'phone')
  await page.getByRole('button', { name: 'Sem lugar no mapa 1' }).click()
  await page.getByRole('button', { name: 'Marcar Doceria sem lugar no mapa' }).click()
  const map = page.getByRole('dialog').getByRole('img', { name: 'Mapa sem ponto marcado' })
  await states(map).first().waitFor({ state: 'attached' })
  await map.click({ position: { x: 150, y: 140 } })
  await page.getByRole('dialog').getByRole('img', { name: 'Mapa com o lugar do cliente' }).waitFor()
  await inBoth(page, 'placing')
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Doceria sem lugar está no mapa.').waitFor()
  await page.goto(`${site.at(a.path)}/maps`)
  await row(page, 'Doceria sem lugar').waitFor()
  const admin = await as(a.admin, DESK)
  await admin.goto(`${site.at(a.path)}/maps`)
  await admin.getByRole('button', { name: /^Doceria sem lugar/ }).click()
  const way = admin.getByRole('link', { name: 'Como chegar' })
  assert.match((await way.getAttribute('href')) ?? '', /maps\/dir\/\?api=1&destination=-2\d\.\d+,-4\d\.\d+$/)
  await admin.getByRole('link', { name: 'Abrir cliente' }).click()
  await admin.getByRole('heading', { name: 'Doceria sem lugar' }).waitFor()
  await admin.getByRole('link', { name: 'Ver no mapa' }).click()
  await admin.getByRole('region', { name: 'Doceria sem lugar' }).waitFor()
  await admin.goto(`${site.at(a.path)}/s/artesaos/dona-zefa`)
  await admin.getByRole('button', { name: 'Editar perfil' }).click()
  await admin.getByRole('button', { name: 'Ver o lugar no mapa' }).click()
  await admin.getByRole('button', { name: 'Tirar do mapa' }).click()
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('Perfil salvo.').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Sem lugar no mapa 1' }).click()
  await row(page, 'Dona Zefa').waitFor()
  const profile = await site.t.call('GET', '/api/v2/entities/dona-zefa/details', { token: a.admin.token })
  const back = { lat: '-23,08', lng: '-44,97' }
  await site.t.call('PUT', `/api/v2/entities/${profile.body.data.id}`, { token: a.admin.token, body: back })
})
test('nearest to her first, once she says so; the day’s route goes from one to the next and leaves for the navigator', async () => {
  const page = await as(a.seller, { ...PHONE, geolocation: SE, permissions: ['geolocation'] })
  await page.goto(`${site.at(a.path)}/maps?profiles=0`)
  await listed(page).first().waitFor()
  await page.getByRole('button', { name: 'Perto de mim' }).click()
  await listed(page)
    .first()
    .getByText(/^\d+ m$/)
    .waitFor()
  const near = await rows(page)
  assert.equal(near[0], 'Armazém Central')
  for (const name of ['Casa de Paraty', 'Armazém Central', 'Bar de Taubaté'])
    await page.getByRole('button', { name: `Pôr ${name} na rota` }).click()
  const route = page.getByRole('region', { name: 'Rota do dia' })
  await route.getByText('3 paradas').waitFor()
  assert.deepEqual(await route.locator('li > :nth-child(2)').allTextContents(), [
    'Armazém Central',
    'Bar de Taubaté',
    'Casa de Paraty',
  ])
  // How far each is from the one before.
  assert.match((await route.locator('li').first().innerText()).replaceAll('\n', ' '), /Armazém Central \d+ m/)
  await route.getByText(/21\d,\d km em linha reta · a partir de onde você está/).waitFor()
  const href = (await route.getByRole('link', { name: 'Abrir no Google Maps' }).getAttribute('href')) ?? ''
  const { searchParams } = new URL(href)
  assert.deepEqual(
    [searchParams.get('origin'), searchParams.get('destination'), searchParams.get('waypoints')?.split('|').length],
    ['-23.55052,-46.633308', '-23.2178,-44.7131', 2],
  )
  await inBoth(page, 'route')
  await page.reload()
  await route.getByText('3 paradas').waitFor()
  await route.getByRole('button', { name: 'Tirar Armazém Central da rota' }).click()
  await route.getByText('2 paradas').waitFor()
})
test('the admin narrows by seller, by days without an order and by what was bought; over the full screen the menu lies on top', async () => {
  const page = await as(a.admin, DESK)
  await page.goto(`${site.at(a.path)}/maps`)
  await row(page, 'Empório da Bia').waitFor()
  await page.getByLabel('Vendedor').selectOption('Bia Colega')
  await page.getByRole('button', { name: 'Perfis' }).click()
  await shows(page, ['Empório da Bia'])
  assert.equal(await listed(page).locator('[data-age=never]').count(), 1, 'who never ordered looks so')
  await page.getByLabel('Vendedor').selectOption('')
  await page.getByLabel('Dias sem pedir').selectOption('30')
  await shows(page, ['Armazém Central'])
  await page.getByLabel('Dias sem pedir').selectOption('60')
  await page.getByText('Ninguém com estes filtros.').waitFor()
  await page.getByLabel('Dias sem pedir').selectOption('')
  await page.getByLabel('Compraram da categoria').selectOption('Cerâmica')
  await shows(page, ['Armazém Central'])
  await page.reload()
  await shows(page, ['Armazém Central'])
  await page.goto(`${site.at(a.path)}/maps`)
  await crowds(page).first().waitFor()
  const before = await crowds(page).count()
  await crowds(page).first().click()
  await until(async () => (await crowds(page).count()) !== before)
  await inBoth(page, 'desk')
  await page.getByRole('link', { name: 'Tela cheia' }).click()
  await page.waitForURL(/maps\/leaflet/)
  await states(mapOf(page)).first().waitFor({ state: 'attached' })
  assert.equal(await page.getByRole('navigation', { name: 'Menu' }).count(), 0)
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await page.getByRole('link', { name: 'Mapa', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await inBoth(page, 'full')
  await page.getByRole('link', { name: 'Ver a lista' }).click()
  await listed(page).first().waitFor()
})
test('a CEP whose place is known marks the new client; arrows move the map, and its pins are in nobody’s way', async () => {
  const page = await as(a.seller, DESK)
  await page.goto(`${site.at(a.path)}/clientes/novo`)
  await page.getByLabel('Nome de quem compra').fill('Feira de Cunha')
  await page.getByRole('button', { name: 'Informar endereço' }).click()
  await page.getByLabel('CEP').fill('12530000')
  await page.getByText('Lugar no mapa marcado.').waitFor()
  await page.getByRole('button', { name: 'Ver o lugar no mapa' }).click()
  assert.equal(await page.getByLabel('Latitude').inputValue(), '-23,0742')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('link', { name: 'Ver no mapa' }).click()
  const map = mapOf(page)
  await page.getByRole('region', { name: 'Feira de Cunha' }).waitFor()
  const left = async () => (await map.getByTitle('Feira de Cunha').boundingBox())?.x
  const still = await left()
  await map.focus()
  await page.keyboard.press('ArrowRight')
  await until(async () => (await left()) !== still)
  assert.equal(await map.locator('[tabindex="0"]').count(), 0, 'no pin takes the focus')
})
test('without a server the clients stand on the map all the same; the streets and who bought of what say what they need', async () => {
  const id = await aClient(site.t, a, { company_name: 'Quitanda nova', address: { state: 'SP' } })
  const quitanda = async () => (await site.t.call('GET', `/api/v2/clients/${id}`, { token: a.admin.token })).body.data
  const { page, context } = await site.browser({ ...PHONE, ...OFFLINE })
  await page.goto(`${site.at(a.path)}/session/signin`)
  await page.getByLabel('E-mail').fill(a.seller.email)
  await page.getByLabel('Senha', { exact: true }).fill('segredo-de-teste')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('button', { name: 'Abrir menu' }).waitFor()
  await installed(page)
  await copied(page, 'clients')
  await site.stop()
  try {
    await page.goto(`${site.at(a.path)}/maps?profiles=0`)
    await row(page, 'Casa de Paraty').waitFor()
    await states(mapOf(page)).first().waitFor({ state: 'attached' })
    await pins(page).first().waitFor()
    await page.getByRole('button', { name: /^Filtros/ }).click()
    await page.getByLabel('Compraram da categoria').selectOption({ index: 1 })
    await page.getByText('Quem comprou de uma categoria só o servidor sabe.').waitFor()
    await page.getByRole('button', { name: 'Ver todas as categorias' }).click()
    await row(page, 'Casa de Paraty').waitFor()
    await page.getByText('Sem internet para as ruas: só o contorno dos estados.').waitFor()
    await page.getByRole('button', { name: /^Sem lugar no mapa/ }).click()
    await page.getByRole('button', { name: 'Marcar Quitanda nova no mapa' }).click()
    await page.getByRole('dialog').getByRole('img', { name: 'Mapa sem ponto marcado' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Guardado neste aparelho').waitFor()
    await page.goto(`${site.at(a.path)}/maps?profiles=0`)
    await row(page, 'Quitanda nova').waitFor()
  } finally {
    await site.start()
  }
  // It leaves by itself, and the admin finds it on the map.
  await until(async () => (await quitanda()).lat !== null)
  await context.close()
})
test('the tools beside the catalogue are listed for whoever finds them', async () => {
  const admin = await as(a.admin, DESK)
  await admin.goto(`${site.at(a.path)}/apps`)
  await inBoth(admin, 'apps')
  // Beside the three stand the tools that the menu has not.
  await admin.getByRole('link', { name: /^Páginas do PDF/ }).waitFor()
  await admin.getByRole('link', { name: /^Fotos.* \d+ fotos?/ }).click()
  await admin.waitForURL(/apps\/media$/)
  const buyer = await aPerson(site.t, a.id, 3, { seller_id: a.seller.id })
  const writes = await site.t.call('POST', `/api/v2/companies/${a.id}/conversations/cliente/${buyer.id}`, {
    token: buyer.token,
    body: { text: 'Tem para sexta?', key: 'mapa-0123456789abcdef' },
  })
  assert.equal(writes.status, 200, JSON.stringify(writes.body))
  const seller = await as(a.seller)
  await seller.goto(`${site.at(a.path)}/apps`)
  await seller.getByRole('link', { name: /^Agenda/ }).waitFor()
  await seller.getByRole('link', { name: /^Mensagens.* 1 não lida$/ }).waitFor()
  assert.equal(await seller.getByRole('link', { name: /^Fotos/ }).count(), 0)
})
test('who comes to know the company sees its place in its state; the streets are asked for when they are wished', async () => {
  const { page } = await site.browser(PHONE)
  const asked: string[] = []
  page.on('request', (r) => r.url().startsWith(tiles.origin) && asked.push(r.url()))
  await page.goto(`${site.at(a.path)}/sobre`)
  const where = page.getByRole('region', { name: 'Onde estamos' })
  await where.scrollIntoViewIfNeeded()
  await where
    .getByRole('img', { name: /no mapa$/ })
    .locator('span:not([aria-hidden])')
    .waitFor()
  await inBoth(page, 'about')
  assert.deepEqual(asked, [], 'nobody is told who looks')
  await page.getByRole('button', { name: 'Ver as ruas' }).tap()
  const tile = where.locator(`img[src^="${tiles.origin}"]`).first()
  await tile.evaluate((image: HTMLImageElement) => image.decode())
  assert.ok(asked.length > 0)
})
