// Backup and restore of an installation with a PostgreSQL of its own: to a folder and to S3, encrypted, elsewhere.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { appendFile, rename, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import sharp from 'sharp'
import { features } from '#features.ts'
import { buildApp } from '#server/app.ts'
import { listBackups, newId, timeOf } from '#server/backup/manifest.ts'
import type { Store } from '#server/backup/objects.ts'
import { restore } from '#server/backup/restore.ts'
import type { Wanted } from '#server/backup/target.ts'
import { type Key, keyOf } from '#server/backup/seal.ts'
import { BACKUP_LOCK, FILES_LOCK } from '#server/backup/source.ts'
import { takeBackup } from '#server/backup/take.ts'
import { openVault } from '#server/backup/vault.ts'
import { loadConfig } from '#server/config.ts'
import { embeddedHome } from '#server/postgres_home.ts'
import { unseal } from '#server/seal.ts'
import { temporary } from './folders.ts'
import { aCompany, aProduct, type Company, startTestApp, type TestApp } from './kit.ts'
import { emptyDatabase, rowsOf } from './restoring.ts'
import { type S3Server, startS3Server } from './s3_server.ts'
import { processesOf } from './starting.ts'

const SECRET = 'segredo-do-erp-1234'
const KEY = keyOf('uma frase longa que só nós sabemos')
const OTHER = keyOf('outra frase, que não é aquela de antes')
let t: TestApp
let a: Company
let integration: number
let s3: S3Server
const { folder, clear } = temporary('backup')
const picture = async (background: string) => {
  const bytes = await sharp({ create: { width: 80, height: 80, channels: 3, background } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'foto.png', { type: 'image/png' })
}
const order = async (name: string) => {
  const product_json = [{ product_id: product, quantity: 1 }]
  const body = { name, phone: '11912345678', cart_id: randomUUID(), product_json }
  const r = await t.call('POST', `/api/v2/companies/${a.id}/order_cart`, { token: a.client.token, body })
  assert.equal(r.status, 201, JSON.stringify(r.body))
}
let product: number
before(async () => {
  t = await startTestApp()
  s3 = await startS3Server()
  a = await aCompany(t)
  product = (await aProduct(t, a, { price: '10,00', stock: '1000' })).id
  const category = { name: 'Com foto', file: await picture('#b4532a') }
  assert.equal((await t.call('POST', '/api/v1/categories', { token: a.admin.token, form: category })).status, 200)
  const body = { type: 'tagplus', company_id: String(a.id), api_key: SECRET }
  const made = await t.call('POST', '/api/v2/integration', { token: a.admin.token, body })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  integration = made.body.data.id
  await order('Primeiro pedido')
})
after(async () => {
  await t.close()
  await s3.close()
  clear()
})
const source = () => ({ dataDir: t.config.dataDir, s3Url: '', ownerUrl: t.config.ownerUrl, embedded: undefined })
const storeAt = async (to: string, key: Key | null): Promise<Store> => ({ vault: await openVault(to), key })
/** Each backup is of a second of its own. */
let seconds = 0
const backUp = (store: Store, keep = 30) => takeBackup(source(), store, keep, new Date(Date.now() + 1000 * seconds++))

const wanted = (more: Partial<Wanted> & { ownerUrl: string }): Wanted => ({
  dataDir: join(folder(), 'data'),
  s3Url: '',
  keepFiles: false,
  id: '',
  at: null,
  say: () => {},
  ...more,
})
const filesOf = (dataDir: string) =>
  readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile())
    .map((e) => `${e.name} ${readFileSync(join(e.parentPath, e.name)).toString('base64').slice(0, 100)}`)
    .sort()
/** Of all that lies in a backup place. */
const names = (at: string) => readdirSync(at, { recursive: true }).map(String).sort()
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'nada recusado',
    (e: Error) => e.message,
  )

