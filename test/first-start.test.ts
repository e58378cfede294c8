// A first start that is killed at any moment: the next one starts, and nothing of it keeps running.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '#server/postgres.ts'
import { lastWords } from '#server/postgres-launch-log.ts'
import { until } from './kit.ts'
import { endAll, folder, lives, ownerOf, postgresOf, processesOf, ready, start, stop } from './starting.ts'

after(endAll)
const env = { DEMO: '0' }
const home = (data: string) => join(data, 'pg')
const part = (data: string) =>
  existsSync(home(data)) ? readdirSync(home(data)).filter((n) => n.startsWith('data.part-')) : []
const kill = (n: number) => {
  try {
    process.kill(n, 'SIGKILL')
  } catch {
    // gone
  }
}
/** Begins a start; kills it at the moment, and all that it has begun with it, as a power cut does. */
async function killAt(data: string, moment: () => boolean | Promise<boolean>, alone = false): Promise<void> {
  const lock = join(data, 'start.lock')
  rmSync(lock, { force: true })
  void start(data, { env })
  await until(async () => existsSync(lock) && readFileSync(lock, 'utf8') !== '' && (await moment()))
  kill(Number.parseInt(readFileSync(lock, 'utf8')))
  if (alone) return
  // One that was just forked shows its command line a moment later.
  await until(async () => {
    const left = processesOf(data)
    left.forEach(kill)
    return left.length === 0
  })
}
async function starts(data: string): Promise<void> {
  const s = await start(data, { env })
  assert.ok(await ready(s), s.output())
  assert.equal(await stop(s), 0)
  assert.deepEqual([part(data), processesOf(data)], [[], []])
}
const embedded = (data: string, said: string[] = []) => startEmbedded(data, (line) => said.push(line))

test('a first start that is killed at each of eight steps is completed by the next', async () => {
  const data = folder()
  await killAt(data, () => existsSync(join(home(data), 'password')))
  // Created and not written yet.
  for (const file of ['pg/password', 'app.key', 'push.key']) writeFileSync(join(data, file), '')
  await killAt(data, () => part(data).length > 0)
  await killAt(data, () => part(data).some((n) => existsSync(join(home(data), n, 'base/1/PG_VERSION'))))
  await killAt(data, () => existsSync(join(home(data), 'data/PG_VERSION')))
  await killAt(data, () => existsSync(join(home(data), 'log')))
  await killAt(data, () => postgresOf(data) > 0)
  // The owner's database is made, then its tables, one migration after another.
  const has = (query: string) => async () => {
    try {
      const owner = await ownerOf(data)
      const asked = owner.query<Record<string, unknown>>({ text: query, query_timeout: 10_000 } as pg.QueryConfig)
      const { rowCount } = await asked.finally(() => void owner.end().catch(() => {}))
      return rowCount === 1
    } catch {
      return false
    }
  }
  await killAt(data, has('select 1'))
  await killAt(data, has("select 1 from migrations where name like '0050%'"))
  await starts(data)
  for (const file of ['pg/password', 'app.key', 'push.key'])
    assert.ok(readFileSync(join(data, file), 'utf8').length > 20)
})
test('a first start killed while initdb goes on leaves nothing in the way', async () => {
  const data = folder()
  await killAt(data, () => part(data).length > 0, true)
  await starts(data)
})
/** Of each a first start, killed after a time that is drawn: FIRST_STARTS=50 npm test -- first-start */
const MANY = Number(process.env.FIRST_STARTS ?? (process.env.LONG ? 8 : 0))
test('first starts killed after random times all start again', {
  skip: MANY === 0 && 'FIRST_STARTS=50',
}, async () => {
  for (let i = 0; i < MANY; i++) {
    const data = folder()
    const ms = Math.random() * 4000
    await killAt(data, () => sleep(ms).then(() => true))
    await starts(data).catch((error: Error) => assert.fail(`after ${ms} ms: ${error.message}`))
  }
})
for (const [step, moment] of [
  ['initdb', (data: string) => part(data).length > 0],
  ['PostgreSQL starts', (data: string) => existsSync(join(home(data), 'log'))],
] as const)
  test(`a stop while ${step} ends all that the start began`, async () => {
    const data = folder()
    const starting = start(data, { env })
    await until(async () => moment(data))
    process.kill(Number.parseInt(readFileSync(join(data, 'start.lock'), 'utf8')), 'SIGTERM')
    const s = await starting
    assert.equal(s.child.exitCode, 0, s.output())
    await until(async () => processesOf(data).length === 0)
    assert.ok(!existsSync(join(data, 'start.lock')))
    await starts(data)
  })
