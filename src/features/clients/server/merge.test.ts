import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aClient,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
  untilLocked,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
let product: number
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
  product = (await aProduct(t, a, { name: 'Vaso' })).id
})
after(() => t.close())
const get = (url: string, token = a.seller.token) => t.call('GET', url, { token })
const post = (url: string, body: object, token = a.seller.token) => t.call('POST', url, { token, body })
const merge = (id: number, other: number, token = a.seller.token) =>
  post(`/api/v2/clients/${id}/merge`, { other }, token)
const undo = (id: number, merge_id: number, token = a.seller.token) =>
  t.call('DELETE', `/api/v2/clients/${id}/merges/${merge_id}`, { token })
const cartFor = (client_id: number) => aCart([{ product_id: product, quantity: 1 }], { client_id })
const orderFor = async (client_id: number) => (await order(t, a, a.seller.token, cartFor(client_id))).body.data
const ownerOf = async (id: number) =>
  Number((await t.owner.query('select client_id from orders where id = $1', [id])).rows[0].client_id)

test('gives no card the sign-in that was taken from the other', async () => {
  const password = 'senhaBoa9173'
  const body = { name: 'Dona Cida', level: 3, email: 'cida@loja.test', password, seller_id: a.seller.id }
  const made = await post('/api/v1/users', body, a.admin.token)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const gone = made.body.data.id
  const enter = async () =>
    (await t.call('POST', '/api/v1/auth/login', { body: { email: body.email, password } })).status
  assert.equal(await enter(), 200)
  assert.equal((await post(`/api/v1/users/${gone}`, { _method: 'PUT', active: 0 }, a.admin.token)).status, 200)
  const stays = await aClient(t, a, { phone: '11977770001' })
  assert.equal((await merge(stays, gone)).status, 200)
  assert.equal(await enter(), 401)
  assert.equal((await get(`/api/v2/clients/${stays}`)).body.data.email, body.email)
})
test('two cards of one client become one: orders and codes are kept, what was missing is filled in, and it all comes apart again', async () => {
  const stays = await aClient(t, a, { company_name: 'Padaria Pires', phone: '11911112222', notes: 'Paga em dia' })
  const gone = await aClient(t, a, {
    company_name: 'Pires Pães',
    document: '52998224725',
    client_code: 'ERP-9',
    phone: '11933334444',
    notes: 'Fecha às 14h',
  })
  const [mine, theirs] = [(await orderFor(stays)).id, (await orderFor(gone)).id]
  const merged = (await merge(stays, gone)).body.data
  assert.deepEqual(
    [merged.document, merged.client_code, merged.phone, merged.notes],
    ['52998224725', 'ERP-9', '11911112222', 'Paga em dia\nFecha às 14h'],
  )
  const [kept] = merged.merges
  assert.deepEqual([kept.name, kept.orders, merged.merges.length], ['Pires Pães', 1, 1])
  assert.equal(await ownerOf(theirs), stays)
  assert.equal((await get(`/api/v2/clients/${gone}`)).status, 404)
  // An open cart of the other card follows: it is an order of the client that stayed.
  const after = await orderFor(gone)
  assert.equal(after.client_id, stays)
  assert.deepEqual([(await merge(stays, gone)).status, (await merge(stays, stays)).status], [404, 422])
  await post(`/api/v2/clients/${stays}`, { client_code: 'ERP-10' })
  assert.deepEqual((await get(`/api/v2/clients/${stays}`)).body.data.other_codes, ['ERP-9'])
  assert.equal((await get('/api/v2/clients?name=erp-9')).body.data[0].id, stays, 'found by the other code')
  const apart = (await undo(stays, kept.id)).body.data
  assert.deepEqual(
    [apart.document, apart.client_code, apart.notes, apart.merges],
    ['', 'ERP-10', 'Paga em dia', []],
    'what was changed since stays',
  )
  const back = (await get(`/api/v2/clients/${gone}`)).body.data
  assert.deepEqual([back.company_name, back.document, back.client_code], ['Pires Pães', '52998224725', 'ERP-9'])
  assert.deepEqual([await ownerOf(mine), await ownerOf(theirs), await ownerOf(after.id)], [stays, gone, stays])
  assert.equal((await undo(stays, kept.id)).body.code, 'conflict', 'once')
})
test('the sign-in goes along with the e-mail and comes back; a session of the other card ends', async () => {
  const stays = await aClient(t, a)
  const gone = await aPerson(t, a.id, 3, { seller_id: a.seller.id })
  const signIn = async () =>
    (await t.call('POST', '/api/v1/auth/login', { body: { email: gone.email, password: 'segredo-de-teste' } })).body
  const { merges } = (await merge(stays, gone.id)).body.data
  assert.equal((await get('/api/v1/auth/me', gone.token)).status, 401)
  assert.equal((await signIn()).user.id, stays)
  await undo(stays, merges[0].id)
  assert.equal((await signIn()).user.id, gone.id)
})
test('the personal link of a merged card opens the card that stayed, until its link is replaced; taken apart it is its own again', async () => {
  const [stays, gone] = [await aClient(t, a), await aClient(t, a)]
  const linkOf = async (id: number) => (await get(`/api/v2/clients/${id}/link`)).body.data.token as string
  const open = async (user_id: string) =>
    (await t.call('POST', '/api/v2/auth/loginClient', { body: { user_id, company_path: a.path } })).body
  const sent = await linkOf(gone)
  assert.equal((await open(sent)).user.id, gone)
  const { merges } = (await merge(stays, gone)).body.data
  assert.equal((await open(sent)).user.id, stays)
  await undo(stays, merges[0].id)
  assert.equal((await open(sent)).user.id, gone)
  await merge(stays, gone)
  await post(`/api/v2/clients/${stays}/link`, {})
  assert.equal((await open(sent)).code, 'client_link', 'revoked with the link of the card that stayed')
})
test('who opened the catalogue and who waits for prices goes along, once, and comes back; what was answered since stays', async () => {
  const [stays, gone] = [await aPerson(t, a.id, 3, { seller_id: a.seller.id }), await aPerson(t, a.id, 3)]
  const days = async (id: number) =>
    (await t.owner.query('select day::text from openings where user_id = $1 order by day', [id])).rows.map((r) => r.day)
  const open = (id: number, ...dates: string[]) =>
    t.owner.query(
      'insert into openings (company_id, user_id, day, at) select $1, $2, d, $4::timestamptz from unnest($3::date[]) d',
      [a.id, id, dates, t.clock.now()],
    )
  const asks = async (id: number, phone: string) =>
    Number(
      (
        await t.owner.query(
          "insert into price_requests (company_id, user_id, name, phone, asked_at) values ($1, $2, 'Quem pede', $3, $4) returning id",
          [a.id, id, phone, t.clock.now()],
        )
      ).rows[0].id,
    )
  const waiting = async () =>
    (await get('/api/v2/price_requests', a.admin.token)).body.data.map((r: { user_id: number }) => r.user_id)
  await t.owner.query('delete from openings')
  await open(stays.id, '2026-11-18')
  await open(gone.id, '2026-11-18', '2026-11-19')
  const request = await asks(gone.id, '11900000001')
  const first = (await merge(stays.id, gone.id, a.admin.token)).body.data.merges[0].id
  assert.deepEqual([await days(stays.id), await days(gone.id)], [['2026-11-18', '2026-11-19'], []])
  assert.deepEqual(await waiting(), [stays.id])
  await undo(stays.id, first, a.admin.token)
  assert.deepEqual([await days(stays.id), await days(gone.id)], [['2026-11-18'], ['2026-11-18', '2026-11-19']])
  assert.deepEqual(await waiting(), [gone.id])
  await asks(stays.id, '11900000002')
  const second = (await merge(stays.id, gone.id, a.admin.token)).body.data.merges[0].id
  assert.deepEqual(await waiting(), [stays.id], 'one client waits once')
  await undo(stays.id, second, a.admin.token)
  assert.deepEqual(new Set(await waiting()), new Set([stays.id, gone.id]))
  await t.owner.query('delete from price_requests where user_id = $1', [stays.id])
  const third = (await merge(stays.id, gone.id, a.admin.token)).body.data.merges[0].id
  assert.equal((await post(`/api/v2/price_requests/${request}`, { grant: '1' }, a.admin.token)).status, 200)
  await undo(stays.id, third, a.admin.token)
  const { rows } = await t.owner.query('select user_id, client_id from price_requests where id = $1', [request])
  assert.deepEqual([Number(rows[0].user_id), Number(rows[0].client_id)], [stays.id, stays.id])
})
test('across portfolios only the admin merges and takes apart; a seller learns nothing of the other card', async () => {
  const other = await aPerson(t, a.id, 2)
  const [mine, theirs] = [await aClient(t, a), await aClient(t, a, { seller_id: other.id })]
  assert.equal((await merge(mine, theirs)).status, 404)
  assert.equal((await merge(theirs, mine)).status, 404)
  const done = await merge(mine, theirs, a.admin.token)
  assert.equal(done.status, 200)
  const b = await aCompany(t)
  assert.equal((await undo(mine, done.body.data.merges[0].id, b.admin.token)).status, 404)
  assert.equal((await undo(mine, done.body.data.merges[0].id, other.token)).status, 404)
  assert.equal((await undo(mine, done.body.data.merges[0].id, a.admin.token)).status, 200)
  assert.equal((await get(`/api/v2/clients/${theirs}`, other.token)).status, 200)
})
test('an e-mail that two portfolios have signs in by the card that stays, and comes apart again', async () => {
  const other = await aPerson(t, a.id, 2)
  const owner = await aPerson(t, a.id, 3, { seller_id: other.id, phone: '11955550001' })
  const send = () =>
    order(
      t,
      a,
      a.seller.token,
      aCart([{ product_id: product, quantity: 1 }], { phone: '11955550001', email: owner.email }),
    )
  const { id: marked, client_id: mine } = (await send()).body.data
  const signsIn = async () =>
    (await t.call('POST', '/api/v1/auth/login', { body: { email: owner.email, password: 'segredo-de-teste' } })).body
      .user?.id
  const state = async () => {
    const { rows } = await t.owner.query('select shared_email as s from users where id = $1', [mine])
    const { reasons, total } = (await get(`/api/v1/companies/${a.id}/orders/${marked}`, a.admin.token)).body.data
    return [await signsIn(), await ownerOf(marked), rows[0].s, reasons, total]
  }
  const apart = [owner.id, mine, true, ['cliente_de_outra_carteira'], '10,00']
  assert.deepEqual(await state(), apart)
  const intoMine = (await merge(mine, owner.id, a.admin.token)).body.data.merges[0].id
  assert.deepEqual(await state(), [mine, mine, false, [], '10,00'])
  await undo(mine, intoMine, a.admin.token)
  assert.deepEqual(await state(), apart)
  const intoTheirs = (await merge(owner.id, mine, a.admin.token)).body.data.merges[0].id
  assert.deepEqual(await state(), [owner.id, owner.id, true, [], '10,00'])
  await undo(owner.id, intoTheirs, a.admin.token)
  assert.deepEqual(await state(), apart)
  // With another e-mail since, the card keeps it and its sign-in.
  const again = (await merge(mine, owner.id, a.admin.token)).body.data.merges[0].id
  await post(`/api/v2/clients/${mine}`, { email: 'nova@loja.test' }, a.admin.token)
  await undo(mine, again, a.admin.token)
  const { rows } = await t.owner.query('select email, shared_email from users where id = $1', [mine])
  assert.deepEqual(rows, [{ email: 'nova@loja.test', shared_email: false }])
  assert.equal(await signsIn(), owner.id)
})
test('merging two own cards keeps what only the admin may settle', async () => {
  const other = await aPerson(t, a.id, 2)
  await aClient(t, a, { phone: '11955550002', seller_id: other.id })
  const sent = await order(
    t,
    a,
    a.seller.token,
    aCart([{ product_id: product, quantity: 1 }], { phone: '11955550002' }),
  )
  await merge(sent.body.data.client_id, await aClient(t, a))
  const { reasons } = (await get(`/api/v1/companies/${a.id}/orders/${sent.body.data.id}`, a.admin.token)).body.data
  assert.deepEqual(reasons, ['cliente_de_outra_carteira'])
})
test('an order sent while its client is merged belongs to the card that stays', async () => {
  const [stays, gone] = [await aClient(t, a), await aClient(t, a)]
  const merging = await t.owner.connect()
  await merging.query('begin')
  await merging.query('select id from users where id = any($1) order by id for update', [[stays, gone]])
  const sent = orderFor(gone)
  await untilLocked(t.owner)
  await merging.query('update users set merged_into = $1, deleted_at = now() where id = $2', [stays, gone])
  await merging.query('commit')
  merging.release()
  const { id } = await sent
  assert.equal(await ownerOf(id), stays)
  assert.equal((await get(`/api/v1/companies/${a.id}/orders/${id}`)).body.data.client_id, stays)
})
test('undoing a merge leaves the password that was chosen since', async () => {
  const stays = await aClient(t, a)
  const gone = await aPerson(t, a.id, 3, { seller_id: a.seller.id })
  const signIn = async (password: string) => {
    const answer = await t.call('POST', '/api/v1/auth/login', { body: { email: gone.email, password } })
    return answer.body.user?.id
  }
  const { merges } = (await merge(stays, gone.id)).body.data
  const password = 'outraSenha4815'
  assert.equal((await post(`/api/v1/users/${stays}`, { _method: 'PUT', password }, a.admin.token)).status, 200)
  await undo(stays, merges[0].id)
  assert.deepEqual([await signIn(password), await signIn('segredo-de-teste')], [gone.id, undefined])
})
test('undoing a merge at an importer gives a card in euros the currency of the card that stayed', async () => {
  const b = await aCompany(t, { exchange_rate: '5' })
  const stays = await aClient(t, b)
  const gone = (await aPerson(t, b.id, 3, { currency: 'EUR', seller_id: b.seller.id })).id
  const { merges } = (await merge(stays, gone, b.admin.token)).body.data
  await t.owner.query('update companies set importer = true where id = $1', [b.id])
  assert.equal((await undo(stays, merges[0].id, b.admin.token)).status, 200)
  const { rows } = await t.owner.query('select currency, merged_into from users where id = $1', [gone])
  assert.deepEqual(rows, [{ currency: 'BRL', merged_into: null }])
})
test('merged twice in a row, an order of the first card follows to the last, and what is taken apart is the last step', async () => {
  const [one, two, three] = [await aClient(t, a), await aClient(t, a), await aClient(t, a)]
  await merge(two, one)
  const { merges } = (await merge(three, two)).body.data
  assert.equal((await orderFor(one)).client_id, three)
  const [early] = (await t.owner.query('select id::int from client_merges where gone_id = $1', [one])).rows
  const refused = await undo(three, early.id)
  assert.equal(refused.status, 409)
  assert.match(refused.body.message, /que depois foi juntado a este: separe .+ primeiro\.$/)
  const ofSeller = (id: number) => t.owner.query('update users set seller_id = $1 where id = $2', [id, two])
  await ofSeller((await aPerson(t, a.id, 2)).id)
  assert.equal((await undo(three, early.id)).status, 404, 'the card between is of another portfolio')
  await ofSeller(a.seller.id)
  await undo(three, merges[0].id)
  assert.equal((await orderFor(one)).client_id, two)
  const [first] = (await get(`/api/v2/clients/${two}`)).body.data.merges
  assert.equal((await undo(two, first.id)).status, 200, 'and the step before it')
  assert.equal((await orderFor(one)).client_id, one)
})
test('ten at once merge two cards once', async () => {
  const [one, two] = [await aClient(t, a), await aClient(t, a)]
  const all = await Promise.all(Array.from({ length: 10 }, (_, i) => (i % 2 ? merge(one, two) : merge(two, one))))
  assert.equal(all.filter((r) => r.status === 200).length, 1, JSON.stringify(all.map((r) => r.body.code)))
  assert.equal(
    (await t.owner.query('select 1 from client_merges where undone_at is null and gone_id = any($1)', [[one, two]]))
      .rows.length,
    1,
  )
})
test('a portfolio is moved by the admin, with who and when, and back for a day', async () => {
  const to = await aPerson(t, a.id, 2)
  const ids = [await aClient(t, a), await aClient(t, a)]
  const move = (body: object, token = a.admin.token) => post('/api/v2/clients/move', body, token)
  assert.equal((await move({ ids, seller_id: to.id }, a.seller.token)).status, 403)
  assert.equal((await move({ ids, seller_id: a.client.id })).status, 422)
  const b = await aCompany(t)
  assert.equal((await move({ ids, seller_id: b.seller.id }, b.admin.token)).status, 404)
  const done = (await move({ ids, seller_id: to.id })).body.data
  assert.equal(done.moved, 2)
  assert.equal((await move({ ids, seller_id: to.id })).body.data.moved, 0, 'twice is once')
  const card = (await get(`/api/v2/clients/${ids[0]}`, to.token)).body.data
  const name = async (id: number) => (await get(`/api/v1/users/${id}`, a.admin.token)).body.data.name
  assert.deepEqual(
    card.moves.map(({ at: _at, ...m }: { at: string }) => m),
    [{ who: await name(a.admin.id), from: await name(a.seller.id), to: await name(to.id) }],
  )
  assert.equal((await get(`/api/v2/clients/${ids[0]}`)).status, 404)
  assert.deepEqual((await post(`/api/v2/undos/${done.undo_id}`, {}, a.admin.token)).body.data.restored, 2)
  assert.equal((await get(`/api/v2/clients/${ids[0]}`)).body.data.moves.length, 2)
  await post(`/api/v2/clients/${ids[1]}`, { seller_id: '' }, a.admin.token)
  assert.equal((await get(`/api/v2/clients/${ids[1]}`, a.admin.token)).body.data.moves[0].to, '', 'the house’s')
})
test('a client who is erased takes the notes and every merged card along', async () => {
  const word = 'Palavra-Que-Some'
  const [stays, gone] = [await aClient(t, a, { notes: word }), await aClient(t, a, { name: word, credit_note: word })]
  await orderFor(gone)
  await merge(stays, gone)
  assert.equal((await post(`/api/v2/users/${stays}/anonymise`, {}, a.admin.token)).status, 200)
  for (const table of ['users', 'client_merges', 'orders', 'logs', 'undos'])
    assert.deepEqual(
      (await t.owner.query(`select x from ${table} x where x::text ilike '%' || $1 || '%'`, [word])).rows,
      [],
      table,
    )
})
test('refuses a seller’s merge that takes over a client’s sign-in', async () => {
  const client = await aPerson(t, a.id, 3, { seller_id: a.seller.id })
  const trap = await aClient(t, a, { email: 'do-vendedor@fora.test' })
  const refused = await merge(trap, client.id)
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict'], JSON.stringify(refused.body))
  assert.equal((await t.call('GET', '/api/v1/auth/me', { token: client.token })).status, 200)
  assert.equal((await merge(client.id, trap)).status, 200, 'into the card that signs in')
  const other = await aPerson(t, a.id, 3, { seller_id: a.seller.id })
  assert.equal((await merge(await aClient(t, a, { email: 'outro@fora.test' }), other.id, a.admin.token)).status, 200)
})
