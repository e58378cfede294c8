import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { brochuresOf } from '../../../../test/brochure_kit.ts'
import {
  aCompany,
  aPerson,
  aProduct,
  type Company,
  startTestApp,
  type TestApp,
  UNLIMITED,
  until,
} from '../../../../test/kit.ts'
import { readPdf } from '../../../../test/pdf_reader.ts'

let t: TestApp
const { open, made, list, ready } = brochuresOf(() => t)
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  await t.jobs()
})
after(() => t.close())
const living = async (token: string, query = '', session = '') =>
  t.call('GET', `/api/v2/catalogs/${token}${query}`, session ? { token: session } : {})
const change = (c: Company, id: number, body: object) =>
  t.call('PUT', `/api/v1/products/${id}`, { token: c.admin.token, body })

test('behind its QR code a PDF says which prices changed, old and new, what left and what is new, and a new one is made with today’s prices', async () => {
  const c = await aCompany(t)
  const vase = await aProduct(t, c, { name: 'Vaso', code: 'V-1', price: '10,00' })
  const bowl = await aProduct(t, c, { name: 'Tigela', code: 'T-1', price: '20,00' })
  await aProduct(t, c, { name: 'Banco', code: 'B-1', price: '30,00' })
  const { token } = await made(c.seller.token)
  const first = (await living(token)).body.data
  assert.deepEqual([first.settled, first.prices, first.changed_total, first.gone_total], [true, true, 0, 0])
  assert.ok(first.catalogue.endsWith(`/pedidos?vend=${c.seller.id}`))
  await change(c, vase.id, { price: '12,50' })
  await change(c, bowl.id, { active: 0 })
  await aProduct(t, c, { name: 'Jarra', code: 'J-1', price: '45,00' })
  const r = (await living(token)).body.data
  assert.deepEqual(r.changed, [{ name: 'Vaso', code: 'V-1', specs: '', before: '10,00', after: '12,50' }])
  assert.deepEqual(r.gone, [{ name: 'Tigela', code: 'T-1', specs: '' }])
  assert.deepEqual([r.added, r.added_total], [[{ name: 'Jarra', code: 'J-1', specs: '', price: '45,00' }], 1])

  const renewed = await t.call('POST', `/api/v2/catalogs/${token}/renew`)
  assert.equal(renewed.status, 200, JSON.stringify(renewed.body))
  const fresh = renewed.body.data.token as string
  assert.notEqual(fresh, token)
  const now = await until(async () => {
    const x = (await living(fresh)).body.data
    return x.status === 'pronto' && x
  })
  assert.deepEqual([now.changed_total, now.gone_total, now.added_total], [0, 0, 0])
  const pdf = readPdf((await t.app.inject({ method: 'GET', url: now.files[0] })).rawPayload)
  const words = pdf.pages.map((p) => p.text).join('\n')
  assert.ok(words.includes('R$ 12,50') && words.includes('R$ 45,00') && !words.includes('Tigela'))
  const again = await t.call('POST', `/api/v2/catalogs/${token}/renew`)
  assert.equal(again.body.data.token, fresh, 'the same is not made twice')
  assert.deepEqual(
    (await list(c.seller.token)).map((x) => x.status),
    ['pronto', 'pronto'],
  )
})
test('who sees no prices is told none: a PDF without, a reader without, a maker who may not any more; who left tells nothing', async () => {
  const c = await aCompany(t)
  const p = await aProduct(t, c, { name: 'Vaso', code: 'V-1', price: '7919,37' })
  const other = await aProduct(t, c, { name: 'Jarra', code: 'J-1', price: '10,00' })
  const seller = await aPerson(t, c.id, 2)
  const bare = (await made(c.admin.token, { prices: '0' })).token
  const { token } = await made(seller.token)
  await change(c, p.id, { price: '7907,11' })
  assert.equal((await living(token)).body.data.changed_total, 1)
  await aProduct(t, c, { name: 'Novo', code: 'N-1', price: '7909,00' })
  const fresh = (await living(bare)).body.data
  assert.deepEqual([fresh.added, fresh.changed_total], [[{ name: 'Novo', code: 'N-1', specs: '' }], 0])
  const silent = async (r: { body: unknown }) => assert.doesNotMatch(JSON.stringify(r.body), /79\d\d|7\.9/)
  await silent(await living(bare))
  await change(c, other.id, { active: '0' })
  assert.deepEqual(
    (await living(bare)).body.data.gone.map((g: { code: string }) => g.code),
    ['J-1'],
  )
  const blind = await aPerson(t, c.id, 3, { hide_price: true })
  const read = await living(token, '', blind.token)
  await silent(read)
  assert.equal(read.body.data.prices, false)
  await t.owner.query('update users set hide_price = true where id = $1', [seller.id])
  await silent(await living(token))
  await t.owner.query('update users set active = false where id = $1', [seller.id])
  const left = await living(token)
  await silent(left)
  assert.deepEqual([left.body.data.settled, left.body.data.changed_total], [false, 0])
  assert.equal((await t.call('POST', `/api/v2/catalogs/${token}/renew`)).status, 404)
  assert.equal((await living('A'.repeat(24))).status, 404)
  assert.equal((await living('torto')).status, 404)
  await t.owner.query('update companies set is_blocked = true where id = $1', [c.id])
  assert.equal((await living(bare)).status, 404)
  assert.equal((await t.call('POST', `/api/v2/catalogs/${bare}/renew`)).status, 404)
})
test('openings count strangers: neither the company’s own downloads nor programs that look at links, and nothing of who they were stays', async () => {
  const c = await aCompany(t)
  await aProduct(t, c, { name: 'Vaso', code: 'V-1', price: '10,00' })
  const { row, token } = await made(c.seller.token)
  const file = (who: string) => t.call('GET', `/api/v2/catalogs/${row.id}/file`, { token: who })
  assert.deepEqual([(await file(c.seller.token)).status, (await file(c.admin.token)).status], [200, 200])
  assert.equal((await file((await aPerson(t, c.id, 2)).token)).status, 404, 'a colleague’s')
  const staff = { authorization: `Bearer ${c.admin.token}` }
  assert.equal((await open(row.link, staff)).statusCode, 200)
  await open(row.link, { 'user-agent': 'WhatsApp/2.23.20' })
  await living(token, '?visit=1', c.seller.token)
  const counted = async () => {
    const { opened, visits } = await ready(c.seller.token, row.id)
    return [opened, visits]
  }
  assert.deepEqual(await counted(), [0, 0])
  await open(row.link, { 'user-agent': 'Mozilla/5.0', 'x-forwarded-for': '203.0.113.77' })
  await living(token, '?visit=1')
  await living(token)
  assert.deepEqual(await counted(), [1, 1])
  const kept = await t.owner.query('select c::text as x from catalogs c where id = $1', [row.id])
  assert.doesNotMatch(kept.rows[0].x, /203\.0|127\.0|Mozilla/)
})
test('tapped in a PDF of another table, a product tells its price there today and leads on to its page with the seller', async () => {
  const c = await aCompany(t, { price_table_active: true })
  const p = await aProduct(t, c, { name: 'Vaso', code: 'V/1 a', price: '10,00', price2: '8,00' })
  const seller = await aPerson(t, c.id, 2, { price_table: 2 })
  const { pdf, token } = await made(seller.token)
  const link = readPdf(pdf)
    .pages.flatMap((x) => x.links)
    .find((l) => l.includes('product='))
  assert.ok(link?.endsWith(`/catalogo/${token}?vend=${seller.id}&product=${encodeURIComponent('V/1 a')}`), `${link}`)
  await change(c, p.id, { price2: '8,40' })
  const { product, changed } = (await living(token, `?product=${encodeURIComponent('V/1 a')}`)).body.data
  assert.deepEqual([product.name, product.price, changed[0].before, changed[0].after], ['Vaso', '8,40', '8,00', '8,40'])
  assert.ok(product.link.endsWith(`/pedidos?vend=${seller.id}&product_code=${encodeURIComponent('V/1 a')}`))
  assert.equal((await living(token, '?product=outro')).body.data.product, null)
})
const photo = async () =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width: 400, height: 300, channels: 3, background: '#aa5500' } })
        .png()
        .toBuffer(),
    ),
  ])
