// Posters, cards, labels, offers and price lists, read back by tools that did not draw them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { codesIn } from '../../../../test/code_reader.ts'
import {
  aCompany,
  aPerson,
  aProduct,
  type Company,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'
import { pictureOfPage, readPdf } from '../../../../test/pdf_reader.ts'
import { MM, Pen } from '#server/paper.ts'
import { pdfOf } from '#server/paper_pdf.ts'
import { pngOf } from '#server/paper_png.ts'
import { perSheet, sheetOf, SHEETS, pageOf } from '../sheets.ts'
import { labels } from './draw/labels.ts'

const EAN = '7891234567895'
/** As the makers' templates have them, in mm: upper and left margin, from label to label across and down. The letter
 * families are in inches there: half an inch above, 4 3/16 across. */
const MEASURED = [
  ['6180', 12.7, 4.76, 69.85, 25.4],
  ['6181', 12.7, 3.97, 106.36, 25.4],
  ['6182', 21.2, 3.97, 106.36, 33.87],
  ['6183', 12.7, 3.97, 106.36, 50.8],
  ['6184', 12.7, 3.97, 106.36, 84.67],
  ['6187', 12.7, 7.14, 52.39, 12.7],
  ['A4351', 10.7, 4.7, 40.6, 21.2],
  ['A4356', 8.8, 7.2, 66.04, 25.4],
  ['A4360', 15.15, 7.2, 66.04, 38.1],
  ['A4362', 12.9, 4.65, 101.6, 33.9],
  ['A4363', 15.15, 4.65, 101.6, 38.1],
] as const
let t: TestApp
let a: Company
let b: Company
let vase: { id: number }
let wrong: { id: number }
let shirt: { id: number }
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t, { name: 'Ateliê Jequitibá', primary_color: '#1f4e79', variations_active: true })
  b = await aCompany(t)
  await t.owner.query('update companies set promo_price_active = true where id = $1', [a.id])
  vase = await aProduct(t, a, { name: 'Vaso torneado', code: 'VT-1', price: '129,90', ean: EAN, price_promo: '99,90' })
  wrong = await aProduct(t, a, { name: 'Tigela funda', code: 'TG-8', price: '54,00', ean: '7891234567890' })
  shirt = await aProduct(t, a, {
    name: 'Camiseta',
    code: 'CM-1',
    price: '40,00',
    attributes: JSON.stringify(
      Array.from({ length: 12 }, (_, n) => ({
        specs: { Tamanho: `T${n + 1}` },
        code: `CM-1-${n + 1}`,
        price: `${40 + n},00`,
      })),
    ),
  })
})
after(() => t.close())
const draw = (token: string, body: object, format = 'pdf') =>
  t.app.inject({
    method: 'POST',
    url: '/api/v2/material',
    headers: { authorization: `Bearer ${token}` },
    payload: { format, ...body },
  })
async function made(body: object, token = a.seller.token, format = 'pdf'): Promise<Buffer> {
  const r = await draw(token, body, format)
  assert.equal(r.statusCode, 200, r.body.slice(0, 300))
  return r.rawPayload
}
const plan = (body: object, token = a.seller.token) => t.call('POST', '/api/v2/material/plan', { token, body })
const textOf = (pdf: Buffer) =>
  readPdf(pdf)
    .pages.map((p) => p.text)
    .join('\n')

