import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import {
  aCompany,
  aPerson,
  aProduct,
  type Company,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'
import { brochuresOf } from '../../../../test/brochure_kit.ts'
import { pictureOfPage, readPdf } from '../../../../test/pdf_reader.ts'
import { platformTasks } from './jobs.ts'

let t: TestApp
let a: Company
let b: Company
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t, {
    name: 'Ateliê Jequitibá',
    primary_color: '#b5522b',
    price_table_active: true,
    promo_price_active: true,
  })
  b = await aCompany(t)
  await t.jobs()
})
after(() => t.close())

const picture = async (background: string, width = 124, height = 175) =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  ])
const category = async (company: Company, name: string, more: Record<string, string> = {}) =>
  (await t.call('POST', '/api/v1/categories', { token: company.admin.token, body: { name, ...more } })).body.data
    .id as number
const wanted = (token: string, body: Record<string, unknown> = {}, query = '') =>
  t.call('POST', `/api/v2/products/products_for_pdf${query}`, { token, body })
const names = (r: { body: { data: { name: string }[] } }) => r.body.data.map((p) => p.name)
const { make, list, ready, open } = brochuresOf(() => t)
const wordsOf = (pdf: Buffer) =>
  readPdf(pdf)
    .pages.map((p) => p.text)
    .join('\n')

test('the admin stores pages in order, each with its picture, and a seller reads them; a picture that stands keeps its place', async () => {
  const baskets = await category(a, 'Cestaria')
  const r = await t.call('POST', '/api/v2/pages/update', {
    token: a.admin.token,
    form: {
      company_id: String(a.id),
      pages: JSON.stringify([{ kind: 'capa' }, { kind: 'abertura', category_id: baskets }, { kind: 'fim' }]),
      'images[0]': await picture('#aa5500'),
      'images[1]': await picture('#0055aa'),
      'images[2]': await picture('#55aa00'),
    },
  })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  assert.ok(Array.isArray(r.body), 'the answer is the bare list')
  assert.deepEqual(
    r.body.map((p: { kind: string }) => p.kind),
    ['capa', 'abertura', 'fim'],
  )
  const [cover, opening, end] = r.body
  const again = await t.call('POST', '/api/v2/pages/update', {
    token: a.admin.token,
    form: {
      pages: JSON.stringify(
        [end, cover, opening].map(({ kind, category_id, image_path }) => ({
          kind,
          category_id: category_id ?? '',
          image_path,
        })),
      ),
      'images[1]': await picture('#ffffff'),
    },
  })
  assert.equal(again.status, 200, JSON.stringify(again.body))
  const read = await t.call('GET', '/api/v2/pages', { token: a.seller.token })
  assert.deepEqual(
    read.body.data.map((p: { kind: string; image_path: string }) => [p.kind, p.image_path === cover.image_path]),
    [
      ['fim', false],
      ['capa', false],
      ['abertura', false],
    ],
  )
  const media = await t.call('GET', '/api/v2/media?only=unused', { token: a.admin.token })
  assert.deepEqual(
    media.body.data.map((m: { path: string }) => m.path),
    [cover.image_path],
    'a picture of a page is in use, one that was replaced is not',
  )
})
test('pages are refused by rule: no picture, a picture beside the list, an opening without category, another company’s things, more than 200', async () => {
  const update = (pages: unknown, more: Record<string, Blob> = {}) =>
    t.call('POST', '/api/v2/pages/update', { token: a.admin.token, form: { pages: JSON.stringify(pages), ...more } })
  const before = (await t.call('GET', '/api/v2/pages', { token: a.admin.token })).body.data
  const theirs = (
    await t.call('POST', '/api/v2/images/add_image_to_product', {
      token: b.admin.token,
      form: { image: await picture('#123456') },
    })
  ).body.data.path
  assert.match((await update([{ kind: 'capa' }])).body.errors['pages.0'][0], /Escolha a imagem da página 1/)
  assert.equal((await update([{ kind: 'capa', image_path: theirs }])).status, 422)
  assert.ok((await update([], { 'images[3]': await picture('#000000') })).body.errors['images.3'])
  assert.match(
    (await update([{ kind: 'abertura' }], { 'images[0]': await picture('#000000') })).body.errors['pages.0'][0],
    /precisa de uma categoria/,
  )
  assert.equal(
    (
      await update([{ kind: 'abertura', category_id: await category(b, 'Alheia') }], {
        'images[0]': await picture('#000000'),
      })
    ).status,
    422,
  )
  assert.equal((await update([{ kind: 'capa' }], { 'images[0]': new Blob(['<svg/>']) })).body.code, 'bad_image')
  assert.equal(
    (await update(Array.from({ length: 201 }, () => ({ kind: 'interna', image_path: before[0].image_path })))).status,
    422,
  )
  assert.deepEqual(
    (await t.call('GET', '/api/v2/pages', { token: a.admin.token })).body.data,
    before,
    'nothing was written',
  )
})
test('pages: a seller may not write them, a client may not read them, another company sees none', async () => {
  assert.equal(
    (await t.call('POST', '/api/v2/pages/update', { token: a.seller.token, body: { pages: '[]' } })).status,
    403,
  )
  assert.equal((await t.call('GET', '/api/v2/pages', { token: a.client.token })).status, 403)
  assert.deepEqual((await t.call('GET', '/api/v2/pages', { token: b.admin.token })).body.data, [])
})

