// The files that somebody runs this product by, each tried by the tool that reads it. A tool that is not here is said to
// be missing: what was not run has not passed.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { connect, getCiphers } from 'node:tls'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { buildApp } from '#server/app.ts'
import { pages } from '#features/storefront/server/index.ts'
import { buildProgram } from '../scripts/program.ts'
import type { Embedded } from '#server/postgres.ts'
import { freePort } from './ports.ts'
import { startSafeDatabase } from './database.ts'
import { aCompany, aPerson, aProduct, type Company, PASSWORD, startTestApp, type TestApp, until } from './kit.ts'
import { askProxy, PROXIES, redirectedTo, startProxy, withoutProxy } from './proxies.ts'
import { startS3Server } from './s3_server.ts'
import { endAll, folder, root, without } from './starting.ts'

const said = (command: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  return { status, text: stdout + stderr }
}
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
const dir = mkdtempSync(join(tmpdir(), 'mostruario-deploy-'))
let database: Embedded
let t: TestApp
let a: Company
let upstream: string
before(async () => {
  await buildProgram()
  database = await startSafeDatabase()
  t = await startTestApp({ pages, config: { demo: 'local' } })
  a = await aCompany(t)
  await aProduct(t, a, { name: 'Vaso', code: 'VA-1', price: '40,00' })
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  upstream = `127.0.0.1:${(t.app.server.address() as { port: number }).port}`
})
const proxies: { kill: () => void }[] = []
after(async () => {
  for (const p of proxies) p.kill()
  endAll()
  await t.close()
  await database.stop()
  rmSync(dir, { recursive: true, force: true })
})