test('a PDF whose cover photo was deleted since is made anew with the first product’s', async () => {
  const c = await aCompany(t)
  await aProduct(t, c, { name: 'Vaso', code: 'V-1', price: '10,00' })
  const form = { image: await photo() }
  const cover = (await t.call('POST', '/api/v2/images/add_image_to_product', { token: c.admin.token, form })).body.data
  const { token } = await made(c.admin.token, { cover: 'foto', cover_photo: cover.path })
  assert.equal((await t.call('DELETE', `/api/v2/media/${cover.id}`, { token: c.admin.token })).status, 200)
  const renewed = await t.call('POST', `/api/v2/catalogs/${token}/renew`)
  assert.equal(renewed.status, 200, JSON.stringify(renewed.body))
  const fresh = await until(async () => {
    const x = (await living(renewed.body.data.token)).body.data
    return x.status === 'pronto' && x
  })
  assert.equal(fresh.products, 1)
})
test('missing photos and photos too coarse for paper are told by category, as large as the PDF shows them', async () => {
  const c = await aCompany(t)
  const category = (await t.call('POST', '/api/v1/categories', { token: c.admin.token, body: { name: 'Cerâmica' } }))
    .body.data.id as number
  const categories = JSON.stringify([category])
  await aProduct(t, c, { name: 'Sem', code: 'S-1', price: '1,00', categories })
  const small = await aProduct(t, c, { name: 'Pequena', code: 'P-1', price: '1,00', categories })
  const image = await photo()
  await t.call('POST', '/api/v2/images/add_image_to_product', {
    token: c.admin.token,
    form: { product_id: String(small.id), image },
  })
  const report = async (token: string, per_page: number) =>
    (await t.call('POST', '/api/v2/catalogs/photos', { token, body: { model: 'vitrine', per_page } })).body.data
  assert.deepEqual(await report(c.seller.token, 2), [
    {
      category: 'Cerâmica',
      products: 2,
      missing: 1,
      weak: 1,
      examples: [
        { id: small.id - 1, name: 'Sem', code: 'S-1', dpi: null },
        { id: small.id, name: 'Pequena', code: 'P-1', dpi: 85 },
      ],
    },
  ])
  assert.equal((await report(c.admin.token, 12))[0].weak, 0, 'small on the page it is sharp')
  assert.deepEqual(await report((await aCompany(t)).admin.token, 2), [])
})
