import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { aCompany, aProduct, type Company, startTestApp, type TestApp, UNLIMITED } from '../../../../test/kit.ts'
import { readPicture } from './decoder.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
})
after(() => t.close())
/** A photo of twelve megapixels that a decoder has to read whole. */
const photo = async (n: number, width = 4000, height = 3000) =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width, height, channels: 3, background: { r: n, g: 120, b: 40 } } })
        .png({ compressionLevel: 1 })
        .toBuffer(),
    ),
  ])
const upload = (image: Blob, more: Record<string, string> = {}) =>
  t.call('POST', '/api/v2/images/add_image_to_product', { token: a.admin.token, form: { ...more, image } })
const onDisk = () => globSync('files/**/*.*', { cwd: t.config.dataDir }).sort()
/** Processes below this one. */
function below(): number[] {
  const parents = new Map(
    globSync('/proc/[0-9]*/stat').flatMap((file) => {
      const stat = content(file)
      return stat
        ? [[Number(stat.split(' ')[0]), Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2])] as const]
        : []
    }),
  )
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent === process.pid || (parent !== undefined && parent > 1 && isBelow(parent))
  }
  return [...parents.keys()].filter(isBelow)
}
/** How many of them hold memory, alone or their part of (PSS), and how much, in MB. */
function children(): { many: number; pss: number } {
  const pss = below().map((pid) => Number(/^Pss:\s+(\d+)/m.exec(content(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024)
  return { many: pss.filter((p) => p > 0).length, pss: pss.reduce((x, y) => x + y, 0) }
}
const content = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

test('thirty photos at once: each is kept or asked to come again, whoever reads the catalogue does not notice, and memory stays bounded', async () => {
  const p = await aProduct(t, a)
  const photos = await Promise.all(Array.from({ length: 30 }, (_, n) => photo(n)))
  let going = true
  let read = 0
  let most = { many: 0, pss: 0 }
  const reader = (async () => {
    while (going) {
      const r = await t.call('GET', `/api/v1/products/${p.id}?n=${read}`, { token: a.client.token })
      read++
      assert.equal(r.status, 200, JSON.stringify(r.body))
      const now = children()
      most = { many: Math.max(most.many, now.many), pss: Math.max(most.pss, now.pss) }
      await new Promise((done) => setTimeout(done, 50))
    }
  })()
  const answers = await Promise.all(photos.map((image) => upload(image)))
  const meanwhile = read
  going = false
  await reader
  for (const r of answers)
    assert.ok(r.status === 200 || (r.status === 503 && Number(r.headers['retry-after']) > 0), JSON.stringify(r.body))
  assert.ok(answers.filter((r) => r.status === 200).length >= 25, answers.map((r) => r.status).join())
  assert.ok(meanwhile >= 3, `a reader was answered ${meanwhile} times before the last photo`)
  assert.ok(most.many <= 3 && most.pss < 450, `${most.many} processes, ${Math.round(most.pss)} MB`)
})
test('more photos than can wait: whoever sends another is asked to come again, and then it is kept', async () => {
  // As large as an original is kept: each reader finds the file as it was.
  const image = await photo(77, 2560, 2560)
  const file = await t.kit.storage.hold(new Uint8Array(await image.arrayBuffer()))
  let full = true
  const wait = async (): ReturnType<typeof readPicture> => {
    const size = await readPicture(file)
    return full ? wait() : size
  }
  const waiting = Array.from({ length: 82 }, wait)
  const late = await upload(image)
  full = false
  assert.deepEqual([late.status, late.body.code, Number(late.headers['retry-after']) > 0], [503, 'busy', true])
  assert.match(late.body.message, /Envie esta de novo/)
  assert.ok((await Promise.all(waiting)).every((size) => size?.width === 2560))
  await t.kit.storage.drop(file)
  assert.equal((await upload(image)).status, 200)
})
test('decoders that are killed with pictures in their hands: the pictures come in all the same', async () => {
  const photos = await Promise.all([31, 32, 33, 34].map((n) => photo(n)))
  const sent = photos.map((image) => upload(image))
  await new Promise((done) => setTimeout(done, 150))
  const decoders = below().filter((pid) => content(`/proc/${pid}/cmdline`).includes('images/server/work.ts'))
  assert.ok(decoders.length > 0)
  for (const pid of decoders) process.kill(pid, 'SIGKILL')
  for (const r of await Promise.all(sent)) assert.equal(r.status, 200, JSON.stringify(r.body))
  for (const image of photos) assert.equal((await upload(image)).status, 200)
})
test('a picture that is refused leaves nothing on the disk, whichever form brought it', async () => {
  const good = Buffer.from(await (await photo(200)).arrayBuffer())
  const before = onDisk()
  const halves = [new Blob([new Uint8Array(good.subarray(0, good.length / 2))]), new Blob(['<svg/>']), new Blob([])]
  for (const image of halves) assert.equal((await upload(image)).status, 422)
  const { id } = await aProduct(t, a)
  const form = halves[0] as Blob
  const put = async (
    method: string,
    url: string,
    field: string,
    more: Record<string, string> = {},
    token = a.admin.token,
  ) => (await t.call(method, url, { token, form: { ...more, [field]: form } })).status
  assert.deepEqual(
    [
      await put('PUT', `/api/v1/products/${id}`, 'images[1]'),
      await put('PUT', `/api/v1/companies/${a.id}`, 'logo'),
      await put('POST', '/api/v2/companies/store_settings', 'banner_desktop'),
      await put('PUT', `/api/v1/users/${a.client.id}`, 'file'),
      await put('POST', '/api/v1/categories', 'file', { name: 'Barro' }),
      await put('POST', '/api/v2/entities', 'logo', { name: 'Ateliê', type: 'marcas' }),
    ],
    [422, 422, 422, 422, 422, 422],
  )
  // A good picture for something that is not there is not kept either.
  assert.equal((await upload(new Blob([new Uint8Array(good)]), { product_id: '987654' })).status, 404)
  assert.deepEqual(onDisk(), before)
  assert.equal(content(join(t.config.dataDir, 'files')), '')
})
test('a variation shows a picture of its own company, or none', async () => {
  const mine = (await upload(await photo(90))).body.data.path
  const other = await aCompany(t)
  const theirs = (
    await t.call('POST', '/api/v2/images/add_image_to_product', {
      token: other.admin.token,
      form: { image: await photo(91) },
    })
  ).body.data.path
  const write = (image: string) =>
    t.call('POST', '/api/v1/products', {
      token: a.admin.token,
      body: { name: 'Rede', price: '9,00', attributes: [{ specs: { Cor: image.slice(-12) || 'Crua' }, image }] },
    })
  for (const image of [
    theirs,
    'https://evil.example/x.png',
    '//evil.example/x',
    'javascript:alert(1)',
    `${mine}?x`,
    'x',
  ]) {
    const r = await write(image)
    assert.equal(r.status, 422, image)
    assert.match(r.body.errors.attributes[0], /foto/)
  }
  for (const image of [mine, '']) {
    const r = await write(image)
    assert.deepEqual([r.status, r.body.data?.attributes[0].image], [200, image])
  }
})
test('a photo that is ready brings the products that show it to whoever reads on, and no others', async () => {
  const shown: { id: number; hash: string }[] = []
  for (const n of [120, 121]) {
    const { id } = await aProduct(t, a)
    const { path } = (await upload(await photo(n), { product_id: String(id) })).body.data
    shown.push({ id, hash: /[0-9a-f]{32}/.exec(path)?.[0] as string })
  }
  const versions = async () =>
    (
      await t.owner.query<{ version: number }>('select version::int from products where id = any($1) order by id', [
        shown.map((s) => s.id),
      ])
    ).rows.map((r) => r.version)
  const before = await versions()
  const file = (ready: boolean) =>
    t.owner.query('update files set ready = $3 where company_id = $1 and hash = $2', [a.id, shown[0]?.hash, ready])
  await file(false)
  await file(true)
  const now = await versions()
  assert.ok((now[0] ?? 0) > (before[0] ?? 0))
  assert.equal(now[1], before[1])
})
