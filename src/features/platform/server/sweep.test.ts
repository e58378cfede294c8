import assert from 'node:assert/strict'
import { existsSync, globSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  order,
  startTestApp,
  type TestApp,
  until,
} from '../../../../test/kit.ts'
import { platformTasks } from '../../brochures/server/jobs.ts'
import { sweepDaily } from './sweep.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
})
after(() => t.close())
const upload = async (background: string, more: Record<string, string> = {}) => {
  const png = await sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .png()
    .toBuffer()
  const r = await t.call('POST', '/api/v2/images/add_image_to_product', {
    token: a.admin.token,
    form: { ...more, image: new Blob([new Uint8Array(png)]) },
  })
  return { ...r.body.data, hash: /[0-9a-f]{32}/.exec(r.body.data.path)?.[0] as string }
}
const stands = (hash: string) => t.kit.storage.has(`${hash}-original.png`)
/** Every file was last written `hours` before the server's now. */
const age = (hours: number, only = '') => {
  const at = new Date(t.clock.now().getTime() - hours * 3_600_000)
  for (const f of globSync('{files,archives,mail}/**/*.*', { cwd: t.config.dataDir }))
    try {
      if (f.includes(only)) utimesSync(join(t.config.dataDir, f), at, at)
    } catch (e) {
      // A width that was just written has its own name now, and is young.
      if ((e as NodeJS.ErrnoException).code !== 'ENOENT') throw e
    }
}
const write = (name: string) => {
  const path = join(t.config.dataDir, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'meio')
  return path
}
const many = async (table: string, where = 'true') =>
  Number((await t.owner.query(`select count(*) from ${table} where ${where}`)).rows[0].count)

