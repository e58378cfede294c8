// Files that are more, less or other than they say: what is no picture is refused in words, what is one comes out as
// pixels only, and a name or a place in it leads nowhere.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { after, before, test } from 'node:test'
import { buffer } from 'node:stream/consumers'
import { writeXlsx } from 'hucre/xlsx'
import sharp, { type Sharp } from 'sharp'
import { ZipFile } from 'yazl'
import { aCompany, aProduct, type Company, startTestApp, type TestApp, UNLIMITED, until } from './kit.ts'
import { unzipped } from './readable.ts'
import { broken, dice } from './stranger.ts'

/** Good files, broken: each goes through a decoder or a worker of its own. */
const [PICTURES, SHEETS] = process.env.LONG ? [4000, 400] : [60, 6]
let t: TestApp
let a: Company
let product: number
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
  product = (await aProduct(t, a)).id
  await t.jobs()
})
after(() => t.close())
const post = (image: File, more = {}) =>
  t.call('POST', '/api/v2/images/add_image_to_product', { token: a.admin.token, form: { ...more, image } })
const send = (bytes: Uint8Array, name = 'foto.png', type = 'image/png') =>
  post(new File([Buffer.from(bytes)], name, { type }), { product_id: String(product) })
const photo = (w = 60, h = 40): Sharp => sharp({ create: { width: w, height: h, channels: 3, background: '#b4532a' } })

