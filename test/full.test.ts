// Disks that are really full: small ones of memory under the files, the database's tables and its log. Where nobody may
// mount one, these are skipped and said to be.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import sharp from 'sharp'
import { aCart, UNLIMITED, until } from './kit.ts'
import { endAll, folder, ownerOf, postgresOf, ready, type Started, start, stop } from './starting.ts'

/** How often each disk fills up and has room again. */
const TIMES = process.env.LONG ? 5 : 1
const data = folder()
const DISKS = { files: join(data, 'files'), tables: join(data, 'pg/data/base'), log: join(data, 'pg/data/pg_wal') }
const SENTENCE = /sem espaço para guardar/
const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' })
const mounted: string[] = []
/** A disk of its own under `place`, with what is there and so many megabytes more. */
function disk(place: string, more: number): void {
  mkdirSync(place, { recursive: true })
  const aside = `${place}.aside`
  run('cp', '-a', place, aside)
  const size = Number(run('du', '-sm', aside).toString().split('\t')[0]) + more
  run('mount', '-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', place)
  mounted.push(place)
  run('cp', '-a', `${aside}/.`, place)
  rmSync(aside, { recursive: true })
}
const canMount = (() => {
  const place = join(data, 'try')
  try {
    mkdirSync(place)
    run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place)
    run('umount', place)
    return true
  } catch {
    return false
  }
})()
const filler = (place: string) => join(place, 'enchimento')
function fill(place: string): void {
  try {
    run('dd', 'if=/dev/zero', `of=${filler(place)}`, 'bs=64k')
  } catch {
    // full
  }
}
const free = (place: string) => rmSync(filler(place))

let s: Started
let token: string
let company: number
let product: number
let png: Blob
before(async () => {
  if (!canMount) return
  const env = { RATE_LIMITS: JSON.stringify(UNLIMITED) }
  const first = await start(data, { env })
  assert.equal(await stop(first), 0, first.output())
  disk(DISKS.files, 8)
  disk(DISKS.tables, 8)
  // It keeps what it has written until a checkpoint: each time takes more of the room.
  disk(DISKS.log, 24 + (TIMES - 1) * 48)
  s = await start(data, { env })
  assert.ok(await ready(s), s.output())
  const login = await fetch(`${s.origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"admin@mostruario.test","password":"mostruario"}',
  })
  const said = (await login.json()) as { token: string; company: { id: number } }
  token = said.token
  company = said.company.id
  const list = (await ask('/api/v1/products?limit=50')).body as { data: { id: number; attributes: unknown[] }[] }
  product = list.data.find((p) => p.attributes.length === 0)?.id ?? 0
  const noise = await sharp(Buffer.from(Array.from({ length: 900 * 900 * 3 }, () => Math.random() * 256)), {
    raw: { width: 900, height: 900, channels: 3 },
  })
    .png()
    .toBuffer()
  png = new Blob([Buffer.from(noise)], { type: 'image/png' })
})
after(async () => {
  if (s) await stop(s)
  for (const place of mounted) run('umount', '-l', place)
  endAll()
})
async function ask(path: string, init: RequestInit = {}) {
  const r = await fetch(`${s.origin}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...init.headers },
  })
  return { status: r.status, retry: r.headers.get('retry-after'), body: (await r.json()) as { message?: string } }
}
const json = (method: string, path: string, body: object) =>
  ask(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const place = () =>
  json(
    'POST',
    `/api/v2/companies/${company}/order_cart`,
    aCart([{ product_id: product, quantity: 100 }], { name: 'Disco' }),
  )
const photo = () => {
  const form = new FormData()
  // Of no product, which takes ten at most.
  form.set('image', png, 'foto.png')
  return ask('/api/v2/images/add_image_to_product', { method: 'POST', body: form })
}
const filesOf = (place: string) =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile())
    .map((f) => f.name)
    .toSorted()
const reads = async () => (await ask('/api/v1/products')).status
const stored = async () => {
  const owner = await ownerOf(data)
  const { rows } = await owner.query("select count(*)::int as n from orders where name = 'Disco'")
  await owner.end()
  return rows[0].n as number
}
const skip = canMount ? false : 'nobody may mount a disk here'

for (let time = 1; time <= TIMES; time++)
  test(
    `the disk of the files full: a photo is 507 with a sentence and leaves nothing, orders and reading go on, and with room again it works${time > 1 ? `, time ${time}` : ''}`,
    { skip },
    filesFull,
  )
async function filesFull(): Promise<void> {
  assert.equal((await photo()).status, 200)
  fill(DISKS.files)
  const r = await photo()
  assert.deepEqual([r.status, r.retry], [507, '60'])
  assert.match(r.body.message ?? '', SENTENCE)
  assert.equal((await place()).status, 201)
  assert.equal(await reads(), 200)
  free(DISKS.files)
  await until(async () => (await photo()).status === 200)
  // What was half written when the room ended is gone, too.
  await until(async () => filesOf(DISKS.files).every((name) => !name.endsWith('.part')))
}
for (let time = 1; time <= TIMES; time++)
  test(
    `the disk of the tables full: writing is 507 with a sentence, reading goes on, nothing acknowledged is lost, and with room again it works${time > 1 ? `, time ${time}` : ''}`,
    { skip },
    tablesFull,
  )
async function tablesFull(): Promise<void> {
  const before = await stored()
  let acknowledged = 0
  fill(DISKS.tables)
  const full = await until(async () => {
    const r = await place()
    if (r.status === 201) acknowledged++
    return r.status === 201 ? null : r
  })
  assert.equal(full.status, 507)
  assert.match(full.body.message ?? '', SENTENCE)
  assert.equal(await reads(), 200)
  assert.equal(await stored(), before + acknowledged)
  free(DISKS.tables)
  await until(async () => (await place()).status === 201)
  assert.equal(await stored(), before + acknowledged + 1)
}
for (let time = 1; time <= TIMES; time++)
  test(
    `the disk of the database’s log full: whether the database stops or refuses, orders and reading go on or are 503 or 507 with Retry-After, and with room again all is back by itself with all that was acknowledged${time > 1 ? `, time ${time}` : ''}`,
    { skip },
    logFull,
  )
async function logFull(c: TestContext): Promise<void> {
  assert.equal((await place()).status, 201)
  const before = await stored()
  const dead = postgresOf(data)
  fill(DISKS.log)
  const owner = await ownerOf(data)
  for (let i = 0, going = true; going && i < 200; i++)
    going = await owner.query("select pg_logical_emit_message(false, 'x', repeat('x', 1000000))").then(
      () => true,
      () => false,
    )
  await owner.end().catch(() => {})
  const away = await until(async () => {
    const r = await place()
    return r.status === 201 ? null : r
  })
  const answers = [away]
  for (let i = 0; i < 30; i++) answers.push(await place(), await ask('/api/v1/products'))
  const said = (r: typeof away) =>
    [200, 201].includes(r.status) || ([503, 507].includes(r.status) && r.retry && r.body.message)
  assert.deepEqual(
    answers.filter((r) => !said(r)),
    [],
  )
  const acknowledged = answers.filter((r) => r.status === 201).length
  free(DISKS.log)
  await until(async () => (await place()).status === 201)
  assert.equal(await reads(), 200)
  assert.ok((await stored()) >= before + acknowledged + 1)
  c.diagnostic(postgresOf(data) === dead ? 'the database refused' : 'the database had stopped')
}