test('a poster of each size opens the catalogue with its own seller; an admin chooses whose; fonts embedded, tagged, with title and language', async () => {
  for (const [poster, codes] of [
    ['a4', 1],
    ['mesa', 4],
    ['balcao', 1],
  ] as const) {
    const pdf = await made({ kind: 'poster', poster, message: 'Entregamos em todo o Brasil' })
    const read = readPdf(pdf)
    assert.deepEqual([read.pages.length, read.language, read.tagged], [1, 'pt-BR', true])
    assert.ok([...read.fonts.values()].every(Boolean) && read.fonts.size > 0)
    const found = await codesIn(pictureOfPage(pdf, 1, 3))
    assert.equal(found.length, codes, poster)
    for (const c of found) assert.ok(c.text.endsWith(`/pedidos?vend=${a.seller.id}`), c.text)
    assert.match(read.pages[0]?.text ?? '', /Ateliê Jequitibá/)
  }
  const mine = await plan({ kind: 'poster', seller_id: a.admin.id })
  assert.ok(mine.body.data.link.endsWith(`?vend=${a.seller.id}`), 'a seller prints no other link than the own')
  const [chosen, company] = [
    await plan({ kind: 'poster', seller_id: a.seller.id }, a.admin.token),
    await plan({ kind: 'poster' }, a.admin.token),
  ]
  assert.ok(chosen.body.data.link.endsWith(`?vend=${a.seller.id}`))
  assert.ok(company.body.data.link.endsWith('/pedidos'))
})
test('a card is a picture of 1080 × 1080 or 1080 × 1920 with name, price and what it was; the same as PDF', async () => {
  for (const [shape, height] of [
    ['quadrado', 1080],
    ['story', 1920],
  ] as const) {
    const body = { kind: 'card', shape, subject: 'produto', ids: [vase.id] }
    const meta = await sharp(await made(body, a.seller.token, 'png')).metadata()
    assert.deepEqual([meta.format, meta.width, meta.height], ['png', 1080, height])
    const text = textOf(await made(body))
    for (const words of ['Vaso torneado', 'R$ 99,90', 'R$ 129,90', 'Ateliê Jequitibá'])
      assert.ok(text.includes(words), text)
  }
  const offers = textOf(await made({ kind: 'card', subject: 'promocoes' }))
  for (const words of ['Vaso torneado', 'R$ 99,90']) assert.ok(offers.includes(words), offers)
  const bare = textOf(await made({ kind: 'card', ids: [vase.id], prices: '0' }))
  assert.doesNotMatch(bare, /R\$/)
  const twelve = textOf(await made({ kind: 'card', ids: [shirt.id] }))
  assert.match(twelve, /a partir de/)
  assert.ok(twelve.includes('R$ 40,00'))
})
test('the picture of a page and its PDF show the same, an old price struck through in both', async () => {
  const pen = new Pen('', '').page([200, 60])
  pen.words('R$ 129,90', 10, 10, 30, { strike: true })
  const points = async (png: Uint8Array) => sharp(png).greyscale().resize(200, 60).raw().toBuffer()
  const page = pen.paper.pages[0]
  assert.ok(page)
  const drawn = await points(await pngOf(page, 600))
  const printed = await points(pictureOfPage(await pdfOf(pen.paper), 1, 3))
  const apart = drawn.reduce((sum, v, i) => sum + Math.abs(v - (printed[i] ?? 0)), 0) / drawn.length
  assert.ok(apart < 3, `${apart}`)
})
test('labels begin at the place that is left, with EAN-13 that a reader reads; wrong digits are named, and printed as the own code or not at all', async () => {
  const body = { kind: 'labels', model: '6181', start: 4, copies: 2, ids: [vase.id, wrong.id] }
  const planned = await plan(body)
  assert.deepEqual(planned.body.data.issues, [
    { product_id: wrong.id, name: 'Tigela funda', code: 'TG-8', ean: '7891234567890', instead: 'code128' },
  ])
  const pdf = await made(body)
  const found = await codesIn(pictureOfPage(pdf, 1, 4))
  assert.deepEqual(found.map((c) => `${c.kind} ${c.text}`).toSorted(), [
    'Code128 TG-8',
    'Code128 TG-8',
    `EAN13 ${EAN}`,
    `EAN13 ${EAN}`,
  ])
  const out = await codesIn(pictureOfPage(await made({ ...body, wrong: 'nada' }), 1, 4))
  assert.deepEqual([...new Set(out.map((c) => c.kind))], ['EAN13'])
  const own = await codesIn(pictureOfPage(await made({ ...body, copies: 1, symbol: 'codigo' }), 1, 4))
  assert.deepEqual(own.map((c) => c.text).toSorted(), ['TG-8', 'VT-1'])
  // A sheet that is used up to its last label goes on with the next one.
  assert.equal(readPdf(await made({ ...body, start: 20 })).pages.length, 2)
})
test('every sheet holds its labels where the paper has them, to the millimetre, and the smallest code is still read', async () => {
  for (const s of SHEETS) {
    const [wide, tall] = pageOf(s)
    assert.ok(s.left >= 0 && s.left + (s.columns - 1) * s.step + s.w <= wide + 0.01, s.model)
    assert.ok(s.top >= 0 && s.top + s.rows * s.h <= tall + 0.01, s.model)
  }
  for (const [model, top, left, across, down] of MEASURED) {
    const s = sheetOf(model)
    assert.equal(s.model, model)
    const pen = new Pen('', '')
    const good = { id: 1, name: 'x', code: '', specs: '', ean: '', photo: '', price: undefined, each: [] }
    labels(
      pen,
      Array.from({ length: perSheet(s) }, () => ({ good, bars: null })),
      s,
      1,
      'BRL',
    )
    assert.equal(pen.paper.pages.length, 1)
    const at =
      pen.paper.pages[0]?.marks.flatMap((k) => (k.kind === 'words' ? [[k.x / MM, k.y / MM] as const] : [])) ?? []
    assert.equal(at.length, perSheet(s))
    const [x, y] = at[0] ?? [0, 0]
    // The words stand a little inside of their label, everywhere the same.
    assert.ok(x - left > 0 && x - left < 2.2 && y - top > 0 && y - top < s.h / 2, `${model}: ${x} ${y}`)
    for (const [n, [right, below]] of at.entries()) {
      assert.ok(Math.abs(right - x - (n % s.columns) * across) < 0.1, `${model} ${n}: ${right}`)
      assert.ok(Math.abs(below - y - Math.floor(n / s.columns) * down) < 0.25, `${model} ${n}: ${below}`)
    }
    assert.ok(Math.abs(s.left - left) < 0.15 && Math.abs(s.top - top) < 0.3, `${model}: ${s.left} ${s.top}`)
  }
  for (const model of ['6187', 'A4351']) {
    const found = await codesIn(pictureOfPage(await made({ kind: 'labels', model, ids: [vase.id] }), 1, 5))
    assert.deepEqual(found, [{ kind: 'EAN13', text: EAN }], model)
  }
  assert.equal(perSheet(sheetOf('6180')), 30)
})
test('the flyer holds what is on promotion today, and the price list every price once, variation by variation, on a sheet to fold', async () => {
  const flyer = textOf(await made({ kind: 'flyer' }))
  for (const words of ['Ofertas de novembro', 'Vaso torneado', 'R$ 99,90', 'R$ 129,90'])
    assert.ok(flyer.includes(words), flyer)
  assert.doesNotMatch(flyer, /Tigela/)
  const list = readPdf(await made({ kind: 'prices' }))
  assert.equal(list.pages.length, 2)
  const text = list.pages.map((p) => p.text).join('\n')
  for (let n = 0; n < 12; n++) assert.equal(text.split(`R$ ${40 + n},00`).length, 2, `size ${n + 1}`)
  assert.ok(text.includes('TG-8') && text.includes('R$ 54,00'))
})
test('twelve prices of one product stand below each other on the flyer, each whole beside its variation; on the price list a name of 300 letters cuts none of them', async () => {
  const name = 'Camiseta '.repeat(33)
  const sizes = Array.from({ length: 12 }, (_, n) => `Tamanho número ${n + 1}`)
  const c = await aCompany(t, { variations_active: true })
  await t.owner.query('update companies set promo_price_active = true where id = $1', [c.id])
  // The promotion is the product's: what costs less already keeps its own price.
  const now = (n: number) => (n === 11 ? '1.250,00' : `1.${200 + n},00`)
  const p = await aProduct(t, c, {
    name: 'Camiseta',
    code: 'CM-2',
    price: '1300,00',
    price_promo: '1250,00',
    attributes: JSON.stringify(
      sizes.map((size, n) => ({
        specs: { Tamanho: size },
        code: `C${n + 1}`,
        price: n === 11 ? '1300,00' : `${1200 + n},00`,
      })),
    ),
  })
  await t.owner.query('update products set name = $2 where id = $1', [p.id, name])
  const linesIn = (pdf: Buffer) => textOf(pdf).replace(/\s+/g, ' ')
  const flyer = linesIn(await made({ kind: 'flyer' }, c.admin.token))
  for (const [n, size] of sizes.entries())
    assert.ok(flyer.includes(`${size} ${n === 11 ? 'R$ 1.300,00 ' : ''}R$ ${now(n)}`), `${size}: ${flyer}`)
  assert.doesNotMatch(flyer, /a partir de|e mais/)
  const list = linesIn(await made({ kind: 'prices' }, c.admin.token))
  for (const [n, size] of sizes.entries()) {
    assert.equal(list.split(`${size} `).length, 2, size)
    assert.equal(list.split(`R$ ${now(n)}`).length, 2, size)
  }
})
test('who sees no prices prints none, and another table than the own is refused', async () => {
  const blind = await aPerson(t, a.id, 2, { hide_price: true })
  for (const body of [{ kind: 'prices' }, { kind: 'labels', ids: [vase.id] }, { kind: 'card', ids: [vase.id] }])
    assert.doesNotMatch(textOf(await made(body, blind.token)), /R\$|99,90|129,90/)
  const table = await draw(a.seller.token, { kind: 'prices', price_table: 2 })
  assert.equal(table.statusCode, 422)
})
test('nothing to show, a place that no sheet has, too many labels and a page that is not there are said by field', async () => {
  const asked: [object, string][] = [
    [{ kind: 'card', ids: [999_999] }, 'ids'],
    [{ kind: 'labels', model: '6183', start: 11, ids: [vase.id] }, 'start'],
    [{ kind: 'labels', copies: 1000, ids: [vase.id, wrong.id] }, 'copies'],
    [{ kind: 'labels', model: '1234' }, 'model'],
  ]
  for (const [body, field] of asked) {
    const r = await plan(body)
    assert.equal(r.status, 422, JSON.stringify(body))
    assert.ok(r.body.errors[field], JSON.stringify(r.body.errors))
  }
  assert.equal((await draw(a.seller.token, { kind: 'poster', page: 2 }, 'png')).statusCode, 422)
  const empty = await plan({ kind: 'prices' }, b.admin.token)
  assert.deepEqual([empty.status, Object.keys(empty.body.errors)], [422, ['ids']])
})
test('a product of another company is nobody’s material here, and clients, visitors and operators make none', async () => {
  const r = await plan({ kind: 'card', ids: [vase.id] }, b.admin.token)
  assert.equal(r.status, 422)
  assert.doesNotMatch(JSON.stringify(r.body), /Vaso/)
  assert.equal((await plan({ kind: 'poster' }, a.client.token)).status, 403)
})
test('names of 300 letters, emoji, right-to-left text and a photo that is gone leave no holes', async () => {
  const odd = await aProduct(t, a, { name: '🌻 مزهرية', code: 'RTL-7', price: '10,00' })
  await t.owner.query('update products set name = $2 where id = $1', [
    wrong.id,
    `Tigela ${'longa '.repeat(60)}`.slice(0, 160),
  ])
  const ids = [odd.id, wrong.id]
  for (const body of [
    { kind: 'labels', model: '6187', ids },
    { kind: 'card', ids: [odd.id] },
    { kind: 'prices', ids },
  ]) {
    const text = textOf(await made(body))
    assert.match(text, /RTL-7/)
    assert.doesNotMatch(text, /[\u0600-\u06ff\ufffd\u{1f33b}]/u)
  }
  await t.owner.query('update products set name = $2 where id = $1', [wrong.id, 'Tigela funda'])
})
