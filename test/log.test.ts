// The log of a session in which everything is marked: it says what was called and how it ended, and none of the marks.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { features } from '#features.ts'
import { openLog } from '#server/log.ts'
import { namesJob, plainError, plainText } from '#server/plain.ts'
import { aCart, aCompany, type Company, order, startTestApp, type TestApp, until } from './kit.ts'
import { type SmtpSimulator, smtpSimulator } from './simulators.ts'

process.env.LOG_LEVEL = 'trace'
const PROXY = '10.9.9.9'
process.env.TRUST_PROXY = PROXY
const NAME = 'Zuleica Marcadora'
const EMAIL = 'zuleica@marca-dagua.test'
const GONE = 'ninguem@marca-dagua.test'
const PASSWORD = 'senha-marcada-77'
const CPF = '529.982.247-25'
const STREET = 'Rua das Marcas'
/** In every form that they may take on their way. */
const MARKS = [NAME, 'Zuleica', EMAIL, 'marca-dagua', GONE, PASSWORD, CPF, '52998224725', STREET, '97140777']
const PRICES = ['98.765,43', '98765,43', '98765.43', '9876543']
const inAllForms = (mark: string) => [mark, encodeURIComponent(mark), JSON.stringify(mark).slice(1, -1)]

let smtp: SmtpSimulator
const open: TestApp[] = []
before(async () => (smtp = await smtpSimulator()))
after(async () => {
  smtp.close()
  for (const t of open) await t.close()
})

interface Logged {
  t: TestApp
  a: Company
  text: () => string
  lines: () => Record<string, unknown>[]
}
/** A product whose log is kept here; one call is broken and says whom it was for. */
async function logged(serializers?: Parameters<typeof openLog>[1]): Promise<Logged> {
  const kept: string[] = []
  const t = await startTestApp({
    log: openLog({ write: (line) => kept.push(line) }, serializers),
    config: { smtpUrl: smtp.url },
    features: [
      ...features,
      (app) =>
        app.get('/broken', () => {
          const error = new Error(`duplicate: Key (email)=(${EMAIL}) of "${NAME}", ${CPF}`)
          throw Object.assign(error, { code: 'XX000', detail: `Failing row contains (${NAME}, ${STREET}).` })
        }),
    ],
  })
  open.push(t)
  const a = await aCompany(t)
  return {
    t,
    a,
    text: () => kept.join(''),
    lines: () => kept.map((l) => JSON.parse(l) as Record<string, unknown>),
  }
}
/** Somebody is taken for a client, orders, signs in, forgets, is looked for, and much goes wrong. Answers tokens. */
async function session({ t, a }: Logged): Promise<{ secrets: string[]; ordered: string }> {
  await t.jobs()
  const { token } = a.admin
  const as = (method: string, url: string, body?: unknown) => t.call(method, url, { token, body })
  const person = { name: NAME, email: EMAIL, phone: '(12) 99714-0777', password: PASSWORD, level: '3' }
  const made = await as('POST', '/api/v1/users', { ...person, document: CPF, address_street: STREET })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  assert.ok((await as('POST', '/api/v1/users', person)).status >= 400, 'the same again is refused')
  await as('GET', `/api/v1/users?name=${encodeURIComponent(EMAIL)}`)
  await as('GET', `/api/v1/products?name=${encodeURIComponent(NAME)}`)
  await t.call('POST', '/api/v1/auth/login', { body: { email: EMAIL, password: `${PASSWORD}-errada` } })
  const signedIn = await t.call('POST', '/api/v1/auth/login', { body: { email: EMAIL, password: PASSWORD } })
  assert.equal(signedIn.status, 200, JSON.stringify(signedIn.body))
  await t.owner.query('update users set email = $1 where id = $2', [GONE, a.client.id])
  for (const email of [EMAIL, GONE])
    assert.equal((await t.call('POST', '/api/v1/auth/forgotPassword', { body: { email } })).status, 200)
  const product = await as('POST', '/api/v1/products', { name: `Vaso de ${NAME}`, code: 'V-1', price: '98765,43' })
  const cart = (more: object) =>
    aCart([{ product_id: product.body.data.id, quantity: 1 }], {
      name: NAME,
      phone: '(12) 99714-0777',
      email: EMAIL,
      address: STREET,
      ...more,
    })
  const placed = await order(t, a, signedIn.body.token, cart({}))
  assert.equal(placed.status, 201, JSON.stringify(placed.body))
  assert.ok((await order(t, a, signedIn.body.token, cart({ product_json: `[${NAME}` }))).status >= 400)
  assert.equal((await t.call('GET', '/broken', { headers: { cookie: `mo=${EMAIL}` } })).status, 500)
  assert.equal((await t.call('GET', `/api/v1/nowhere/${encodeURIComponent(EMAIL)}`)).status, 404)
  smtp.open = false
  // Another moment, another mail.
  t.clock.forward(1000)
  await t.call('POST', '/api/v1/auth/forgotPassword', { body: { email: EMAIL } })
  const jobs = async (where: string) =>
    (await t.owner.query(`select 1 from graphile_worker._private_jobs where ${where}`)).rowCount ?? 0
  await until(async () => (await jobs('attempts > 0 and last_error is not null')) > 0)
  smtp.open = true
  await until(async () => (await jobs('attempts = 0 or locked_at is not null')) === 0)
  const secrets = [token, signedIn.body.token as string, String(placed.body.data.receipt_path).slice(-20)]
  return { secrets, ordered: String(placed.headers['x-request-id']) }
}
const found = (text: string, marks: string[]) => marks.filter((m) => inAllForms(m).some((form) => text.includes(form)))

