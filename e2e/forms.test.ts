// A form knows what it saved itself; what somebody else changed meanwhile is never overwritten silently.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCompany, aPerson, aProduct, type Company, until } from '../test/kit.ts'
import { axe, browserOf, DESK, goTo, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let admin: Page
let visitor: Page
let origin: string
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Casa Aroeira', whatsapp_phone: '12997142208' })
  origin = site.at(a.path)
  admin = await browserOf(site, origin, a.admin.email)
  await admin.goto(`${origin}/dashboard/products`)
})
after(() => site.close())

const as = async (email: string) =>
  (
    await site.t.call('POST', '/api/v1/auth/login', {
      body: { email, password: 'segredo-de-teste' },
      headers: { 'x-forwarded-for': '10.0.0.7' },
    })
  ).body.token as string
/** Another admin does this meanwhile, on a machine of their own. */
const elsewhere = async (method: string, path: string, body: unknown) => {
  const r = await site.t.call(method, path, { token: await as(a.admin.email), body })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  return r.body.data
}
/** Presses the form's button and waits until there is nothing left to save. */
async function saveIn(page: Page, name = 'Salvar') {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('region', { name: 'Salvar' }).waitFor({ state: 'hidden' })
}
const price = (page: Page) => page.getByLabel('Preço', { exact: true }).first()
const openProduct = (id: number) => goTo(admin, `/dashboard/products/${id}`)
const clash = () => admin.getByRole('dialog', { name: /^Outra pessoa mudou/ })

