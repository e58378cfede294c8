// Files in S3 when it is slow, away, or holds what is nobody's: what waits for it holds nothing else, and what cannot be
// done now is said, or done when it is back.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import pg from 'pg'
import sharp from 'sharp'
import { purge } from '#features/privacy/server/index.ts'
import { platformTasks } from '#features.ts'
import { openS3, s3Address } from '#server/s3.ts'
import { aCompany, type Company, startTestApp, type TestApp, until } from './kit.ts'
import { type S3Server, startS3Server } from './s3_server.ts'

let t: TestApp
let s3: S3Server
const open: S3Server['gate'] = async () => undefined
before(async () => {
  s3 = await startS3Server()
  t = await startTestApp({ config: { s3Url: s3.address('loja') } })
})
after(async () => {
  await t.close()
  await s3.close()
})
/** A company with so many photos, whose copies this server has not got. */
async function withPhotos(many: number): Promise<{ company: Company; hashes: string[] }> {
  const company = await aCompany(t)
  const hashes = Array.from({ length: many }, () => randomBytes(16).toString('hex'))
  const bucket = await openS3(s3Address('S3_URL', t.config.s3Url))
  for (const hash of hashes) await bucket.put(`files/${hash}-original.png`, Buffer.from(`foto ${hash}`))
  bucket.close()
  await t.owner.query(
    "insert into files (company_id, hash, type, bytes, ready) select $1, unnest($2::text[]), 'png', 37, true",
    [company.id, hashes],
  )
  return { company, hashes }
}
async function inBucket(): Promise<string[]> {
  const bucket = await openS3(s3Address('S3_URL', t.config.s3Url))
  const keys: string[] = []
  for await (const { key } of bucket.list('')) keys.push(key)
  bucket.close()
  return keys
}
const photo = async () => {
  const bytes = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#b4532a' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'foto.png', { type: 'image/png' })
}

test('with S3 away an upload is told to come back, and so is whoever looks at a photo', async (c) => {
  const away = await startTestApp({ config: { s3Url: 's3://mostruario/loja?endpoint=http://127.0.0.1:9' } })
  c.after(() => away.close())
  const { admin } = await aCompany(away)
  const form = { name: 'Com foto', file: await photo() }
  const sent = await away.call('POST', '/api/v1/categories', { token: admin.token, form })
  assert.deepEqual([sent.status, sent.body.code], [503, 'busy'])
  assert.ok(Number(sent.headers['retry-after']) > 0)
  assert.equal((await away.owner.query('select 1 from categories')).rowCount, 0)
  const looked = await away.call('GET', `/files/${'a'.repeat(32)}-400.webp`)
  assert.equal(looked.status, 503)
})
test('a company of 60 photos is erased in one go, though each word with S3 takes a quarter of a second', async (c) => {
  const { company, hashes } = await withPhotos(60)
  await t.owner.query("update companies set deleted_at = $2::timestamptz - interval '31 days' where id = $1", [
    company.id,
    t.clock.now(),
  ])
  s3.gate = () => sleep(250, undefined)
  c.after(() => {
    s3.gate = open
  })
  await purge(t.kit, company.id, t.clock.now())
  s3.gate = open
  const left = await inBucket()
  assert.deepEqual(
    hashes.filter((h) => left.some((key) => key.includes(h))),
    [],
  )
  assert.equal((await t.owner.query('select 1 from files where company_id = $1', [company.id])).rowCount, 0)
})
test('a company’s copy begins before any photo is fetched, and its rows are held no longer than they are read', async (c) => {
  const { company, hashes } = await withPhotos(5)
  const fetched = Promise.withResolvers<void>()
  const told = Promise.withResolvers<undefined>()
  c.after(() => {
    s3.gate = open
    told.resolve(undefined)
  })
  const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE })
  await admin.connect()
  c.after(() => admin.end())
  s3.gate = async ({ method, path }) => {
    if (method !== 'GET' || !path.includes('-original')) return undefined
    fetched.resolve()
    return told.promise
  }
  const zip = t.call('GET', `/api/v2/companies/${company.id}/archive`, { token: company.admin.token })
  await fetched.promise
  const { rows } = await t.owner.query('select current_database() as name')
  const held = "select 1 from pg_stat_activity where datname = $1 and state like 'idle in transaction%'"
  await until(async () => (await admin.query(held, [rows[0].name])).rowCount === 0)
  told.resolve(undefined)
  const { status, body } = await zip
  assert.equal(status, 200)
  for (const hash of hashes) assert.ok(String(body).includes(`foto ${hash}`), hash)
})
test('originals in the bucket lose their metadata, and a portrait leaves it with its person', async () => {
  const company = await aCompany(t)
  const taken = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#24532a' } })
    .withExif({ IFD0: { Artist: 'Fulana de Tal' } })
    .jpeg()
    .toBuffer()
  const hash = randomBytes(16).toString('hex')
  const name = `files/${hash}-original.jpeg`
  const bucket = await openS3(s3Address('S3_URL', t.config.s3Url))
  const original = async () => Buffer.concat(await (await bucket.get(name)).toArray())
  await bucket.put(name, taken)
  assert.ok((await original()).includes('Fulana'))
  await t.owner.query("insert into files (company_id, hash, type, bytes, ready) values ($1, $2, 'jpeg', $3, true)", [
    company.id,
    hash,
    taken.length,
  ])
  await platformTasks.strip_pictures?.run(t.kit)
  assert.ok(!(await original()).includes('Fulana'))
  bucket.close()
  await t.jobs()
  const { client, admin } = company
  const form = { file: await photo() }
  const sent = await t.call('PUT', `/api/v1/users/${client.id}`, { token: client.token, form })
  const portrait = /p[0-9a-f]{31}/.exec(sent.body.data.profile_pic)?.[0] as string
  const keys = async () => (await inBucket()).filter((key) => key.includes(portrait))
  await until(async () => (await keys()).length > 5)
  assert.equal((await t.call('POST', `/api/v2/users/${client.id}/anonymise`, { token: admin.token })).status, 200)
  assert.equal((await t.call('GET', sent.body.data.profile_pic)).status, 404)
  await until(async () => (await keys()).length === 0)
})
test('what somebody else has put into the bucket keeps no sweep from its work, and stays', async () => {
  const bucket = await openS3(s3Address('S3_URL', t.config.s3Url))
  const foreign = ['files/', 'files/ab/x']
  for (const key of foreign) await bucket.put(key, Buffer.from('x'))
  const orphan = `files/${randomBytes(16).toString('hex')}-original.png`
  await bucket.put(orphan, Buffer.from('x'))
  bucket.close()
  t.clock.set(new Date(Date.now() + 48 * 3600_000).toISOString())
  await platformTasks.platform_sweep?.run(t.kit)
  const left = await inBucket()
  assert.deepEqual(
    [...foreign, orphan].filter((key) => left.includes(key)),
    foreign,
  )
  const { rows } = await t.owner.query("select changes from platform_log where action = 'sweep'")
  assert.equal(rows.length, 1)
})
