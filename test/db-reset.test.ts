// npm run db:reset deletes a demonstration whose name was typed, and nothing else.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { until } from './kit.ts'
import { startEmbedded } from '#server/postgres.ts'
import { bareEnv, endAll, folder, ownerOf, postgresOf, processesOf, ready, root, run, start, stop } from './starting.ts'

after(endAll)
/** The command with this line typed; null: nothing is typed. */
const reset = (data: string, line: string | null, env: Record<string, string> = {}) =>
  new Promise<{ code: number | null; said: string }>((done) => {
    const child = spawn(process.execPath, ['scripts/db-reset.ts'], {
      cwd: root,
      env: { ...bareEnv(), DATA_DIR: data, ...env },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (d) => (said += d))
    child.stdin.end(line === null ? '' : `${line}\n`)
    child.on('close', (code) => done({ code, said }))
  })
async function refused(data: string, line: string | null, says: RegExp, env: Record<string, string> = {}) {
  const { code, said } = await reset(data, line, env)
  assert.equal(code, 1, said)
  assert.match(said, says)
  assert.doesNotMatch(said, /\n\s+at /)
  assert.ok(existsSync(data))
}
test('deletes no folder that is not an installation', async () => {
  const data = folder()
  writeFileSync(join(data, 'planilha.xlsx'), 'x')
  await refused(data, basename(data), /não há instalação/)
  assert.ok(existsSync(join(data, 'planilha.xlsx')))
})
test('deletes a demonstration only after its name was typed, and never in production', async () => {
  const data = join(folder(), 'demonstracao')
  mkdirSync(data)
  const s = await start(data, { env: { DEMO: '1' } })
  assert.ok(await ready(s), s.output())
  await refused(data, 'demonstracao', /está rodando nesta pasta/)
  assert.equal(await stop(s), 0)
  await refused(data, 'demonstracao', /NODE_ENV é production/, { NODE_ENV: 'production' })
  await refused(data, 'outra', /Não foi digitado "demonstracao": nada foi apagado/)
  await refused(data, null, /Não foi digitado/)
  assert.deepEqual(processesOf(data), [])
  // Ctrl+C while its database runs: nothing is deleted, and nothing keeps running.
  const child = spawn(process.execPath, ['scripts/db-reset.ts', 'demonstracao'], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: data },
    stdio: 'ignore',
  })
  await until(async () => postgresOf(data) > 0)
  child.kill('SIGINT')
  await new Promise((ended) => child.on('exit', ended))
  assert.notEqual(child.exitCode, 0)
  await until(async () => processesOf(data).length === 0)
  assert.ok(existsSync(join(data, 'pg/data')))
  const done = await reset(data, 'demonstracao')
  assert.equal(done.code, 0, done.said)
  assert.match(done.said, /npm run backup/)
  assert.ok(!existsSync(data))
  assert.deepEqual(processesOf(data), [])
})
test('deletes no installation with a company of somebody else', async () => {
  const data = join(folder(), 'loja')
  mkdirSync(data)
  const s = await start(data, { env: { DEMO: '1' } })
  assert.ok(await ready(s), s.output())
  const owner = await ownerOf(data)
  await owner.query("insert into companies (path, name, valid_until) values ('casa', 'Casa Real', '2031-01-01')")
  await owner.end()
  assert.equal(await stop(s), 0)
  await refused(data, 'loja', /empresa que não é da demonstração \(Casa Real\): nada foi apagado/)
  const again = await start(data, { env: { DEMO: '0' } })
  assert.ok(await ready(again), again.output())
  // A company of the demonstration that has a real admin by now.
  const later = await ownerOf(data)
  await later.query("update companies set orders_email = 'pedidos@demo.test' where path = 'casa'")
  await later.query("update users set demo = false where email = 'admin@aroeira.test'")
  await later.end()
  assert.equal(await stop(again), 0)
  await refused(data, 'loja', /empresa que não é da demonstração \(Casa Aroeira\): nada foi apagado/)
})
/** Statements in the database of a stopped installation. */
async function inDatabase(data: string, ...statements: string[]): Promise<void> {
  const server = await startEmbedded(data, () => {})
  const owner = await ownerOf(data)
  for (const one of statements) await owner.query(one)
  await owner.end()
  await server.stop()
}
const began = async (data: string, demo: '0' | '1') => {
  mkdirSync(data)
  const s = await start(data, { env: { DEMO: demo } })
  assert.ok(await ready(s), s.output())
  assert.equal(await stop(s), 0)
}
test('deletes no installation that never was a demonstration', async () => {
  const data = join(folder(), 'nova')
  await began(data, '0')
  await refused(data, 'nova', /não é uma demonstração: nada foi apagado/)
  assert.equal((await run(data, 'operator', 'create', 'ana@casa.test', 'Ana')).code, 0)
  await refused(data, 'nova', /conta que não é da demonstração \(ana@casa\.test\): nada foi apagado/)
})
test('deletes no account, platform setting or file that the demonstration did not make', async () => {
  const data = join(folder(), 'loja')
  await began(data, '1')
  for (const [change, undo, says] of [
    [
      "update platform set pix_key = 'ana@casa.test'",
      "update platform set pix_key = '7f6844d0-de89-47e5-9ef7-e0a35a681615'",
      /configuração da plataforma.*Pix/,
    ],
    [
      "insert into coupons (code, percent_bp) values ('VERAO', 500)",
      "delete from coupons where code = 'VERAO'",
      /configuração da plataforma.*VERAO/,
    ],
    [
      "insert into resellers (name, redirect_link) values ('Parceira', 'https://parceira.test')",
      'delete from resellers',
      /configuração da plataforma.*Parceira/,
    ],
    [
      "insert into plans (name, products, sellers, price_tables, monthly_cents) values ('Ouro', 1, 1, 1, 100)",
      "delete from plans where name = 'Ouro'",
      /configuração da plataforma.*Ouro/,
    ],
    [
      "insert into users (company_id, level, name, email) select id, 2, 'Rui', 'rui@casa.test' from companies where path = 'demo'; update users set demo = false where email = 'rui@casa.test'",
      "delete from users where email = 'rui@casa.test'",
      /conta que não é da demonstração \(rui@casa\.test\)/,
    ],
  ] as const) {
    await inDatabase(data, change)
    await refused(data, 'loja', says)
    await inDatabase(data, undo)
  }
  const backups = join(data, 'backups')
  mkdirSync(backups)
  await refused(data, 'loja', /backups.*não é do Mostruário: nada foi apagado/)
  rmdirSync(backups)
  // An installation that became a real one.
  assert.equal((await run(data, 'operator', 'demo', 'remove')).code, 0)
  assert.equal((await run(data, 'operator', 'create', 'ana@casa.test', 'Ana')).code, 0)
  await refused(data, 'loja', /conta que não é da demonstração \(ana@casa\.test\)/)
  await inDatabase(data, "delete from users where email = 'ana@casa.test'")
  assert.equal((await reset(data, 'loja')).code, 0, 'negative control')
})