test('restored elsewhere from an encrypted folder: every row, every file, the keys; who had a password signs in, ERP keys open, the next order takes the next number', async () => {
  const store = await storeAt(folder(), KEY)
  const { manifest } = await backUp(store)
  assert.equal(manifest.counts.rows?.['public.orders'], 1)
  const kept = await rowsOf(t.config.ownerUrl)
  await order('Depois do backup')
  const db = await emptyDatabase(t)
  const target = wanted({ ownerUrl: db.owner })
  const done = await restore(store, target)
  assert.deepEqual(await rowsOf(db.owner), kept)
  assert.deepEqual(filesOf(target.dataDir), filesOf(t.config.dataDir))
  assert.equal(done.files, manifest.counts.files)
  for (const key of ['app.key', 'push.key'])
    assert.equal(readFileSync(join(target.dataDir, key), 'utf8'), readFileSync(join(t.config.dataDir, key), 'utf8'))
  assert.match(readFileSync(join(target.dataDir, 'settings.env'), 'utf8'), /^APP_KEY=.{20,}$/m)
  const config = loadConfig(db, { dataDir: target.dataDir, port: 0 })
  const owner = new pg.Client({ connectionString: db.owner })
  await owner.connect()
  const { rows } = await owner.query("select sealed from integration_secrets where field = 'api_key'")
  const place = { company_id: a.id, of: integration, field: 'api_key' }
  assert.equal(unseal(config.appKey, place, rows[0].sealed), SECRET)
  await owner.end()
  const there = await buildApp(config, { features, clock: t.clock })
  try {
    const login = await there.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { email: a.client.email, password: 'segredo-de-teste' },
    })
    assert.equal(login.statusCode, 200, login.body)
    const placed = await there.app.inject({
      method: 'POST',
      url: `/api/v2/companies/${a.id}/order_cart`,
      headers: { authorization: `Bearer ${a.client.token}` },
      payload: {
        name: 'Na máquina nova',
        phone: '11912345678',
        cart_id: randomUUID(),
        product_json: [{ product_id: product, quantity: 1 }],
      },
    })
    assert.equal(placed.statusCode, 201, placed.body)
    assert.equal(placed.json().data.number, 2)
  } finally {
    await there.close()
  }
})
test('the same through S3; a second backup sends no photo twice and its rows are the newer ones', async () => {
  const store = await storeAt(s3.address('copias'), KEY)
  await backUp(store)
  const photos = async () => {
    const found: string[] = []
    for await (const o of store.vault.list('files/')) found.push(`${o.key} ${o.at.toISOString()}`)
    return found.sort()
  }
  const before = await photos()
  await order('Entre dois backups')
  await backUp(store)
  assert.deepEqual(await photos(), before)
  const db = await emptyDatabase(t)
  const target = wanted({ ownerUrl: db.owner })
  await restore(store, target)
  assert.deepEqual(await rowsOf(db.owner), await rowsOf(t.config.ownerUrl))
  assert.deepEqual(filesOf(target.dataDir), filesOf(t.config.dataDir))
  store.vault.close()
})
test('nothing in an encrypted backup can be read without its key: no name, no photo, no secret', async () => {
  const at = folder()
  await backUp(await storeAt(at, KEY))
  const all = readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile())
    .map((e) => join(e.parentPath, e.name))
  assert.ok(all.length > 5)
  for (const path of all) {
    const text = readFileSync(path).toString('latin1')
    assert.match(text, /^MOSTRUARIO-1\n/, path)
    assert.ok(!/Primeiro pedido|PNG|RIFF|mostruario\.test/.test(text), path)
  }
})
test('a wrong key, none, a changed, a cut or a missing piece: restore says so and has touched nothing', async () => {
  const at = folder()
  const store = await storeAt(at, KEY)
  const { manifest } = await backUp(store)
  const db = await emptyDatabase(t)
  const target = wanted({ ownerUrl: db.owner })
  const tried = async (s: Store, words: RegExp) => {
    assert.match(await refusal(restore(s, target)), words)
    assert.ok(!existsSync(target.dataDir), 'the folder was touched')
    assert.deepEqual(await rowsOf(db.owner), {}, 'the database was touched')
  }
  await tried({ ...store, key: OTHER }, /BACKUP_KEY não é a chave deste backup/)
  await tried({ ...store, key: null }, /está cifrado: defina BACKUP_KEY/)
  const orders = manifest.objects.find((o) => o.key.includes('public.orders.')) as { key: string }
  const path = join(at, orders.key)
  const whole = readFileSync(path)
  const changed = Buffer.from(whole)
  changed[changed.length - 20] = (changed[changed.length - 20] as number) ^ 1
  writeFileSync(path, changed)
  await tried(store, /danificado|não é o que foi guardado/)
  writeFileSync(path, whole)
  await truncate(path, whole.length - 5)
  await tried(store, /danificado|não é o que foi guardado/)
  await rename(path, `${path}-x`)
  await tried(store, /Falta parts\/.*public\.orders/)
  await rename(`${path}-x`, path)
  writeFileSync(path, whole)
  const [photo] = readdirSync(join(at, 'files'), { recursive: true, withFileTypes: true }).filter((e) => e.isFile())
  await appendFile(join(photo?.parentPath ?? '', photo?.name ?? ''), 'x')
  await tried(store, /danificado/)
})
test('a folder or a database with something in it is refused before anything is written', async () => {
  const store = await storeAt(folder(), null)
  await backUp(store)
  const db = await emptyDatabase(t)
  const full = folder()
  writeFileSync(join(full, 'meu.txt'), 'meu')
  assert.match(
    await refusal(restore(store, wanted({ ownerUrl: db.owner, dataDir: full }))),
    /não está vazia: nada foi tocado/,
  )
  assert.deepEqual(readdirSync(full), ['meu.txt'])
  const before = await rowsOf(t.config.ownerUrl)
  const target = wanted({ ownerUrl: t.config.ownerUrl })
  assert.match(await refusal(restore(store, target)), /não está vazio: nada foi tocado/)
  assert.deepEqual(await rowsOf(t.config.ownerUrl), before)
  assert.ok(!existsSync(target.dataDir))
  process.env.APP_KEY = 'uma-chave-que-nao-e-a-do-backup'
  const said = await refusal(restore(store, wanted({ ownerUrl: db.owner })))
  delete process.env.APP_KEY
  assert.match(said, /APP_KEY não é a do backup/)
})
test('a restore that was killed half-way is begun anew by the next, and opens the way to no other database', async () => {
  const store = await storeAt(folder(), null)
  await backUp(store)
  const db = await emptyDatabase(t)
  const target = wanted({ ownerUrl: db.owner })
  const dying = { ...store.vault, get: (key: string) => store.vault.get(key) }
  let written = false
  const say = (line: string) => {
    // The files are there, the rows not yet.
    if (/Pondo as linhas/.test(line)) {
      written = true
      dying.get = () => Promise.reject(new Error('o processo morreu'))
    }
  }
  await refusal(restore({ ...store, vault: dying }, { ...target, say }))
  assert.ok(written && existsSync(join(target.dataDir, 'restoring')))
  // A drill that was cut off, and later the same folder with the shop's own settings.
  const rows = await rowsOf(t.config.ownerUrl)
  const shop = { ...target, ownerUrl: t.config.ownerUrl }
  assert.match(await refusal(restore(store, shop)), /O banco de DATABASE_OWNER_URL não está vazio: nada foi tocado/)
  assert.deepEqual(await rowsOf(t.config.ownerUrl), rows)
  assert.ok(existsSync(join(target.dataDir, 'app.key')), 'nor was the folder')
  // It was a later backup that was begun: this one's rows would leave its tables empty.
  const half = new pg.Client({ connectionString: db.owner })
  await half.connect()
  await half.query("insert into migrations (name) values ('9999_later.sql')")
  assert.match(await refusal(restore(store, target)), /ficou de uma restauração de um backup mais novo \(9999_later/)
  await half.query("delete from migrations where name = '9999_later.sql'")
  await half.end()
  await restore(store, target)
  assert.deepEqual(await rowsOf(db.owner), await rowsOf(t.config.ownerUrl))
  assert.ok(!existsSync(join(target.dataDir, 'restoring')))
})
test('an interrupted restore stops its database, and the next one starts over', async () => {
  const store = await storeAt(folder(), null)
  await backUp(store)
  const stopped = new AbortController()
  const target = wanted({ ownerUrl: '', signal: stopped.signal })
  const say = (line: string) => {
    if (/Pondo as linhas/.test(line)) stopped.abort()
  }
  assert.match(await refusal(restore(store, { ...target, say })), /Interrompido antes do fim/)
  assert.deepEqual(processesOf(embeddedHome(target.dataDir).home), [])
  await restore(store, wanted({ ownerUrl: '', dataDir: target.dataDir }))
  assert.ok(!existsSync(join(target.dataDir, 'restoring')))
})
test('two at once: the second is refused in words; what a killed one left is no backup, and goes with the next', async () => {
  const at = folder()
  const store = await storeAt(at, null)
  const other = new pg.Client({ connectionString: t.config.ownerUrl })
  await other.connect()
  await other.query('select pg_advisory_lock($1)', [BACKUP_LOCK])
  assert.match(await refusal(backUp(store)), /Outro backup deste banco está em andamento/)
  await other.end()
  const broken = { ...store.vault, put: store.vault.put }
  let puts = 0
  broken.put = (key, body) => (++puts > 3 ? Promise.reject(new Error('caiu')) : store.vault.put(key, body))
  await refusal(backUp({ ...store, vault: broken }))
  assert.deepEqual(await listBackups(store.vault), [])
  const left = readdirSync(join(at, 'parts'))
  assert.equal(left.length, 1)
  await backUp(store)
  assert.equal((await listBackups(store.vault)).length, 1)
  assert.ok(!existsSync(join(at, 'parts', left[0] as string, 'rows')))
})
test('two installations, one place: the second is refused, and has taken nothing away', async () => {
  const at = folder()
  const store = await storeAt(at, KEY)
  await backUp(store)
  const before = names(at)
  process.env.APP_KEY = 'uma-chave-que-nao-e-a-da-primeira'
  const said = await refusal(backUp(store)).finally(() => delete process.env.APP_KEY)
  assert.match(said, /é de outra instalação.*Dê a esta um BACKUP_TO só dela/)
  assert.deepEqual(names(at), before)
})
/** Without the floor of the newest ones and of weeks. */
const ONE = { newest: 1, weeks: 0 }
test('while old photos are taken away nobody names them anew', async (c) => {
  const store = await storeAt(folder(), null)
  await takeBackup(source(), store, 2, new Date(Date.now() - 4 * 24 * 3600_000), ONE)
  const other = new pg.Client({ connectionString: t.config.ownerUrl })
  await other.connect()
  c.after(() => other.end())
  const sends = async () => {
    const { rows } = await other.query('select pg_try_advisory_lock_shared($1) as may', [FILES_LOCK])
    if (rows[0].may) await other.query('select pg_advisory_unlock_shared($1)', [FILES_LOCK])
    return rows[0].may as boolean
  }
  const may: boolean[] = []
  const watched: typeof store.vault = {
    ...store.vault,
    async *list(prefix) {
      if (prefix === 'since/') may.push(await sends())
      yield* store.vault.list(prefix)
    },
  }
  await takeBackup(source(), { ...store, vault: watched }, 2, new Date(), ONE)
  assert.deepEqual(may, [false])
  assert.equal(await sends(), true)
})
test('the oldest go only after a newer one is whole; of days before, the last of each stays', async () => {
  const at = folder()
  const store = await storeAt(at, null)
  const day = 24 * 3600_000
  const taken = async (ago: number) => {
    const now = new Date(Date.now() - ago)
    return (await takeBackup(source(), store, 2, now, ONE)).manifest.id
  }
  const old = await taken(3 * day)
  const noon = new Date(Date.now() - 1.4 * day)
  const [first, second] = [await taken(1.4 * day + 2000), await taken(1.4 * day)]
  assert.ok(noon)
  const broken = { ...store.vault, put: () => Promise.reject(new Error('sem lugar')) }
  const before = (await listBackups(store.vault)).map((b) => b.id)
  await refusal(takeBackup(source(), { ...store, vault: broken }, 2, new Date()))
  assert.deepEqual(
    (await listBackups(store.vault)).map((b) => b.id),
    before,
    'one that failed takes none away',
  )
  const last = await taken(0)
  const ids = (await listBackups(store.vault)).map((b) => b.id)
  assert.ok(!ids.includes(old))
  assert.deepEqual(ids, [...(first.slice(0, 8) === second.slice(0, 8) ? [] : [first]), second, last])
  assert.deepEqual(readdirSync(join(at, 'parts')).sort(), ids)
  assert.equal(newId(timeOf(last)), last)
  const db = await emptyDatabase(t)
  await restore(store, wanted({ ownerUrl: db.owner, id: second }))
})
