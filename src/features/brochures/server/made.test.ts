import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { brochuresOf, manyProducts } from '../../../../test/brochure_kit.ts'
import { aCompany, aProduct, type Company, startTestApp, type TestApp, UNLIMITED, until } from '../../../../test/kit.ts'
import { pictureOfPage, readPdf } from '../../../../test/pdf_reader.ts'
import { draw, type Drawing, NotDrawn } from './draw.ts'
import { MOST_KEPT } from './jobs.ts'

let t: TestApp
let a: Company
const { make, list, made } = brochuresOf(() => t)
before(async () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer } })
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t, { name: 'Ateliê Jequitibá', primary_color: '#b5522b', path: 'jequitiba' })
  await t.jobs()
})
after(() => t.close())
const category = async (name: string) =>
  (await t.call('POST', '/api/v1/categories', { token: a.admin.token, body: { name } })).body.data.id as number
const noise = (size: number) =>
  sharp({
    create: {
      width: size,
      height: size,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
const photoOf = async (size: number) => new Blob([new Uint8Array(await noise(size).png().toBuffer())])
/** What lies in storage under a PDF's name, half or whole. */
const filesOf = (token: string) =>
  readdirSync(dirname(t.kit.storage.path(`${token}-catalog.pdf`))).filter((n) => n.startsWith(token))

test('another reader finds in a PDF every product with its price, links with the seller’s vend, the index with pages and links, the outline, the client on the cover and the closing page', async () => {
  const [clay, wood, straw] = [await category('Cerâmica'), await category('Madeira'), await category('Palha')]
  for (let n = 1; n <= 9; n++)
    await aProduct(t, a, {
      name: `Peça número ${n}`,
      code: `PN-${n}`,
      price: `${n},90`,
      categories: JSON.stringify([[clay, wood, straw][n % 3]]),
      order: n,
    })
  const found = await t.call('GET', '/api/v1/products?limit=1&name=PN-1', { token: a.admin.token })
  await t.call('POST', '/api/v2/images/add_image_to_product', {
    token: a.admin.token,
    form: { product_id: String(found.body.data[0].id), image: await photoOf(900) },
  })
  await until(async () => (await t.owner.query('select 1 from files where company_id = $1 and ready', [a.id])).rowCount)
  const { pdf, token } = await made(a.seller.token, {
    per_page: 2,
    order: JSON.stringify([straw, clay]),
    index: '1',
    closing: '1',
    cover: 'moldura',
    client: 'Mercado da Praça',
    size: 'impressao',
  })
  const read = readPdf(pdf)
  assert.deepEqual([read.title, read.language, read.tagged], ['Catálogo de verão', 'pt-BR', true])
  assert.ok([...read.fonts.values()].length > 0 && [...read.fonts.values()].every(Boolean), 'its letters come along')
  assert.match(read.pages[0]?.text ?? '', /Ateliê Jequitibá[^]*Preparado para Mercado da Praça/)
  const all = read.pages.map((p) => p.text).join('\n')
  for (let n = 1; n <= 9; n++) assert.match(all, new RegExp(`Peça número ${n}\\n[^]*?PN-${n}\\n[^]*?R\\$ ${n},90`))
  assert.deepEqual(
    read.outline.map((o) => o.title),
    ['Índice', 'Palha', 'Cerâmica', 'Madeira'],
  )
  // Cover, index; each category its opening and two pages.
  assert.deepEqual(
    read.outline.map((o) => o.page),
    [2, 3, 6, 9],
  )
  const index = read.pages[1]
  assert.match(index?.text ?? '', /Palha[^]*3 produtos[^]*3[^]*Cerâmica[^]*6[^]*Madeira[^]*9/)
  assert.deepEqual(
    index?.links.filter((l) => l.startsWith('#')),
    ['#page=3', '#page=6', '#page=9'],
  )
  const own = read.pages.flatMap((p) => p.links).filter((l) => l.includes('product_code=PN-1'))
  assert.equal(own.length, 2, 'the picture and the code')
  for (const link of own)
    assert.match(link, new RegExp(`//jequitiba\\..*/pedidos\\?vend=${a.seller.id}&product_code=PN-1$`))
  const living = `/catalogo/${token}?vend=${a.seller.id}`
  assert.ok(
    read.pages.at(-1)?.links.some((l) => l.endsWith(living)) && /WhatsApp|toque/.test(read.pages.at(-1)?.text ?? ''),
  )
  const photo = read.pages.flatMap((p) => p.pictures).find((p) => p.width > 500)
  assert.ok(photo && photo.dpi > 200, `sharp on paper: ${photo?.dpi}`)
  for (const page of [1, 4, read.pages.length]) {
    const [qr] = await readBarcodes(Buffer.from(pictureOfPage(pdf, page, 4)), { formats: ['QRCode'] })
    assert.ok(qr?.text.endsWith(living), `page ${page}: ${qr?.text}`)
  }
})
test('the same again is there at once; another price or another wish makes a new one', async () => {
  const c = await aCompany(t)
  const p = await aProduct(t, c, { name: 'Um', code: 'U1', price: '1,00' })
  const { row } = await made(c.admin.token)
  const again = await make(c.admin.token)
  assert.deepEqual([again.body.data.id, again.body.data.status], [row.id, 'pronto'])
  assert.notEqual((await made(c.admin.token, { client: 'Outro' })).row.id, row.id)
  await t.call('PUT', `/api/v1/products/${p.id}`, { token: c.admin.token, body: { price: '2,00' } })
  const dearer = await made(c.admin.token)
  assert.notEqual(dearer.row.id, row.id)
  assert.match(readPdf(dearer.pdf).pages[1]?.text ?? '', /R\$ 2,00/)
  assert.equal((await make(c.admin.token, { cover_photo: '/files/0123456789abcdef0123456789abcdef.webp' })).status, 422)
})
test('a PDF that is removed while it is drawn, or whose process is killed three times, leaves nothing', async () => {
  const c = await aCompany(t)
  await manyProducts(t, c, 4000)
  const start = async () => {
    const id = (await make(c.admin.token, { per_page: 12, title: String(Math.random()) })).body.data.id as number
    const { token } = (await t.owner.query('select token from catalogs where id = $1', [id])).rows[0]
    await until(async () => (await list(c.admin.token)).some((x) => x.id === id && x.done > 0))
    await until(async () => filesOf(token).length > 0)
    assert.deepEqual(filesOf(token), [`${token}-catalog.pdf.part`])
    return { id, token: token as string }
  }
  const drawing = () =>
    readdirSync('/proc').filter((pid) => {
      try {
        const parent = /\nPPid:\t(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        return parent === String(process.pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('paint.ts')
      } catch {
        return false
      }
    })
  const first = await start()
  assert.equal(drawing().length, 1)
  assert.equal((await t.call('DELETE', `/api/v2/catalogs/${first.id}`, { token: c.admin.token })).status, 200)
  await until(async () => drawing().length === 0 && filesOf(first.token).length === 0)
  assert.deepEqual(await list(c.admin.token), [])

  const statusOf = async (id: number) => (await list(c.admin.token)).find((x) => x.id === id)?.status
  const kill = async () => {
    await until(async () => drawing().length > 0)
    const [pid] = drawing()
    process.kill(Number(pid), 'SIGKILL')
    await until(async () => !drawing().includes(pid as string))
  }
  const second = await start()
  for (let i = 0; i < 3; i++) await kill()
  await until(async () => (await statusOf(second.id)) === 'falhou')
  assert.deepEqual(filesOf(second.token), [])
  const third = await start()
  await kill()
  await until(async () => (await statusOf(third.id)) === 'pronto')
})
const plain = (target: string, photos: Record<string, string>): Drawing => ({
  target,
  title: 'Fotos',
  volume: '',
  company: { name: 'A', phone: '', colour: '#123456', accent: '#aa0000', accent_on: '#ffffff', logo: '' },
  living: 'https://a.example/catalogo/x',
  link: 'https://a.example/pedidos',
  through: false,
  day: '',
  currency: 'BRL',
  layout: {
    model: 'vitrine',
    per_page: 2,
    openings: false,
    variation: false,
    prices: true,
    index: false,
    closing: false,
    cover: 'cor',
    cover_photo: '',
    client: '',
    size: 'whatsapp',
  },
  qr: true,
  photo_width: 900,
  photos,
  pictures: {},
  leaves: [
    { kind: 'cover' },
    ...Object.keys(photos).map((photo, id) => ({
      kind: 'items' as const,
      group: 'Fotos',
      items: [{ id, name: `Foto ${id}`, code: '', ean: '', specs: '', text: '', photo, price: 100, promo: null }],
    })),
  ],
})
test('a full disk is told as what it is, and nothing stays; a PDF for WhatsApp stays within 15 MB whatever its photos', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'))
  const full = join(folder, 'full.pdf.part')
  symlinkSync('/dev/full', full)
  await assert.rejects(
    draw(plain(full, {}), () => {}, new AbortController().signal),
    (e: unknown) => e instanceof NotDrawn && e.why === 'disco',
  )
  assert.deepEqual(readdirSync(folder), [])
  const file = join(folder, 'noise.jpg')
  await noise(1200).jpeg({ quality: 95 }).toFile(file)
  const photos = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, file]))
  const small = join(folder, 'small.pdf')
  assert.equal(await draw(plain(small, photos), () => {}, new AbortController().signal), 61)
  const pdf = readFileSync(small)
  assert.ok(pdf.length <= 15_000_000 && pdf.length > 8_000_000, `${pdf.length}`)
  assert.equal(readPdf(pdf).pages.length, 61)
})
test('names of 300 letters, emoji, right-to-left letters, HTML, a broken photo, a dozen prices and no code at all: every page is drawn and tells which product it is', async () => {
  const c = await aCompany(t)
  const insert = (name: string, code: string, description = '') =>
    t.owner.query(
      'insert into products (company_id, name, code, price, description) values ($1, $2, $3, 500, $4) returning id',
      [c.id, name, code, description],
    )
  await insert('Comprido '.repeat(34).slice(0, 300), 'LONGO-1')
  await insert('Café ☕🎉 quente', 'EMO-1', '<p onclick="x()">Feito <b>à mão</b></p><script>alert(1)</script>')
  await insert('قميص أزرق', 'RTL-1')
  await insert('חולצה', '')
  const broken = await aProduct(t, c, { name: 'Foto quebrada', code: 'FQ-1', price: '3,00' })
  await t.owner.query(
    "insert into files (company_id, hash, type, bytes, ready) values ($1, repeat('ab', 16), 'jpeg', 9, true)",
    [c.id],
  )
  await t.kit.storage.put(`${'ab'.repeat(16)}-original.jpeg`, Buffer.from('not a jpeg'))
  await t.owner.query(
    `insert into product_images (company_id, product_id, slot, hash) values ($1, $2, 1, repeat('ab', 16))`,
    [c.id, broken.id],
  )
  await aProduct(t, c, {
    name: 'Grade',
    code: 'G',
    price: '1,00',
    attributes: JSON.stringify(
      Array.from({ length: 12 }, (_, n) => ({ specs: { Nº: `${n}` }, code: `G-${n}`, price: `${40 + n},00` })),
    ),
  })
  for (const model of ['vitrine', 'lista', 'tabela']) {
    const { pdf } = await made(c.admin.token, { model, variation: '1', per_page: 2, cover: 'faixas' })
    const text = readPdf(pdf)
      .pages.map((p) => p.text)
      .join('\n')
      .replace(/\s+/g, ' ')
    for (const word of [
      'Comprido Comprido',
      'LONGO-1',
      'Café quente',
      'RTL-1',
      'nº ',
      'Foto quebrada',
      'G-11',
      'R$ 51,00',
    ])
      assert.ok(text.includes(word), `${model}: ${word}`)
    assert.doesNotMatch(text, /onclick|<b>|<p|☕/)
    if (model !== 'tabela') assert.match(text, /Feito à mão/)
  }
})
test('more than 5,000 products come in several files, each whole, all by one link; the company keeps its newest and the oldest goes first; more than 50,000 are refused with their number', async () => {
  const c = await aCompany(t)
  await t.owner.query('update companies set max_products = 60000 where id = $1', [c.id])
  await manyProducts(t, c, 5001)
  const { row, token } = await made(c.admin.token, { model: 'tabela' })
  assert.deepEqual([row.files, row.products], [2, 5001])
  assert.ok(row.link.endsWith(`/catalogo/${token}`))
  const file = async (volume: number) =>
    t.app.inject({ method: 'GET', url: `/api/v2/catalogs/${token}/pdf?volume=${volume}` })
  const second = readPdf((await file(2)).rawPayload)
  assert.match(second.pages[0]?.text ?? '', /Volume 2 de 2/)
  assert.match(second.pages[1]?.text ?? '', /Produto 5001[^]*R\$ 60,01/)
  assert.equal((await file(3)).statusCode, 404)
  await t.owner.query(
    `insert into catalogs (company_id, token, created_by, created_at, expires_at, title, options, view, status)
       select $1, 'kept' || lpad(n::text, 20, '0'), $2, $3, $3::timestamptz + interval '30 days', 'Guardado', '{}', '{}', 'pronto'
       from generate_series(1, $4::int) n`,
    [c.id, c.admin.id, t.clock.now(), MOST_KEPT - 1],
  )
  assert.equal(filesOf(token).length, 2)
  await made(c.admin.token, { model: 'tabela', per_page: 2 })
  await until(async () => filesOf(token).length === 0)
  assert.ok((await list(c.admin.token)).every((x) => x.id !== row.id))
  assert.equal((await file(1)).statusCode, 404)
  await manyProducts(t, c, 45_000, 5002)
  const many = await make(c.admin.token, { model: 'tabela' })
  assert.equal(many.status, 422)
  assert.match(many.body.errors.categories[0], /até 50\.000 produtos, e aqui são 50\.?001/)
})
