// An installation whose files lie in S3: its backup brings rows and files back together, into S3 or onto a disk.
import assert from 'node:assert/strict'
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { keepArchive } from '#features/privacy/server/index.ts'
import { features } from '#features.ts'
import { buildApp } from '#server/app.ts'
import { restore } from '#server/backup/restore.ts'
import type { Wanted } from '#server/backup/target.ts'
import { keyOf } from '#server/backup/seal.ts'
import { takeBackup } from '#server/backup/take.ts'
import { openVault } from '#server/backup/vault.ts'
import { loadConfig } from '#server/config.ts'
import { openS3, s3Address } from '#server/s3.ts'
import { temporary } from './folders.ts'
import { aCompany, type Company, startTestApp, type TestApp, until } from './kit.ts'
import { emptyDatabase, rowsOf } from './restoring.ts'
import { type S3Server, startS3Server } from './s3_server.ts'

let t: TestApp
let a: Company
let s3: S3Server
const { folder, clear } = temporary('backup')
/** A category with a photo of this colour. */
async function aPhoto(background: string): Promise<void> {
  const bytes = await sharp({ create: { width: 500, height: 400, channels: 3, background } })
    .png()
    .toBuffer()
  const file = new File([new Uint8Array(bytes)], 'foto.png', { type: 'image/png' })
  const made = await t.call('POST', '/api/v1/categories', { token: a.admin.token, form: { name: background, file } })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  // Its widths are made and the work is done, so that what is compared later stands still.
  const left = 'select (select count(*) from graphile_worker.jobs) + (select count(*) from files where not ready) as n'
  await until(async () => Number((await t.owner.query(left)).rows[0].n) === 0)
}
before(async () => {
  s3 = await startS3Server()
  t = await startTestApp({ config: { s3Url: s3.address('loja') } })
  a = await aCompany(t)
  await t.jobs()
  await aPhoto('#b4532a')
  await keepArchive(t.kit, a.id)
})
after(async () => {
  await t.close()
  await s3.close()
  clear()
})
/** The installation's own disk holds copies only: a backup is taken where there are none of them. */
const elsewhere = folder()
/** Each backup is of a second of its own. */
let seconds = 0
const backUp = async (to: string) => {
  const store = { vault: await openVault(to), key: keyOf('uma frase longa que só nós sabemos') }
  process.env.APP_KEY = t.config.appKey
  const source = { dataDir: elsewhere, s3Url: t.config.s3Url, ownerUrl: t.config.ownerUrl, embedded: undefined }
  const taken = await takeBackup(source, store, 30, new Date(Date.now() + 1000 * seconds++)).finally(
    () => delete process.env.APP_KEY,
  )
  return { store, ...taken }
}
const wanted = (more: Partial<Wanted>): Wanted => ({
  dataDir: join(folder(), 'data'),
  s3Url: '',
  keepFiles: false,
  ownerUrl: '',
  id: '',
  at: null,
  say: () => {},
  ...more,
})
/** Every object below a prefix: its bytes by its name. */
async function objects(prefix: string): Promise<Map<string, string>> {
  const bucket = await openS3(s3Address('S3_URL', s3.address(prefix)))
  const found = new Map<string, string>()
  for await (const { key } of bucket.list('')) found.set(key, (await buffer(await bucket.get(key))).toString('base64'))
  bucket.close()
  return new Map([...found].sort(([x], [y]) => x.localeCompare(y)))
}
/** What a buyer gets of the photo from an installation on this database, with its files there. */
async function served(db: { app: string; owner: string }, dataDir: string, s3Url: string): Promise<string[]> {
  const { rows } = await t.owner.query<{ hash: string }>('select hash from files order by id')
  const config = { ...loadConfig(db, { dataDir, port: 0 }), s3Url }
  const there = await buildApp(config, { features, clock: t.clock })
  try {
    const out: string[] = []
    for (const { hash } of rows) {
      const r = await there.app.inject(`/files/${hash}-400.webp`)
      const { width, format } = r.statusCode === 200 ? await sharp(r.rawPayload).metadata() : {}
      out.push(`${r.statusCode} ${format} ${width}`)
    }
    return out
  } finally {
    await there.close()
  }
}

