// Commands on an installation: they find it or say that there is none, and leave it as it was.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { endAll, folder, ownerOf, postgresOf, processesOf, ready, run, start, type Started, stop } from './starting.ts'

after(endAll)
const env = { DEMO: '0' }
const begin = async (data: string): Promise<Started> => {
  const s = await start(data, { env })
  assert.ok(await ready(s), s.output())
  return s
}
const COMMANDS = (to: string) =>
  [
    ['operator', 'companies'],
    ['operator', 'create', 'ana@casa.test', 'Ana'],
    ['operator', 'day'],
    ['backup', to],
    ['doctor'],
  ] as [string, ...string[]][]
const ownersIn = (data: string) => execFileSync('find', [data, '-printf', '%u %g %m %p\n']).toString()

for (const [what, make] of [
  ['a folder that is missing', (data: string) => data],
  ['an empty folder', (data: string) => mkdirSync(data)],
] as const)
  test(`commands say that there is no installation in ${what}, and make none`, { timeout: 60_000 }, async () => {
    const data = join(folder(), 'dados')
    make(data)
    const to = join(folder(), 'backup')
    const before = existsSync(data)
    for (const [name, ...args] of COMMANDS(to)) {
      const { code, said } = await run(data, name, ...args)
      assert.equal(code, 1, said)
      assert.match(said, new RegExp(`Em ${data} não há instalação \\(procurei ${data}/pg e .*DATA_DIR=`, 's'))
      if (name !== 'doctor') assert.equal(said.split('\n').length, 1, said)
    }
    assert.equal(existsSync(data), before)
    if (before) assert.deepEqual(readdirSync(data), [])
    assert.ok(!existsSync(to))
    assert.deepEqual(processesOf(data), [])
  })
test('commands use a living database and leave it running as it was', { timeout: 120_000 }, async () => {
  const data = folder()
  const s = await begin(data)
  const postgres = postgresOf(data)
  const servers = () => processesOf(data).filter((n) => n !== s.child.pid)
  const before = servers()
  assert.ok(before.includes(postgres), 'negative control: a database that runs is seen')
  const owners = ownersIn(join(data, 'pg/data/base'))
  assert.equal((await run(data, 'operator', 'create', 'ana@casa.test', 'Ana')).code, 0)
  assert.match((await run(data, 'operator', 'operators')).said, /^ana@casa\.test\tAna$/m)
  assert.equal((await run(data, 'backup', join(folder(), 'backup'))).code, 0)
  assert.deepEqual([postgresOf(data), servers()], [postgres, before])
  assert.equal(ownersIn(join(data, 'pg/data/base')).split('\n')[0], owners.split('\n')[0])
  const owner = await ownerOf(data)
  const migrations = async () => (await owner.query('select name from migrations order by name')).rows
  // A migration that this program brings and the running one has not made.
  await owner.query('delete from migrations where name = (select max(name) from migrations)')
  let names = await migrations()
  const older = await run(data, 'operator', 'companies')
  assert.equal(older.code, 1)
  assert.match(
    older.said,
    /^O banco é de uma versão anterior a este programa \(falta \d{4}_.*nada foi feito nele\. Rode.*$/,
  )
  assert.deepEqual(await migrations(), names)
  await owner.query("insert into migrations (name) values ('9999_de_amanha.sql')")
  names = await migrations()
  assert.match(
    (await run(data, 'operator', 'companies')).said,
    /^O banco é de uma versão mais nova.*9999_de_amanha.*Rode.*$/,
  )
  assert.deepEqual(await migrations(), names)
  await owner.end()
  assert.equal(await stop(s), 0)
})
test('a command on a stopped installation ends the database that it started', { timeout: 120_000 }, async () => {
  const data = folder()
  await stop(await begin(data))
  const found = await run(data, 'operator', 'companies')
  assert.deepEqual([found.code, found.said], [0, 'Nenhuma empresa assim.'])
  const refused = await run(data, 'operator', 'block', 'nao-existe', 'motivo')
  assert.deepEqual([refused.code, refused.said], [1, 'Não há empresa "nao-existe".'])
  assert.equal((await run(data, 'backup', join(folder(), 'backup'))).code, 0)
  assert.deepEqual([processesOf(data), existsSync(join(data, 'start.lock'))], [[], false])
  await stop(await begin(data))
})
test('commands as another account are refused with the line to type, no owner changed', {
  timeout: 120_000,
  skip: process.getuid?.() === 0 ? false : 'só como root',
}, async () => {
  const data = folder()
  await stop(await begin(data))
  execFileSync('chown', ['-R', 'nobody', data])
  const before = ownersIn(data)
  for (const [name, ...args] of COMMANDS(join(folder(), 'backup'))) {
    const { code, said } = await run(data, name, ...args)
    assert.equal(code, 1, said)
    const line = `sudo -u nobody env DATA_DIR=${data} npm run ${[name, ...args].join(' ').replace(' ', ' -- ')}`
    assert.ok(said.includes(line), `${said}\n${line}`)
  }
  assert.equal(ownersIn(data), before)
  assert.deepEqual(processesOf(data), [])
})
