// One data folder, one server: a second start is refused from another container or machine as well, before it touches a
// lock file. `unshare` makes what a second container is to the first one: other process numbers, other shared memory.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { aCart, UNLIMITED, until } from './kit.ts'
import {
  endAll,
  ownerOf,
  postgresOf,
  processesOf,
  ready,
  run,
  start,
  startedFolder,
  startReady,
  stop,
} from './starting.ts'

after(endAll)
const BOX = ['--pid', '--ipc', '--mount-proc', '--fork', '--kill-child']
const skip = spawnSync('unshare', [...BOX, 'true']).status === 0 ? false : 'não rodou: unshare não funciona aqui'
/** A start in another container. */
const boxed = (data: string, args = BOX) =>
  start(data, { env: { DEMO: '0' }, node: 'unshare', args: [...args, process.execPath] })
const LOCKS = ['start.lock', 'pg/data/postmaster.pid', 'pg/s/.s.PGSQL.5432.lock']
const locksIn = (data: string) =>
  LOCKS.map((name) => [statSync(join(data, name)).ino, readFileSync(join(data, name), 'utf8')])

test('a second start in another container is refused, and no acknowledged order is lost', {
  skip,
}, async () => {
  const data = await startedFolder(true)
  const s = await startReady(data, { DEMO: '1', RATE_LIMITS: JSON.stringify(UNLIMITED) })
  const login = await fetch(`${s.origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"cliente@mostruario.test","password":"mostruario"}',
  })
  const { token, company } = (await login.json()) as { token: string; company: { id: number } }
  const owner = await ownerOf(data)
  await owner.query('update companies set min_order_cents = 0, min_first_order_cents = 0 where id = $1', [company.id])
  const { rows } = await owner.query<{ id: string }>(
    `select p.id from products p where p.company_id = $1 and p.active and p.deleted_at is null and p.min_quantity = 1
       and p.multiple = 1 and not exists (select from variations v where v.product_id = p.id) order by p.id limit 1`,
    [company.id],
  )
  let going = true
  const acknowledged: string[] = []
  const send = async () => {
    while (going) {
      const name = `Pedido ${acknowledged.length}-${randomUUID()}`
      const cart = aCart([{ product_id: Number(rows[0]?.id), quantity: 1 }], { name, phone: '11912345678' })
      const r = await fetch(`${s.origin}/api/v2/companies/${company.id}/order_cart`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...cart, cart_id: randomUUID() }),
      })
      if (r.status === 201) acknowledged.push(name)
      else assert.equal(r.status, 503, await r.text())
    }
  }
  const sending = send()
  const [locks, postgres] = [locksIn(data), postgresOf(data)]
  // Without its own /proc as well: it sees the numbers of the machine, and has others.
  for (const args of [BOX, BOX.filter((a) => a !== '--mount-proc')]) {
    const second = await boxed(data, args)
    assert.equal(second.child.exitCode, 1, second.output())
    assert.match(second.output(), /^A pasta .* está em uso por outra máquina ou contêiner.*nada foi tocado\.$/m)
    assert.doesNotMatch(second.output(), /\n\s+at /)
    assert.deepEqual([locksIn(data), postgresOf(data)], [locks, postgres])
  }
  going = false
  await sending
  await owner.end()
  assert.ok(acknowledged.length > 0)
  assert.equal(await stop(s), 0)
  const again = await startReady(data, { DEMO: '1' })
  const after = await ownerOf(data)
  const found = await after.query<{ name: string }>("select name from orders where name like 'Pedido %'")
  await after.end()
  const there = new Set(found.rows.map((r) => r.name))
  assert.deepEqual(
    acknowledged.filter((name) => !there.has(name)),
    [],
  )
  assert.equal(await stop(again), 0)
})
/** Takes the protections away: no socket answers, and no sign of life is seen to change. */
const BLIND = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs'
  import net from 'node:net'
  import { syncBuiltinESMExports } from 'node:module'
  const { connect } = net
  net.connect = (to, ...more) => connect(to?.path?.includes('.s.PGSQL') ? { path: '/nowhere' } : to, ...more)
  const { fstatSync } = fs
  fs.fstatSync = (...args) => Object.assign(fstatSync(...args), { mtimeMs: 1 })
  syncBuiltinESMExports()
`)}`
test('twin: without its protections a second start takes the folder of a living server', {
  skip,
}, async () => {
  const data = await startedFolder()
  await startReady(data)
  const lock = () => (existsSync(join(data, 'start.lock')) ? readFileSync(join(data, 'start.lock'), 'utf8') : '')
  const before = lock()
  // Both end with this file: the first sees that its folder was taken, and neither finds an orderly end.
  void start(data, {
    env: { DEMO: '0' },
    node: 'unshare',
    args: [...BOX, process.execPath, '--import', BLIND],
  })
  await until(async () => lock() !== '' && lock() !== before)
})
test('negative control: a container starts on a folder that another one left in order', {
  skip,
}, async () => {
  const data = await startedFolder()
  const s = await boxed(data)
  assert.ok(await ready(s), s.output())
  assert.doesNotMatch(s.output(), /Observando/)
  // And the other way round.
  const here = await start(data, { env: { DEMO: '0' } })
  assert.equal(here.child.exitCode, 1)
  assert.match(here.output(), /está em uso por outra máquina ou contêiner/)
  // A command that another container runs works with the database that answers.
  const listed = await run(data, 'operator', 'companies')
  assert.deepEqual([listed.code, listed.said], [0, 'Nenhuma empresa assim.'])
  const reset = await run(data, 'db-reset', basename(data))
  assert.equal(reset.code, 1, reset.said)
  assert.match(reset.said, /está em uso por outra máquina ou contêiner/)
  assert.ok(await ready(s))
  execFileSync('pkill', ['-KILL', '-P', String(s.child.pid)])
  await new Promise((done) => (s.child.exitCode === null ? s.child.once('exit', done) : done(null)))
  // Killed: its sign is watched, and the start continues.
  const next = await start(data, { env: { DEMO: '0' } })
  assert.ok(await ready(next), next.output())
  assert.match(next.output(), /Observando por 10 segundos se ele vive/)
  assert.equal(await stop(next), 0)
  assert.deepEqual(processesOf(data), [])
})
test('a start on a living folder whose lock was deleted is refused, and the server goes on', async () => {
  const data = await startedFolder()
  const s = await startReady(data)
  rmSync(join(data, 'start.lock'))
  const second = await start(data, { env: { DEMO: '0' } })
  assert.equal(second.child.exitCode, 1, second.output())
  assert.match(second.output().trim(), /^O Mostruário já está rodando nesta pasta \(processo \d+\)/)
  assert.ok(await ready(s), s.output())
  assert.equal(await stop(s), 0, s.output())
})
test('a folder with signs of life of another machine is refused; one without starts', async () => {
  const data = await startedFolder()
  const lock = join(data, 'start.lock')
  writeFileSync(lock, '4711 99\nloja-2\n00000000-0000-0000-0000-000000000000 pid:[1]\n')
  // An hour ahead: the clocks of two machines are not compared.
  let at = Date.now() / 1000 + 3600
  const signs = setInterval(() => utimesSync(lock, (at += 2), at), 2000)
  const refused = await start(data, { env: { DEMO: '0' } })
  clearInterval(signs)
  assert.equal(refused.child.exitCode, 1)
  assert.match(
    refused.output(),
    /^A pasta .* está em uso por outra máquina ou contêiner \(máquina loja-2, sinal de .*Z\)/m,
  )
  assert.match(readFileSync(lock, 'utf8'), /^4711 99\nloja-2\n/)
  const s = await startReady(data)
  assert.doesNotMatch(readFileSync(lock, 'utf8'), /loja-2/)
  assert.equal(await stop(s), 0)
})
test('a server whose folder another machine has taken ends', async () => {
  const data = await startedFolder()
  const s = await startReady(data)
  const lock = join(data, 'start.lock')
  const theirs = '4711 99\nloja-2\n00000000-0000-0000-0000-000000000000 pid:[1]\n'
  writeFileSync(lock, theirs)
  const code = await new Promise((done) => s.child.once('exit', done))
  assert.equal(code, 1)
  assert.match(s.output(), /foi ocupada por outro início \(máquina loja-2\): este termina/)
  assert.equal(readFileSync(lock, 'utf8'), theirs)
  assert.deepEqual(processesOf(data), [])
})
