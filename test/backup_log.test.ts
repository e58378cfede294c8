// What is sent between two backups, asked round by round: the database's log, and new files.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { newId, readList, timeOf, writtenAt } from '#server/backup/manifest.ts'
import type { Store } from '#server/backup/objects.ts'
import { nextSegment } from '#server/backup/segments.ts'
import { shipper } from '#server/backup/ship.ts'
import { BackupFailure, openVault } from '#server/backup/vault.ts'
import { temporary } from './folders.ts'

let client: pg.Client
const { folder, clear } = temporary('backup')
before(async () => {
  client = new pg.Client({ connectionString: process.env.TEST_DATABASE })
  await client.connect()
})
after(async () => {
  await client.end()
  clear()
})
const placeOf = async (at: string): Promise<Store> => ({ vault: await openVault(at), key: null })

/** A piece and the next ones. */
const LOG = Array.from({ length: 6 }).reduce<string[]>(
  (all) => [...all, nextSegment(all.at(-1) as string)],
  ['000000010000000000000003'],
)
/** A sender that begins after a backup up to the first of them; some are there already. */
async function sender(sent: string[], at = folder(), dataDir = folder()) {
  const spool = folder()
  const store = await placeOf(at)
  const broken = { now: false }
  const put: Store['vault']['put'] = (key, body) =>
    broken.now && key.includes(LOG[3] as string)
      ? Promise.reject(new BackupFailure('fora do ar'))
      : store.vault.put(key, body)
  const ship = shipper(
    dataDir,
    spool,
    { ...store, vault: { ...store.vault, put } },
    { to: LOG[0] as string, system: '7' },
    new Set(sent),
    new Map(),
  )
  return {
    broken,
    /** These are put aside by the database, then a round is made. */
    async round(...names: (string | undefined)[]) {
      for (const name of names) writeFileSync(join(spool, name as string), `piece ${name}`)
      return (await ship.round(client)).gap
    },
    there: () => readdirSync(join(at, 'wal/7')).map((name) => name.slice(0, 24)),
  }
}

test('a piece that never comes is told once, and what follows it is sent all the same: the next backup begins before it', async () => {
  const s = await sender([])
  assert.equal(await s.round(LOG[0], LOG[1]), false)
  assert.equal(await s.round(), false)
  assert.equal(await s.round(LOG[3]), true)
  assert.equal(await s.round(LOG[4]), false)
  assert.deepEqual(s.there(), [LOG[0], LOG[1], LOG[3], LOG[4]])
  assert.equal(await s.round(LOG[2]), false, 'one that comes late is none')
})
test('a sender that begins anew finds the gap that the one before left, among what was sent and behind it', async () => {
  const [, one, two, three, four] = LOG as [string, string, string, string, string]
  assert.equal(await (await sender([one, three])).round(), true)
  assert.equal(await (await sender([one])).round(three), true)
  assert.equal(await (await sender([one, two])).round(three, four), false)
})
test('a place that is away in the midst of a round makes no gap, and hides none', async () => {
  const s = await sender([])
  s.broken.now = true
  await assert.rejects(s.round(LOG[1], LOG[2], LOG[3]), /fora do ar/)
  s.broken.now = false
  assert.equal(await s.round(LOG[4]), false)
  const other = await sender([])
  other.broken.now = true
  await assert.rejects(other.round(LOG[1], LOG[3]), /fora do ar/)
  other.broken.now = false
  assert.equal(await other.round(), true)
})
test('the clock goes back: photos that come then are seen, and their lists stand behind the backup and behind each other', async (c) => {
  const [at, dataDir] = [folder(), folder()]
  const hour = 3600_000
  const id = newId(new Date(Date.now() + 2 * hour))
  mkdirSync(join(at, 'parts', id), { recursive: true })
  writeFileSync(join(at, 'parts', id, 'base.zst'), 'x')
  const store = await placeOf(at)
  const lists = async () => {
    const keys: string[] = []
    for await (const { key } of store.vault.list('since/')) keys.push(key)
    const named: [number, string[]][] = []
    for (const key of keys.sort()) {
      const paths: string[] = []
      for await (const f of readList(store, { key })) paths.push(f.path)
      named.push([writtenAt(key).getTime(), paths])
    }
    return named
  }
  const comes = (name: string) => writeFileSync(join(dataDir, name), name)
  const s = await sender([], at, dataDir)
  comes('um.webp')
  c.mock.timers.enable({ apis: ['Date'], now: Date.now() + hour })
  await s.round()
  c.mock.timers.reset()
  comes('dois.webp')
  await s.round()
  const another = await sender([], at, dataDir)
  comes('um.webp')
  await another.round()
  const all = await lists()
  assert.deepEqual(
    all.map(([, paths]) => paths.sort()),
    [['um.webp'], ['dois.webp'], ['dois.webp', 'um.webp']],
  )
  const moments = all.map(([moment]) => moment)
  assert.ok(Math.min(...moments) >= timeOf(id).getTime(), 'a restore of that backup takes them')
  assert.equal(new Set(moments).size, 3)
})
