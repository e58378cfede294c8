// What is sent between two backups, asked round by round: the database's log, and new files.
import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
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
async function sender(sent: string[]) {
  const [at, spool, dataDir] = [folder(), folder(), folder()]
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
