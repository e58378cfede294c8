// Company and clients write to each other: once each, in order, and nobody reads what is another's.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import {
  aCart,
  aClient,
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  newCart,
  order,
  startTestApp,
  type TestApp,
} from '../../../../test/kit.ts'
import { fillTemplate } from '../rules.ts'

let t: TestApp
let a: Company
let product: number
let colleague: { id: number; token: string }
before(async () => {
  t = await startTestApp({
    config: { limits: { ...(await import('#server/config.ts')).DEFAULT_LIMITS, login_ip: 100 } },
  })
  a = await aCompany(t, { name: 'Casa Aroeira' })
  colleague = await aPerson(t, a.id, 2)
  product = (await aProduct(t, a)).id
})
after(() => t.close())
interface Ordered {
  id: number
  number: number
  token: string
}
async function anOrder(token = a.client.token, more: Record<string, unknown> = {}): Promise<Ordered> {
  const r = await order(t, a, token, aCart([{ product_id: product, quantity: 1 }], more))
  assert.equal(r.status, 201, JSON.stringify(r.body))
  return { id: r.body.data.id, number: r.body.data.number, token: r.body.data.receipt_path.split('/').pop() }
}
const path = (kind: 'pedido' | 'cliente', id: number, company = a.id) =>
  `/api/v2/companies/${company}/conversations/${kind}/${id}`
const say = (token: string, url: string, text: string, key = newCart()) =>
  t.call('POST', url, { token, body: { key, text } })
const open = (token: string, url: string) => t.call('GET', url, { token })
const texts = (r: { body: { data: { messages: { text: string }[] } } }) => r.body.data.messages.map((m) => m.text)
const byLink = (o: Ordered, text: string, key = newCart()) =>
  t.call('POST', `/api/v2/receipts/${o.token}/messages`, { body: { key, text } })
const list = async (token: string, query = '') =>
  (await t.call('GET', `/api/v2/companies/${a.id}/conversations${query}`, { token })).body
const unread = async (token: string) =>
  (await t.call('GET', `/api/v2/companies/${a.id}/order_counts`, { token })).body.data.mensagens