test('products for the PDF: categories with what is below them, tags, promotions, only active ones, a limit', async () => {
  const c = await aCompany(t)
  const clay = await category(c, 'Cerâmica')
  const wood = await category(c, 'Madeira')
  await aProduct(t, c, {
    name: 'Vaso',
    code: 'V1',
    price: '10,00',
    categories: JSON.stringify([clay]),
    tags: 'novo',
    order: 1,
  })
  await aProduct(t, c, {
    name: 'Tigela',
    code: 'T1',
    price: '20,00',
    price_promo: '15,00',
    categories: JSON.stringify([clay]),
    order: 2,
  })
  await aProduct(t, c, { name: 'Banco', code: 'B1', price: '30,00', categories: JSON.stringify([wood]), order: 3 })
  await aProduct(t, c, { name: 'Fora', code: 'F1', price: '40,00', active: 0, order: 4 })
  const { token } = c.admin
  assert.deepEqual(names(await wanted(token, { only_active: '1' })), ['Vaso', 'Tigela', 'Banco'])
  assert.deepEqual(names(await wanted(token)), ['Vaso', 'Tigela', 'Banco', 'Fora'])
  assert.deepEqual(names(await wanted(token, { categories: JSON.stringify([wood]) })), ['Banco'])
  assert.deepEqual(names(await wanted(token, { categories: [clay, wood] })), ['Vaso', 'Tigela', 'Banco'])
  assert.deepEqual(names(await wanted(token, { tags: 'novo' })), ['Vaso'])
  assert.deepEqual(names(await wanted(token, { only_promo: '1' })), ['Tigela'])
  const two = await wanted(token, { only_active: '1' }, '?limit=2')
  assert.deepEqual([names(two), two.body.total], [['Vaso', 'Tigela'], 3])
  assert.deepEqual(
    names(await wanted(c.seller.token)),
    ['Vaso', 'Tigela', 'Banco'],
    'a seller never sees inactive ones',
  )
  assert.equal((await wanted(token, { categories: 'nenhuma' })).status, 422)
})
test('products for the PDF show the prices of the table asked for; a seller has its own; variations come when asked for', async () => {
  const p = await aProduct(t, a, {
    name: 'Moringa',
    code: 'MO-1',
    price: '100,00',
    price2: '77,31',
    attributes: JSON.stringify([{ specs: { Cor: 'Azul' }, price: '80,00', code: 'MO-1-A' }]),
  })
  const find = (r: { body: { data: { id: number; price: string; attributes: unknown[] }[] } }) =>
    r.body.data.find((x) => x.id === p.id)
  assert.equal(find(await wanted(a.admin.token, { price_table: '2' }))?.price, '77,31')
  assert.equal(find(await wanted(a.admin.token, { price_table: 1 }))?.price, '100,00')
  assert.equal(find(await wanted(a.admin.token))?.attributes.length, 0)
  assert.equal(find(await wanted(a.admin.token, { variation: '1' }))?.attributes.length, 1)
  const seller = await aPerson(t, a.id, 2, { price_table: 2 })
  assert.equal(find(await wanted(seller.token))?.price, '77,31')
  assert.match(
    (await wanted(seller.token, { price_table: 1 })).body.errors.price_table[0],
    /Sua tabela de preço é outra/,
  )
  assert.equal((await wanted(a.admin.token, { price_table: 4 })).status, 422)
})
test('products for the PDF: no prices for who sees none, hidden categories stay hidden, clients are refused, another company sees nothing', async () => {
  const hidden = await category(a, 'Reservado')
  await aProduct(t, a, { name: 'Segredo', code: 'SG-1', price: '7919,37', categories: JSON.stringify([hidden]) })
  await aProduct(t, a, { name: 'Visível', code: 'VI-1', price: '7919,37', price_promo: '7901,11' })
  const blind = await aPerson(t, a.id, 2, { hide_price: true, hidden_categories: [hidden] })
  const r = await wanted(blind.token)
  assert.ok(names(r).includes('Visível') && !names(r).includes('Segredo'))
  assert.ok(!JSON.stringify(r.body).includes('7919') && !JSON.stringify(r.body).includes('7901'))
  assert.deepEqual(names(await wanted(blind.token, { only_promo: '1' })), [], 'promotions would tell prices')
  assert.equal((await wanted(a.client.token)).status, 403)
  assert.deepEqual(names(await wanted(b.admin.token)), [])
})