test('the Dockerfile and the compose files are read by their linters without a complaint', () => {
  const docker = said('node_modules/.bin/dockerfilelint', ['deploy/Dockerfile'])
  assert.match(docker.text, /Issues: None found/)
  const compose = said('node_modules/.bin/dclint', ['deploy/compose.yaml', 'deploy/compose.many.yaml'])
  assert.deepEqual([compose.status, compose.text.trim()], [0, ''])
})
test('the roles’ SQL names the passwords and the database that the settings name, each its own; a weak one is refused', () => {
  const roles = (env: Record<string, string>) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/db-roles.ts'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: '', DATABASE_OWNER_URL: '', ...env },
    })
    return { status, stdout, stderr }
  }
  const url = (role: string, password: string) => `postgresql://mostruario_${role}:${password}@database/loja`
  const [app, owner] = ['a'.repeat(16), 'o'.repeat(16)]
  const named = roles({ DATABASE_URL: url('app', app), DATABASE_OWNER_URL: url('owner', owner) })
  assert.match(named.stdout, new RegExp(`role mostruario_app login password '${app}'`))
  assert.match(named.stdout, new RegExp(`role mostruario_owner login password '${owner}'`))
  assert.match(named.stdout, /create database loja owner mostruario_owner;/)
  const drawn = roles({})
  assert.match(drawn.stdout, /role mostruario_app login password '[\w-]{24}'[^]+create database mostruario owner/)
  const weak = roles({ DATABASE_URL: url('app', "x' superuser --"), DATABASE_OWNER_URL: url('owner', owner) })
  assert.deepEqual([weak.status, weak.stdout], [1, ''])
  assert.match(weak.stderr, /ao menos 16 letras/)
})
test('systemd reads the unit', { skip: without('systemd-analyze') }, () => {
  const unit = join(dir, 'mostruario.service')
  // With a user of every Debian: the unit's own is made when it is installed.
  const here = read('mostruario.service').replace('User=mostruario', 'User=www-data')
  writeFileSync(unit, here.replace('Group=mostruario', 'Group=www-data').replaceAll('/opt/mostruario/current', root))
  const { status, text } = said('systemd-analyze', ['verify', '--man=no', unit])
  assert.deepEqual([status, text.trim()], [0, ''])
})
test('Prometheus reads the rules', { skip: without('promtool') }, () => {
  const { status, text } = said('promtool', ['check', 'rules', 'deploy/alerts.yml'])
  assert.equal(status, 0, text)
})
test('each metric that rules and board ask for is measured here', async () => {
  await fetch(`http://${upstream}/healthz`)
  const metrics = await fetch(`http://${upstream}/metrics`).then((r) => r.text())
  const asked = (read('alerts.yml') + read('grafana.json')).matchAll(
    /\b((?:http|database|backup|disk|jobs|live|kept|process|nodejs)_[a-z_]+)\b(?=[[{\s)">])/g,
  )
  const names = [...new Set([...asked].map((m) => m[1] as string))]
  assert.ok(names.length > 8, names.join())
  for (const name of names) assert.match(metrics, new RegExp(`^${name}(\\{| )`, 'm'), `${name} is not measured`)
})
test('requests are counted by route, never by address, with the pool, the screens that listen and the work that waits', async () => {
  const listening = new AbortController()
  await fetch(`http://${upstream}/api/v2/events`, {
    headers: { authorization: `Bearer ${a.admin.token}` },
    signal: listening.signal,
  })
  await t.call('GET', '/api/v1/products/1', { token: a.admin.token })
  const metrics = await fetch(`http://${upstream}/metrics`).then((r) => r.text())
  assert.match(
    metrics,
    /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/products\/:id",status="\dxx"\} 1/,
  )
  assert.doesNotMatch(metrics, /products\/1"/)
  assert.match(metrics, /^live_listeners 1$/m)
  assert.match(metrics, /^database_waiting 0$/m)
  listening.abort()
})
test('how long ago the last whole backup was is measured; where none was seen it is no number', async () => {
  const backups = folder()
  mkdirSync(join(backups, 'backups'))
  const hours = (n: number) => new Date(Date.now() - n * 3_600_000).toISOString().replace(/[-:]|\.\d+/g, '')
  for (const [ago, ending] of [
    [5, 'json.zst'],
    [4, 'json.zst.enc'],
    [1, 'json.zst.half'],
  ] as const)
    writeFileSync(join(backups, 'backups', `${hours(ago)}.${ending}`), '')
  const there = await buildApp({ ...t.config, backupTo: backups }, { features: [] })
  const ageIn = (text: string) => Number(/^backup_age_seconds (.*)$/m.exec(text)?.[1])
  const age = async () => ageIn((await there.app.inject('/metrics')).body)
  await until(async () => !Number.isNaN(await age()))
  assert.equal(Math.round((await age()) / 3600), 4)
  await there.close()
  assert.ok(Number.isNaN(ageIn(await fetch(`http://${upstream}/metrics`).then((r) => r.text()))))
})
test('a backup that is named ahead is as old as its file, never of a negative age', async () => {
  const backups = folder()
  mkdirSync(join(backups, 'backups'))
  const named = (ahead: number) => new Date(Date.now() + ahead).toISOString().replace(/[-:]|\.\d+/g, '')
  const DAY = 86_400_000
  for (const [days, ago] of [
    [400, 3],
    [401, -401 * 24],
  ] as const) {
    const file = join(backups, 'backups', `${named(days * DAY)}.json.zst`)
    writeFileSync(file, '')
    const at = new Date(Date.now() - ago * 3_600_000)
    utimesSync(file, at, at)
  }
  const there = await buildApp({ ...t.config, backupTo: backups }, { features: [] })
  const age = async () => Number(/^backup_age_seconds (.*)$/m.exec((await there.app.inject('/metrics')).body)?.[1])
  await until(async () => !Number.isNaN(await age()))
  assert.equal(Math.round((await age()) / 3600), 3)
  await there.close()
})
for (const [what, to] of [
  ['is empty', () => join(dir, 'vazio')],
  ['cannot be asked', () => 's3://mostruario/x?endpoint=http://127.0.0.1:9'],
] as const)
  test(`a place of backups that ${what} fires the alert of late backups`, async () => {
    const there = await buildApp({ ...t.config, backupTo: to() }, { features: [] })
    const age = async () => /^backup_age_seconds (.*)$/m.exec((await there.app.inject('/metrics')).body)?.[1]
    await until(async () => (await age()) !== 'Nan')
    // Greater than any number of seconds that the rule names.
    assert.equal(await age(), '+Inf')
    await there.close()
  })
test('backups on the disk of the data and the room on it are measured', async () => {
  const read = async (backupTo: string) => {
    const there = await buildApp({ ...t.config, backupTo }, { features: [] })
    const { body } = await there.app.inject('/metrics')
    await there.close()
    return body
  }
  const same = await read(join(t.config.dataDir, 'copias'))
  assert.match(same, /^backup_on_same_disk 1$/m)
  assert.ok(Number(/^disk_free_bytes (.*)$/m.exec(same)?.[1]) > 0)
  assert.ok(Number(/^disk_free_inodes (.*)$/m.exec(same)?.[1]) > 0)
  for (const other of ['/dev/shm', 's3://balde/pasta', '']) assert.match(await read(other), /^backup_on_same_disk 0$/m)
})
test('a job that has failed for good is in the very next reading', async () => {
  await t.owner.query(
    "select graphile_worker.add_job('none', '{}', max_attempts => 1); update graphile_worker._private_jobs set attempts = max_attempts",
  )
  const metrics = await fetch(`http://${upstream}/metrics`).then((r) => r.text())
  assert.match(metrics, /^jobs_given_up 1$/m)
})

/** Screens that listen, by the server's own count. */
async function listeners(): Promise<number> {
  const told = await fetch(`http://${upstream}/metrics`).then((r) => r.text())
  return Number(/^live_listeners (\d+)$/m.exec(told)?.[1])
}
/** What a client that offers only these gets: the name of the suite, or none. */
const agrees = (port: number, ciphers: string, version: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
  new Promise<string | null>((done) => {
    const line = connect({
      port,
      host: '127.0.0.1',
      servername: `${a.path}.localhost`,
      rejectUnauthorized: false,
      // Whatever the client's own library thinks of them.
      ciphers: `${ciphers}:@SECLEVEL=0`,
      minVersion: version,
      maxVersion: version,
    })
    line.once('secureConnect', () => done(line.getCipher().name)).once('error', () => done(null))
    line.once('close', () => done(null)).once('secureConnect', () => line.destroy())
  })
/** TLS 1.2 and 1.3 alone, with suites that encrypt and authenticate in one and whose keys nobody learns later. */
async function isStrong(port: number): Promise<void> {
  for (const old of ['TLSv1', 'TLSv1.1'] as const) assert.equal(await agrees(port, 'ALL', old), null, old)
  assert.match(String(await agrees(port, 'ALL', 'TLSv1.3')), /^TLS_/)
  const strong = /^ECDHE-RSA-(?:AES(?:128|256)-GCM-SHA\d+|CHACHA20-POLY1305)$/
  assert.match(String(await agrees(port, 'ALL', 'TLSv1.2')), strong)
  const weak = getCiphers().filter((name) => !name.startsWith('tls_') && !strong.test(name.toUpperCase()))
  assert.ok(weak.length > 20, `${weak.length} suites`)
  const taken = await Promise.all(weak.map((name) => agrees(port, name.toUpperCase(), 'TLSv1.2')))
  assert.deepEqual(
    taken.filter((name) => name !== null),
    [],
  )
}
/** A company's page by its name over TLS, what is told live as it is told and to nobody who left, and no metrics for a
 * stranger. */
async function serves(port: number): Promise<void> {
  const host = `${a.path}.localhost`
  await until(() =>
    askProxy(port, host, '/healthz').then(
      (r) => r.status === 200,
      () => false,
    ),
  )
  const page = await askProxy(port, host, '/pedidos')
  assert.equal(page.status, 200)
  assert.match(page.text, /<article class="card/)
  // Once, on what the server says it of and on what it does not; Node joins two with a comma.
  for (const { headers } of [page, await askProxy(port, host, '/healthz')])
    assert.equal(headers['strict-transport-security'], 'max-age=63072000; includeSubDomains')
  const headers = { authorization: `Bearer ${a.admin.token}` }
  const live = askProxy(port, host, '/api/v2/events', { headers, enough: /event: catalogue/ })
  await until(async () => (await listeners()) === 1)
  await aProduct(t, a, { name: 'Prato', code: `PR-${port}`, price: '10,00' })
  assert.match((await live).text, /event: catalogue/)
  // The screen is closed: no line to the server stays open for it.
  await until(async () => (await listeners()) === 0)
  assert.equal((await askProxy(port, host, '/metrics')).status, 404)
  await isStrong(port)
}
/** A proxy on this machine, in front of an installation without TRUST_PROXY: its own headers give it away. */
async function refusesDemo(port: number): Promise<void> {
  const someone = await aPerson(t, a.id, 1)
  await t.owner.query('update users set demo = true where id = $1', [someone.id])
  const host = `${a.path}.localhost`
  const sent = { method: 'POST', body: { email: someone.email, password: PASSWORD } }
  assert.equal((await askProxy(port, host, '/api/v1/auth/login', sent)).status, 401)
  const direct = { ...sent, body: JSON.stringify(sent.body), headers: { 'content-type': 'application/json' } }
  assert.equal((await fetch(`http://${upstream}/api/v1/auth/login`, direct)).status, 200)
}
for (const name of PROXIES)
  test(`${name} serves every company under one certificate`, { skip: withoutProxy(name) }, async () => {
    const { port, plain, child } = await startProxy(name, { site: 'localhost', upstream, dir })
    proxies.push(child)
    await serves(port)
    const host = `${a.path}.localhost`
    assert.match(await redirectedTo(plain, host, '/pedidos'), new RegExp(`^https://${host}(:\\d+)?/pedidos$`))
    await refusesDemo(port)
  })
/** scripts/start.ts as the image runs it: the checkout read only, as nobody, with a folder of its own to write to. */
async function boxed(env: Record<string, string>) {
  const data = folder()
  chownSync(data, 65534, 65534)
  const port = await freePort()
  const child = spawn(
    'unshare',
    [
      '-m',
      'sh',
      '-c',
      `mount --bind ${root} ${root} && mount -o remount,bind,ro ${root} && cd ${root} && ! touch written 2>/dev/null &&
      exec setpriv --reuid 65534 --regid 65534 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \
      ${process.execPath} scripts/start.ts`,
    ],
    {
      env: { ...process.env, DATA_DIR: data, PORT: String(port), HOME: data, NODE_ENV: '', DEMO: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  proxies.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (d) => (text += d))
  await until(async () => child.exitCode !== null || /pronto em/.test(text))
  assert.match(text, /pronto em/)
  assert.doesNotMatch(text, /recompilada|EROFS/)
  const end = () =>
    new Promise<number | null>((done) => {
      child.on('exit', done)
      child.kill('SIGTERM')
    })
  return { origin: `http://127.0.0.1:${port}`, port, data, end }
}
const skipBox = process.getuid?.() === 0 ? without('unshare', 'setpriv') : 'não rodou: só como root'
test('as an image runs it: the checkout read only, as nobody, with a folder of its own to write to', {
  skip: skipBox,
}, async () => {
  const one = await boxed({ DATABASE_URL: '' })
  assert.equal((await fetch(`${one.origin}/pedidos`)).status, 200)
  await one.end()
})
test('as compose.many.yaml runs them: one answers, the other works, on one PostgreSQL with files in S3; a photo sent to the one is made ready by the other', {
  skip: skipBox,
}, async () => {
  const s3 = await startS3Server()
  try {
    const { databaseUrl, ownerUrl, appKey } = t.config
    const env = {
      ...s3.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATABASE_OWNER_URL: ownerUrl,
      APP_KEY: appKey,
      PUSH_KEY: randomBytes(32).toString('base64url'),
      PUBLIC_URL: 'https://mostruario.example',
      S3_URL: s3.address('loja'),
    }
    const [web, worker] = await Promise.all([boxed({ ...env, ROLE: 'web' }), boxed({ ...env, ROLE: 'worker' })])
    // Both answer the container's health check, which asks for no more.
    for (const { port } of [web, worker]) {
      const said = spawn(process.execPath, ['deploy/health.mjs'], { env: { PORT: String(port) } })
      assert.equal(await new Promise((done) => said.on('exit', done)), 0)
    }
    const form = new FormData()
    const png = await sharp({ create: { width: 500, height: 400, channels: 3, background: '#3a7' } })
      .png()
      .toBuffer()
    form.append('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'jarra.png')
    // By its own clock, which is the true one: the test's sessions have ended.
    const login = await fetch(`${web.origin}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: a.admin.email, password: 'segredo-de-teste' }),
    })
    const headers = { authorization: `Bearer ${((await login.json()) as { token: string }).token}` }
    const sent = await fetch(`${web.origin}/api/v2/images/add_image_to_product`, {
      method: 'POST',
      headers,
      body: form,
    })
    const said = await sent.text()
    assert.equal(sent.status, 200, said)
    const hash = /[0-9a-f]{32}/.exec(said)?.[0]
    await until(async () => {
      const r = await fetch(`${web.origin}/files/${hash}-400.webp`)
      return r.ok && (await sharp(Buffer.from(await r.arrayBuffer())).metadata()).width === 400
    })
    assert.deepEqual(await Promise.all([web.end(), worker.end()]), [0, 0])
  } finally {
    await s3.close()
  }
})
