// What the company and who makes its products show of themselves.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { aProduct, type Company } from '../test/kit.ts'
import { aHouse } from './house.ts'
import { copied } from './kept.ts'
import { axe, browserOf, DESK, goTo, inBoth, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let origin: string
let admin: Page
before(async () => {
  site = await startOnline()
  a = await aHouse(site)
  origin = site.at(a.path)
  admin = await browserOf(site, origin, a.admin.email)
})
after(() => site.close())

test('an artisan is made by the admin with products; a visitor finds the profile, its links and a product without code', async () => {
  await admin.goto(`${origin}/s/artesaos/`)
  await admin.getByRole('button', { name: 'Novo perfil' }).click()
  const form = admin.getByRole('dialog')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await form.locator('[aria-invalid=true]').waitFor()
  await form.getByLabel('Nome', { exact: true }).fill('Dona Zefa')
  await form.getByLabel(/História/).fill('Primeira linha\nSegunda linha')
  await form.getByLabel(/WhatsApp/).fill('(11) 91234-5678')
  await form.getByLabel(/Rede social/).fill('https://www.instagram.com/zefa')
  const logo = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#b4532a' } })
    .png()
    .toBuffer()
  await form.getByLabel(/Foto ou logo/).setInputFiles({ name: 'zefa.png', mimeType: 'image/png', buffer: logo })
  await form.getByLabel('Buscar produtos para este perfil').fill('mor')
  await form.getByLabel(/Moringa/).check()
  assert.deepEqual(await axe(admin), [])
  await form.getByRole('button', { name: 'Salvar' }).click()
  await admin.waitForURL(/\/s\/artesaos\/dona-zefa$/)
  const bare = await aProduct(site.t, a, { name: 'Sem código', price: '5,00', code: '' })
  await site.t.owner.query(
    'update products set entity_id = (select id from entities where company_id = $1) where id = $2',
    [a.id, bare.id],
  )

  const { page } = await site.browser(PHONE)
  await page.goto(`${origin}/s/marcas`)
  await page.getByRole('searchbox', { name: 'Pesquisar entidades' }).fill('zefa')
  await page.getByRole('link', { name: 'Dona Zefa' }).click()
  await page.waitForURL(/\/s\/artesaos\/dona-zefa$/)
  const ground = async () => {
    await page.reload()
    const logo = page.getByRole('img', { name: 'Logo de Dona Zefa' }).locator('..')
    await logo.waitFor()
    await page.waitForLoadState('networkidle')
    return logo.evaluate((e) => getComputedStyle(e).backgroundColor)
  }
  // The picture is made in the background; its edge is then the ground around it.
  let colour = ''
  for (let i = 0; i < 15 && !/^rgb\(1[78]\d, 8\d, 4\d\)$/.test(colour); i++) colour = await ground()
  assert.match(colour, /^rgb\(1[78]\d, 8\d, 4\d\)$/)
  assert.match((await page.getByText('Primeira linha').textContent()) ?? '', /Primeira linha\nSegunda linha/)
  assert.match(
    (await page.getByRole('link', { name: 'Converse via WhatsApp' }).getAttribute('href')) ?? '',
    /phone=5511912345678&/,
  )
  assert.equal(await page.getByRole('link', { name: 'Instagram' }).getAttribute('target'), '_blank')
  await page.getByText('Conheça outros produtos e saiba mais').waitFor()
  await page.getByRole('link', { name: 'Sem código' }).click()
  await page
    .getByRole('dialog', { name: 'Produto sem código' })
    .getByText('Entre em contato com o administrador do sistema')
    .waitFor()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Ok' }).click()
  await page.getByRole('link', { name: 'Moringa' }).click()
  await page.waitForURL(/product_code=MO-1/)
  await page.goto(`${origin}/s/artesaos/ninguem`)
  await page.getByText('Não encontramos este perfil').waitFor()
  await page.getByRole('link', { name: 'Ver Artesãos' }).click()
  await page.waitForURL(/\/s\/artesaos$/)
})
test("the product's page names who made it, and the visitor reads it", async () => {
  const { id } = await aProduct(site.t, a, { name: 'Cuia', code: 'CU-1', price: '9,00' })
  await admin.goto(`${origin}/dashboard/products/${id}`)
  await admin.getByLabel(/Artesão, marca ou fabricante/).selectOption({ label: 'Dona Zefa' })
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('Salvo.').waitFor()
  const { page } = await site.browser(PHONE)
  await page.goto(`${origin}/dashboard/products?product_code=CU-1`)
  await page
    .getByRole('dialog')
    .getByText(/feito por Dona Zefa/)
    .waitFor()
})
test('a product that is switched off keeps its profile when others are ticked into it', async () => {
  const made = await site.t.call('POST', '/api/v2/entities', { token: a.admin.token, body: { name: 'Barro Vivo' } })
  const of = { entity_id: made.body.data.id }
  await aProduct(site.t, a, { name: 'Panela de barro', ...of })
  await aProduct(site.t, a, { name: 'Panela guardada', active: 0, ...of })
  await aProduct(site.t, a, { name: 'Tacho', code: 'TA-1' })
  await admin.goto(`${origin}/s/outros/barro-vivo`)
  await admin.getByRole('button', { name: 'Editar perfil' }).click()
  const form = admin.getByRole('dialog')
  await form.getByLabel('Panela de barro').click()
  await form.getByLabel('Buscar produtos para este perfil').fill('tacho')
  await form.getByLabel(/Tacho/).check()
  await form.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('Perfil salvo.').waitFor()
  const { rows } = await site.t.owner.query('select name from products where entity_id = $1 order by id', [
    of.entity_id,
  ])
  assert.deepEqual(
    rows.map((r) => r.name),
    ['Panela guardada', 'Tacho'],
  )
})
test('who came by the link of one profile reads the others from the device as well', async () => {
  const { page } = await site.browser(PHONE)
  await page.goto(`${origin}/s/artesaos/dona-zefa`)
  await copied(page, 'entities', 'products')
  await page.context().route('**/api/v2/entities/*/details', (r) => r.abort())
  await page.getByRole('link', { name: /^Ver Artesãos/ }).click()
  await page.getByRole('link', { name: 'Barro Vivo' }).click()
  await page.getByRole('heading', { name: 'Barro Vivo' }).waitFor()
  await page.getByRole('link', { name: 'Tacho' }).waitFor()
})
test('the page about the company: its text, its links, the map, and what a chat shows of it', async () => {
  const { page } = await site.browser(PHONE)
  await page.goto(`${origin}/sobre`)
  await page.getByRole('heading', { name: 'Conheça Casa Aroeira' }).waitFor()
  assert.equal(await page.locator('main b').textContent(), 'fogo')
  assert.equal(await page.getByRole('link', { name: 'Saiba mais' }).getAttribute('href'), 'https://aroeira.test')
  assert.match(
    (await page.getByRole('link', { name: 'Fale conosco via WhatsApp' }).getAttribute('href')) ?? '',
    /phone=5511912345678&/,
  )
  assert.match(
    (await page.getByRole('link', { name: 'Ver no Google Maps' }).getAttribute('href')) ?? '',
    /query=-23\.07,-44\.96/,
  )
  // The map is the project's own, and comes when it is about to be seen.
  await page.getByRole('link', { name: 'Cunha, SP' }).waitFor()
  await page.getByRole('img', { name: 'Casa Aroeira no mapa' }).scrollIntoViewIfNeeded()
  await page.getByRole('img', { name: 'Casa Aroeira no mapa' }).locator('span:not([aria-hidden])').waitFor()
  await inBoth(page, 'about-map')
  await page.getByText('Feito com').waitFor()
  assert.deepEqual(await axe(page), [])
  const html = async (path: string) =>
    (await site.t.app.inject({ url: path, headers: { host: new URL(origin).host } })).body
  assert.match(await html('/sobre'), /<title>Conheça Casa Aroeira<\/title>.*og:description" content="Barro e fogo/s)
  assert.match(
    await html('/s/artesaos/dona-zefa'),
    /og:title" content="Dona Zefa · Casa Aroeira".*"@type":"Organization","name":"Dona Zefa"/s,
  )
  assert.match(await html('/dashboard/products?product_code=MO-1'), /"@type":"Product".*"sku":"MO-1".*"price":"80.00"/s)
  await page.getByRole('link', { name: 'Ver produtos' }).click()
  await page.waitForURL(/dashboard\/categories$/)
})
test('the public pages pass axe on phone and desktop, light and dark', async () => {
  for (const size of [PHONE, DESK]) {
    const { page, context } = await site.browser(size)
    await page.goto(`${origin}/sobre`)
    for (const path of ['/s/artesaos', '/s/artesaos/dona-zefa', '/sobre', '/session/assinar', '/session/404']) {
      await goTo(page, path)
      await inBoth(page)
    }
    await context.close()
  }
})
test('the pages of this run wrote no error to the console, and no rule of the content policy was broken', () => {
  assert.deepEqual(site.errors, [])
})
