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
/** What the platform's log says was done from here, about a company or about none. */
const logged = async (company: number | null = null) =>
  (
    await t.owner.query(
      "select name from platform_log where about_company is not distinct from $1 and who = 'linha de comando' order by id",
      [company],
    )
  ).rows.map((r) => r.name as string)
const passwordIn = (said: string) => /: ([\w-]{24})\s*$/.exec(said)?.[1] ?? ''

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
  await run('create', 'ivo@casa.test', 'Ivo')
  assert.equal((await run('disable', 'ope@casa.test')).code, 0)
  assert.deepEqual(await logged(), [
    'create ope@casa.test Olga Lima',
    'password ope@casa.test',
    'create ivo@casa.test Ivo',
    'disable ope@casa.test',
  ])
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
  assert.deepEqual(await logged(c.id), ['extend 2031-02-28', 'block pagamento contestado', 'unblock'])
})
test('a company that was deleted yesterday is brought back; one that is being erased is not', async () => {
  const [yesterday, long] = [await aCompany(t), await aCompany(t)]
  const gone = async (id: number, days: number) =>
    t.owner.query('update companies set deleted_at = now() - $2 * interval $$1 day$$ where id = $1', [id, days])
  await gone(yesterday.id, 1)
  await gone(long.id, 31)
  assert.equal((await run('restore', yesterday.path)).code, 0)
  const refused = await run('restore', long.path)
  assert.equal(refused.code, 1)
  assert.match(refused.said, /foi há mais de 30 dias: seus dados já estão sendo apagados/)
  const { rows } = await t.owner.query('select id from companies where deleted_at is not null')
  assert.deepEqual(rows, [{ id: long.id }])
  assert.deepEqual([await logged(yesterday.id), await logged(long.id)], [['restore'], []])
})
test('a mail that came back goes out once more, and the platform’s log says who had it sent', async () => {
  const c = await aCompany(t)
  const { rows } = await t.owner.query(
    "insert into mails (company_id, key, recipient, template, status, note) values ($1, 'volta', 'rosa@doces.test', 'order', 'devolvida', '550') returning id",
    [c.id],
  )
  const id = String(rows[0].id)
  assert.match((await run('mails')).said, new RegExp(`^${id}\\tdevolvida`, 'm'))
  assert.equal((await run('retry', id)).code, 0)
  const job = await t.owner.query(
    `select payload, queue_name from graphile_worker._private_jobs j
     left join graphile_worker._private_job_queues q on q.id = j.job_queue_id where j.key = $1`,
    [`mail-${id}`],
  )
  assert.deepEqual(job.rows, [{ payload: { mail_id: Number(id), company_id: c.id }, queue_name: 'mails' }])
  assert.deepEqual(await logged(c.id), [`retry ${id}`])
  assert.equal((await run('retry', '999')).code, 1)
  // Nobody was there: while it waits, why is said.
  await t.owner.query('update graphile_worker._private_jobs set last_error = $2 where key = $1', [
    `mail-${id}`,
    'connect ECONNREFUSED 127.0.0.1:25\n    at TCPConnectWrap.afterConnect',
  ])
  assert.match((await run('mails')).said, new RegExp(`^${id}\\tespera\\t.*\\tconnect ECONNREFUSED 127.0.0.1:25$`, 'm'))
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
