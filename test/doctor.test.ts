// npm run doctor, as whoever runs an installation reads it: a healthy one, then each fault really made.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { keyOf } from '#server/backup/seal.ts'
import { takeBackup } from '#server/backup/take.ts'
import { openVault } from '#server/backup/vault.ts'
import { sign, signIn } from '#server/backup/whose.ts'
import type { Embedded } from '#server/postgres.ts'
import { copyPictures, pictureOf } from '../scripts/demo/pictures.ts'
import { startSafeDatabase } from './database.ts'
import { temporary } from './folders.ts'
import { aCompany, type Company, startTestApp, type TestApp } from './kit.ts'
import { type S3Server, startS3Server } from './s3_server.ts'
import { type SmtpSimulator, smtpSimulator } from './simulators.ts'

const APP_KEY = 'Zk3v9QxT7bLw2RmN8cYd4HfJ6sPaUeGi'
const BACKUP_KEY = 'uma frase longa que só nós sabemos'
let t: TestApp
let database: Embedded
let a: Company
let smtp: SmtpSimulator
let s3: S3Server
let port: number
const { folder, clear } = temporary('doctor')
let to: string
let healthy: Record<string, string>
before(async () => {
  database = await startSafeDatabase()
  t = await startTestApp({ config: { appKey: APP_KEY } })
  smtp = await smtpSimulator()
  s3 = await startS3Server()
  a = await aCompany(t)
  const body = { type: 'tagplus', company_id: String(a.id), api_key: 'segredo-do-erp-1234' }
  assert.equal((await t.call('POST', '/api/v2/integration', { token: a.admin.token, body })).status, 200)
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  port = (t.app.server.address() as { port: number }).port
  // On another disk than the data.
  to = mkdtempSync('/dev/shm/mostruario-doctor-')
  const { dataDir, ownerUrl } = t.config
  process.env.APP_KEY = APP_KEY
  const store = { vault: await openVault(to), key: keyOf(BACKUP_KEY) }
  await takeBackup({ dataDir, s3Url: '', ownerUrl, embedded: undefined }, store, 30)
  delete process.env.APP_KEY
  healthy = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: t.config.databaseUrl,
    DATABASE_OWNER_URL: ownerUrl,
    APP_KEY,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'pedidos@loja.exemplo',
    BACKUP_TO: to,
    BACKUP_KEY,
  }
})
after(async () => {
  await t.close()
  await database.stop()
  smtp.close()
  await s3.close()
  rmSync(to, { recursive: true, force: true })
  clear()
})
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
/** What it says with these settings instead of the healthy ones; '' takes one away. */
async function doctor(more: Record<string, string> = {}, before = ''): Promise<{ code: number; said: string }> {
  const wished: Record<string, string | undefined> = { ...healthy, ...more }
  for (const name of KEPT) wished[name] = process.env[name]
  const env = Object.fromEntries(Object.entries(wished).filter(([, v]) => v)) as NodeJS.ProcessEnv
  return new Promise((done) =>
    execFile(
      '/bin/sh',
      ['-c', `${before} exec "$0" scripts/doctor.ts`, process.execPath],
      { env },
      (error, stdout, stderr) => {
        const lines = stdout.split('\n').filter((l) => /^(aviso|erro)/.test(l))
        const isRepeated = (line: string, n: number) => lines.some((l, m) => m !== n && l.includes(line.slice(7)))
        assert.deepEqual(lines.filter(isRepeated), [], 'no fault is said twice')
        done({ code: Number(error?.code ?? 0), said: stdout + stderr })
      },
    ),
  )
}
/** Each of these faults is said, each with what to do, and it ends with 1. */
async function says(more: Record<string, string>, ...words: RegExp[]): Promise<void> {
  const { code, said } = await doctor(more)
  for (const w of words) assert.match(said, new RegExp(`erro {3}.*${w.source}.*\\n {7}→ .{10,}`), said)
  assert.equal(code, 1, said)
}

