// The embedded database that cannot start: said at once, in words, and with what to do.
import assert from 'node:assert/strict'
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type Embedded, startEmbedded } from './postgres.ts'
import { paced } from './postgres_pace.ts'
import { whyNot } from './postgres_words.ts'
import { until } from '../../test/kit.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'mostruario-postgres-'))
let data: string
const starts = (settings?: Record<string, string>) => startEmbedded(dataDir, () => {}, undefined, settings)
async function shown(embedded: Embedded, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: embedded.url('super') })
  await client.connect()
  try {
    return (await client.query<Record<string, string>>(`show ${name}`)).rows[0]?.[name] ?? ''
  } finally {
    await client.end()
  }
}
before(async () => {
  // Its account must be able to walk in.
  chmodSync(dataDir, 0o755)
  const first = await starts({ fsync: 'off' })
  data = join(first.folder, 'data')
  assert.equal(await shown(first, 'fsync'), 'off')
  await first.stop()
})
after(() => rmSync(dataDir, { recursive: true, force: true }))

test('a setting of one start is gone at the next, also one that a killed run had written down', async () => {
  const next = await starts()
  assert.equal(await shown(next, 'fsync'), 'on')
  await next.stop()
  const file = join(data, 'postgresql.auto.conf')
  const before = readFileSync(file, 'utf8')
  appendFileSync(file, "fsync = 'off'\n")
  const mended = await starts({ fsync: 'on' })
  assert.equal(await shown(mended, 'fsync'), 'on')
  await mended.stop()
  writeFileSync(file, before)
})
test('whoever starts it for a moment leaves its log as the last start had it; a start that wants none ends that', async () => {
  const mode = async (log?: { seconds: number } | null) => {
    const embedded = await startEmbedded(dataDir, () => {}, log)
    try {
      return [await shown(embedded, 'archive_mode'), await shown(embedded, 'archive_timeout')]
    } finally {
      await embedded.stop()
    }
  }
  assert.deepEqual(await mode(), ['off', '0'])
  assert.deepEqual(await mode({ seconds: 7 }), ['on', '7s'])
  assert.deepEqual(await mode(), ['on', '7s'])
  assert.deepEqual(await mode(), ['on', '7s'])
  assert.deepEqual(await mode(null), ['off', '0'])
  assert.deepEqual(await mode(), ['off', '0'])
})
test('what keeps it from starting is said instead of waited for', async () => {
  /** Writes something else into a file, tries, and writes back what it was. */
  const broken = async (name: string, text: string, words: RegExp) => {
    const path = join(data, name)
    const before = readFileSync(path)
    writeFileSync(path, text)
    await assert.rejects(starts(), words)
    writeFileSync(path, before)
  }
  await broken('PG_VERSION', '15\n', /é do PostgreSQL 15.*npm run restore/)
  await broken('global/pg_control', 'x', /faltam ou estão danificados.*npm run restore/)
  await broken('pg_hba.conf', 'isto não é uma regra', /Ele disse: .*pg_hba.conf/)
  chmodSync(data, 0o777)
  await assert.rejects(starts(), /Corrija o dono e as permissões/)
  chmodSync(data, 0o700)
  const mended = await starts()
  assert.equal(await shown(mended, 'fsync'), 'on')
  await mended.stop()
})
test('one that answers and dies again is started less and less often, until one has lived for a minute', async () => {
  const mayStart = paced()
  /** Starts within so many ms, looked for every 100 ms, of one that is dead each time. */
  const starts = (from: number, until: number) => {
    let n = 0
    for (let now = from; now < until; now += 100) if (mayStart(now)) n++
    return n
  }
  // At 0, 0.2, 0.6, 1.4, 3 seconds, then every three.
  assert.deepEqual([starts(0, 3000), starts(3000, 63_000), starts(63_000, 123_000)], [4, 20, 20])
  assert.deepEqual([mayStart(200_000), mayStart(200_100), mayStart(200_200)], [true, false, true])
})
test('one that is killed after it has answered waits for its turn, each time longer', async (c) => {
  let now = 0
  const { mock: looks } = c.mock.method(performance, 'now', () => now)
  const embedded = await starts()
  for (const wait of [200, 400]) {
    const dead = embedded.pid() as number
    process.kill(dead, 'SIGKILL')
    await until(async () => embedded.pid() !== dead)
    now += wait - 1
    const before = looks.callCount()
    await until(async () => looks.callCount() > before + 6)
    assert.equal(embedded.pid(), null)
    now += 1
    await until(async () => embedded.pid() !== null && (await shown(embedded, 'fsync').catch(() => '')))
  }
  await embedded.stop()
})
test('what passes by itself is waited for; a full disk and too little memory are named', () => {
  assert.equal(whyNot('FATAL:  lock file "postmaster.pid" already exists', '/d'), null)
  assert.equal(whyNot('FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use', '/d'), null)
  assert.match(
    whyNot('PANIC:  could not write: No space left on device', '/d') ?? '',
    /faltou espaço ou lugar para arquivos no disco de \/d/,
  )
  assert.match(whyNot('FATAL:  could not map anonymous shared memory: x', '/d') ?? '', /falta memória/)
  assert.match(whyNot('spawn postgres ENOENT', '/d') ?? '', /Rode npm ci outra vez/)
  assert.match(whyNot('', '/d') ?? '', /Não disse por quê/)
})