test('one field of a product is saved three times in one visit, and back to what it was, without a quarrel', async () => {
  const p = await aProduct(site.t, a, { name: 'Tigela funda', price: '10,00', stock: '5' })
  await openProduct(p.id)
  for (const typed of ['11', '13,00', '10,00']) {
    await price(admin).fill(typed)
    await saveIn(admin)
    assert.equal(await clash().count(), 0)
  }
  // What stands there is what is stored, as it is stored.
  await price(admin).fill('12,5')
  await saveIn(admin)
  assert.equal(await price(admin).inputValue(), '12,50')
  await admin.getByLabel('Estoque opcional').fill('7')
  await saveIn(admin)
  await admin.getByLabel('Estoque opcional').fill('')
  await saveIn(admin)
  await admin.reload()
  assert.deepEqual(
    [await price(admin).inputValue(), await admin.getByLabel('Estoque opcional').inputValue()],
    ['12,50', ''],
  )
})
test('a product changed in a second tab is a conflict with both values, also after saves of one’s own; either value can be kept', async () => {
  const p = await aProduct(site.t, a, { name: 'Moringa', price: '10,00', description: 'De barro.' })
  await openProduct(p.id)
  await price(admin).fill('11,00')
  await saveIn(admin)
  await elsewhere('POST', `/api/v1/products/${p.id}`, { price: '20,00', description: 'De barro cozido.' })
  await price(admin).fill('12,00')
  await admin.getByRole('button', { name: 'Salvar', exact: true }).click()
  await clash().getByText('20,00').waitFor()
  await clash().getByText('12,00').waitFor()
  assert.deepEqual(await axe(admin), [])
  await clash().getByRole('button', { name: 'Ficar com o gravado' }).click()
  assert.deepEqual(
    [await price(admin).inputValue(), await admin.getByLabel('Descrição opcional').inputValue()],
    ['20,00', 'De barro cozido.'],
  )
  await elsewhere('POST', '/api/v2/products/bulk', { ids: [p.id], action: 'price', percent: '10' })
  await price(admin).fill('15,00')
  await admin.getByRole('button', { name: 'Salvar', exact: true }).click()
  await clash().getByText('22,00').waitFor()
  await clash().getByRole('button', { name: 'Salvar o meu' }).click()
  await until(
    async () => (await site.t.owner.query('select price from products where id = $1', [p.id])).rows[0].price === 1500,
  )
  await price(admin).fill('16,00')
  await saveIn(admin)
  assert.equal(await clash().count(), 0)
})
test('stock that an order took while a price of a variation was typed is not given back silently', async () => {
  const p = await aProduct(site.t, a, {
    name: 'Caneca',
    attributes: [
      { specs: { Cor: 'Areia' }, stock: 5 },
      { specs: { Cor: 'Folha' }, stock: 5 },
    ],
  })
  await openProduct(p.id)
  await admin.getByLabel('Preço, Folha').fill('31,00')
  await site.t.owner.query('update variations set stock = 4 where product_id = $1', [p.id])
  await admin.getByRole('button', { name: 'Salvar', exact: true }).click()
  await clash().getByRole('cell', { name: 'Estoque 4', exact: true }).first().waitFor()
  await clash().getByRole('button', { name: 'Ficar com o gravado' }).click()
  await admin.getByLabel('Preço, Folha').fill('31,00')
  await saveIn(admin)
  const { rows } = await site.t.owner.query('select stock from variations where product_id = $1 order by id', [p.id])
  assert.deepEqual(rows, [{ stock: 4 }, { stock: 4 }])
})
test('what was typed before a reload meets what somebody stored meanwhile: both are shown, nothing is lost', async () => {
  const p = await aProduct(site.t, a, { name: 'Cesto', price: '10,00' })
  await openProduct(p.id)
  await price(admin).fill('11,00')
  await elsewhere('POST', `/api/v1/products/${p.id}`, { price: '19,00' })
  await admin.reload()
  await clash().getByText('19,00').waitFor()
  await clash().getByRole('button', { name: 'Voltar' }).click()
  assert.equal(await price(admin).inputValue(), '11,00')
  await admin.getByRole('button', { name: 'Descartar' }).click()
  assert.equal(await price(admin).inputValue(), '19,00')
})
test('the company is published three times in one visit; a setting that another admin changed stays, the same one is asked about', async () => {
  await admin.goto(`${origin}/dashboard/mycompany?section=barra`)
  const site1 = admin.getByLabel('Texto do botão do site opcional')
  for (const words of ['Nossa loja', 'Nosso site', 'Nossa loja']) {
    await site1.fill(words)
    await saveIn(admin, 'Publicar')
  }
  await elsewhere('PUT', `/api/v1/companies/${a.id}`, { settings: { entity_label: 'Ateliês' }, city: 'Cunha' })
  await site1.fill('Visite-nos')
  await saveIn(admin, 'Publicar')
  assert.equal(await admin.getByLabel('Nome no menu opcional').inputValue(), 'Ateliês')
  await elsewhere('PUT', `/api/v1/companies/${a.id}`, { settings: { website_cta: 'Venha' } })
  await site1.fill('Compre')
  await admin.getByLabel('Instagram opcional').fill('aroeira')
  await admin.getByRole('button', { name: 'Publicar', exact: true }).click()
  await clash().getByText('Venha', { exact: true }).waitFor()
  await clash().getByText('Compre', { exact: true }).waitFor()
  assert.equal(await clash().getByRole('row').count(), 2, 'only what both changed is asked about')
  assert.deepEqual(await axe(admin), [])
  await clash().getByRole('button', { name: 'Ficar com o gravado' }).click()
  await saveIn(admin, 'Publicar')
  const { settings, city, instagram } = (
    await site.t.owner.query('select settings, city, instagram from companies where id = $1', [a.id])
  ).rows[0]
  assert.deepEqual(
    [settings.website_cta, settings.entity_label, city, instagram],
    ['Venha', 'Ateliês', 'Cunha', 'aroeira'],
  )
})
test('the operator saves one limit of a company three times without waiting', async () => {
  const home = site.at('sistema')
  const page = await browserOf(site, home, (await aPerson(site.t, null, 0)).email)
  await page.goto(`${home}/dashboard/companies/${a.id}`)
  // What is read anew comes late: only the form itself knows what it saved.
  await page.route(`**/api/v1/companies/${a.id}`, async (route) => {
    if (route.request().method() === 'GET') await new Promise((r) => setTimeout(r, 1500))
    await route.continue()
  })
  for (const n of ['701', '702', '703']) {
    await page.getByLabel('Produtos ativos').fill(n)
    await saveIn(page)
  }
  assert.equal(await page.getByText('Outro operador mudou').count(), 0)
  assert.equal(
    (await site.t.owner.query('select max_products from companies where id = $1', [a.id])).rows[0].max_products,
    703,
  )
})
test('a person is saved twice in one visit; the typed password is not kept in the field', async () => {
  await goTo(admin, `/dashboard/users/${a.client.id}`)
  for (const words of ['Loja Um', 'Loja Dois']) {
    await admin.getByLabel('Empresa opcional').fill(words)
    await admin.getByLabel('Senha', { exact: false }).first().fill('acaso-bem-dificil-77')
    await saveIn(admin)
    assert.equal(await admin.getByLabel('Senha', { exact: false }).first().inputValue(), '')
  }
  assert.equal(
    (await site.t.owner.query('select company_name from users where id = $1', [a.client.id])).rows[0].company_name,
    'Loja Dois',
  )
})
test('a profile keeps what another admin changed in its other fields', async () => {
  const e = await elsewhere('POST', '/api/v2/entities', { name: 'Dona Zefa', type: 'artesaos', city: 'Cunha' })
  await goTo(admin, `/s/artesaos/${e.code}`)
  await admin.getByRole('button', { name: 'Editar' }).click()
  await admin.getByLabel('Empresa ou ateliê').fill('Ateliê da Zefa')
  await elsewhere('PUT', `/api/v2/entities/${e.id}`, { city: 'Paraty' })
  await admin.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('Perfil salvo.').waitFor()
  const { rows } = await site.t.owner.query('select city, company_name from entities where id = $1', [e.id])
  assert.deepEqual(rows, [{ city: 'Paraty', company_name: 'Ateliê da Zefa' }])
})
test('an answer of 200 that is no success is shown and keeps what was typed: company, person, category, pages', async () => {
  const said = 'Base de dados em manutenção.'
  const answer = (page: Page, path: string, body: unknown) =>
    page.route(path, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 200, json: body }),
    )
  const page = await browserOf(site, origin, a.admin.email)
  await answer(page, `**/api/v1/companies/${a.id}`, { status: 'error', message: said })
  await page.goto(`${origin}/dashboard/mycompany`)
  await page.getByLabel('Cidade opcional').fill('Paraty')
  await page.getByRole('button', { name: 'Publicar', exact: true }).click()
  await page.getByText(said).waitFor()
  assert.equal(await page.getByLabel('Cidade opcional').inputValue(), 'Paraty')
  await answer(page, '**/api/v1/users', { status: 'fail' })
  await page.goto(`${origin}/dashboard/users/new`)
  await page.getByLabel('Nome', { exact: true }).fill('Rosa Prado')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText('O servidor não confirmou. Nada se perdeu aqui: tente de novo.').waitFor()
  assert.match(page.url(), /users\/new$/)
  await answer(page, '**/api/v1/categories', { message: said })
  await page.goto(`${origin}/dashboard/categories`)
  await page.getByRole('button', { name: 'Nova categoria' }).click()
  await page.getByLabel('Nome', { exact: true }).fill('Barro')
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await page.getByText(said).waitFor()
  assert.equal(await page.getByLabel('Nome', { exact: true }).inputValue(), 'Barro')
  await answer(page, '**/api/v2/pages/update', { message: said })
  await page.goto(`${origin}/pages`)
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page.locator('input[type=file]').setInputFiles([{ name: 'capa.png', mimeType: 'image/png', buffer: png }])
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText(said).waitFor()
})
test('deleting a category says how many sub-categories will stand by themselves', async () => {
  const sub = (await elsewhere('POST', '/api/v1/categories', { name: 'Potes' })).id
  await elsewhere('POST', '/api/v1/categories', {
    name: 'Argila',
    is_master_category: 1,
    sub_categories: JSON.stringify([sub]),
  })
  await admin.goto(`${origin}/dashboard/categories`)
  await admin.getByText('Subcategorias estão desligadas').waitFor()
  assert.deepEqual(await axe(admin), [])
  await admin.getByRole('button', { name: 'Excluir Argila' }).click()
  await admin.getByText('1 subcategoria dela passa a ficar na vitrine.').waitFor()
  await admin.getByRole('button', { name: 'Confirmar' }).click()
  await admin.getByText('Argila foi excluída.').waitFor()
  await admin.getByRole('button', { name: 'Potes', exact: true }).waitFor()
  assert.equal(await admin.getByRole('listitem', { level: 2 }).count(), 0)
})
test('variations and tags switched off in Sua empresa are gone for a visitor: first page, card, sheet; on again they are back', async () => {
  const attributes = ['Areia', 'Folha'].map((Cor) => ({ specs: { Cor } }))
  await aProduct(site.t, a, {
    name: 'Copo alto',
    code: 'COPO',
    price: '9,00',
    tags: JSON.stringify(['festa']),
    attributes: JSON.stringify(attributes),
  })
  visitor = (await site.browser(DESK)).page
  const page = visitor
  const html = async () => (await site.t.app.inject({ url: '/pedidos', headers: { host: new URL(origin).host } })).body
  const flip = async () => {
    await admin.goto(`${origin}/dashboard/mycompany?section=precos`)
    for (const label of ['Usar variações (cor, tamanho…)', 'Usar etiquetas']) await admin.getByLabel(label).click()
    await saveIn(admin, 'Publicar')
    await page.goto(`${origin}/dashboard/products?product_code=COPO`)
    await page.getByRole('dialog').getByText('R$').first().waitFor()
    return (await page.getByRole('dialog').textContent()) ?? ''
  }
  assert.match(await html(), /Areia[^]*festa|festa[^]*Areia/)
  assert.doesNotMatch(await flip(), /Areia|festa/)
  assert.doesNotMatch(await html(), /Areia|festa/)
  assert.match(await flip(), /Areia/)
  assert.match(await html(), /Areia[^]*festa|festa[^]*Areia/)
})
test('every option before the catalogue shows its own words for going on without it', async () => {
  const option = (n: number, recusar: string) => ({
    link: '/sobre',
    titulo: `Opção ${n}`,
    recusar,
    mensagem: '',
    opcao: n,
  })
  await elsewhere('PUT', `/api/v1/companies/${a.id}`, {
    settings: {
      landing_page_active: '1',
      landing_page_config: [option(1, 'Não sou lojista'), option(2, 'Agora não'), option(3, '')],
    },
  })
  const page = visitor
  await page.goto(`${origin}/pedidos`)
  await page.getByRole('button', { name: 'Não sou lojista' }).waitFor()
  await page.getByRole('button', { name: 'Agora não' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})
test('the pages of this run wrote no error to the console', () => assert.deepEqual(site.errors, []))
