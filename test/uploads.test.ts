import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { writeXlsx } from 'hucre/xlsx'
import sharp from 'sharp'
import { aCompany, aProduct, type Company, startTestApp, type TestApp, until } from './kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
})
after(() => t.close())
const sheet = async (rows: unknown[][]) =>
  new Blob([Buffer.from(await writeXlsx({ sheets: [{ name: 'Produtos', rows: rows as never }] }))])
const insert = (file: Blob, token = a.admin.token) =>
  t.call('POST', '/api/v2/xls/insert', { token, form: { company_id: String(a.id), file } })
const upload = (image: Blob, more: Record<string, string> = {}) =>
  t.call('POST', '/api/v2/images/add_image_to_product', {
    token: a.admin.token,
    form: { company_id: String(a.id), image, ...more },
  })
const count = async () =>
  Number((await t.owner.query('select count(*) from products where company_id = $1', [a.id])).rows[0].count)
const photo = () => sharp({ create: { width: 1200, height: 900, channels: 3, background: '#b4532a' } })

test('a spreadsheet creates products and their categories, headers in any order and language', async () => {
  const r = await insert(
    await sheet([
      ['PREÇO', 'Category', 'código', 'Nome', 'Estoque', 'Coluna estranha'],
      [12.9, 'Barro', 'A-1', 'Vaso', 3, 'x'],
      ['1.234,56', 'Barro', 'A-2', 'Mesa', null, null],
      [],
      [0.85, 'Outra', 21166, 'Caneca', '', ''],
    ]),
  )
  assert.equal(r.status, 200, JSON.stringify(r.body))
  assert.equal(r.body.mensagem, '3 produtos criados.')
  const list = (await t.call('GET', '/api/v1/products?order=name', { token: a.client.token })).body.data
  assert.deepEqual(
    list.map((p: { name: string; price: string; code: string }) => [p.name, p.price, p.code]),
    [
      ['Caneca', '0,85', '21166'],
      ['Mesa', '1234,56', 'A-2'],
      ['Vaso', '12,90', 'A-1'],
    ],
  )
})
test('a CSV with semicolons in Windows-1252 is read as well', async () => {
  const r = await insert(new Blob([Buffer.from('Nome;Preço;Código\nPão de açúcar;3,50;CSV-1\n', 'latin1')]))
  assert.equal(r.status, 200, JSON.stringify(r.body))
  assert.equal(
    (await t.call('GET', '/api/v1/products?name=CSV-1', { token: a.client.token })).body.data[0].name,
    'Pão de açúcar',
  )
})
test('all or nothing: every bad row is listed at once with row and column, and nothing is stored', async () => {
  const before = await count()
  const r = await insert(
    await sheet([
      ['Nome', 'Preço', 'Código'],
      ['Bom', 1, 'B-1'],
      ['', 2, 'B-2'],
      ['Caro', 'muito caro', 'B-3'],
      ['Repetido', 3, 'B-1'],
      ['Existe', 4, 'A-1'],
    ]),
  )
  assert.equal(r.status, 422)
  assert.ok(!r.body.mensagem && r.body.message.includes('Nada foi gravado'))
  assert.deepEqual(
    r.body.rows.map((x: { row: number; column: string }) => [x.row, x.column]),
    [
      [3, 'Nome'],
      [4, 'Preço'],
      [5, 'Código'],
      [6, 'Código'],
    ],
  )
  assert.match(r.body.rows[1].message, /“muito caro” não é um preço/)
  const taken = await insert(
    await sheet([
      ['Nome', 'Preço', 'Código'],
      ['Existe', 4, 'a-1'],
    ]),
  )
  assert.deepEqual([taken.body.rows[0].row, taken.body.rows[0].column], [2, 'Código'])
  assert.equal(await count(), before)
})
test('a missing column, an empty sheet and a file that is no spreadsheet each say so', async () => {
  const missing = await insert(
    await sheet([
      ['Nome', 'Cor'],
      ['Vaso', 'azul'],
    ]),
  )
  assert.match(missing.body.message, /Falta a coluna Preço/)
  assert.equal((await insert(await sheet([['Nome', 'Preço']]))).status, 422)
  for (const bytes of [Buffer.from([0, 1, 2, 3]), Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(500)])])
    assert.equal((await insert(new Blob([bytes]))).body.code, 'bad_sheet')
  assert.equal(
    (await t.call('POST', '/api/v2/xls/insert', { token: a.admin.token, form: { company_id: String(a.id) } })).status,
    422,
  )
})
test('a zip that says it inflates to a gigabyte is refused before it is opened', async () => {
  const bomb = Buffer.from(
    await (
      await sheet([
        ['Nome', 'Preço'],
        ['x', 1],
      ])
    ).arrayBuffer(),
  )
  const at = bomb.indexOf(Buffer.from('504b0102', 'hex'))
  bomb.writeUInt32LE(1024 ** 3, at + 24)
  assert.equal((await insert(new Blob([bomb]))).body.code, 'sheet_bytes')
})
test('a photo is stored, made in four widths without its metadata, and served for ever', async () => {
  await t.jobs()
  const p = await aProduct(t, a)
  const jpeg = await photo()
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Dona Zefa' } })
    .toBuffer()
  const r = await upload(new Blob([Buffer.from(jpeg)]), { product_id: String(p.id) })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  const path = r.body.data.path.replace('.webp', '-400.webp')
  const served = await until(async () => {
    const f = await t.app.inject(path)
    return String(f.headers['cache-control']).includes('immutable') && f
  })
  const meta = await sharp(served.rawPayload).metadata()
  assert.deepEqual([meta.width, meta.format, meta.exif], [400, 'webp', undefined])
  assert.match(String(served.headers['cache-control']), /immutable/)
  const product = await until(async () => {
    const x = (await t.call('GET', `/api/v1/products/${p.id}`, { token: a.client.token })).body.data
    return x.images[0]?.ready && x
  })
  assert.equal(product.foto1, r.body.data.path)
})
test('an SVG, a truncated JPEG, text named .png and a page of HTML are refused and leave nothing', async () => {
  const files = async () => Number((await t.owner.query('select count(*) from files')).rows[0].count)
  const before = await files()
  const jpeg = await photo().jpeg().toBuffer()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const bytes of [
    Buffer.from(svg),
    jpeg.subarray(0, jpeg.length / 2),
    Buffer.from('nada'),
    Buffer.from('<html></html>'),
    Buffer.alloc(0),
  ]) {
    const r = await upload(new Blob([Buffer.from(bytes)], { type: 'image/png' }))
    assert.equal(r.status, 422, bytes.subarray(0, 10).toString())
    assert.match(r.body.message, /JPEG, PNG, WebP|Escolha|Confira/)
  }
  assert.equal(await files(), before)
  const other = await aCompany(t)
  const theirs = await aProduct(t, other)
  assert.equal((await upload(new Blob([Buffer.from(jpeg)]), { product_id: String(theirs.id) })).status, 404)
})
test('a body of 200 MB is refused with a sentence, whatever the call', async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const port = (t.app.server.address() as { port: number }).port
  const send = (path: string, type: string, token: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': type, authorization: `Bearer ${token}` },
      duplex: 'half',
      body: new ReadableStream({
        pull(c) {
          c.enqueue(new Uint8Array(1024 * 1024).fill(97))
          if (++sent > 200) c.close()
        },
      }),
    } as RequestInit).then(
      async (r) => ({ status: r.status, body: (await r.json()) as { message: string } }),
      (e: Error) => ({ status: 0, body: { message: e.message } }),
    )
  let sent = 0
  for (const [path, token] of [
    ['/api/v1/auth/login', ''],
    [`/api/v2/companies/${a.id}/order_cart`, a.client.token],
  ] as const) {
    sent = 0
    const r = await send(path, 'application/json', token)
    // The server answers and hangs up while the body still comes: a client may see the answer or the closed line.
    if (r.status !== 0) {
      assert.equal(r.status, 413)
      assert.match(r.body.message, /grande demais/)
    }
    assert.ok(sent < 190, `the server took ${sent} MB`)
  }
  const form = await t.call('POST', '/api/v2/images/add_image_to_product', {
    token: a.admin.token,
    form: { image: new Blob([Buffer.alloc(16 * 1024 * 1024, 97)]) },
  })
  assert.deepEqual([form.status, form.body.code], [413, 'too_large'])
})
test('no failure shows a stack trace, and every one has a code and a Portuguese sentence', async () => {
  const answers = await Promise.all([
    t.call('GET', '/api/v1/nao-existe'),
    t.call('POST', '/api/v1/auth/login', { body: { email: 'x' } }),
    t.call('GET', '/api/v1/products/abc', { token: a.admin.token }),
    t.app
      .inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: '{quebrado',
        headers: { 'content-type': 'application/json' },
      })
      .then((r) => ({ status: r.statusCode, body: r.json(), headers: {} })),
    t.app
      .inject({ method: 'POST', url: '/api/v1/auth/login', payload: '<x/>', headers: { 'content-type': 'text/xml' } })
      .then((r) => ({ status: r.statusCode, body: r.json(), headers: {} })),
    t.app
      .inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: 'lixo',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      })
      .then((r) => ({ status: r.statusCode, body: r.json(), headers: {} })),
    t.call('GET', '/api/v1/products?limit=abc', { token: a.admin.token }),
    t.call('GET', `/api/v1/products/${'9'.repeat(40)}`, { token: a.admin.token }),
    t.call('POST', '/api/v1/products', { token: a.admin.token, body: { name: 'Nulo \u0000 no meio' } }),
  ])
  for (const r of answers) {
    assert.ok(r.status >= 400 && r.status < 500, `${r.status} ${JSON.stringify(r.body)}`)
    assert.equal(r.body.status, 'error')
    assert.ok(r.body.code && r.body.message)
    assert.doesNotMatch(JSON.stringify(r.body), /node_modules|\.ts:\d|at async|select |syntax/i)
  }
})