test('files in S3, a company’s copy among them, come back with their rows: into another bucket, or onto the disk of an installation without one', async () => {
  const kept = await objects('loja')
  const { store, manifest } = await backUp(folder())
  const names = [...kept.keys()]
  const copy = `archives/empresa-${a.id}.zip`
  assert.ok(names.includes(copy))
  assert.ok(names.length > 3 && manifest.counts.files >= names.length, names.join())
  const rows = await rowsOf(t.config.ownerUrl)

  const db = await emptyDatabase(t)
  const into = wanted({ ownerUrl: db.owner, s3Url: s3.address('outra') })
  await restore(store, into)
  assert.deepEqual(await objects('outra'), kept)
  assert.deepEqual(await rowsOf(db.owner), rows)
  for (const name of ['files', 'archives'])
    assert.ok(!existsSync(join(into.dataDir, name)), 'nothing of it lies on the disk')
  assert.match(readFileSync(join(into.dataDir, 'settings.env'), 'utf8'), /^S3_URL=s3:\/\/mostruario\/outra\?/m)
  assert.deepEqual(await served(db, into.dataDir, into.s3Url), ['200 webp 400'])

  const other = await emptyDatabase(t)
  const onDisk = wanted({ ownerUrl: other.owner })
  await restore(store, onDisk)
  assert.deepEqual(await served(other, onDisk.dataDir, ''), ['200 webp 400'])
  assert.equal(readFileSync(join(onDisk.dataDir, copy), 'base64'), kept.get(copy))
  store.vault.close()
})
test('the next backup sends only what is new, and leaves nothing of it on the disk', async () => {
  const to = folder()
  const first = await backUp(to)
  const sent = async () => {
    const found: string[] = []
    for await (const o of first.store.vault.list('files/')) found.push(`${o.key} ${o.at.toISOString()}`)
    return found.sort()
  }
  const before = await sent()
  await aPhoto('#2a53b4')
  await backUp(to)
  const now = await sent()
  assert.ok(now.length > before.length)
  assert.deepEqual(
    before.filter((o) => !now.includes(o)),
    [],
    'sent again',
  )
  const left = readdirSync(elsewhere, { recursive: true, withFileTypes: true }).filter((e) => e.isFile())
  assert.deepEqual(left, [])
})
test('a bucket with files in it is refused untouched; told to keep them, only what is missing is added', async () => {
  const { store } = await backUp(folder())
  const kept = await objects('loja')
  const bucket = await openS3(s3Address('S3_URL', s3.address('loja')))
  const [lost = '', stays = ''] = [...kept.keys()]
  await bucket.remove([lost])
  const changed = Buffer.from(kept.get(stays) ?? '', 'base64').fill(7)
  await bucket.put(stays, changed)
  await bucket.put('files/mais-nova-catalog.pdf', Buffer.from('x'))
  const db = await emptyDatabase(t)
  const back = wanted({ ownerUrl: db.owner, s3Url: s3.address('loja') })
  await assert.rejects(restore(store, back), /não está vazia: nada foi tocado.*--keep-files/)
  assert.deepEqual(await rowsOf(db.owner), {})
  assert.ok(!existsSync(back.dataDir) && !(await objects('loja')).has(lost))
  await restore(store, { ...back, keepFiles: true })
  const now = await objects('loja')
  assert.equal(now.get(lost), kept.get(lost))
  assert.equal(now.get(stays), changed.toString('base64'), 'what is there is not written over')
  assert.ok(now.has('files/mais-nova-catalog.pdf'))
  bucket.close()
})
test('a restore that was cut off opens the way to no other bucket', async () => {
  const { store } = await backUp(folder())
  const db = await emptyDatabase(t)
  const drill = wanted({ ownerUrl: db.owner, s3Url: s3.address('ensaio') })
  const dying = { ...store.vault, get: (key: string) => store.vault.get(key) }
  const say = (line: string) => {
    if (/Pondo as linhas/.test(line)) dying.get = () => Promise.reject(new Error('o processo morreu'))
  }
  await assert.rejects(restore({ ...store, vault: dying }, { ...drill, say }), /o processo morreu/)
  const shop = await objects('loja')
  await assert.rejects(restore(store, { ...drill, s3Url: s3.address('loja') }), /não está vazia: nada foi tocado/)
  assert.deepEqual(await objects('loja'), shop)
  await restore(store, drill)
  assert.deepEqual(await rowsOf(db.owner), await rowsOf(t.config.ownerUrl))
  store.vault.close()
})
test('a broken photo in the backup ends the restore before the bucket has anything of it', async () => {
  const at = folder()
  const { store, manifest } = await backUp(at)
  const [photo] = readdirSync(join(at, 'files'), { recursive: true, withFileTypes: true }).filter((e) => e.isFile())
  appendFileSync(join(photo?.parentPath ?? '', photo?.name ?? ''), 'x')
  const db = await emptyDatabase(t)
  const into = wanted({ ownerUrl: db.owner, s3Url: s3.address('quebrada') })
  await assert.rejects(restore(store, into), /danificado/)
  assert.equal((await objects('quebrada')).size, 0)
  assert.ok(manifest.counts.files > 1)
})
