// npm start as people meet it: first and second start, ports taken, killed, two checkouts, root
// under /root, an ordinary user.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { freePort } from './ports.ts'
import { until } from './kit.ts'
import { endAll, folder, ready, root, serversOf, start, stop } from './starting.ts'

after(endAll)
const occupy = (port: number) =>
  new Promise<Server | null>((done) => {
    const s = createServer()
      .once('error', () => done(null))
      .listen(port, '127.0.0.1', () => done(s))
  })

/** Puts a start's own number into the lock that a dead one left: in a container both have the same. */
const SAME_NUMBER = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync, writeFileSync } from 'node:fs'
  const lock = process.env.DATA_DIR + '/start.lock'
  if (process.argv[1].endsWith('start.ts')) writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^\\d+/, process.pid))
`)}`

test('first start shows address and sign-ins; the second keeps the data; a port of its own and 5432 taken are no obstacle and said; after a kill -9 the next one starts, though it has the number of the dead one', async () => {
  const port = await freePort()
  const taken = [await occupy(port), await occupy(5432)]
  const data = folder()
  const first = await start(data, { port })
  assert.ok(await ready(first), first.output())
  assert.match(first.output(), new RegExp(`A porta ${port} está ocupada; usando a ${port + 1}`))
  assert.match(first.output(), /admin@mostruario.test.*senha mostruario/)
  const page = await fetch(`${first.origin}/pedidos`).then((r) => r.text())
  assert.match(page, /Ateliê Jequitibá/)
  assert.match(page, /og:title/)
  assert.match(page, /<article class="card/)
  const pictures = new Set(page.match(/\/files\/[0-9a-f]{32}(-\w+)?\.(webp|jpg)/g))
  assert.ok(pictures.size > 20, `${pictures.size} pictures on the first page`)
  for (const p of pictures) {
    const r = await fetch(first.origin + p)
    assert.match(r.headers.get('content-type') ?? '', /^image\/(webp|jpeg)$/, `${p} is there at the first start`)
  }
  await stop(first)
  for (const s of taken) s?.close()
  const second = await start(data)
  assert.ok(await ready(second), second.output())
  const again = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: data, NODE_ENV: '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  again.stdout.on('data', (d) => (said += d))
  await new Promise((r) => again.on('exit', r))
  assert.match(said, /já está rodando nesta pasta/)
  await stop(second, 'SIGKILL')
  const third = await start(data, { args: ['--import', SAME_NUMBER] })
  assert.ok(await ready(third), `after kill -9: ${third.output()}`)
  assert.equal(
    (
      await fetch(`${third.origin}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"email":"admin@mostruario.test","password":"mostruario"}',
      })
    ).status,
    200,
  )
  await stop(third)
})
test('two data folders run side by side, each with its own database and port', async () => {
  const [a, b] = await Promise.all([start(folder()), start(folder())])
  assert.ok((await ready(a)) && (await ready(b)), a.output() + b.output())
  assert.notEqual(a.origin, b.origin)
  await Promise.all([stop(a), stop(b)])
})
test('as root with the data under /root, where the database account cannot walk', {
  skip: process.getuid?.() === 0 ? false : 'só como root',
}, async () => {
  const s = await start(folder('/root'))
  assert.ok(await ready(s), s.output())
  assert.match(s.output(), /Banco de dados em \/var\/lib\/mostruario\//)
  await stop(s)
})
test('as an ordinary user, in a checkout of its own', {
  skip: process.getuid?.() === 0 ? false : 'já é um usuário comum',
}, async () => {
  const account = execFileSync('getent', ['passwd', 'nobody']).toString().split(':')
  const home = folder()
  for (const name of ['src', 'scripts', 'migrations', 'public', 'package.json', 'vite.config.ts', 'tsconfig.json'])
    cpSync(join(root, name), join(home, name), { recursive: true })
  // The installed packages are read, not written: a link stands for a second npm ci.
  execFileSync('ln', ['-s', join(root, 'node_modules'), join(home, 'node_modules')])
  mkdirSync(join(home, 'data'), { recursive: true })
  execFileSync('chown', ['-R', `${account[2]}:${account[3]}`, home])
  const s = await start(join(home, 'data'), { cwd: home, uid: Number(account[2]), gid: Number(account[3]) })
  assert.ok(await ready(s), s.output())
  assert.ok(existsSync(join(home, 'data/pg/data/PG_VERSION')))
  // A new program that the one of before cannot work beside waits for a restart; one that it can does not.
  const migration = join(home, 'migrations/9999_later.sql')
  writeFileSync(migration, '-- restart: a column goes that the program of before asks for.\nselect 1;\n')
  const before = serversOf(s)
  s.child.kill('SIGHUP')
  await until(async () => s.output().includes('(9999_later.sql). Reinicie o Mostruário.'))
  assert.deepEqual(serversOf(s), before)
  writeFileSync(migration, '-- A column comes.\nselect 1;\n')
  s.child.kill('SIGHUP')
  await until(async () => s.output().includes('os servidores foram trocados'))
  assert.notDeepEqual(serversOf(s), before)
  await stop(s)
})

/** Paths below a folder that other accounts reach and read, the database aside. */
function readableByOthers(data: string, within = ''): string[] {
  return readdirSync(join(data, within), { withFileTypes: true }).flatMap((entry) => {
    const path = join(within, entry.name)
    if (path === 'pg' || (statSync(join(data, path)).mode & 0o077) === 0) return []
    return entry.isDirectory() ? [path, ...readableByOthers(data, path)] : [path]
  })
}
test('keeps what the server writes in the data folder from other accounts', async () => {
  const data = folder()
  // As an earlier version left it.
  mkdirSync(join(data, 'mail'))
  writeFileSync(join(data, 'mail/antiga.txt'), 'Para: ana@loja.test')
  chmodSync(join(data, 'mail'), 0o755)
  assert.deepEqual(readableByOthers(data), ['mail', 'mail/antiga.txt'])
  const s = await start(data, { env: { DEMO: '1' } })
  assert.ok(await ready(s), s.output())
  const forgot = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const body = JSON.stringify({ email: 'admin@mostruario.test' })
  await fetch(`${s.origin}/api/v1/auth/forgotPassword`, { ...forgot, body })
  await until(async () => readdirSync(join(data, 'mail')).some((name) => name.endsWith('.eml')))
  const mails = readdirSync(join(data, 'mail')).filter((name) => name !== 'antiga.txt')
  for (const name of mails) assert.equal(statSync(join(data, 'mail', name)).mode & 0o077, 0, name)
  assert.ok(existsSync(join(data, 'files')))
  // Neither holds a secret: a command of another account says by them where the installation is.
  assert.deepEqual(readableByOthers(data).sort(), ['database.json', 'start.lock'])
  assert.equal(await stop(s), 0)
})
test('finds the data folder of the program, wherever a command is started from', async () => {
  const { locateDataFolder } = await import('../scripts/data-folder.ts')
  const before = { cwd: process.cwd(), given: process.env.DATA_DIR }
  try {
    process.chdir(folder())
    for (const unset of [undefined, '']) {
      if (unset === undefined) delete process.env.DATA_DIR
      else process.env.DATA_DIR = unset
      assert.equal(locateDataFolder(), join(root, 'data'))
    }
    process.env.DATA_DIR = 'dados'
    assert.equal(locateDataFolder(), join(process.cwd(), 'dados'))
  } finally {
    process.chdir(before.cwd)
    if (before.given === undefined) delete process.env.DATA_DIR
    else process.env.DATA_DIR = before.given
  }
})
