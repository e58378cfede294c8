// What keeps sending backups beside npm start: when the place that they go to is away, and when it is another's.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { listBackups, type Manifest, readManifest } from '#server/backup/manifest.ts'
import { putObject, type Store } from '#server/backup/objects.ts'
import { restore } from '#server/backup/restore.ts'
import { hasGap, nextSegment, pieceOf, unbroken } from '#server/backup/segments.ts'
import { openVault } from '#server/backup/vault.ts'
import { signIn } from '#server/backup/whose.ts'
import { startEmbedded } from '#server/postgres.ts'
import { until } from './kit.ts'
import { type S3Server, startS3Server } from './s3_server.ts'
import { endAll, folder, root, senderOf, start, stop } from './starting.ts'

let s3: S3Server
before(async () => {
  s3 = await startS3Server()
})
after(async () => {
  endAll()
  await s3.close()
})

test('a backup place that refuses from the start never fills the disk with the log; a backup is taken as soon as it answers', async () => {
  const data = folder()
  const to = s3.address('copias')
  const s = await start(data, { env: { DEMO: '0', BACKUP_TO: to, BACKUP_LOSS: '6' } })
  const vault = await openVault(to)
  const backups = async () => (await listBackups(vault)).length
  await until(async () => (await backups()) === 1).catch(() => assert.fail(s.output()))

  s3.gate = async () => 403
  // One that begins now has never seen the place answer.
  const before = senderOf(s)
  process.kill(before, 'SIGKILL')
  await until(async () => ![0, before].includes(senderOf(s)))
  const waiting = Array.from({ length: 129 }, (_, n) =>
    join(data, 'pg/wal-out', `0000000100000000000000${(n + 100).toString(16).toUpperCase()}`),
  )
  for (const path of waiting) writeFileSync(path, 'x')
  await until(async () => !waiting.some((path) => existsSync(path))).catch(() => assert.fail(s.output()))

  s3.gate = async () => undefined
  await until(async () => (await backups()) === 2).catch(() => assert.fail(s.output()))
  vault.close()
  assert.equal(await stop(s), 0)
})
/** The names of the log's pieces that a folder holds of one system. */
const logIn = (to: string) =>
  readdirSync(join(to, 'wal'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.zst'))
test('a restored copy started with the same BACKUP_TO beside the living shop is refused and sends nothing; when the shop is gone it begins with a new backup, and its log follows', async () => {
  const to = folder()
  const store: Store = { vault: await openVault(to), key: null }
  const env = { DEMO: '0', BACKUP_TO: to, BACKUP_LOSS: '6' }
  const shop = await start(folder(), { env })
  const taken = async () => (await listBackups(store.vault)).length
  // Its sender says that it lives, at its own pace.
  const says = async () => (await taken()) === 1 && (await signIn(store))?.every === 3000
  await until(says).catch(() => assert.fail(shop.output()))
  const dataDir = join(folder(), 'data')
  await restore(store, { dataDir, s3Url: '', keepFiles: false, ownerUrl: '', id: '', at: null, say: () => {} })

  const drill = await start(dataDir, { env })
  await until(async () => /outra instalação guarda os seus backups/.test(drill.output()))
  assert.equal(await stop(drill), 0)
  assert.equal(await taken(), 1)
  assert.deepEqual(
    logIn(to).filter((name) => !name.includes('/00000001')),
    [],
    'nothing of its own life',
  )
  assert.equal(await stop(shop), 0)

  // Some minutes later.
  const last = await signIn(store)
  await putObject(store, 'whose', Readable.from([JSON.stringify({ ...last, at: Date.now() - 120_000 })]))
  const instead = await start(dataDir, { env })
  await until(async () => (await taken()) === 2).catch(() => assert.fail(instead.output()))
  const [first, second] = await Promise.all((await listBackups(store.vault)).map(({ key }) => readManifest(store, key)))
  assert.notEqual(second?.installation?.id, first?.installation?.id)
  assert.deepEqual([first?.wal?.to.slice(0, 8), second?.wal?.to.slice(0, 8)], ['00000001', '00000002'])
  await until(async () => logIn(to).some((name) => name.includes('/00000002')))
  assert.equal(await stop(instead), 0)
})
/** Work that fills a piece of the log, and is in the next one when it ends. */
async function fillsAPiece(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const name of ['um', 'outro']) await client.query(`create table cheio_${name} (); select pg_switch_wal()`)
  for (const name of ['um', 'outro']) await client.query(`drop table cheio_${name}`)
  await client.end()
}
test('a backup by hand to elsewhere of what was stopped leaves the log whole; a start without BACKUP_TO leaves a gap, and the next one with it begins with a new backup', async () => {
  const [data, to, usb] = [folder(), folder(), folder()]
  const vault = await openVault(to)
  const store: Store = { vault, key: null }
  const env = { DEMO: '0', BACKUP_TO: to, BACKUP_LOSS: '6' }
  const taken = async () => (await listBackups(vault)).length
  const last = async () => readManifest(store, (await listBackups(vault)).at(-1)?.key ?? '')
  const sent = async ({ wal }: Manifest) => {
    const names: string[] = []
    for await (const { key } of vault.list(`wal/${wal?.system}/`)) names.push(pieceOf(key))
    return names
  }
  /** At work again until there are so many backups, and what was put aside of the log is sent. */
  const works = async (backups: number) => {
    const s = await start(data, { env })
    const done = async () => (await taken()) === backups && readdirSync(join(data, 'pg/wal-out')).length === 0
    await until(done).catch(() => assert.fail(s.output()))
    assert.equal(await stop(s), 0, s.output())
    return s.output()
  }
  await works(1)

  const byHand = { cwd: root, env: { ...process.env, DATA_DIR: data, DATABASE_URL: '', BACKUP_TO: '' } }
  await promisify(execFile)(process.execPath, ['scripts/backup.ts', usb], byHand)
  assert.ok(readdirSync(join(data, 'pg/wal-out')).length > 0, 'its pieces wait for the sender')
  assert.doesNotMatch(await works(1), /falta um pedaço/)
  const first = await last()
  assert.equal(hasGap(first.wal?.to ?? '', await sent(first)), false)
  const reached = unbroken(first.wal?.to ?? '', new Set(await sent(first)))

  const without = await startEmbedded(data, () => {}, null)
  await fillsAPiece(without.url('super'))
  await without.stop()
  assert.match(await works(2), /falta um pedaço no log do banco: um backup novo começa outra vez/)
  const second = await last()
  assert.ok((second.wal?.to ?? '') > (reached.at(-1) ?? ''))
  assert.equal(hasGap(second.wal?.to ?? '', await sent(second)), false)

  // What the doctor says of it; of a gap, too.
  const doctor = () =>
    promisify(execFile)(process.execPath, ['scripts/doctor.ts'], { ...byHand, env: { ...byHand.env, BACKUP_TO: to } })
      .catch((e: { stdout: string }) => e)
      .then((told) => told.stdout)
  assert.match(await doctor(), /ok {5}Último pedaço do log do banco enviado há \d+ segundos/)
  const ends = second.wal?.to ?? ''
  const reachedNow = unbroken(ends, new Set(await sent(second))).at(-1) ?? ends
  const beyond = `wal/${second.wal?.system}/${nextSegment(nextSegment(reachedNow))}`
  await putObject(store, beyond, Readable.from(['x']))
  assert.match(await doctor(), /erro {3}No log do banco que foi enviado falta um pedaço/)
})