test('a healthy installation: each line ok, "Tudo certo", and it ends with 0', async () => {
  const { code, said } = await doctor()
  assert.equal(code, 0, said)
  assert.match(said, /\nTudo certo\.\n$/)
  for (const line of ['Node 24', 'APP_KEY definida', 'MB livres', 'No ar em', 'servidor de e-mail', 'papéis separados'])
    assert.match(said, new RegExp(`^ok {5}.*${line}`, 'm'))
  for (const line of [
    'migrações feitas',
    'RLS ligada',
    'Relógio certo',
    'Fila em dia',
    'todas no disco',
    'abre as chaves de ERP',
    'Último backup há 0 minutos',
    'as linhas enviadas são de há \\d+ segundos',
  ])
    assert.match(said, new RegExp(`^ok {5}.*${line}`, 'm'))
})
test('settings: a port that is none, a key that is missing in production, weak, or not the one of before', async () => {
  await says({ PORT: 'x' }, /PORT precisa ser um número/)
  await says({ APP_KEY: '', NODE_ENV: 'production' }, /APP_KEY não está definida/)
  await says(
    { APP_KEY: 'minha-chave' },
    /APP_KEY é fraca/,
    /APP_KEY não é aquela com que as chaves de ERP foram guardadas/,
  )
  await says({ BACKUP_KEY: 'curta' }, /BACKUP_KEY precisa ter ao menos 16/)
})
test('the way in: no address of its own, no TLS, a proxy trusted by nobody or everybody, the demonstration open, a clock that stands still', async () => {
  await says({ NODE_ENV: 'production' }, /PUBLIC_URL não está definida/)
  await says({ CLOCK: '2026-01-01T00:00:00Z' }, /CLOCK está definida/)
  await says({ NODE_ENV: 'production', CLOCK: '2026-01-01T00:00:00Z' }, /CLOCK vale só em testes/)
  await says(
    {
      PUBLIC_URL: 'http://loja.exemplo',
      BASE_DOMAIN: 'outra.exemplo',
      TRUST_PROXY: 'loopback',
      HOST: '0.0.0.0',
      DEMO: '1',
    },
    /sem TLS senhas passam abertas/,
    /não fica em BASE_DOMAIN/,
    /DEMO=1 com acesso de fora/,
  )
  for (const everybody of ['true', '*', '0.0.0.0/0']) await says({ TRUST_PROXY: everybody }, /TRUST_PROXY não serve/)
  await says({ PUBLIC_URL: 'https://127.0.0.1:9' }, /https, mas TRUST_PROXY não está definida/, /não responde \(/)
  const { said } = await doctor({ HOST: '0.0.0.0' })
  assert.match(said, /aviso {2}HOST é 0\.0\.0\.0 sem TRUST_PROXY/)
})
test('somebody else on the port; nobody on it', async () => {
  const other = createServer((s) =>
    s
      .on('error', () => {})
      .resume()
      .end('eu não sou o Mostruário'),
  ).listen(0, '127.0.0.1')
  await new Promise((r) => other.once('listening', r))
  const taken = (other.address() as { port: number }).port
  await says({ PORT: String(taken) }, new RegExp(`Outro programa ocupa a porta ${taken}`))
  await new Promise((r) => other.close(r))
  assert.match((await doctor({ PORT: String(taken) })).said, /aviso {2}Nada responde em .*\n {7}→ Inicie: npm start/)
})
test('the mail server, the backup folder and S3 out of reach; a backup with another key, an old one, none', async () => {
  await says(
    { SMTP_URL: 'smtp://127.0.0.1:9', BACKUP_TO: 's3://mostruario/x?endpoint=http://127.0.0.1:9' },
    /servidor de e-mail 127\.0\.0\.1:9 não responde/,
    /Backup: s3:\/\/mostruario.*ECONNREFUSED/,
  )
  await says({ BACKUP_TO: s3.address('vazio') }, /não há nenhum backup inteiro/)
  await says({ BACKUP_TO: s3.address('um'), S3_URL: s3.address('um') }, /BACKUP_TO e S3_URL são a mesma pasta/)
  await says({ BACKUP_KEY: 'outra frase, que não é aquela' }, /O último backup não abre: BACKUP_KEY não é a chave/)
  const old = folder()
  const { dataDir, ownerUrl } = t.config
  process.env.APP_KEY = APP_KEY
  const store = { vault: await openVault(old), key: keyOf(BACKUP_KEY) }
  await takeBackup(
    { dataDir, s3Url: '', ownerUrl, embedded: undefined },
    store,
    30,
    new Date(Date.now() - 4 * 3600_000),
  )
  delete process.env.APP_KEY
  await says({ BACKUP_TO: old }, /O último backup tem 24\d minutos/)
  assert.match(
    (await doctor({ BACKUP_TO: '', SMTP_URL: '' })).said,
    /aviso {2}BACKUP_TO não está definida(.|\n)*2 para pensar|2 para pensar/,
  )
})
test('a backup place that is by now of another installation', async () => {
  const store = { vault: await openVault(to), key: keyOf(BACKUP_KEY) }
  const before = await signIn(store)
  await sign(store, { id: 'outra', host: 'maquina-do-ensaio' })
  await says({}, /é de outra instalação \(máquina maquina-do-ensaio\): desta nada é enviado/)
  if (before) await sign(store, before)
})
test('mails that come from an address which nobody on the net has', async () => {
  const { code, said } = await doctor({ MAIL_FROM: '' })
  assert.equal(code, 0, said)
  assert.match(said, /aviso {2}E-mails saem como Mostruário <nao-responda@localhost>.*\n {7}→ Defina MAIL_FROM/)
})
test('the database away, under a role that sees everybody, both roles one', async () => {
  await says({ DATABASE_URL: 'postgresql://x@127.0.0.1:9/x' }, /não responde \(ECONNREFUSED\)/)
  const everybody = (process.env.TEST_DATABASE ?? '').replace(
    /\/postgres\?/,
    `/${new URL(t.config.ownerUrl.replace('@/', '@x/')).pathname.slice(1)}?`,
  )
  await says({ DATABASE_URL: everybody }, /ignora a separação entre empresas/)
  await says({ DATABASE_OWNER_URL: '' }, /usam o mesmo papel, mostruario_app/)
})
test('migrations that are missing, and those of a newer program', async () => {
  const { rows } = await t.owner.query(
    'delete from migrations where name = (select max(name) from migrations) returning name',
  )
  await says({}, new RegExp(`Faltam 1 migrações, a partir de ${rows[0].name}`))
  await t.owner.query('insert into migrations (name) values ($1)', [rows[0].name])
  await t.owner.query("insert into migrations (name) values ('9999_de_amanha.sql')")
  await says({}, /versão mais nova que este programa \(9999_de_amanha\.sql\)/)
  await t.owner.query("delete from migrations where name like '9999%'")
})
test('walls taken down, a queue that stands, orders of the future, photos that are gone: one look finds all four', async () => {
  await t.owner.query('alter table orders no force row level security')
  await t.owner.query("select graphile_worker.add_job('ninguem', '{}', run_at => now() - interval '1 hour')")
  await t.owner.query("insert into files (company_id, hash, type, bytes) values ($1, repeat('ab', 16), 'png', 10)", [
    a.id,
  ])
  await t.owner.query(
    `insert into orders (company_id, number, cart_id, lines_hash, receipt_token, status, origin, session_kind, created_by,
       client_id, name, phone, subtotal, total, items_count, received_at, updated_at)
     values ($1, 900, 'f', '', 'futuro', 'novo', 'vendedor', 'user', $2, $3, 'x', '', 1, 1, 1, now() + interval '1 hour', now())`,
    [a.id, a.seller.id, a.client.id],
  )
  await says(
    {},
    /separação entre empresas está desligada em orders/,
    /A fila está parada: 1 trabalhos/,
    /Há pedidos de \d+ s no futuro/,
    /1 não estão no disco/,
  )
  await says({ S3_URL: s3.address('arquivos') }, /De 1 fotos 1 não estão no S3 \(abab/)
  await t.owner.query('alter table orders force row level security')
  await t.owner.query(
    'delete from orders where number = 900; delete from files; delete from graphile_worker._private_jobs',
  )
})
test('lists damaged rows of a company as a warning, with where to repair them', async () => {
  await t.owner.query(
    "insert into products (company_id, name, code, price, price_promo) values ($1, 'Vaso', '=\"00123\"', 10000, 10)",
    [a.id],
  )
  const { code, said } = await doctor()
  assert.equal(code, 0, said)
  assert.match(
    said,
    /aviso {2}Empresa \d+ \(.*\): 1 código guardado com defeito: ="00123" em vez de 00123.*\n {7}→ Em Produtos, abra/,
  )
  assert.match(said, /aviso {2}Empresa \d+ .*0,10 ao lado de 100,00.*\n {7}→ Em Tabelas de preço/)
  await t.owner.query('delete from products')
})
test('a data folder that takes nothing, one where a restore stopped half-way', async () => {
  const half = folder()
  writeFileSync(join(half, 'restoring'), 'x')
  await says({ DATA_DIR: half }, /uma restauração parou no meio/)
  await says({ DATA_DIR: half, DATABASE_URL: '', DATABASE_OWNER_URL: '' }, /uma restauração parou no meio/)
  const unread = folder()
  writeFileSync(join(unread, 'database.json'), '{')
  await says({ DATA_DIR: unread, DATABASE_URL: '', DATABASE_OWNER_URL: '' }, /database\.json não se lê/)
  const file = join(folder(), 'arquivo')
  writeFileSync(file, '')
  chmodSync(file, 0o444)
  await says({ DATA_DIR: file }, /não aceita gravação \(ENOTDIR\)/)
  await rename(file, `${file}-x`)
})
/** A warning, with what to do; nothing must be done at once. */
async function warns(more: Record<string, string>, words: RegExp, before = ''): Promise<void> {
  const { code, said } = await doctor(more, before)
  assert.match(said, new RegExp(`aviso {2}.*${words.source}.*\\n {7}→ .{10,}`), said)
  assert.equal(code, 0, said)
}
test('mails that were refused four times, and mails that came back', async () => {
  await t.owner.query(
    "insert into mails (key, recipient, template, status, tries) values ('recusado', 'x@y.test', 'order', 'espera', 4)",
  )
  await warns({}, /1 e-mails esperam há mais de uma hora, ou depois de muitas tentativas/)
  await t.owner.query("update mails set status = 'devolvida', created_at = now() - interval '2 hours'")
  await warns({}, /1 e-mails foram devolvidos nos últimos 7 dias/)
  await t.owner.query("update mails set created_at = now() - interval '8 days'")
  assert.equal((await doctor()).code, 0)
  assert.match((await doctor()).said, /Tudo certo/)
  await t.owner.query('delete from mails')
})
test('the pictures of the demonstration are there without originals; one that is gone is a fault', async () => {
  await copyPictures(t.kit.storage)
  const { hash } = pictureOf('agenda-permanente')
  await t.owner.query("insert into files (company_id, hash, type, bytes) values ($1, $2, 'webp', 10)", [a.id, hash])
  assert.match((await doctor()).said, /ok {5}1 fotos, todas no disco/)
  await t.kit.storage.removeAll(hash)
  await says({}, /De 1 fotos 1 não estão no disco/)
  await t.owner.query('delete from files')
  rmSync(join(t.config.dataDir, 'files'), { recursive: true, force: true })
})
test('accounts of the demonstration that outsiders can use', async () => {
  await t.owner.query('update users set demo = true where company_id = $1 and not is_visitor', [a.id])
  await says({ DEMO: '1', TRUST_PROXY: 'loopback' }, /3 contas da demonstração entram de fora \(DEMO=1\)/)
  await warns({ DEMO: '1', SMTP_URL: '' }, /Com DEMO=1, um proxy nesta máquina abriria 3 contas da demonstração/)
  assert.match((await doctor({ DEMO: '0' })).said, /Tudo certo/)
  assert.match((await doctor()).said, /Tudo certo/)
  await t.owner.query('update users set demo = false where id <> $1', [a.admin.id])
  await warns({}, /2 contas feitas na demonstração entram de fora/)
  await t.owner.query('update users set demo = false')
})
test('backups on the disk of the data, and a place that was emptied', async () => {
  const { dataDir, ownerUrl } = t.config
  const near = folder()
  process.env.APP_KEY = APP_KEY
  const store = { vault: await openVault(near), key: keyOf(BACKUP_KEY) }
  const source = { dataDir, s3Url: '', ownerUrl, embedded: undefined }
  await takeBackup(source, store, 30)
  await warns({ BACKUP_TO: near }, /está no mesmo disco que a pasta de dados: quem perde um, perde o outro/)
  rmSync(near, { recursive: true })
  await says({ BACKUP_TO: near }, /havia backups desta instalação \(o último é \S+\), e agora não há nenhum/)
  await assert.rejects(takeBackup(source, store, 30), /havia backups desta instalação.*--start-over/)
  assert.ok(!existsSync(join(near, 'backups')), 'no new chain')
  await takeBackup({ ...source, startOver: true }, store, 30)
  await takeBackup(source, store, 30)
  // Negative control: another place is a new beginning.
  await takeBackup(source, { vault: await openVault(folder()), key: keyOf(BACKUP_KEY) }, 30)
  delete process.env.APP_KEY
})
test('files of another account in the data folder', {
  skip: process.getuid?.() === 0 ? false : 'só como root',
}, async () => {
  const data = folder()
  mkdirSync(join(data, 'files/ab'), { recursive: true })
  chownSync(join(data, 'files/ab'), 65_534, 65_534)
  await says({ DATA_DIR: data }, /files\/ab é da conta nobody, a pasta de dados da conta root/)
})
const shell = (line: string, first: string) => execFileSync('/bin/sh', ['-c', line, first], { stdio: 'ignore' })
test('few inodes are said though there is room', async (c) => {
  const data = folder()
  try {
    shell('mount -t tmpfs -o size=300m,nr_inodes=500 tmpfs "$0"', data)
  } catch {
    return c.skip('não rodou: aqui não se monta um disco')
  }
  try {
    await says({ DATA_DIR: data }, /Só \d+ arquivos ainda cabem em/)
  } finally {
    shell('umount "$0"', data)
  }
})
test('few open files', async () => {
  await warns({}, /O limite de arquivos abertos é 256/, 'ulimit -n 256;')
})
test('an embedded database that could not start is said with its last words', async () => {
  const data = folder()
  mkdirSync(join(data, 'pg/data'), { recursive: true })
  mkdirSync(join(data, 'pg/log'))
  writeFileSync(join(data, 'pg/data/PG_VERSION'), '18')
  writeFileSync(join(data, 'pg/log/1700000000000-1.log'), 'PANIC:  could not locate a valid checkpoint record')
  chmodSync(data, 0o755)
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'mostruario-pg', join(data, 'pg')])
  const none = { DATA_DIR: data, DATABASE_URL: '', DATABASE_OWNER_URL: '', BACKUP_TO: '' }
  await says(none, /O banco embutido não pôde começar: .*faltam ou estão danificados.*valid checkpoint/)
  rmSync(join(data, 'pg/log'), { recursive: true })
  assert.match((await doctor(none)).said, /aviso {2}O banco embutido não está no ar/)
})
test('says nothing about a key that its account may not read', {
  skip: process.getuid?.() === 0 ? false : 'só como root',
}, async () => {
  const closed = folder()
  chmodSync(closed, 0o755)
  writeFileSync(join(closed, 'app.key'), 'x'.repeat(40), { mode: 0o600 })
  writeFileSync(join(closed, 'database.json'), '{}')
  const env = { PATH: process.env.PATH, DATA_DIR: closed }
  const said = await new Promise<string>((done) =>
    execFile(process.execPath, ['scripts/doctor.ts'], { env, uid: 65_534, gid: 65_534 }, (_, out, err) =>
      done(out + err),
    ),
  )
  assert.match(said, /Node 24/)
  assert.doesNotMatch(said, /^\s+at |APP_KEY/m)
})