test('the most talkative log of a whole session names nobody: no name, e-mail, phone, document, address, password, token or price', async () => {
  const log = await logged()
  const { secrets, ordered } = await session(log)
  assert.deepEqual(found(log.text(), [...MARKS, ...PRICES, ...secrets]), [])
  // And it does say what happened.
  const lines = log.lines()
  const requests = lines.filter((l) => l.msg === 'request completed')
  assert.ok(requests.length > 12, `${requests.length} requests`)
  const one = requests.find((l) => l.reqId === ordered)
  assert.deepEqual(
    [one?.method, one?.route, one?.status, one?.company, one?.level],
    ['POST', '/api/v2/companies/:company/order_cart', 201, log.a.id, 30],
  )
  const broken = lines.find((l) => l.msg === 'bug') as { err: { message: string; code: string; stack: string } }
  assert.deepEqual([broken.err.code, broken.err.message], ['XX000', 'duplicate: Key (email)=(…) of "…", …'])
  assert.match(broken.err.stack, /log\.test\.ts/)
  const refused = requests.find((l) => l.status === 401)
  assert.deepEqual([refused?.route, refused?.refused, refused?.level], ['/api/v1/auth/login', 'bad_credentials', 40])
  // What the order left behind carries its id; a mail that failed says so, by its number.
  const jobs = () => log.lines().filter((l) => l.task !== undefined)
  await until(async () => jobs().some((l) => l.task === 'send_mail' && l.reqId === ordered))
  assert.ok(jobs().some((l) => l.task === 'order_mail' && l.reqId === ordered && l.msg === 'job done'))
  const failed = jobs().find((l) => l.msg === 'job failed') as { task: string; of: { mail_id: number }; err: object }
  assert.equal(failed.task, 'send_mail')
  assert.ok(failed.of.mail_id > 0 && 'message' in failed.err)
})
test('twin: without its serializers the same log names people', async () => {
  const log = await logged({} as never)
  await log.t.call('GET', '/broken')
  assert.deepEqual(found(log.text(), [NAME, EMAIL, CPF, STREET]), [NAME, EMAIL, CPF, STREET])
})
test('an answer says its request’s id; only a trusted proxy names it, and only with a plain word', async () => {
  const log = await logged()
  const ask = async (remoteAddress: string, id: string) =>
    (await log.t.app.inject({ url: '/healthz', remoteAddress, headers: { 'x-request-id': id } })).headers[
      'x-request-id'
    ]
  const own = /^[\da-f]{8}-[\da-f-]{27}$/
  assert.equal(await ask(PROXY, 'abcdef-0123'), 'abcdef-0123')
  assert.match(String(await ask('203.0.113.7', 'abcdef-0123')), own)
  for (const bad of ['short', 'with space and more', 'x'.repeat(65), `${EMAIL}`])
    assert.match(String(await ask(PROXY, bad)), own)
  const failed = await log.t.call('GET', '/broken')
  assert.equal(failed.body.request_id, failed.headers['x-request-id'])
})
test('a sender who leaves before the answer leaves one line, too', async () => {
  const log = await logged()
  const at = await log.t.app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const stream = await fetch(`${at}/api/v2/events`, {
    headers: { authorization: `Bearer ${log.a.admin.token}`, accept: 'text/event-stream' },
    signal: leaving.signal,
  })
  assert.equal(stream.status, 200)
  leaving.abort()
  const left = () => log.lines().filter((l) => l.left === true)
  await until(async () => left().length > 0)
  assert.equal(left().length, 1)
})
test('of an error stay its kind, its message without what it quotes, and where it was', () => {
  assert.equal(
    plainText('invalid input syntax for type bigint: "Ana Lima"'),
    'invalid input syntax for type bigint: "…"',
  )
  assert.equal(plainText('550 No such user <ana@loja.test>'), '550 No such user …')
  assert.equal(
    plainText(`Unexpected token 'A', "Ana Lim"... is not valid JSON`),
    'Unexpected token "…", "…"... is not valid JSON',
  )
  assert.equal(plainText('(12) 99714-0777 and 529.982.247-25'), '(… and …')
  assert.equal(plainText('getaddrinfo ENOTFOUND https://loja.test/x?token=1'), 'getaddrinfo ENOTFOUND …')
  assert.equal(plainText("can't connect"), "can't connect")
  const cause = new Error('password "x" is wrong')
  const plain = plainError(new Error('no', { cause }))
  assert.deepEqual([plain.type, plain.message, plain.cause?.message], ['Error', 'no', 'password "…" is wrong'])
  assert.equal(plainError('a word with ana@loja.test').message, '')
})
test('errors of this machine keep modules, files below our folders and jobs; people stay out', (c) => {
  const coded = (code: string, message: string) => plainError(Object.assign(new Error(message), { code })).message
  const program = process.cwd()
  const data = '/srv/mostruario'
  process.env.DATA_DIR = data
  c.after(() => delete process.env.DATA_DIR)
  for (const [code, message] of [
    ['ERR_MODULE_NOT_FOUND', "Cannot find package 'sharp' imported from the server"],
    ['ERR_MODULE_NOT_FOUND', "Cannot find package '@zip.js/zip.js' imported from the server"],
    ['MODULE_NOT_FOUND', `Cannot find module '${program}/node_modules/pg/lib/index.js'`],
    [
      'ENOSPC',
      `ENOSPC: no space left on device, copyfile '${program}/scripts/a.webp' -> '${data}/files/0123456789.webp'`,
    ],
    ['EACCES', `EACCES: permission denied, open '${data}/start.lock'`],
  ] as const)
    assert.equal(coded(code, message), message)
  // The same words from elsewhere, paths of others, ways out of ours, and what a person typed.
  assert.equal(plainError(new Error("Cannot find package 'sharp'")).message, 'Cannot find package "…"')
  assert.equal(coded('ENOENT', "open '/home/ana/contas.xlsx'"), 'open "…"')
  assert.equal(coded('ENOENT', `open '${data}/../ana.txt'`), 'open "…"')
  assert.equal(coded('ENOENT', `open '${data}-de-ana/x'`), 'open "…"')
  assert.equal(
    coded('ERR_INVALID_ARG_VALUE', "The property 'nome' is invalid. Received 'Ana Lima'"),
    'The property "…" is invalid. Received "…"',
  )
  assert.equal(coded('22P02', `invalid input: "${data}/x"`), 'invalid input: "…"')
  assert.equal(coded('ERR_MODULE_NOT_FOUND', "Cannot find module 'Ana Lima'"), 'Cannot find module "…"')
  const jobs = `Failed to complete jobs '12345', '67890':\nerror: bad phone "11912345678"`
  assert.equal(plainText(jobs, namesJob), `Failed to complete jobs '12345', '67890':\nerror: bad phone "…"`)
  assert.equal(plainText("client '12345'", namesJob), 'client "…"')
})
