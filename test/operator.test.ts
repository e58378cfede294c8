import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { after, before, test } from 'node:test'
import { aCompany, startTestApp, type TestApp, until } from './kit.ts'

let t: TestApp
before(async () => {
  t = await startTestApp()
})
after(() => t.close())
const env = () => ({
  ...process.env,
  DATABASE_URL: t.config.databaseUrl,
  DATABASE_OWNER_URL: t.config.ownerUrl,
  DATA_DIR: t.config.dataDir,
})
/** The command as a person types it; its words and exit code. */
const run = (...args: string[]) =>
  new Promise<{ code: number; said: string }>((end) =>
    execFile(process.execPath, ['scripts/operator.ts', ...args], { env: env() }, (error, said) =>
      end({ code: error ? Number((error as { code?: number }).code ?? 1) : 0, said }),
    ),
  )
const signIn = async (email: string, password: string) =>
  (await t.call('POST', '/api/v1/auth/login', { body: { email, password } })).status
const passwordIn = (said: string) => /: ([\w-]{16})\s*$/.exec(said)?.[1] ?? ''

test('the first operator is made by the command line, gets a password once, and a new one later', async () => {
  assert.match((await run('help')).said, /create E-MAIL NOME/)
  const made = await run('create', 'ope@casa.test', 'Olga', 'Lima')
  assert.equal(await signIn('ope@casa.test', passwordIn(made.said)), 200)
  assert.equal((await run('create', 'ope@casa.test')).code, 1)
  const changed = await run('password', 'ope@casa.test')
  assert.deepEqual(
    [await signIn('ope@casa.test', passwordIn(made.said)), await signIn('ope@casa.test', passwordIn(changed.said))],
    [401, 200],
  )
  assert.match((await run('disable', 'ope@casa.test')).said, /último operador/)
})
test('a company is found, extended, blocked and opened again, and the platform’s log says so; a wrong word changes nothing', async () => {
  const c = await aCompany(t, { name: 'Cerâmica do Vale' })
  assert.match((await run('companies', 'vale')).said, new RegExp(`${c.id}\\t${c.path}\\tCerâmica do Vale`))
  assert.equal((await run('extend', c.path, '2031-02-30')).code, 1)
  assert.equal((await run('block', 'nao-existe', 'x')).code, 1)
  assert.equal((await run('bloquear', c.path)).code, 1)
  await run('extend', c.path, '2031-02-28')
  await run('block', c.path, 'pagamento', 'contestado')
  const { rows } = await t.owner.query('select valid_until, is_blocked, blocked_reason from companies where id = $1', [
    c.id,
  ])
  assert.deepEqual(rows[0], { valid_until: '2031-02-28', is_blocked: true, blocked_reason: 'pagamento contestado' })
  await run('unblock', String(c.id))
  const log = await t.owner.query(
    "select name from platform_log where about_company = $1 and who = 'linha de comando' order by id",
    [c.id],
  )
  assert.deepEqual(
    log.rows.map((r) => r.name),
    ['extend 2031-02-28', 'block pagamento contestado', 'unblock'],
  )
})
test('the daily work killed half-way goes on where it was: everybody is told once', async () => {
  const many = 3000
  await t.owner.query(
    "insert into companies (path, name, valid_until, trial, time_zone) select 'meio-' || n, 'Meio ' || n, current_date + 1, true, 'Etc/UTC' from generate_series(1, $1) n",
    [many],
  )
  await t.owner.query(
    "insert into users (company_id, level, name, email, password_hash) select id, 1, 'Admin', 'a@' || path || '.test', 'x' from companies where path like 'meio-%'",
  )
  const told = async () =>
    Number((await t.owner.query("select count(*) as n from mails where template = 'trial_1'")).rows[0].n)
  const first = spawn(process.execPath, ['scripts/operator.ts', 'day'], {
    env: { ...env(), CLOCK: new Date(new Date().setUTCHours(15)).toISOString() },
    stdio: 'ignore',
  })
  await until(async () => (await told()) > 0)
  first.kill('SIGKILL')
  const half = await told()
  await new Promise((end) =>
    execFile(
      process.execPath,
      ['scripts/operator.ts', 'day'],
      { env: { ...env(), CLOCK: new Date(new Date().setUTCHours(15)).toISOString() } },
      end,
    ),
  )
  assert.equal(await told(), many, `${half} before the kill`)
  assert.equal(
    Number(
      (await t.owner.query("select count(distinct company_id) as n from mails where template = 'trial_1'")).rows[0].n,
    ),
    many,
  )
})