/** A PNG of so many pixels that its few bytes do not show. */
function flood(side: number): Buffer {
  const crc = (bytes: Buffer) => {
    let c = -1
    for (const b of bytes) {
      c ^= b
      for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1
    }
    return (c ^ -1) >>> 0
  }
  const chunk = (type: string, body: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(body.length)
    head.write(type, 4, 'latin1')
    const tail = Buffer.alloc(4)
    tail.writeUInt32BE(crc(Buffer.concat([head.subarray(4), body])))
    return Buffer.concat([head, body, tail])
  }
  const ihdr = Buffer.alloc(13)
  ihdr.writeUInt32BE(side)
  ihdr.writeUInt32BE(side, 4)
  ihdr[8] = 1
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', ihdr),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('what is no picture, or one of too many pixels, is refused in words and leaves no file and no row', async () => {
  const [jpeg, png, webp] = [
    await photo().jpeg().toBuffer(),
    await photo().png().toBuffer(),
    await photo().webp().toBuffer(),
  ]
  mkdirSync(join(t.config.dataDir, 'files'), { recursive: true })
  const files = () =>
    readdirSync(join(t.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((f) => f.isFile())
      .length
  const rows = async () => (await t.owner.query('select count(*)::int as n from product_images')).rows[0].n as number
  const before = [files(), await rows()]
  const svg =
    '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>'
  for (const [name, bytes] of Object.entries({
    flood: flood(16_000),
    svg: Buffer.from(svg),
    'svg after white space': Buffer.from(`\n\t ${svg}`),
    'svg packed': deflateSync(Buffer.from(svg)),
    pdf: Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj'),
    postscript: Buffer.from('%!PS\n(/etc/passwd)(r)file'),
    'image magick': Buffer.from('push graphic-context\nfill url(https://evil.example/x)\npop graphic-context'),
    zip: Buffer.from('PK\u0003\u0004'),
    elf: Buffer.from('\u007fELF'),
    bmp: Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)]),
    'jpeg cut': jpeg.subarray(0, jpeg.length / 2),
    'png cut': png.subarray(0, 40),
    'webp cut': webp.subarray(0, 20),
    'png head only': png.subarray(0, 8),
    'png of nothing': Buffer.concat([png.subarray(0, 16), Buffer.alloc(8), png.subarray(24)]),
    'gif of nothing': Buffer.from('GIF89a\u0000\u0000\u0000\u0000\u0000\u0000\u0000;'),
  })) {
    const r = await send(bytes)
    assert.equal(r.status, 422, `${name}: ${JSON.stringify(r.body)}`)
    assert.ok(r.body.message, name)
  }
  assert.deepEqual([files(), await rows()], before)
})
test('a picture with a page, a program, a place or a name behind it comes out as pixels only, turned as it was taken', async () => {
  const gps = { IFD0: { Copyright: 'Dona Zefa' }, IFD3: { GPSLatitude: '23/1 4/1 0/1', GPSLatitudeRef: 'S' } }
  const page = Buffer.from('<script>alert(1)</script><?php system($_GET[0]); ?>')
  const raw16 = sharp(Buffer.alloc(20 * 20 * 6, 99), {
    raw: { width: 20, height: 20, channels: 3, depth: 'ushort' } as never,
  })
  for (const [name, bytes] of Object.entries({
    'a page behind it': Buffer.concat([await photo().jpeg().toBuffer(), page]),
    'a page in its comment': await photo()
      .jpeg()
      .withExif({ IFD0: { ImageDescription: page.toString() } })
      .toBuffer(),
    'a place': await photo().jpeg().withExif(gps).toBuffer(),
    turned: await photo(60, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
    'print colours': await photo().toColourspace('cmyk').jpeg().toBuffer(),
    'sixteen bits': await raw16.png().toBuffer(),
    moving: await sharp([await photo().png().toBuffer(), await photo().png().toBuffer()], { join: { animated: true } })
      .webp()
      .toBuffer(),
  })) {
    const r = await send(bytes, '../../../etc/cron.d/x\u202egpj.exe', 'text/html')
    assert.equal(r.status, 200, `${name}: ${JSON.stringify(r.body)}`)
    assert.match(r.body.data.path, /^\/files\/[\w-]+\.webp$/, name)
    const served = await until(async () => {
      const f = await t.app.inject(r.body.data.path.replace('.webp', '-400.webp'))
      return String(f.headers['cache-control']).includes('immutable') && f
    })
    const { format, exif, pages, width, height } = await sharp(served.rawPayload).metadata()
    assert.deepEqual([format, exif, pages ?? 1], ['webp', undefined, 1], name)
    if (name === 'turned') assert.ok(height > width, 'turned')
    assert.ok(!served.rawPayload.includes('script') && !served.rawPayload.includes('Zefa'), name)
    assert.match(String(served.headers['content-security-policy']), /sandbox/)
    assert.equal(served.headers['x-content-type-options'], 'nosniff')
  }
})
test('a sheet whose inside names a file of the server or another machine reads neither', async () => {
  const bytes = await aSheet()
  const entity = Buffer.from(
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>&e;</t></is></c></row></sheetData></worksheet>',
  )
  for (const [name, status] of [
    ['=cmd|"/c calc"!A1', 422],
    ['=WEBSERVICE("http://169.254.169.254/")', 422],
    ['@SUM(1+1)', 200],
  ] as const) {
    const csv = `Nome;Preço\n${name};1,00\n`
    const r = await t.call('POST', '/api/v2/xls/insert', {
      token: a.admin.token,
      form: { company_id: String(a.id), file: new File([csv], 'x.csv') },
    })
    assert.equal(r.status, status, JSON.stringify(r.body))
    if (status === 422) assert.match(r.body.message, /A fórmula não foi calculada/)
  }
  const names = (await t.owner.query("select name from products where name ~ '^[=@]' order by 1")).rows.map(
    (r) => r.name,
  )
  assert.deepEqual(names, ['@SUM(1+1)'], 'text stays text')
  const stored = await swap(bytes, 'xl/worksheets/sheet1.xml', entity)
  const r = await t.call('POST', '/api/v2/xls/insert', {
    token: a.admin.token,
    form: { company_id: String(a.id), file: new File([new Uint8Array(stored)], 'x.xlsx') },
  })
  assert.equal(r.status, 422, JSON.stringify(r.body))
  assert.doesNotMatch(JSON.stringify(r.body), /root:/)
})
/** A sheet of one product. */
async function aSheet(): Promise<Buffer> {
  const rows = [
    ['Nome', 'Preço'],
    ['Vaso', 1],
  ]
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'P', rows }] }))
}
/** The same zip with another entry of that name. */
async function swap(zip: Buffer, name: string, bytes: Buffer): Promise<Buffer> {
  const entries = unzipped(zip)
  assert.ok(entries.has(name))
  const file = new ZipFile()
  for (const [entry, own] of entries) file.addBuffer(entry === name ? bytes : own, entry)
  file.end()
  return buffer(file.outputStream)
}
test(`${PICTURES} pictures and ${SHEETS} sheets, each broken another way: taken or refused in words, nothing ends, nothing half stays`, async (c) => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))
  c.diagnostic(`SEED=${seed}`)
  const d = dice(seed)
  const good = await Promise.all([
    photo()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Zefa' } })
      .toBuffer(),
    photo().jpeg({ progressive: true }).toBuffer(),
    photo().png().toBuffer(),
    photo().webp().toBuffer(),
    photo().avif({ effort: 0 }).toBuffer(),
  ])
  // Of no product, which takes ten at most.
  const loose = (bytes: Buffer) => post(new File([new Uint8Array(bytes)], 'x.png'))
  const heard = new Map<string, number>()
  const wrong: string[] = []
  const hear = (kind: string, n: number, { status, body }: { status: number; body: { message?: string } }) => {
    heard.set(`${kind} ${status}`, (heard.get(`${kind} ${status}`) ?? 0) + 1)
    if (![200, 422].includes(status) || (status === 422 && !body.message))
      wrong.push(`${kind} ${n}: ${status} ${JSON.stringify(body)}`)
  }
  for (let n = 0; n < PICTURES; n++) hear('picture', n, await loose(broken(d, d.one(good))))
  const sheet = await aSheet()
  const inner = [...unzipped(sheet).keys()]
  for (let n = 0; n < SHEETS; n++) {
    const name = d.one(inner)
    // Half of them are zips that do not hold together, half are whole and their inside does not.
    const bytes =
      n % 2 ? broken(d, sheet) : await swap(sheet, name, broken(d, unzipped(sheet).get(name) ?? Buffer.from('x')))
    const form = { company_id: String(a.id), file: new File([new Uint8Array(bytes)], 'x.xlsx') }
    hear('sheet', n, await t.call('POST', '/api/v2/xls/insert', { token: a.admin.token, form }))
  }
  c.diagnostic(JSON.stringify(Object.fromEntries(heard)))
  assert.deepEqual(wrong.slice(0, 20), [])
  assert.ok((heard.get('picture 422') ?? 0) > PICTURES / 10, 'some are refused')
  const halves = readdirSync(join(t.config.dataDir, 'files'), { recursive: true }).filter((n) =>
    `${n}`.endsWith('.part'),
  )
  assert.deepEqual(halves, [])
  assert.equal((await loose(await photo().png().toBuffer())).status, 200)
})
