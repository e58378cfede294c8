import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { aCompany, PASSWORD, startTestApp, type TestApp, until } from './kit.ts'
import { type SmtpSimulator, smtpSimulator } from './simulators.ts'

let t: TestApp
before(async () => {
  t = await startTestApp()
})
after(() => t.close())
let more: Record<string, string> = {}
const env = () => ({
  ...process.env,
  ...more,
  DATABASE_URL: t.config.databaseUrl,
  DATABASE_OWNER_URL: t.config.ownerUrl,
  DATA_DIR: t.config.dataDir,
})
/** The command as a person types it; its words and exit code. */
const run = (...args: string[]) =>
  new Promise<{ code: number; said: string; stderr: string }>((end) =>
    execFile(process.execPath, ['scripts/operator.ts', ...args], { env: env() }, (error, said, stderr) =>
      end({ code: error ? Number((error as { code?: number }).code ?? 1) : 0, said, stderr }),
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
const aPicture = async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const bytes = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#b4532a', noise } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'foto.png', { type: 'image/png' })
}
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
test('refuses input that means nothing in a sentence, without a stack, and changes nothing', async () => {
  const c = await aCompany(t)
  const state = async () =>
    (
      await t.owner.query(
        `select (select jsonb_agg(c order by id) from companies c) as companies,
           (select jsonb_agg(u.email order by id) from users u) as users, (select count(*) from platform_log) as notes`,
      )
    ).rows
  const before = await state()
  for (const args of [
    ['extend', c.path, '2031-02-30'],
    ['extend', c.path, '2031-13-01'],
    ['retry', '1.5'],
    ['retry', '99999999999999999999'],
    ['create', '@'],
    ['create', 'olga@casa.test '],
    ['create', 'olga@casa.test,ivo@casa.test'],
    ['create', 'olga@casa'],
    ['create', `${'o'.repeat(250)}@casa.test`, 'Olga'],
    ['create', 'olga@casa.test', 'O'.repeat(3000)],
    ['create', 'olga@casa.test', 'Olga\nivo@casa.test\tIvo'],
    ['create', 'olga@casa.test', ' O '],
    ['block', c.path],
    ['block', c.path, 'm'.repeat(201)],
    ['block', c.path, 'uma linha\noutra'],
    ['delete', c.path, 'outra'],
    ['restore', c.path, 'outra'],
    ['unblock', c.path, 'outra'],
    ['delete', '99999999999999999999'],
    ['constructor'],
    ['__proto__'],
  ]) {
    const { code, said, stderr } = await run(...args)
    assert.deepEqual([code, stderr], [1, ''], args.join(' '))
    assert.match(said, /\p{L}{3}.*[.":]/u, args.join(' '))
  }
  assert.deepEqual(await state(), before)
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
  const job = await t.owner.query('select payload, flags from graphile_worker._private_jobs where key = $1', [
    `mail-${id}`,
  ])
  assert.deepEqual(job.rows, [
    {
      payload: { mail_id: Number(id), company_id: c.id },
      flags: { [`company-${c.id}`]: true, 'domain-doces.test': true },
    },
  ])
  assert.deepEqual(await logged(c.id), [`retry ${id}`])
  assert.equal((await run('retry', '999')).code, 1)
  // Nobody was there: while it waits, why is said.
  await t.owner.query('update graphile_worker._private_jobs set last_error = $2 where key = $1', [
    `mail-${id}`,
    'connect ECONNREFUSED 127.0.0.1:25\n    at TCPConnectWrap.afterConnect',
  ])
  assert.match((await run('mails')).said, new RegExp(`^${id}\\tespera\\t.*\\tconnect ECONNREFUSED 127.0.0.1:25$`, 'm'))
})
test('resets the password of an admin, by company where two share an e-mail, and of no seller', async () => {
  const [a, b] = [await aCompany(t), await aCompany(t)]
  const made = await run('password', a.admin.email)
  assert.equal(await signIn(a.admin.email, PASSWORD), 401)
  assert.equal(await signIn(a.admin.email, passwordIn(made.said)), 200)
  assert.equal((await t.call('GET', '/api/v1/auth/me', { token: a.admin.token })).status, 401, 'the session of before')
  assert.match((await run('password', a.seller.email)).said, /Não há operador nem administrador com o e-mail/)
  assert.equal(await signIn(a.seller.email, PASSWORD), 200)
  await t.owner.query('update users set email = $1 where id = $2', [a.admin.email, b.admin.id])
  assert.match((await run('password', a.admin.email)).said, new RegExp(`mais de uma conta.*${a.path}, ${b.path}`))
  const other = await run('password', a.admin.email, b.path)
  assert.equal(await signIn(a.admin.email, passwordIn(other.said)), 200)
  assert.deepEqual(await logged(b.id), [`password ${a.admin.email} ${b.path}`])
  assert.doesNotMatch((await logged(b.id)).join(), new RegExp(passwordIn(other.said)))
})
test('unlocks an account that wrong passwords have closed, and no other', async () => {
  const c = await aCompany(t)
  for (const { email } of [c.admin, c.seller]) for (let n = 0; n < 6; n++) await signIn(email, 'errada')
  assert.equal(await signIn(c.admin.email, PASSWORD), 429)
  assert.match((await run('unlock', 'ninguem@casa.test')).said, /Não há conta/)
  assert.equal((await run('unlock', c.admin.email)).code, 0)
  await t.owner.query("delete from rate_hits where key like 'login-ip:%'")
  assert.deepEqual([await signIn(c.admin.email, PASSWORD), await signIn(c.seller.email, PASSWORD)], [200, 429])
  assert.match((await run('unlock', c.admin.email)).said, /Não estava fechada/)
})
test('shows who is signed in, without visitors, and ends the sessions of one account', async () => {
  const c = await aCompany(t)
  // The command goes by the machine's clock, the app by the test's.
  await t.owner.query('update sessions set created_at = now(), last_seen = now() where company_id = $1', [c.id])
  const said = (await run('sessions', c.path)).said
  for (const [who, role] of [
    [c.admin, 'administrador'],
    [c.seller, 'vendedor'],
    [c.client, 'cliente'],
  ] as const)
    assert.match(said, new RegExp(`\\t${c.path}\\t${role}\\t${who.email}\\t`))
  assert.match((await run('signout', c.seller.email)).said, /Sessões encerradas: 1/)
  assert.doesNotMatch((await run('sessions', c.path)).said, new RegExp(c.seller.email))
  const me = async (token: string) => (await t.call('GET', '/api/v1/auth/me', { token })).status
  assert.deepEqual([await me(c.seller.token), await me(c.admin.token)], [401, 200])
})
test('deletes a company, whose copy is kept, and brings it back', async () => {
  const c = await aCompany(t)
  const me = async () => (await t.call('GET', '/api/v1/auth/me', { token: c.admin.token })).status
  assert.match((await run('delete', c.path)).said, new RegExp(`fora do ar.*restore ${c.id}`))
  assert.equal(await me(), 401)
  const job = await t.owner.query('select 1 from graphile_worker._private_jobs where key = $1', [`archive-${c.id}`])
  assert.equal(job.rowCount, 1)
  assert.equal((await run('delete', c.path)).code, 1)
  await run('restore', c.path)
  assert.equal(await signIn(c.admin.email, PASSWORD), 200)
  assert.deepEqual(await logged(c.id), ['delete', 'restore'])
})
test('sizes by company count rows, pictures and bytes of its own', async () => {
  const [full, empty] = [await aCompany(t), await aCompany(t)]
  const form = { name: 'Com foto', file: await aPicture() }
  assert.equal((await t.call('POST', '/api/v1/categories', { token: full.admin.token, form })).status, 200)
  await t.owner.query(
    "insert into products (company_id, name) select $1, 'Item ' || n from generate_series(1, 5000) n",
    [full.id],
  )
  const lines = (await run('sizes')).said.split('\n').map((l) => l.split('\t'))
  const of = (id: number) => lines.find(([first]) => first === String(id)) ?? []
  assert.ok(Number(of(full.id)[2]) > 5000 && Number(of(empty.id)[2]) < 1000, lines.join('\n'))
  assert.deepEqual([of(full.id)[3], of(empty.id)[3]], ['1', '0'])
  assert.notEqual(of(full.id)[4], '0,0')
})
test('sends a test mail and shows what the mail server says', async () => {
  const smtp: SmtpSimulator = await smtpSimulator()
  assert.match((await run('testmail', 'ana@casa.test')).said, /SMTP_URL não está definida/)
  more = { SMTP_URL: smtp.url, MAIL_FROM: 'pedidos@loja.exemplo' }
  assert.match((await run('testmail', 'ana@casa.test')).said, /Enviado de pedidos@loja\.exemplo para ana@casa\.test/)
  smtp.refuses = { MAIL: '550 5.7.1 remetente recusado' }
  const refused = await run('testmail', 'ana@casa.test')
  assert.equal(refused.code, 1)
  assert.match(refused.said, /O servidor de e-mail recusou: .*550 5\.7\.1 remetente recusado/)
  more = {}
  smtp.close()
})
test('demo remove closes the accounts, takes the companies off the air and touches no other', async () => {
  const [demo, mixed, handed, real] = [await aCompany(t), await aCompany(t), await aCompany(t), await aCompany(t)]
  assert.match((await run('demo', 'remove')).said, /Não há demonstração/)
  // Accounts of a time when the mark did not pass on: those of `mixed` beside its admin.
  const ids = [demo.admin.id, demo.seller.id, demo.client.id, mixed.admin.id, handed.seller.id]
  await t.owner.query('update users set demo = true where id = any($1)', [ids])
  const said = (await run('demo', 'remove')).said
  assert.match(said, /Contas da demonstração fechadas: 7\./)
  for (const { id } of [demo, mixed]) assert.match(said, new RegExp(`\\(${id}\\): fora do ar`))
  assert.match(
    said,
    new RegExp(`\\(${handed.id}\\) fica: .*administrador que não é da demonstração.*delete ${handed.id}`),
  )
  for (const { email } of [demo.admin, mixed.admin, mixed.seller, handed.seller])
    assert.equal(await signIn(email, PASSWORD), 401)
  for (const { email } of [handed.admin, handed.client, real.admin]) assert.equal(await signIn(email, PASSWORD), 200)
  const { rows } = await t.owner.query(
    'select id::int from companies where deleted_at is not null and id = any($1) order by id',
    [[demo.id, mixed.id, handed.id, real.id]],
  )
  assert.deepEqual(rows, [{ id: demo.id }, { id: mixed.id }])
  await run('restore', demo.path)
  assert.equal(await signIn(demo.admin.email, PASSWORD), 401, 'closed for good')
  // The owner of the machine may make an account real.
  const password = /anote agora\): (\S+)/.exec((await run('password', demo.admin.email)).said)?.[1] ?? ''
  assert.equal(await signIn(demo.admin.email, password), 200)
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
