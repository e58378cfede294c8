// What a seller is answered about a person whom nobody knows, and about one whom another portfolio knows, is the same: at
// both doors by which a card is made, and in everything that is read or sent afterwards (DECISIONS *Whose order is it*).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aClient,
  aCompany,
  aPerson,
  aProduct,
  type Answer,
  type Company,
  newCart,
  type Person,
  startTestApp,
  type TestApp,
  UNLIMITED,
  until,
} from '../../../../test/kit.ts'

let t: TestApp
let origin: string
/** Two companies alike, but for what their other seller's client is known by. */
let unknown: Side
let known: Side
interface Side {
  company: Company
  colleague: Person
  product: number
  /** The other seller's client, who signs in. */
  theirs: number
}
const PERSON = {
  name: 'Mercado São João',
  email: 'compras@saojoao.test',
  client_code: 'SJ-9',
  phone: '12988887777',
  document: '11222333000181',
}
const STRANGER = { name: 'Outra Loja', email: 'x@outra.test', client_code: 'O-1', phone: '1133330000', document: '' }
async function side(person: typeof PERSON): Promise<Side> {
  const company = await aCompany(t)
  const colleague = await aPerson(t, company.id, 2, { name: 'Zilda' })
  const product = (await aProduct(t, company, { name: 'Vaso', code: 'V-1' })).id
  const theirs = await aClient(t, company, { ...person, name: 'Segredo', seller_id: colleague.id })
  await t.owner.query(
    'update users set password_hash = (select password_hash from users where id = $2) where id = $1',
    [theirs, company.client.id],
  )
  // What a process reads of a company once is read.
  const warm = await place({ company, colleague, product, theirs }, { name: 'Aquece', phone: '11900000000' })
  assert.equal(warm.status, 201)
  return { company, colleague, product, theirs }
}
/** Numbers of rows are above it, each table's apart, and so no other numbers. */
const FAR = 500_000
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  for (const [i, table] of ['companies', 'users', 'products', 'orders'].entries())
    await t.owner.query("select setval(pg_get_serial_sequence($1, 'id'), $2)", [table, FAR + i * 100_000])
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(t.app.server.address() as { port: number }).port}`
  unknown = await side(STRANGER as typeof PERSON)
  known = await side(PERSON)
})
after(() => t.close())

const as = (s: Side, method: string, url: string, body?: object, token = s.company.seller.token) =>
  t.call(method, url.replaceAll(':company', String(s.company.id)), { token, ...(body && { body }) })
/** Section 7's form, in multipart. */
const place = (s: Side, person: Record<string, string>, more: Record<string, string> = {}) =>
  t.call('POST', `/api/v2/companies/${s.company.id}/order_cart`, {
    token: s.company.seller.token,
    form: {
      ...person,
      description: '',
      seller_id: String(s.company.seller.id),
      cart_id: newCart(),
      product_json: JSON.stringify([{ product_id: s.product, quantity: 3 }]),
      currency: 'BRL',
      ...more,
    },
  })
/** What differs between two companies by nature: their numbers, names and secrets. */
function bare(s: Side, ids: Record<string, number>, value: unknown, key = ''): unknown {
  const { company, colleague, product } = s
  const people = { admin: company.admin.id, seller: company.seller.id, client: company.client.id }
  const own = new Map(
    Object.entries({ company: company.id, ...people, colleague: colleague.id, product, ...ids }).map(([k, v]) => [
      v,
      k,
    ]),
  )
  const named = (n: number) => own.get(n) ?? (n > FAR ? 'another number' : n)
  if (key === 'sum') return 'of numbers'
  if (typeof value === 'number') return named(value)
  if (typeof value === 'string')
    return key === 'mark' || key === 'token'
      ? 'secret'
      : value
          .replaceAll(/(?<![\w-])[\w-]{24}(?![\w-])|\?id=[\w.-]+|[\da-f]{8}-[\da-f-]{27}/g, 'secret')
          .replaceAll(/(Pessoa|Empresa|empresa|pessoa) ?\d+/g, '$1')
          .replaceAll(/\b\d{6}\b/g, (n) => String(named(Number(n))))
  if (Array.isArray(value)) return value.map((v) => bare(s, ids, v, key))
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, bare(s, ids, v, k)]))
  return value
}
const answered = (s: Side, ids: Record<string, number>, { status, headers, body }: Answer) =>
  bare(s, ids, { status, headers: Object.keys(headers).sort(), body })
/** The statements that the server asks while `act` runs. */
async function statements(act: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  const on = (client: { query: (...given: never[]) => unknown }) => {
    const query = client.query.bind(client)
    client.query = (...given: never[]) => {
      const [what] = given as unknown as [string | { text: string }]
      asked.push(typeof what === 'string' ? what : what.text)
      return query(...given)
    }
    watched.push([client, query])
  }
  const watched: [{ query: unknown }, unknown][] = []
  t.kit.pool.on('acquire', on as never)
  await act()
  t.kit.pool.off('acquire', on as never)
  for (const [client, query] of watched.toReversed()) client.query = query
  return asked
}
/** What the seller's open screen is told of an order and of the people. */
async function told(s: Side, ids: () => Record<string, number>, act: () => Promise<unknown>): Promise<unknown> {
  const live = await fetch(`${origin}/api/v2/events`, {
    headers: { authorization: `Bearer ${s.company.seller.token}` },
    signal: AbortSignal.timeout(10_000),
  })
  await act()
  let text = ''
  const seen = () =>
    [...text.matchAll(/event: (\w+)\ndata: (.*)\n/g)].map(([, event, data]) => [event ?? '', data ?? ''])
  for await (const chunk of live.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    if (['order', 'people'].every((event) => seen().some(([e]) => e === event))) break
  }
  return seen().map(([event, data]) => [event, bare(s, ids(), JSON.parse(data ?? 'null'))])
}
const READS = [
  '/api/v1/companies/:company/orders',
  '/api/v1/companies/:company/orders?search=SJ-9',
  '/api/v2/companies/:company/order_counts',
  '/api/v2/clients',
  '/api/v2/clients?name=saojoao',
  '/api/v2/clients/same?email=compras@saojoao.test&phone=12988887777&document=11222333000181&client_code=SJ-9',
  '/api/v2/notices',
  '/api/v2/messages',
  '/api/v2/map/clients',
  '/api/v2/offline?raw=1&have=clients:-,orders:-,notices:-,threads:-,visits:-,calendar:-',
]
const ofCard = [
  '/api/v2/clients/:card',
  '/api/v2/clients/:card/habits',
  '/api/v2/clients/:card/link',
  '/api/v2/clients/same?phone=12988887777&email=compras@saojoao.test&except=:card',
]
/** Everything that a seller, the client by the personal link and whoever holds the receipt read of it. */
async function readAll(s: Side, ids: { card: number; order?: number }, receipt?: string): Promise<[string, unknown][]> {
  const found: [string, unknown][] = []
  const add = async (what: string, r: Promise<Answer>) => found.push([what, answered(s, ids, await r)])
  for (const url of [...READS, ...ofCard]) await add(url, as(s, 'GET', url.replaceAll(':card', String(ids.card))))
  if (ids.order === undefined) return found
  const own = `/api/v1/companies/:company/orders/${ids.order}`
  await add('order', as(s, 'GET', own))
  const link = (await as(s, 'GET', `/api/v2/clients/${ids.card}/link`)).body.data.token
  const opened = await t.call('POST', '/api/v2/auth/loginClient', {
    body: { user_id: link, company_path: s.company.path },
  })
  assert.equal(opened.status, 200)
  const { token } = opened.body
  await add("the client's order", as(s, 'GET', own, undefined, token))
  await add("the client's list", as(s, 'GET', '/api/v1/companies/:company/orders', undefined, token))
  await add("the client's device", as(s, 'GET', '/api/v2/offline?have=orders:-', undefined, token))
  await add('receipt', t.call('GET', `/api/v2/receipts/${receipt?.split('/').pop()}`))
  await add('moved', as(s, 'PUT', own, { status: 'ajuste_solicitado', reason: 'Falta a cor' }))
  await add(
    'lines',
    as(s, 'PUT', `/api/v2/companies/:company/orders/${ids.order}/lines`, { lines: [{ line: 1, quantity: 4 }] }),
  )
  await add('note', as(s, 'PUT', `/api/v2/companies/:company/orders/${ids.order}/note`, { internal_note: 'x' }))
  const changed = { email: 'novo@saojoao.test', notes: 'Fecha às 14h' }
  await add('card changed', as(s, 'POST', `/api/v2/clients/${ids.card}`, changed))
  await add('e-mail back', as(s, 'POST', `/api/v2/clients/${ids.card}`, { email: PERSON.email }))
  return found
}
/** Fails where the two sides differ, by the name of what was read. */
function alike(one: [string, unknown][], two: [string, unknown][]): void {
  assert.deepEqual(
    two.map(([what]) => what),
    one.map(([what]) => what),
  )
  for (const [i, [what, answer]] of one.entries()) assert.deepEqual(two[i]?.[1], answer, what)
}

test('order_cart: a seller cannot tell another portfolio’s client from an unknown person', async () => {
  const seen = []
  for (const s of [unknown, known]) {
    let placed: Answer | undefined
    const ids = () => ({ card: placed?.body.data.client_id as number, order: placed?.body.data.id as number })
    const asked = await statements(async () => {
      placed = await place(s, PERSON)
    })
    assert.equal(placed?.status, 201, JSON.stringify(placed?.body))
    const replies = await readAll(s, ids(), placed?.body.data.receipt_path)
    seen.push({ asked, replies: [['placed', answered(s, ids(), placed as Answer)], ...replies] as [string, unknown][] })
    assert.ok(!JSON.stringify(replies).includes('Segredo') && !JSON.stringify(replies).includes('carteira'))
  }
  const [one, two] = seen as [(typeof seen)[0], (typeof seen)[0]]
  alike(one.replies, two.replies)
  assert.deepEqual(two.asked, one.asked, 'the same questions to the database, in the same order')
})
test('POST /api/v2/clients: a seller cannot tell another portfolio’s client from an unknown person', async () => {
  const seen = []
  for (const door of [{}, { anyway: '1' }, { queued: '1', key: 'a-key-of-a-device-0001' }]) {
    const sides = []
    for (const s of [await side(STRANGER as typeof PERSON), await side(PERSON)]) {
      let made: Answer | undefined
      const asked = await statements(async () => {
        made = await as(s, 'POST', '/api/v2/clients', { ...PERSON, ...door })
      })
      assert.equal(made?.status, 200, JSON.stringify(made?.body))
      const ids = { card: made?.body.data.id as number }
      const replies = await readAll(s, ids)
      sides.push({ asked, replies: [['made', answered(s, ids, made as Answer)], ...replies] as [string, unknown][] })
    }
    seen.push(sides as [(typeof sides)[0], (typeof sides)[0]])
  }
  for (const [one, two] of seen) {
    alike(one.replies, two.replies)
    assert.deepEqual(two.asked, one.asked)
  }
})
test('a card changed into another portfolio’s client tells the admin at its first order, the seller nothing', async () => {
  const seen = []
  for (const s of [await side(STRANGER as typeof PERSON), await side(PERSON)]) {
    const card = await aClient(t, s.company, { phone: '1144441111' })
    let changed: Answer | undefined
    const asked = await statements(async () => {
      changed = await as(s, 'POST', `/api/v2/clients/${card}`, { phone: PERSON.phone, email: PERSON.email })
    })
    assert.equal(changed?.status, 200, JSON.stringify(changed?.body))
    const replies = await readAll(s, { card })
    const placed = await place(s, { name: 'x', client_id: String(card) })
    const whole = `/api/v1/companies/:company/orders/${placed.body.data.id}`
    const { reasons } = (await as(s, 'GET', whole, undefined, s.company.admin.token)).body.data
    seen.push({ asked, replies: [['changed', answered(s, { card }, changed as Answer)], ...replies], reasons })
  }
  const [one, two] = seen as [(typeof seen)[0], (typeof seen)[0]]
  alike(one.replies as [string, unknown][], two.replies as [string, unknown][])
  assert.deepEqual(two.asked, one.asked)
  assert.deepEqual([one.reasons, two.reasons], [[], ['cliente_de_outra_carteira']])
})
test('open screens and mails tell a seller the same of both', async () => {
  await t.jobs()
  const seen = []
  for (const s of [await side(STRANGER as typeof PERSON), await side(PERSON)]) {
    let placed: Answer | undefined
    const ids = () => ({ card: placed?.body.data.client_id as number, order: placed?.body.data.id as number })
    const events = await told(s, ids, async () => {
      placed = await place(s, PERSON, { quote: '1', valid_until: '2026-12-20' })
    })
    const mails = async () =>
      (
        await t.owner.query(
          "select recipient, template, language, params from mails where company_id = $1 and params::text like '%São João%' order by id",
          [s.company.id],
        )
      ).rows
    await until(async () => (await mails()).length > 0)
    seen.push({ events, mails: bare(s, ids(), await mails()) })
  }
  assert.deepEqual(seen[1], seen[0])
})
test('a seller’s e-mail on a card with a password but no e-mail is shared and signs in nobody', async () => {
  const s = await side(PERSON)
  const card = await aClient(t, s.company, { phone: '1144442222' })
  await t.owner.query(
    'update users set password_hash = (select password_hash from users where id = $2) where id = $1',
    [card, s.company.client.id],
  )
  for (const email of [PERSON.email, 'livre@loja.test']) {
    const changed = await as(s, 'POST', `/api/v2/clients/${card}`, { email })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const { rows } = await t.owner.query('select email, password_hash from users where id = $1', [card])
    assert.deepEqual(rows, [{ email, password_hash: null }])
  }
})
test('negative controls: the admin is told, and a difference in questions is seen', async () => {
  const reasons = async (s: Side) => {
    const list = await as(s, 'GET', '/api/v1/companies/:company/orders?search=SJ-9', undefined, s.company.admin.token)
    const [first] = list.body.data as { id: number; reasons: string[] }[]
    const one = await as(s, 'GET', `/api/v1/companies/:company/orders/${first?.id}`, undefined, s.company.admin.token)
    return [first?.reasons, one.body.data.reasons]
  }
  assert.deepEqual(await reasons(unknown), [[], []])
  assert.deepEqual(await reasons(known), [['cliente_de_outra_carteira'], ['cliente_de_outra_carteira']])
  const twins = await Promise.all([1, 2].map(() => aClient(t, unknown.company, { phone: '1144440000' })))
  assert.equal(twins.length, 2)
  const ambiguous = await statements(() => place(unknown, { name: 'Duas', phone: '1144440000' }))
  const single = await statements(() => place(unknown, { name: 'Uma', phone: '1144440001' }))
  assert.notDeepEqual(ambiguous, single)
})