/** The stored name in a photo's signed address. */
const nameOf = (address: string) => /p[0-9a-f]{31}/.exec(address)?.[0] as string
const png = async (background: string) =>
  new Blob([
    Buffer.from(
      await sharp({ create: { width: 30, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  ])

test('a request for an adjustment is shown in the conversation and never unread', async () => {
  const o = await anOrder()
  const url = `/api/v1/companies/${a.id}/orders/${o.id}`
  await t.call('PUT', url, {
    token: a.seller.token,
    body: { status: 'ajuste_solicitado', reason: 'Falta o CNPJ.\nQual é?' },
  })
  const asked = async (token: string) => (await open(token, path('pedido', o.id))).body.data
  const at = t.clock.now().toISOString()
  const { adjustments, messages, unread: news } = await asked(a.client.token)
  assert.deepEqual([adjustments.length, messages, news], [1, [], 0])
  const { id, ...seen } = adjustments[0]
  assert.deepEqual(seen, { at, who: '', text: 'Falta o CNPJ.\nQual é?', withdrawn: false })
  const byLink = await t.call('GET', `/api/v2/receipts/${o.token}/messages`)
  assert.deepEqual(byLink.body.data.adjustments, adjustments)
  assert.equal((await asked(a.admin.token)).adjustments[0].who, (await asked(a.seller.token)).adjustments[0].who)
  const taken = await t.call('DELETE', `/api/v2/companies/${a.id}/orders/${o.id}/adjustment`, { token: a.seller.token })
  assert.equal(taken.status, 200)
  await say(a.client.token, path('pedido', o.id), 'Ok')
  assert.deepEqual((await asked(a.client.token)).adjustments, [{ id, ...seen, withdrawn: true }])
  const kept = (await t.call('GET', '/api/v2/offline?have=-', { token: a.client.token })).body.data.kinds.messages.value
  assert.equal(kept.find((k: { about: { id: number } }) => k.about.id === o.id).adjustments[0].withdrawn, true)
})
test("the client writes on the order's page, the seller answers, and each finds it with the other's words on the other side", async () => {
  const o = await anOrder()
  const before = await unread(a.seller.token)
  assert.equal((await say(a.client.token, path('pedido', o.id), 'Entrega na sexta?')).status, 200)
  assert.equal(await unread(a.seller.token), before + 1)
  const desk = (await open(a.seller.token, path('pedido', o.id))).body.data
  assert.deepEqual([desk.about.number, desk.unread, desk.messages[0].ours], [o.number, 1, false])
  assert.match(desk.about.receipt_path, new RegExp(o.token))
  await say(a.seller.token, path('pedido', o.id), 'Sim, pela manhã.')
  assert.equal(await unread(a.seller.token), before, 'what is answered is read')
  const mine = (await open(a.client.token, path('pedido', o.id))).body.data
  assert.deepEqual(
    mine.messages.map((m: { ours: boolean; who: string }) => [m.ours, m.who !== '']),
    [
      [false, true],
      [true, false],
    ],
  )
  assert.deepEqual(
    [mine.unread, mine.about.phone, mine.about.receipt_path, mine.seen_id],
    [1, undefined, undefined, undefined],
  )
  assert.equal(await unread(a.client.token), 1)
  const last = mine.messages.at(-1).id
  await t.call('POST', `${path('pedido', o.id)}/read`, { token: a.client.token, body: { until: last } })
  assert.equal(await unread(a.client.token), 0)
  assert.equal(
    (await open(a.seller.token, path('pedido', o.id))).body.data.seen_id,
    last,
    'the seller sees that it was read',
  )
})
test('whoever holds the link of a receipt reads and writes the conversation of that order, and of no other', async () => {
  const visitor = await aVisitor(t, a)
  const [o, other] = [await anOrder(visitor), await anOrder(visitor)]
  await say(a.admin.token, path('pedido', other.id), 'Segredo do outro')
  assert.equal((await byLink(o, 'Podem trocar a cor?')).status, 200)
  await say(a.admin.token, path('pedido', o.id), 'Podemos.')
  const seen = await t.call('GET', `/api/v2/receipts/${o.token}/messages`)
  assert.deepEqual(texts(seen), ['Podem trocar a cor?', 'Podemos.'])
  assert.equal(seen.headers['referrer-policy'], 'no-referrer')
  assert.doesNotMatch(JSON.stringify(seen.body), /Segredo|Pessoa|phone|receipt_path/)
  assert.equal((await t.call('GET', '/api/v2/receipts/AAAAAAAAAAAAAAAAAAAAAAAAAAAA/messages')).status, 404)
  assert.equal((await open(visitor, path('pedido', o.id))).status, 403, 'a session that strangers share')
})
test('a device keeps the newest conversations of its reader, each with its newest words; nobody else’s, and none of another company', async () => {
  const o = await anOrder()
  for (let n = 1; n <= 12; n++) await say(a.client.token, path('pedido', o.id), `Linha ${n}`)
  await say(a.seller.token, path('pedido', o.id), 'Anotado.')
  const b = await aCompany(t, { name: 'Outra' })
  const kept = async (token: string) =>
    (await t.call('GET', '/api/v2/offline?have=-', { token })).body.data.kinds.messages
  const [newest] = (await kept(a.seller.token)).value
  assert.deepEqual([newest.about.number, newest.more, newest.unread, newest.messages.length], [o.number, true, 0, 10])
  assert.deepEqual([newest.messages[0].text, newest.messages.at(-1).text], ['Linha 4', 'Anotado.'])
  const [own] = (await kept(a.client.token)).value
  assert.deepEqual(
    [own.messages.at(-1).who, own.about.phone, own.about.receipt_path, own.seen_id, own.unread],
    ['', undefined, undefined, undefined, 1],
  )
  assert.deepEqual((await kept(colleague.token)).value, [])
  assert.deepEqual((await kept(b.admin.token)).value, [])
  assert.equal((await kept(a.admin.token)).value[0].about.number, o.number)
  assert.equal(await kept(await aVisitor(t, a)), undefined, 'a session that strangers share')
  const { mark } = await kept(a.seller.token)
  const again = await t.call('GET', `/api/v2/offline?have=messages:${mark}`, { token: a.seller.token })
  assert.deepEqual(again.body.data.kinds.messages, { mark })
})
test('a message sent again under its key is there once and told once; the same key with other words, or of somebody else, is refused', async () => {
  const o = await anOrder()
  const key = newCart()
  const once = await say(a.client.token, path('pedido', o.id), 'Só uma vez', key)
  const both = await Promise.all([1, 2, 3].map(() => say(a.client.token, path('pedido', o.id), 'Só uma vez', key)))
  assert.equal(new Set([once, ...both].map((r) => `${r.status} ${r.body.data.id}`)).size, 1)
  assert.deepEqual(texts(await open(a.seller.token, path('pedido', o.id))), ['Só uma vez'])
  const told = async () =>
    (await t.call('GET', '/api/v2/notices', { token: a.seller.token })).body.data.filter(
      (n: { href: string }) => n.href === `/apps/messages?pedido=${o.id}`,
    )
  assert.deepEqual(
    (await told()).map((n: { word: string; times: number }) => [n.word, n.times]),
    [['mensagem', 1]],
  )
  const { messages } = (await open(a.seller.token, path('pedido', o.id))).body.data
  await t.call('POST', `${path('pedido', o.id)}/read`, { token: a.seller.token, body: { until: messages[0].id } })
  assert.equal((await told())[0].read, true, 'read in the conversation, read in the bell')
  assert.equal((await say(a.client.token, path('pedido', o.id), 'Outra coisa', key)).status, 422)
  assert.equal((await say(a.seller.token, path('pedido', o.id), 'Só uma vez', key)).status, 422)
  assert.equal((await byLink(o, 'Só uma vez', key)).status, 422)
})
test('a photo comes with or without words, is kept like every other, stays out of the library, and nobody deletes it there', async () => {
  const o = await anOrder()
  const form = { key: newCart(), photo: await png('#2266aa') }
  const r = await t.call('POST', path('pedido', o.id), { token: a.seller.token, form })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  assert.match(r.body.data.photo, /^\/files\/p[0-9a-f]{31}\.\w+\.[0-9a-f]{32}\.webp$/)
  const again = await t.call('POST', path('pedido', o.id), { token: a.seller.token, form })
  assert.equal(again.body.data.id, r.body.data.id)
  const library = (await t.call('GET', '/api/v2/media', { token: a.admin.token })).body.data
  assert.ok(!library.some((f: { path: string }) => f.path.includes(nameOf(r.body.data.photo))))
  const { rows } = await t.owner.query('select id from files where company_id = $1 and hash = $2', [
    a.id,
    nameOf(r.body.data.photo),
  ])
  assert.equal((await t.call('DELETE', `/api/v2/media/${rows[0].id}`, { token: a.admin.token })).status, 409)
  const link = `/api/v2/receipts/${o.token}/messages`
  const photo = await t.call('POST', link, { form: { key: newCart(), text: 'Veja', photo: await png('#aa2266') } })
  assert.equal(photo.status, 200)
  const bad = { key: newCart(), photo: new Blob(['<svg></svg>']) }
  assert.equal((await t.call('POST', link, { form: bad })).body.code, 'bad_image')
  const large = { key: newCart(), photo: new Blob([Buffer.alloc(8 * 1024 * 1024 + 1, 255)]) }
  const refused = await t.call('POST', link, { form: large })
  assert.equal(refused.status, 422, JSON.stringify(refused.body))
  assert.deepEqual([refused.status, refused.body.errors.photo.length], [422, 1])
  for (const body of [
    { key: newCart() },
    { key: newCart(), text: '   ' },
    { key: newCart(), text: 'x'.repeat(2001) },
    { text: 'sem key' },
  ])
    assert.equal((await t.call('POST', path('pedido', o.id), { token: a.seller.token, body })).status, 422)
})
test("the list has what waits first, a seller's own clients only, and is found by name and number", async () => {
  const theirs = await aPerson(t, a.id, 3, { name: 'Zélia do Colega', seller_id: colleague.id })
  await say(colleague.token, path('cliente', theirs.id), 'Do colega')
  const quiet = await aClient(t, a, { company_name: 'Mercado Quieto' })
  const o = await anOrder()
  await say(a.client.token, path('pedido', o.id), 'Estou esperando')
  await say(a.seller.token, path('cliente', quiet), 'Bom dia!')
  const rows = (await list(a.seller.token)).data
  assert.deepEqual([rows[0].id, rows[0].unread, rows[0].last.text], [o.id, 1, 'Estou esperando'])
  assert.ok(
    rows.findIndex((r: { unread: number }) => r.unread === 0) <=
      rows.findIndex((r: { name: string }) => r.name === 'Mercado Quieto'),
  )
  assert.doesNotMatch(JSON.stringify(rows), /Do colega|Zélia/)
  assert.match(JSON.stringify((await list(a.admin.token)).data), /Do colega/)
  assert.deepEqual(
    (await list(a.seller.token, '?search=quieto')).data.map((r: { name: string }) => r.name),
    ['Mercado Quieto'],
  )
  assert.deepEqual(
    (await list(a.seller.token, `?search=${o.number}`)).data.map((r: { id: number }) => r.id),
    [o.id],
  )
  assert.ok((await list(a.seller.token, '?unread=1')).data.every((r: { unread: number }) => r.unread > 0))
  const read = async () => (await list(a.seller.token, '?unread=1')).total
  const before = await read()
  await t.call('POST', `${path('pedido', o.id)}/read`, { token: a.seller.token, body: { until: 9_000_000_000 } })
  assert.equal(await read(), before - 1)
  assert.ok(
    (await list(a.admin.token, '?unread=1')).data.some((r: { id: number }) => r.id === o.id),
    'the admin has not read it',
  )
})
test('to a cancelled order people still write; to a client who was deleted nobody does, and what was said stays', async () => {
  const o = await anOrder()
  await t.call('PUT', `/api/v1/companies/${a.id}/orders/${o.id}`, {
    token: a.client.token,
    body: { status: 'cancelado' },
  })
  assert.equal((await byLink(o, 'Cancelei sem querer')).status, 200)
  assert.equal((await say(a.seller.token, path('pedido', o.id), 'Sem problema')).status, 200)
  const gone = await aPerson(t, a.id, 3, { seller_id: a.seller.id, name: 'Quem saiu' })
  await say(gone.token, path('cliente', gone.id), 'Até logo')
  await t.call('DELETE', `/api/v1/users/${gone.id}`, { token: a.admin.token })
  const left = await open(a.admin.token, path('cliente', gone.id))
  assert.deepEqual([texts(left), left.body.data.about.closed !== ''], [['Até logo'], true])
  const refused = await say(a.admin.token, path('cliente', gone.id), 'Volte')
  assert.deepEqual([refused.status, refused.body.code], [409, 'conversation_closed'])
})
test('two cards of one client that become one have one conversation; taken apart, each has its own words again', async () => {
  const [stays, gone] = [await aClient(t, a, { name: 'Fica' }), await aClient(t, a, { name: 'Some' })]
  await say(a.seller.token, path('cliente', stays), 'Para quem fica')
  await say(a.seller.token, path('cliente', gone), 'Para quem some')
  assert.equal(
    (await t.call('POST', `/api/v2/clients/${stays}/merge`, { token: a.admin.token, body: { other: gone } })).status,
    200,
  )
  const both = ['Para quem fica', 'Para quem some']
  assert.deepEqual(texts(await open(a.seller.token, path('cliente', stays))), both)
  assert.deepEqual(
    texts(await open(a.seller.token, path('cliente', gone))),
    both,
    'the address of the other card leads there',
  )
  await say(a.seller.token, path('cliente', gone), 'Depois')
  assert.equal(
    (await list(a.seller.token, '?search=Some')).total + (await list(a.seller.token, '?search=Fica')).total,
    1,
  )
  const [merge] = (await t.call('GET', `/api/v2/clients/${stays}`, { token: a.admin.token })).body.data.merges
  await t.call('DELETE', `/api/v2/clients/${stays}/merges/${merge.id}`, { token: a.admin.token })
  assert.deepEqual(texts(await open(a.seller.token, path('cliente', stays))), ['Para quem fica', 'Depois'])
  assert.deepEqual(texts(await open(a.seller.token, path('cliente', gone))), ['Para quem some'])
  assert.equal((await list(a.seller.token, '?search=Some')).data[0].last.text, 'Para quem some')
})
test('an order that changes hands takes its conversation along: the seller from before reads nothing of it any more', async () => {
  const client = await aPerson(t, a.id, 3, { seller_id: a.seller.id })
  await say(a.seller.token, path('cliente', client.id), 'Ainda meu')
  await t.call('POST', '/api/v2/clients/move', {
    token: a.admin.token,
    body: { ids: [client.id], seller_id: colleague.id },
  })
  assert.equal((await open(a.seller.token, path('cliente', client.id))).status, 404)
  assert.deepEqual(texts(await open(colleague.token, path('cliente', client.id))), ['Ainda meu'])
})
test('who asks to be forgotten takes the words and photos along, also from the copy of the data', async () => {
  const client = await aPerson(t, a.id, 3, { seller_id: a.seller.id })
  const o = await anOrder(client.token)
  const form = { key: newCart(), text: 'Minha fachada', photo: await png('#10ff10') }
  const { photo } = (await t.call('POST', path('pedido', o.id), { token: client.token, form })).body.data
  await say(a.seller.token, path('cliente', client.id), 'Dona Zuleica, bom dia')
  const rows = async () =>
    (
      await t.owner.query(
        "select (select count(*) from messages where text in ('Minha fachada', 'Dona Zuleica, bom dia'))::int as said, (select count(*) from files where hash = $1)::int as shown",
        [nameOf(photo)],
      )
    ).rows[0]
  assert.deepEqual(await rows(), { said: 2, shown: 1 })
  assert.equal((await t.call('POST', `/api/v2/users/${client.id}/anonymise`, { token: a.admin.token })).status, 200)
  assert.deepEqual(await rows(), { said: 0, shown: 0 })
  assert.equal(
    (await list(a.admin.token)).data.filter((r: { kind: string; id: number }) => r.kind === 'pedido' && r.id === o.id)
      .length,
    0,
  )
})
test('a stranger with a link writes ten messages a minute, then is asked to wait; the reading goes on', async () => {
  const o = await anOrder()
  const tries = []
  for (let n = 0; n < 11; n++) tries.push((await byLink(o, `Mensagem ${n}`)).status)
  assert.deepEqual([tries.filter((s) => s === 200).length, tries.at(-1)], [10, 429])
  assert.equal((await t.call('GET', `/api/v2/receipts/${o.token}/messages`)).body.data.messages.length, 10)
  t.clock.forward(61_000)
  assert.equal((await byLink(o, 'Depois de um minuto')).status, 200)
})
test("templates: the company's are everybody's to use and the admin's to change, a seller's are the seller's own", async () => {
  const url = `/api/v2/companies/${a.id}/message_templates`
  const make = (token: string, body: object) => t.call('POST', url, { token, body })
  const shared = (await make(a.admin.token, { name: 'Saudação', text: 'Oi, {cliente}!' })).body.data
  const own = (await make(a.seller.token, { name: 'Minha', text: 'Pedido {pedido}: {link}' })).body.data
  const names = async (token: string) =>
    (await t.call('GET', url, { token })).body.data.map((x: { name: string; mine: boolean }) => [x.name, x.mine])
  assert.deepEqual(await names(a.seller.token), [
    ['Minha', true],
    ['Saudação', false],
  ])
  assert.deepEqual(await names(colleague.token), [['Saudação', false]])
  const change = (token: string, id: number) =>
    t.call('PUT', `${url}/${id}`, { token, body: { name: 'Mudada', text: 'Olá' } })
  assert.deepEqual(
    [(await change(a.seller.token, shared.id)).status, (await change(colleague.token, own.id)).status],
    [404, 404],
  )
  assert.equal((await change(a.seller.token, own.id)).body.data.name, 'Mudada')
  assert.match((await make(a.seller.token, { name: 'Erro', text: 'Oi {nome}' })).body.errors.text[0], /nome/)
  assert.equal((await t.call('DELETE', `${url}/${own.id}`, { token: a.admin.token })).status, 404)
  assert.equal((await t.call('DELETE', `${url}/${own.id}`, { token: a.seller.token })).status, 200)
  const log = (await t.call('GET', `/api/v2/logs/${a.id}/show_logs?object=message_template`, { token: a.admin.token }))
    .body
  assert.deepEqual(
    log.data.map((l: { action: string }) => l.action),
    ['delete', 'update', 'create', 'create'],
  )
  assert.equal(fillTemplate('Oi, {cliente}! O {pedido} saiu {nada}.', { cliente: 'Ana' }), 'Oi, Ana! O saiu {nada}.')
})
test('what a client writes reaches an admin when nobody sells to the client any more: switched off, gone, or no seller now', async () => {
  const b = await aCompany(t, { max_users_seller: 9 })
  const p = await aProduct(t, b)
  const told = async (token: string) =>
    ((await t.call('GET', '/api/v2/notices', { token })).body.data as { kind: string; name: string }[]).filter(
      (n) => n.kind === 'message',
    ).length
  for (const [i, change] of ['active = false', 'active = false, deleted_at = now()', 'level = 3'].entries()) {
    const seller = await aPerson(t, b.id, 2)
    const client = await aPerson(t, b.id, 3, { seller_id: seller.id })
    const o = await order(t, b, client.token, aCart([{ product_id: p.id, quantity: 1 }]))
    await t.owner.query(`update users set ${change} where id = $1`, [seller.id])
    await say(client.token, path('pedido', o.body.data.id, b.id), 'Já saiu?')
    await say(client.token, path('cliente', client.id, b.id), 'Alguém aí?')
    assert.deepEqual([change, await told(b.admin.token)], [change, 2 * (i + 1)])
    const { rowCount } = await t.owner.query("select 1 from person_notices where user_id = $1 and kind = 'message'", [
      seller.id,
    ])
    assert.equal(rowCount, 0)
  }
  await say(b.client.token, path('cliente', b.client.id, b.id), 'Bom dia')
  assert.deepEqual([await told(b.admin.token), await told(b.seller.token)], [6, 1])
})
