// A data folder that is copied or renamed while it is in use.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from './kit.ts'
import {
  bareEnv,
  endAll,
  folder,
  lives,
  ownerOf,
  postgresOf,
  processesOf,
  ready,
  root,
  run,
  serverOf,
  start,
  startReady,
  type Started,
  stop,
} from './starting.ts'

after(endAll)
const env = { DEMO: '0' }
/** Kills npm start, after which its server ends too. The database lives on. */
async function killed(s: Started): Promise<void> {
  const server = serverOf(s)
  assert.ok(lives(server))
  s.child.kill('SIGKILL')
  await until(async () => !lives(server))
}
/** `cp -a` of a folder; answers the copy. */
function copied(data: string): string {
  const copy = join(folder(), 'copia')
  execFileSync('cp', ['-a', data, copy])
  return copy
}
/** The doctor of a folder, with the port of a server. */
const doctorAt = (s: Started, data: string) =>
  new Promise<string>((done) =>
    execFile(
      process.execPath,
      ['scripts/doctor.ts'],
      { cwd: root, env: { ...bareEnv(), DATA_DIR: data, PORT: new URL(s.origin).port } },
      (_, out, err) => done(out + err),
    ),
  )
/** Every command and a start refuse it in the same words, and leave it as it is. */
async function refusedAsCopy(copy: string, of: string, pid: number): Promise<void> {
  const words = new RegExp(`${copy} é uma cópia de ${of}.*processo ${pid}\\b.*é daquela pasta`)
  const lock = readFileSync(join(copy, 'pg/data/postmaster.pid'), 'utf8')
  const s = await start(copy, { env })
  assert.equal(s.child.exitCode, 1, s.output())
  assert.match(s.output(), words)
  for (const [name, ...args] of [
    ['operator', 'companies'],
    ['backup', folder()],
    ['doctor'],
    ['db-reset', 'copia'],
  ] as [string, ...string[]][]) {
    const { code, said } = await run(copy, name, ...args)
    assert.equal(code, 1, said)
    assert.match(said, words)
    assert.doesNotMatch(said, /DATABASE_URL|^\s+at /m)
  }
  assert.equal(readFileSync(join(copy, 'pg/data/postmaster.pid'), 'utf8'), lock)
  assert.ok(existsSync(copy))
}
test('a copy of a living folder is refused, and said to be one', async () => {
  const data = folder()
  const s = await startReady(data)
  await refusedAsCopy(copied(data), data, s.child.pid as number)
  assert.ok(await ready(s), 'the original goes on')
  // Of a folder whose database has outlived its server.
  await killed(s)
  const postgres = postgresOf(data)
  assert.ok(lives(postgres))
  await refusedAsCopy(copied(data), data, postgres)
  const again = await startReady(data)
  assert.equal(await stop(again), 0)
  // A copy of a stopped one is an installation like any other.
  const cold = copied(data)
  const other = await startReady(cold)
  assert.doesNotMatch(await doctorAt(other, cold), /responde outra instalação/, 'negative control')
  assert.match(await doctorAt(other, data), new RegExp(`responde outra instalação: na pasta ${data}`))
  assert.equal(await stop(other), 0)
})
for (const adopted of [false, true])
  test(`a folder renamed under its server ends it in order${adopted ? ', with a database that it adopted' : ''}`, async () => {
    const data = join(folder(), 'dados')
    execFileSync('mkdir', [data])
    let s = await startReady(data)
    if (adopted) {
      await killed(s)
      s = await startReady(data)
    }
    const owner = await ownerOf(data)
    await owner.query("insert into companies (path, name, valid_until) values ('casa', 'Casa', '2031-01-01')")
    await owner.end()
    const postgres = postgresOf(data)
    const moved = `${data}-outro`
    renameSync(data, moved)
    await until(async () => s.child.exitCode !== null)
    assert.equal(s.child.exitCode, 1, s.output())
    assert.match(s.output(), new RegExp(`A pasta ${data} foi renomeada ou retirada.*DATA_DIR=${moved}`))
    assert.ok(!lives(postgres))
    assert.deepEqual(processesOf(data), [])
    assert.ok(!existsSync(data), 'nothing is made under the old name')
    const again = await startReady(moved)
    assert.match((await run(moved, 'operator', 'companies')).said, /Casa/)
    assert.equal(await stop(again), 0)
  })