/** A database without ours in it, damaged: initdb of an earlier version, killed half-way, has left such ones. */
async function unfinished(damage: (data: string) => void): Promise<string> {
  const data = folder()
  const server = await embedded(data)
  await asSuper(server.url('super'), 'drop database mostruario')
  await server.stop()
  rmSync(join(data, 'database.json'))
  damage(join(home(data), 'data'))
  return data
}
async function asSuper(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
const without = (name: string) => (data: string) => rmSync(join(data, name), { recursive: true })
for (const name of ['base/5', 'global/pg_filenode.map', 'PG_VERSION'])
  test(`an unfinished database without ${name} is set aside and made again`, async () => {
    const data = await unfinished(without(name))
    const said: string[] = []
    const server = await embedded(data, said)
    assert.equal((await asSuper(server.url('owner'), 'select 1')).length, 1)
    await server.stop()
    assert.match(said.join('\n'), /O que ele deixou está em .*data\.unfinished/)
    assert.ok(existsSync(join(home(data), 'data.unfinished/base')))
  })
// The first one costs the 30 seconds without progress.
for (const name of ['base/5', 'PG_VERSION'])
  test(`negative control: a finished database without ${name} is refused untouched`, async () => {
    const data = folder()
    const first = await embedded(data)
    await asSuper(first.url('owner'), 'create table t as select 1 as n')
    await first.stop()
    const copy = join(home(data), 'copy')
    cpSync(join(home(data), 'data'), copy, { recursive: true })
    without(name)(join(home(data), 'data'))
    await assert.rejects(embedded(data), /danificados.*traga um backup/)
    assert.deepEqual(processesOf(data), [])
    assert.ok(!existsSync(join(home(data), 'data.unfinished')))
    cpSync(join(copy, name), join(home(data), 'data', name), { recursive: true })
    if (process.getuid?.() === 0) {
      const { uid, gid } = statSync(join(home(data), 'data'))
      execFileSync('chown', ['-R', `${uid}:${gid}`, join(home(data), 'data')])
    }
    const server = await embedded(data)
    assert.deepEqual(await asSuper(server.url('owner'), 'select n from t'), [{ n: 1 }])
    await server.stop()
  })
test('a stale postmaster.pid with the number of another PostgreSQL is no obstacle', async () => {
  const [one, other] = [folder(), folder()]
  await (await embedded(one)).stop()
  const living = await embedded(other)
  const [, ...lines] = readFileSync(join(home(other), 'data/postmaster.pid'), 'utf8').split('\n')
  lines[0] = join(home(one), 'data')
  writeFileSync(join(home(one), 'data/postmaster.pid'), [living.pid(), ...lines].join('\n'))
  const server = await embedded(one)
  assert.notEqual(server.pid(), living.pid())
  await server.stop()
  assert.ok(lives(living.pid() as number), 'the other one goes on')
  await living.stop()
})
test('the words of each launch stay, of the last twenty launches', async () => {
  const data = folder()
  await (await embedded(data)).stop()
  const hba = join(home(data), 'data/pg_hba.conf')
  const before = readFileSync(hba)
  writeFileSync(hba, 'isto não é uma regra')
  await assert.rejects(embedded(data), /pg_hba\.conf/)
  const words = lastWords(home(data))
  assert.match(words, /pg_hba\.conf/)
  // In memory, too: the disk of the file may be gone.
  renameSync(join(home(data), 'log'), join(home(data), 'log-away'))
  assert.equal(lastWords(home(data)), words)
  renameSync(join(home(data), 'log-away'), join(home(data), 'log'))
  writeFileSync(hba, before)
  await (await embedded(data)).stop()
  const log = join(home(data), 'log')
  const all = () => readdirSync(log).map((n) => readFileSync(join(log, n), 'utf8'))
  assert.ok(all().some((text) => text.includes('pg_hba.conf')))
  for (let i = 0; i < 30; i++) writeFileSync(join(log, `${1e12 + i}-1.log`), 'de antes')
  await (await embedded(data)).stop()
  assert.equal(all().length, 20)
  assert.ok(
    all().some((text) => text.includes('pg_hba.conf')),
    'the oldest ones go first',
  )
})
const skip = process.getuid?.() === 0 ? false : 'só como root'
test('root with a umask of 077 starts', { skip }, async () => {
  const data = folder('/root')
  const args = ['-c', 'umask 077; exec "$0" "$@"', process.execPath]
  const s = await start(data, { env, node: '/bin/sh', args })
  const far = /Banco de dados em (\S+)/.exec(s.output())?.[1] ?? ''
  try {
    assert.ok(await ready(s), s.output())
    assert.equal(await stop(s), 0)
  } finally {
    if (far.startsWith('/var/lib/mostruario/')) rmSync(far, { recursive: true, force: true })
  }
})
test('a start as another account is refused with the line to type, no owner changed', { skip }, async () => {
  const data = folder()
  await (await embedded(data)).stop()
  execFileSync('chown', ['-R', 'nobody', home(data)])
  const owners = () => execFileSync('find', [home(data), '-printf', '%u %p\n']).toString()
  const before = owners()
  const s = await start(data, {
    env: { ...env, npm_lifecycle_event: 'start', npm_lifecycle_script: 'node scripts/start.ts' },
  })
  assert.equal(s.child.exitCode, 1)
  assert.match(
    s.output().trim(),
    new RegExp(`^O banco em .* é da conta nobody.*nada foi tocado.*: sudo -u nobody env DATA_DIR=${data} npm start$`),
  )
  assert.equal(owners(), before)
})
test('a recovery longer than 30 seconds is waited for, and the start says that it goes on', async (c) => {
  const data = folder()
  await (await embedded(data)).stop()
  writeFileSync(join(home(data), 'data/recovery.signal'), '')
  writeFileSync(join(home(data), 'data/postgresql.auto.conf'), "restore_command = 'sleep 2; false'\n")
  const began = Date.now()
  const { now } = Date
  // Each second counts as thirty.
  c.mock.method(Date, 'now', () => began + (now() - began) * 30)
  const said: string[] = []
  const server = await embedded(data, said)
  await server.stop()
  assert.match(said[0] ?? '', /ainda se recupera de uma parada brusca \(há \d\d segundos.*Isto continua sozinho/)
})
