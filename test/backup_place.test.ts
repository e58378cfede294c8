// A backup place over time: whose it is, when the next one is due there, what goes, and a clock that was wrong.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { listBackups } from '#server/backup/manifest.ts'
import type { Store } from '#server/backup/objects.ts'
import { restore } from '#server/backup/restore.ts'
import { ownerOf, type Source } from '#server/backup/source.ts'
import { takeBackup } from '#server/backup/take.ts'
import { openVault } from '#server/backup/vault.ts'
import { type Installation, installationOf, sign } from '#server/backup/whose.ts'
import { temporary } from './folders.ts'
import { startTestApp, type TestApp, until } from './kit.ts'
import { emptyDatabase } from './restoring.ts'

/** Between two signs of those that live here, in ms. */
const EVERY = 100
let t: TestApp
const { folder, clear } = temporary('backup')
before(async () => {
  t = await startTestApp()
  // What begins the queue's tables.
  await t.jobs()
})
after(async () => {
  await t.close()
  clear()
})
const shop = (): Source => ({ dataDir: t.config.dataDir, s3Url: '', ownerUrl: t.config.ownerUrl, embedded: undefined })
const placeOf = async (at: string): Promise<Store> => ({ vault: await openVault(at), key: null })
const idsIn = async ({ vault }: Store) => (await listBackups(vault)).map((b) => b.id)
/** Of all that lies there, but for the sign of whoever lives. */
const names = (at: string) => readdirSync(at, { recursive: true }).map(String).sort()
async function idOf(source: Source): Promise<Installation> {
  const client = await ownerOf(source)
  try {
    return await installationOf(client, undefined)
  } finally {
    await client.end()
  }
}
/** Its sender goes on saying that it lives, until told not to. */
async function living(store: Store, source: Source): Promise<() => Promise<void>> {
  const me = await idOf(source)
  let lives = true
  const said = (async () => {
    for (; lives; await new Promise((r) => setTimeout(r, EVERY))) await sign(store, me, EVERY)
  })()
  return async () => {
    lives = false
    await said
  }
}
/** Brought back elsewhere, with the keys of before; and what was said on the way. */
async function broughtBack(store: Store): Promise<{ source: Source; said: string[]; id: string }> {
  const { owner } = await emptyDatabase(t)
  const dataDir = join(folder(), 'data')
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const done = await restore(store, { dataDir, s3Url: '', keepFiles: false, ownerUrl: owner, id: '', at: null, say })
  return { source: { ...shop(), dataDir, ownerUrl: owner }, said, id: done.manifest.id }
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'nada recusado',
    (e: Error) => e.message,
  )

test('a drill beside the living shop is refused its place and touches nothing there; once the shop is silent the restored one goes on, and a later restore says whose backup comes back', async (c) => {
  const at = folder()
  const store = await placeOf(at)
  const first = (await takeBackup(shop(), store, 30)).manifest
  const drill = await broughtBack(store)
  assert.ok(!drill.said.some((line) => /instalações/.test(line)), 'all are of one')
  const silent = await living(store, shop())
  c.after(silent)
  // The shop's next one is being made.
  mkdirSync(join(at, 'parts/20990101T000000Z'))
  writeFileSync(join(at, 'parts/20990101T000000Z/base.zst'), 'x')
  const before = names(at)
  assert.match(
    await refusal(takeBackup(drill.source, store, 30)),
    /outra instalação guarda os seus backups \(máquina .+\): nada foi escrito.*inicie-a sem BACKUP_TO/,
  )
  assert.deepEqual(names(at), before)

  await silent()
  const second = (await takeBackup(drill.source, store, 30)).manifest
  assert.notEqual(second.installation?.id, first.installation?.id)
  assert.deepEqual(await idsIn(store), [first.id, second.id])
  assert.ok(names(at).includes('parts/20990101T000000Z/base.zst'), 'young work of another stays')
  const { said } = await broughtBack(store)
  assert.match(said.join('\n'), new RegExp(`há backups de 2 instalações. Volta o ${second.id}, da máquina`))
  assert.match(said.join('\n'), new RegExp(`--backup ${first.id}, da máquina`))
})
test('a place that was taken over while a backup was being made: that backup does not count', async () => {
  const store = await placeOf(folder())
  await takeBackup(shop(), store, 30)
  const { source } = await broughtBack(store)
  const other = await idOf(source)
  const put: Store['vault']['put'] = async (key, body) => {
    await store.vault.put(key, body)
    if (/^parts\/.*list/.test(key)) await sign(store, other)
  }
  const before = await idsIn(store)
  assert.match(
    await refusal(takeBackup(shop(), { ...store, vault: { ...store.vault, put } }, 30, new Date(Date.now() + 5000))),
    /outra instalação ficou com .*: ele não vale/,
  )
  assert.deepEqual(await idsIn(store), before)
})
/** An hour of the past, or of a clock that is ahead. */
const hours = (n: number) => new Date(Date.now() + n * 3600_000)
/** The settings of npm start, and of what it starts. */
const settings = (to: string) => ({
  ...process.env,
  NODE_TEST_CONTEXT: '',
  DATA_DIR: t.config.dataDir,
  DATABASE_URL: t.config.databaseUrl,
  DATABASE_OWNER_URL: t.config.ownerUrl,
  BACKUP_TO: to,
})
test('a backup of a clock that was a day ahead: the next one is newer all the same, and is what a restore brings back', async () => {
  const store = await placeOf(folder())
  const ahead = (await takeBackup(shop(), store, 30, hours(24))).manifest.id
  const next = (await takeBackup(shop(), store, 30)).manifest.id
  assert.ok(next > ahead)
  assert.equal((await broughtBack(store)).id, next)
})
test('the sender makes a backup by itself as soon as the last one is as old as BACKUP_EVERY says', async (c) => {
  const at = folder()
  const store = await placeOf(at)
  await takeBackup(shop(), store, 30, new Date(Date.now() - 20.5 * 60_000))
  const sender = spawn(process.execPath, ['scripts/backup-keeper.ts'], {
    env: { ...settings(at), BACKUP_EVERY: '20' },
    stdio: 'ignore',
  })
  c.after(() => sender.kill('SIGKILL'))
  await until(async () => (await idsIn(store)).length === 2)
})
test('a backup takes away those that are older than BACKUP_KEEP says', async () => {
  const at = folder()
  const store = await placeOf(at)
  await takeBackup(shop(), store, 300, hours(-40 * 24))
  const younger = (await takeBackup(shop(), store, 300, hours(-38 * 24))).manifest.id
  // The newest fourteen stay, and those of four weeks.
  for (let ago = 12; ago > 0; ago--) await takeBackup(shop(), store, 300, hours(-ago))
  const once = (keep: string) =>
    promisify(execFile)(process.execPath, ['scripts/backup.ts'], { env: { ...settings(at), BACKUP_KEEP: keep } })
  assert.match((await once('39')).stdout, /\n1 backups antigos saíram/)
  assert.equal((await idsIn(store))[0], younger)
  assert.match((await once('37')).stdout, /\n1 backups antigos saíram/)
  assert.ok(!(await idsIn(store)).includes(younger))
})