test('a PDF is made off the request, with cover, openings, products and prices of its table; its link opens for anybody and counts', async () => {
  const c = await aCompany(t, {
    name: 'Casa do Barro ☕',
    path: 'casa-do-barro',
    price_table_active: true,
    secondary_color: '#11aa55',
  })
  const clay = await category(c, 'Cerâmica')
  const wood = await category(c, 'Madeira')
  for (let n = 0; n < 9; n++)
    await aProduct(t, c, {
      name: `Vaso número ${n}`,
      code: `V-${n}`,
      price: '10,00',
      price2: `${20 + n},50`,
      categories: JSON.stringify([n < 6 ? clay : wood]),
      order: n,
    })
  const made = await make(c.admin.token, { price_table: 2 })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  assert.equal(made.body.data.status, 'fazendo')
  const done = await ready(c.admin.token, made.body.data.id)
  // Cover, opening and two pages of clay, opening and one page of wood.
  assert.deepEqual([done.page_count, done.products, done.done], [6, 9, 9])
  const pdf = await open(done.link)
  assert.equal(pdf.statusCode, 200)
  assert.equal(pdf.headers['content-type'], 'application/pdf')
  if (process.env.KEEP_PDF) writeFileSync(process.env.KEEP_PDF, pdf.rawPayload)
  const words = wordsOf(pdf.rawPayload)
  for (const word of ['Casa do Barro', 'Catálogo de verão', 'Cerâmica', 'Madeira', 'Vaso número 8', 'V-0', 'R$ 28,50'])
    assert.ok(words.includes(word), word)
  assert.ok(!words.includes('10,00'), 'the other table is not there')
  assert.equal((await list(c.admin.token))[0]?.opened, 1)
  const at = await sharp(pictureOfPage(pdf.rawPayload, 1, 1))
    .extract({ left: 50, top: 783, width: 20, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer()
  assert.deepEqual([...at.subarray(0, 3)], [0x11, 0xaa, 0x55], 'the secondary colour')
  const { pages, fonts } = readPdf(pdf.rawPayload)
  assert.ok(
    pages[2]?.links.some((l) => /\/catalogo\/[\w-]{24}\?product=V-0$/.test(l)),
    'a photo leads to its product, at the PDF’s own table',
  )
  assert.ok(fonts.size > 0 && [...fonts.values()].every(Boolean), 'its letters come along')
})
test('every model is drawn, by variation as well; without prices there is none anywhere', async () => {
  const c = await aCompany(t)
  await aProduct(t, c, {
    name: 'Caneca',
    code: 'C1',
    price: '7919,37',
    attributes: JSON.stringify(['Azul', 'Verde'].map((Cor) => ({ specs: { Cor }, code: `C1-${Cor}` }))),
  })
  for (const model of ['vitrine', 'lista', 'tabela']) {
    const made = await make(c.admin.token, { model, variation: '1', prices: '0', openings: '0' })
    const done = await ready(c.admin.token, made.body.data.id)
    assert.equal(done.page_count, 2, model)
    const words = wordsOf((await open(done.link)).rawPayload)
    assert.ok(words.includes('C1-Azul') && words.includes('Cor: Verde'), `${model}: ${words}`)
    assert.ok(!words.includes('7919') && !words.includes('7.919'), model)
  }
  const blind = await aPerson(t, c.id, 2, { hide_price: true })
  const made = await make(blind.token)
  assert.ok(
    !wordsOf((await open((await ready(blind.token, made.body.data.id)).link)).rawPayload).includes('7.919'),
    'who sees no prices makes a PDF without',
  )
})
test('a PDF is refused by rule: nothing to show, one at a time, an unknown model', async () => {
  const c = await aCompany(t)
  assert.match((await make(c.admin.token)).body.errors.categories[0], /Nenhum produto/)
  await aProduct(t, c, { name: 'Um', code: 'U1', price: '1,00' })
  assert.equal((await make(c.admin.token, { model: 'cartaz' })).status, 422)
  assert.equal((await make(c.admin.token, { per_page: 5 })).status, 422)
  const first = await make(c.admin.token)
  assert.equal(first.status, 200)
  await ready(c.admin.token, first.body.data.id)
  await t.owner.query("update catalogs set status = 'fazendo' where id = $1", [first.body.data.id])
  assert.equal((await make(c.admin.token, { title: 'Outro' })).body.code, 'catalog_busy')
  t.clock.forward(6 * 60_000)
  assert.equal(
    (await list(c.admin.token))[0]?.status,
    'falhou',
    'one that its server lost does not stand in the way for ever',
  )
  assert.equal((await make(c.admin.token)).status, 200)
})
test('PDFs: a client makes none, a seller sees and deletes its own, another company none; a deleted or old link opens no more', async () => {
  const c = await aCompany(t)
  await aProduct(t, c, { name: 'Um', code: 'U1', price: '1,00' })
  assert.equal((await make(c.client.token)).status, 403)
  assert.equal((await t.call('GET', '/api/v2/catalogs', { token: c.client.token })).status, 403)
  const mine = (await make(c.seller.token)).body.data
  const theirs = (await make(c.admin.token)).body.data
  await ready(c.seller.token, mine.id)
  const { link } = await ready(c.admin.token, theirs.id)
  assert.deepEqual(
    (await list(c.seller.token)).map((x) => x.id),
    [mine.id],
  )
  assert.deepEqual(await list(b.admin.token), [])
  const remove = (token: string, id: number) => t.call('DELETE', `/api/v2/catalogs/${id}`, { token })
  assert.equal((await remove(c.seller.token, theirs.id)).status, 404)
  assert.equal((await remove(b.admin.token, theirs.id)).status, 404)
  assert.equal((await open(link)).statusCode, 200)
  assert.equal((await remove(c.admin.token, theirs.id)).status, 200)
  assert.equal((await open(link)).statusCode, 404)
  const old = (await list(c.seller.token))[0] as { link: string }
  t.clock.forward(31 * 86_400_000)
  assert.equal((await open(old.link)).statusCode, 404)
  await platformTasks.expire_catalogs?.run(t.kit)
  const left = async () =>
    (await t.owner.query('select count(*)::int as n from catalogs where company_id = $1', [c.id])).rows[0].n
  assert.equal(await left(), 1, 'what it said stays for its QR code')
  assert.equal(
    await t.kit.storage.has(`${new URL(old.link).pathname.split('/').at(-2)}-catalog.pdf`),
    false,
    'the file is gone as well',
  )
  t.clock.forward(336 * 86_400_000)
  await platformTasks.expire_catalogs?.run(t.kit)
  assert.equal(await left(), 0)
})
