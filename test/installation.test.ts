// Commands on an installation: they find it or say that there is none, and leave it as it was.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from './kit.ts'
import {
  bareEnv,
  endAll,
  folder,
  ownerOf,
  postgresOf,
  processesOf,
  root,
  run,
  start,
  startReady,
  stop,
} from './starting.ts'

after(endAll)
const env = { DEMO: '0' }
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
  test(`commands say that there is no installation in ${what}, and make none`, async () => {
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
test('commands use a living database and leave it running as it was', async () => {
  const data = folder()
  const s = await startReady(data)
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
test('a command on a stopped installation ends the database that it started', async () => {
  const data = folder()
  await stop(await startReady(data))
  const found = await run(data, 'operator', 'companies')
  assert.deepEqual([found.code, found.said], [0, 'Nenhuma empresa assim.'])
  const refused = await run(data, 'operator', 'block', 'nao-existe', 'motivo')
  assert.deepEqual([refused.code, refused.said], [1, 'Não há empresa "nao-existe".'])
  assert.equal((await run(data, 'backup', join(folder(), 'backup'))).code, 0)
  assert.deepEqual([processesOf(data), existsSync(join(data, 'start.lock'))], [[], false])
  await stop(await startReady(data))
})
test('commands as another account are refused with the line to type, no owner changed', {
  skip: process.getuid?.() === 0 ? false : 'só como root',
}, async () => {
  const data = folder()
  await stop(await startReady(data))
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
/** A command that receives SIGINT once its database answers. */
async function interrupted(data: string, name: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [`scripts/${name}.ts`, ...args], {
    cwd: root,
    env: { ...bareEnv(), DATA_DIR: data },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (d) => (said += d))
  const ended = new Promise((done) => child.on('exit', done))
  await until(async () => postgresOf(data) > 0)
  child.kill('SIGINT')
  await ended
  return said
}
test('an interrupted command stops its database and shows no stack', async () => {
  const data = folder()
  assert.equal(await stop(await startReady(data)), 0)
  const to = join(folder(), 'backup')
  for (const [name, ...args] of COMMANDS(to).filter(([name]) => name !== 'doctor')) {
    const said = await interrupted(data, name, ...args)
    assert.doesNotMatch(said, /^\s+at |Error:/m, `${name}: ${said}`)
    await until(async () => processesOf(data).length === 0)
  }
  assert.equal((await run(data, 'backup', to)).code, 0)
})
test('refuses a second restore into the same folder, and a start meanwhile', async () => {
  const data = folder()
  const to = join(folder(), 'backup')
  const s = await startReady(data)
  assert.equal((await run(data, 'backup', to)).code, 0)
  assert.equal(await stop(s), 0)
  const target = join(folder(), 'dados')
  const both = await Promise.all([run(target, 'restore', to), run(target, 'restore', to)])
  const [done, refused] = both.sort((a, b) => a.code - b.code)
  assert.deepEqual([done?.code, refused?.code], [0, 1], JSON.stringify(both))
  // The second one may come before the lock is written, while it is held, or when the first one has finished.
  assert.match(
    refused?.said ?? '',
    /^(O Mostruário já está rodando|Outro início acaba de ocupar|Backup de .*\n.* não está vazia).*$/,
  )
  assert.equal(await stop(await startReady(target)), 0)
  // A restore that was paused while another one finished, and its installation started.
  const slow = join(folder(), 'dados')
  const paused = spawn(process.execPath, ['scripts/restore.ts', to], {
    cwd: root,
    env: { ...bareEnv(), DATA_DIR: slow },
    stdio: 'ignore',
  })
  const ended = new Promise((done) => paused.on('exit', done))
  const lock = join(slow, 'start.lock')
  await until(async () => existsSync(lock) && readFileSync(lock, 'utf8') !== '')
  paused.kill('SIGSTOP')
  assert.equal((await run(slow, 'restore', to)).code, 1)
  const early = await start(slow, { env })
  assert.match(early.output(), /já está rodando nesta pasta|restauração/)
  paused.kill('SIGCONT')
  assert.equal(await ended, 0)
  assert.equal(await stop(await startReady(slow)), 0)
})
test('a backup place that cannot be used is refused in one sentence', async () => {
  const data = folder()
  assert.equal(await stop(await startReady(data)), 0)
  const file = join(folder(), 'arquivo')
  writeFileSync(file, '')
  for (const [place, words] of [
    [file, /^.*não é uma pasta\.$/],
    // Below /proc mkdir says that the parent is missing.
    ['/proc/mostruario', /^A pasta \/proc\/mostruario não existe e não pode ser criada\.$/],
  ] as const) {
    const { code, said } = await run(data, 'backup', place)
    assert.equal(code, 1, said)
    assert.match(said.split('\n').at(-1) ?? '', words)
    assert.doesNotMatch(said, /^\s+at /m)
  }
  // It is not said to be empty.
  for (const [name, ...args] of [
    ['backup', 'list', file],
    ['restore', file],
  ] as const) {
    const { code, said } = await run(join(folder(), 'dados'), name, ...args)
    assert.deepEqual([code, said], [1, `${file} não é uma pasta.`])
  }
})