test('once a day files that nothing needs and rows whose time is over go, and the platform’s log says how many; what somebody still needs stays', async () => {
  await t.jobs()
  const p = await aProduct(t, a)
  const shown = await upload('#111111', { product_id: String(p.id), slot: '1' })
  const loose = await upload('#222222')
  const ordered = await upload('#333333', { product_id: String(p.id), slot: '2' })
  const undone = await upload('#444444')
  const removed = await upload('#555555')
  await until(async () => (await many('files', 'not ready')) === 0)
  // The order keeps its copy of a photo that the product and the library do not have any more.
  await t.call('PUT', `/api/v1/products/${p.id}`, {
    token: a.admin.token,
    body: { images: [ordered.path, shown.path] },
  })
  const placed = await order(t, a, a.client.token, aCart([{ product_id: p.id, quantity: 1 }]))
  assert.equal(placed.status, 201)
  await t.call('PUT', `/api/v1/products/${p.id}`, { token: a.admin.token, body: { imagesToRemove: [ordered.path] } })
  for (const { id } of [ordered, undone, removed])
    assert.equal((await t.call('DELETE', `/api/v2/media/${id}`, { token: a.admin.token })).status, 200)
  await t.owner.query(
    "insert into undos (company_id, at, expires_at, kind, name, rows) values ($1, $2, $2::timestamptz + interval '23 hours', 'categories', 'Fotos', $3)",
    [a.id, t.clock.now(), JSON.stringify([{ ids: [1], was: { image: undone.path }, now: { image: '' } }])],
  )
  const halves = [
    write('files/ab/2f2b.part'),
    write(`files/${removed.hash.slice(0, 2)}/${removed.hash}-original.jpeg.123.x`),
    write('archives/empresa-9.zip.part'),
    write('mail/x.eml.part'),
  ]
  const orphan = write('files/ef/efefefefefefefefefefefefefefefef-400.webp')
  const pdf = write('files/zz/zzsemlinha-catalog.pdf')
  const copy = write(`archives/empresa-${a.id}.zip`)
  // A PDF that can still be opened, and one that expired while its files were being removed.
  const brochure = async (token: string, files: number) => {
    await t.owner.query(
      `insert into catalogs (company_id, token, created_by, created_at, expires_at, title, options, view, status, files)
         values ($1, $2, $3, $4, $4::timestamptz + interval '30 days', 'x', '{}', '{}', 'pronto', $5)`,
      [a.id, token, a.admin.id, t.clock.now(), files],
    )
    return write(`files/${token.slice(0, 2)}/${token}-catalog.pdf`)
  }
  const [open, expired] = [await brochure('zzabertoabertoabertoaber', 1), await brochure('zzvencidovencidovencidov', 0)]
  age(30)
  const young = [write('files/ef/efefefefefefefefefefefefefefef00-400.webp'), write('files/ab/novo.part')]
  age(2, 'ef00-')
  age(2, 'novo')

  // Somebody signs in, asks for a new password and tries once too often; a bulk change can be
  // taken back; then a day passes.
  await t.owner.query("insert into rate_hits values ('forgot:ana@loja.test', 3, $1::timestamptz + interval '1 hour')", [
    t.clock.now(),
  ])
  await t.owner.query("insert into password_tokens values ('\\x01', $1, $2::timestamptz + interval '1 hour')", [
    a.client.id,
    t.clock.now(),
  ])
  await t.owner.query(
    "insert into undos (company_id, at, expires_at, kind, name, rows, used_at) values ($1, $2, $2::timestamptz + interval '2 days', 'products', 'Preços', '[]', $2)",
    [a.id, t.clock.now()],
  )
  await t.owner.query(
    "select graphile_worker.add_job('send_mail', '{}', run_at => $1::timestamptz - interval '40 days', max_attempts => 1); ".replace(
      '$1',
      `'${t.clock.now().toISOString()}'`,
    ),
  )
  await until(async () => (await many('graphile_worker._private_jobs', 'last_error is not null')) === 1)
  await t.owner.query("update graphile_worker._private_jobs set run_at = $1::timestamptz - interval '40 days'", [
    t.clock.now(),
  ])
  t.clock.forward(3_600_000 * 13)
  const operator = await aPerson(t, null, 0)
  await sweepDaily(t.kit)

  assert.deepEqual(
    [...halves, orphan, pdf, expired].filter((f) => existsSync(f)),
    [],
  )
  assert.ok(existsSync(open), 'its link is still good')
  assert.deepEqual(globSync(`files/**/${removed.hash}*`, { cwd: t.config.dataDir }), [])
  for (const f of [...young, copy]) assert.ok(existsSync(f), f)
  for (const [name, { hash }] of Object.entries({ shown, loose, ordered, undone })) assert.ok(await stands(hash), name)
  assert.deepEqual(
    [
      await many('password_tokens'),
      await many('undos', 'used_at is not null'),
      await many('undos'),
      await many('rate_hits', "key like 'forgot:%'"),
    ],
    [0, 0, 1, 0],
  )
  // Everybody who signed in 13 hours ago and did nothing since; the operator came just now.
  assert.equal(await many('sessions'), 1)
  const log = (await t.call('GET', '/api/v2/platform/log', { token: operator.token })).body.data
  const [line] = log.filter((l: { action: string }) => l.action === 'sweep')
  const { hits, ...figures } = line.changes
  assert.ok(hits[1] > 0, JSON.stringify(line.changes))
  assert.deepEqual(figures, {
    files: [null, 4],
    halves: [null, 4],
    undos: [null, 1],
    tokens: [null, 1],
    jobs: [null, 1],
    sessions: [null, 3],
  })
  await sweepDaily(t.kit)
  assert.equal(await many('platform_log', "action = 'sweep'"), 1, 'once a day')

  // The next day the change cannot be taken back any more, and the order is gone with its company's history.
  t.clock.forward(3_600_000 * 26)
  age(30)
  await sweepDaily(t.kit)
  assert.equal(await many('platform_log', "action = 'sweep'"), 2)
  assert.deepEqual(
    [await stands(undone.hash), await stands(ordered.hash), await stands(loose.hash)],
    [false, true, true],
  )
  for (const f of young) assert.equal(existsSync(f), false)
})
test('a PDF goes with the moment it expires, not before; what it said goes a year after it was made', async () => {
  const now = t.clock.now().getTime()
  const YEAR = 365 * 86_400_000
  const add = async (token: string, age: number, left: number, files: number) => {
    await t.owner.query(
      `insert into catalogs (company_id, token, created_by, created_at, expires_at, title, options, view, status, files)
         values ($1, $2, $3, $4, $5, 'x', '{}', '{}', 'pronto', $6)`,
      [a.id, token, a.admin.id, new Date(now - age), new Date(now + left), files],
    )
    return write(`files/${token.slice(0, 2)}/${token}-catalog.pdf`)
  }
  const [due, later] = [await add('qqagora', 1000, 0, 1), await add('qqdepois', 1000, 1000, 2)]
  await add('qqantigo', YEAR, 0, 0)
  await add('qqrecente', YEAR - 1000, 0, 0)
  await add('qqaberto', YEAR, 1000, 1)
  await platformTasks.expire_catalogs?.run(t.kit)
  assert.deepEqual([existsSync(due), existsSync(later)], [false, true])
  const { rows } = await t.owner.query("select token, files from catalogs where token like 'qq%' order by token")
  assert.deepEqual(
    rows.map((r) => [r.token, r.files]),
    [
      ['qqaberto', 1],
      ['qqagora', 0],
      ['qqdepois', 2],
      ['qqrecente', 0],
    ],
  )
})
test('a photo that comes again while its file is being swept is there afterwards', async () => {
  // Files are written at the machine's time.
  t.clock.set(new Date().toISOString())
  const { token } = await aPerson(t, a.id, 1)
  const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#abcdef' } })
    .png()
    .toBuffer()
  const send = () =>
    t.call('POST', '/api/v2/images/add_image_to_product', { token, form: { image: new Blob([new Uint8Array(png)]) } })
  for (let round = 0; round < 5; round++) {
    const { id, path } = (await send()).body.data
    assert.equal((await t.call('DELETE', `/api/v2/media/${id}`, { token })).status, 200)
    await until(async () => (await many('files', 'not ready')) === 0)
    age(30)
    await t.owner.query("delete from platform_log where action = 'sweep'")
    const [again] = await Promise.all([send(), sweepDaily(t.kit)])
    assert.equal(again.status, 200, JSON.stringify(again.body))
    assert.ok(await stands(/[0-9a-f]{32}/.exec(path)?.[0] as string))
  }
})
test('whoever is placing a file holds it against the sweep, and against nothing else', async () => {
  const [mine, other] = ['a'.repeat(32), 'b'.repeat(32)]
  const placing = await t.owner.connect()
  const sweeping = await t.owner.connect()
  try {
    await placing.query('begin')
    await placing.query('select app.keep_file($1)', [mine])
    await sweeping.query("select set_config('app.operator', '1', false), set_config('lock_timeout', '300ms', false)")
    const sweep = (name: string) => sweeping.query('select * from app.unused_files($1, now())', [[name]])
    await assert.rejects(sweep(mine), /lock timeout/)
    assert.equal((await sweep(other)).rowCount, 1)
    await placing.query('rollback')
    assert.equal((await sweep(mine)).rowCount, 1)
  } finally {
    placing.release(true)
    sweeping.release(true)
  }
})
