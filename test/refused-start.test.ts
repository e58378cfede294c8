// What a start refuses in one sentence with the way on, and leaves as it was; and what it does before it changes a database.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type pg from 'pg'
import { listBackups, readManifest } from '#server/backup/manifest.ts'
import { openVault } from '#server/backup/vault.ts'
import { startEmbedded } from '#server/postgres.ts'
import { until } from './kit.ts'
import { freePort } from './ports.ts'
import { endAll, folder, ownerOf, processesOf, run, start, startedFolder, startReady, stop } from './starting.ts'

after(endAll)
/** Starts and stops; answers what it said. */
const lives = async (data: string, env: Record<string, string> = {}) => {
  const s = await startReady(data, env)
  assert.equal(await stop(s), 0)
  return s.output()
}
/** Refused in its last line, without a stack, with nothing left running. */
async function refused(data: string, words: RegExp, env: Record<string, string> = {}, port?: number): Promise<string> {
  const s = await start(data, { env: { DEMO: '0', ...env }, ...(port && { port }) })
  assert.equal(s.child.exitCode, 1, s.output())
  assert.match(s.output().trim().split('\n').at(-1) ?? '', words)
  assert.doesNotMatch(s.output(), /\n\s+at |"level":[56]0/)
  await until(async () => processesOf(data).length === 0)
  return s.output()
}
/** Works on the database of a stopped installation. */
async function inDatabase<T>(data: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const server = await startEmbedded(data, () => {})
  const owner = await ownerOf(data)
  try {
    return await work(owner)
  } finally {
    await owner.end()
    await server.stop()
  }
}
const migrationsIn = (data: string) =>
  inDatabase(data, async (o) =>
    (await o.query<{ name: string }>('select name from migrations order by 1')).rows.map((r) => r.name),
  )

test('an older program on a newer database is refused; a server that follows one continues', async () => {
  const data = await startedFolder()
  const s = await startReady(data)
  const owner = await ownerOf(data)
  await owner.query("insert into migrations (name) values ('9999_de_amanha.sql')")
  await owner.end()
  s.child.kill('SIGHUP')
  await until(async () => s.output().includes('os servidores foram trocados'))
  assert.equal(await stop(s), 0)
  const before = await migrationsIn(data)
  await refused(
    data,
    /^O banco é de uma versão mais nova que este programa \(9999_de_amanha\.sql\): nada foi feito nele\. Use .*npm run restore/,
  )
  assert.deepEqual(await migrationsIn(data), before)
})
test('a lost or another APP_KEY is refused until it is accepted by its fingerprint', async () => {
  const data = await startedFolder()
  await lives(data)
  const file = join(data, 'app.key')
  const key = readFileSync(file, 'utf8')
  const words =
    /^APP_KEY não é aquela.*app\.key.*settings\.env de um backup.*APP_KEY_ACCEPT=[0-9a-f]{16}\. Nada foi mudado\.$/
  const missing = /^A chave desta instalação falta: .*app\.key.*settings\.env de um backup.*Nada foi mudado\.$/
  for (const lose of [() => rmSync(file), () => writeFileSync(file, '')]) {
    lose()
    await refused(data, missing)
    assert.ok(!existsSync(file), 'the key that was drawn is no way on')
    assert.match((await run(data, 'doctor')).said, /erro {3}APP_KEY falta/)
  }
  const day = await run(data, 'operator', 'day')
  assert.equal(day.code, 1)
  assert.match(day.said.split('\n').at(-1) ?? '', missing)
  assert.ok(!existsSync(file))
  writeFileSync(file, key)
  await lives(data)
  const other = { APP_KEY: 'Zk3v9QxT7bLw2RmN8cYd4HfJ6sPaUeGi' }
  const said = await refused(data, words, other)
  await refused(data, words, { ...other, APP_KEY_ACCEPT: '0123456789abcdef' })
  // A backup would bring the wrong key back.
  writeFileSync(file, other.APP_KEY)
  const backup = await run(data, 'backup', join(folder(), 'backup'))
  assert.equal(backup.code, 1)
  assert.match(backup.said, /^APP_KEY não é aquela.*Nada foi guardado: defina-a como no servidor\.$/)
  writeFileSync(file, key)
  await lives(data)
  const accepted = /APP_KEY_ACCEPT=(\w+)/.exec(said)?.[1] ?? ''
  await lives(data, { ...other, APP_KEY_ACCEPT: accepted })
  const living = await startReady(data, other)
  assert.match((await run(data, 'doctor')).said, /erro {3}APP_KEY não é aquela.*\n.*APP_KEY_ACCEPT=/)
  assert.equal(await stop(living), 0)
  await refused(data, words)
})
test('an installation without a fingerprint gets one at its first start', async () => {
  const data = await startedFolder()
  await inDatabase(data, (o) => o.query('delete from installation_key'))
  rmSync(join(data, 'app.key'))
  await lives(data)
  const rows = await inDatabase(data, async (o) => (await o.query('select fingerprint from installation_key')).rows)
  assert.equal(rows.length, 1)
})
test('a taken port is refused where others are sent to it, before a database is made', async (c) => {
  const port = await freePort()
  const taken = createServer().listen(port, '127.0.0.1')
  c.after(() => taken.close())
  const real = { APP_KEY: 'Zk3v9QxT7bLw2RmN8cYd4HfJ6sPaUeGi', NODE_ENV: 'production' }
  for (const env of [real, { PUBLIC_URL: 'https://mostruario.example' }] as Record<string, string>[]) {
    const data = folder()
    await refused(data, new RegExp(`^A porta ${port} está ocupada por outro programa.*Encerre.*mude PORT`), env, port)
    assert.deepEqual(
      readdirSync(data).filter((n) => ['pg', 'start.lock'].includes(n)),
      [],
    )
  }
})
test('an update says its migrations and has a backup of before them', async () => {
  const data = folder()
  const LAST = '0200_installation_key.sql'
  const to = join(folder(), 'backup')
  // A first start has nothing to back up.
  assert.doesNotMatch(await lives(data, { BACKUP_TO: to, BACKUP_EVERY: '0' }), /Atualização|Backup/)
  const undo = () =>
    inDatabase(data, async (o) => {
      await o.query('drop table installation_key')
      await o.query('delete from migrations where name = $1', [LAST])
    })
  await undo()
  const before = await migrationsIn(data)
  const blocked = join(folder(), 'arquivo')
  writeFileSync(blocked, '')
  await refused(
    data,
    /^O backup de antes da atualização falhou, e nada foi mudado no banco: .*Corrija isto, ou inicie uma vez sem BACKUP_TO/,
    { BACKUP_TO: join(blocked, 'x'), BACKUP_EVERY: '0' },
  )
  assert.deepEqual(await migrationsIn(data), before)
  const said = await lives(data, { BACKUP_TO: to, BACKUP_EVERY: '0' })
  assert.match(said, new RegExp(`^Atualização do banco, 1 migração: ${LAST}\\.\nBackup .* conferido`, 'm'))
  const vault = await openVault(to)
  const all = await listBackups(vault)
  assert.equal(all.length, 1)
  const manifest = await readManifest({ vault, key: null }, all[0]?.key ?? '')
  assert.deepEqual(manifest.database.migrations, before)
  vault.close()
  await undo()
  assert.match(await lives(data), /^Atualização do banco, 1 migração/m)
})
