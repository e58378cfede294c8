// What one account may cause by mail: addresses that were not confirmed, limits by company, recipient and day, and what
// becomes of mails above them.
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
  untilIdle,
} from '../../../../test/kit.ts'
import { DEFAULT_LIMITS, type RateLimits } from '#server/config.ts'
import { inCompany } from '#server/db.ts'
import { platformTasks, queueMail } from './index.ts'
import { admitMail, takeMail } from './writes.ts'

const DAY = 86_400_000
let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: { ...DEFAULT_LIMITS, subscribe_ip: 1000, confirm_minute: 1 } } })
})
after(() => t.close())
/** The tests' clock ends sessions. */
const anOperator = async () => (await aPerson(t, null, 0)).token
const trial = () => aCompany(t, { trial: true })
let serial = 0
/** Mails of a company, without the worker. */
async function mails(c: Company, list: string[], template = 'quote'): Promise<number[]> {
  const { rows } = await t.owner.query<{ id: string }>(
    `insert into mails (company_id, key, recipient, template)
     select $1, $2 || '-' || n, a, $4 from unnest($3::text[]) with ordinality x(a, n) returning id`,
    [c.id, `prova-${++serial}`, list, template],
  )
  return rows.map((r) => Number(r.id))
}
const times = (n: number, address: string) => Array.from({ length: n }, () => address)
const admit = async (ids: number[], limits: RateLimits = t.config.limits) =>
  (await Promise.all(ids.map((id) => admitMail(t.kit.db, id, limits, t.clock.now())))).filter(Boolean).length
/** The same for many, by one connection. */
async function admitInTurn(ids: number[], at = t.clock.now()): Promise<number> {
  const { rows } = await t.owner.query(
    `select count(*) filter (where app.admit_mail(id, $2,
       '{"trial_day":200,"trial_recipient":10,"day":2000,"recipient":50,"stranger":10}'))::int as n from unnest($1::bigint[]) id`,
    [ids, at],
  )
  return rows[0].n
}
const stateOf = async (where: string, values: unknown[]) =>
  (
    await t.owner.query<{ status: string; held_for: string; n: number }>(
      `select status, held_for, count(*)::int as n from mails where ${where} group by 1, 2 order by 1, 2`,
      values,
    )
  ).rows.map((r) => [r.status, r.held_for, r.n])

test('an unconfirmed address gets ten mails a day from all trial companies, 50 at once', async () => {
  const [a, b] = [await trial(), await trial()]
  const stranger = 'quem@fora.test'
  const both = [...(await mails(a, times(25, stranger))), ...(await mails(b, times(25, stranger.toUpperCase())))]
  assert.equal(await admit(both), 10)
  assert.deepEqual(await stateOf('id = any($1)', [both]), [
    ['espera', '', 10],
    ['segurada', 'limite', 40],
  ])
  t.clock.forward(DAY - 60_000)
  assert.equal(await admit(await mails(b, [stranger])), 0)
  t.clock.forward(120_000)
  assert.equal(await admit(await mails(b, [stranger])), 1)
})
test('negative control: without the platform’s limit each company on trial has its own ten', async () => {
  const [a, b] = [await trial(), await trial()]
  const both = [...(await mails(a, times(25, 'x@fora.test'))), ...(await mails(b, times(25, 'x@fora.test')))]
  assert.equal(await admit(both, { ...DEFAULT_LIMITS, mail_stranger: 1000 }), 20)
})
test('a trial company sends 200 mails a day in all; sign-in links do not count', async () => {
  const c = await trial()
  const many = await mails(
    c,
    Array.from({ length: 260 }, (_, n) => `p${n}@fora.test`),
  )
  assert.equal(await admit(many.slice(0, 50)), 50)
  assert.equal(await admitInTurn(many.slice(50)), 150)
  assert.equal(await admitInTurn(await mails(c, times(30, 'p1@fora.test'), 'password')), 30)
})
test('a company that pays sends 50 mails a day to one recipient, ten times that after three months', async () => {
  const c = await aCompany(t, { created_at: t.clock.now() })
  const client = 'compras@cliente.test'
  assert.equal(await admit(await mails(c, times(50, client))), 50)
  assert.equal(await admit(await mails(c, times(50, client))), 0)
  await t.owner.query("update companies set created_at = $2::timestamptz - interval '3 months' where id = $1", [
    c.id,
    t.clock.now(),
  ])
  assert.equal(await admitInTurn(await mails(c, times(500, client))), 450)
  await t.owner.query('update companies set trial = true where id = $1', [c.id])
  assert.equal(await admit(await mails(c, [client])), 0, 'age alone gives nothing')
})
test('an honest company that pays meets no limit with 1,000 orders and 1,000 other mails in a day', async () => {
  const c = await aCompany(t, { created_at: t.clock.now() })
  const orders = await mails(c, times(1000, `pedidos@${c.path}.test`), 'order')
  const others = await mails(
    c,
    Array.from({ length: 1000 }, (_, n) => `compras${n % 100}@cliente.test`),
  )
  assert.equal(await admitInTurn([...orders, ...others]), 2000)
})
test('the mails of a visitor’s orders leave the company’s other mails their room', async () => {
  const c = await aCompany(t, { created_at: t.clock.now() })
  assert.equal(await admitInTurn(await mails(c, times(3000, `pedidos@${c.path}.test`), 'order')), 2000)
  assert.equal(await admit(await mails(c, ['compras@cliente.test'])), 1)
})

const request = (c: Company, billing_email: string) =>
  t.call('POST', '/api/v2/subscription/', {
    token: c.admin.token,
    body: {
      frequency: 'monthly',
      plan_id: 2,
      option: 'pix',
      billing_name: 'Casa Aroeira Ltda',
      billing_document: '529.982.247-25',
      billing_email,
      phone: '(11) 91234-5678',
      company_id: String(c.id),
    },
  })
/** The link of the last mail that asked this address. */
const linkTo = async (address: string) => {
  const { rows } = await t.owner.query<{ secret: string }>(
    "select params->>'secret' as secret from mails where recipient = $1 and template = 'confirm_address' order by id desc",
    [address],
  )
  return { many: rows.length, token: rows[0]?.secret?.split('#')[1] ?? '' }
}
const confirm = (token: string) => t.call('POST', '/api/v2/mail_addresses/confirm', { body: { token } })
const waiting = async (c: Company) =>
  (await t.call('GET', '/api/v2/mail_addresses', { token: c.admin.token })).body.data as {
    address: string
    uses: string[]
  }[]

test('a subscription form sends no bill to strangers, and asks ten addresses a day at most', async () => {
  const c = await trial()
  for (let n = 0; n < 30; n++) {
    const r = await request(c, `vitima${n}@fora.test`)
    assert.equal(r.status, 200, JSON.stringify(r.body))
    assert.equal((await t.call('GET', `/api/v2/invoices/${r.body.data.invoice}`)).body.data.status, 'aberta')
  }
  const bills = await mailIds(c, 'invoice')
  assert.equal(bills.length, 30)
  assert.equal(await admit(bills), 0)
  assert.deepEqual(await stateOf("company_id = $1 and template = 'invoice'", [c.id]), [['segurada', 'confirmacao', 30]])
  assert.equal((await mailIds(c, 'confirm_address')).length, 10)
})
const mailIds = async (c: Company, template: string) =>
  (
    await t.owner.query<{ id: string }>('select id from mails where company_id = $1 and template = $2 order by id', [
      c.id,
      template,
    ])
  ).rows.map((r) => Number(r.id))

test('a bill leaves once its address is confirmed, by a link that works once', async () => {
  const c = await trial()
  const address = 'financeiro@novo.test'
  assert.equal((await request(c, address)).status, 200)
  const bills = await mailIds(c, 'invoice')
  assert.equal(await admit(bills), 0)
  assert.deepEqual((await waiting(c)).find((w) => w.address === address)?.uses, ['cobranca'])
  const { token } = await linkTo(address)
  for (let opened = 0; opened < 3; opened++)
    assert.ok((await t.call('GET', `/session/confirmar?token=${token}`)).status < 500)
  assert.ok(
    (await waiting(c)).some((w) => w.address === address),
    'opening the page confirms nothing',
  )
  const all = await Promise.all(Array.from({ length: 50 }, () => confirm(token)))
  assert.deepEqual([all.filter((r) => r.status === 200).length, all.filter((r) => r.status === 404).length], [1, 49])
  assert.ok(!(await waiting(c)).some((w) => w.address === address))
  assert.equal(await admit(bills), 1)
})
test('a bill that was paid or cancelled while it waited does not leave', async () => {
  for (const status of ['paga', 'cancelada', 'aberta']) {
    const c = await trial()
    const address = `${status}@novo.test`
    assert.equal((await request(c, address)).status, 200)
    const [bill] = (await mailIds(c, 'invoice')) as [number]
    assert.equal(await admit([bill]), 0)
    await t.owner.query('update invoices set status = $2 where company_id = $1', [c.id, status])
    assert.equal((await confirm((await linkTo(address)).token)).status, 200)
    const taken = await takeMail(t.kit.db, bill)
    assert.equal(taken?.id, status === 'aberta' ? bill : undefined, status)
    const left = status === 'aberta' ? 'espera' : 'devolvida'
    assert.deepEqual(await stateOf('id = $1', [bill]), [[left, '', 1]])
  }
})
test('a link ends after three days; another can be sent after a minute', async () => {
  const c = await trial()
  const put = (orders_email: string, token = c.admin.token) =>
    t.call('PUT', `/api/v1/companies/${c.id}`, { token, body: { orders_email } })
  assert.equal((await put('pedidos@novo.test')).status, 200)
  const again = (address = 'pedidos@novo.test', token = c.admin.token) =>
    t.call('POST', '/api/v2/mail_addresses', { token, body: { address } })
  const soon = await again()
  assert.deepEqual([soon.status, /Espere um minuto/.test(soon.body.message)], [429, true])
  assert.equal((await again('quem@fora.test')).status, 404, 'no address of the company')
  assert.equal((await again('pedidos@novo.test', c.seller.token)).status, 403)
  const { token } = await linkTo('pedidos@novo.test')
  t.clock.forward(4 * DAY)
  c.admin = await aPerson(t, c.id, 1)
  assert.equal((await confirm(token)).status, 404)
  assert.equal((await again('pedidos@novo.test', c.admin.token)).status, 200)
  assert.equal((await linkTo('pedidos@novo.test')).many, 2)
  const other = await aCompany(t)
  assert.equal((await waiting(other)).length, 0, 'another company sees nothing of it, and one that pays waits for none')
  const r = await confirm((await linkTo('pedidos@novo.test')).token)
  assert.equal(r.body.data.address, 'pedidos@novo.test')
})
test('an address is asked in the language of its person, else of the company’s first admin', async () => {
  const c = await trial()
  await t.owner.query("update users set language = 'en' where id = $1", [c.admin.id])
  const seller = await aPerson(t, c.id, 2, { language: 'fr', email: 'vendas@lingua.test' })
  const asked = async (address: string) => {
    const orders_email = { orders_email: address }
    const r = await t.call('PUT', `/api/v1/companies/${c.id}`, { token: c.admin.token, body: orders_email })
    assert.equal(r.status, 200, JSON.stringify(r.body))
    const { rows } = await t.owner.query(
      "select language from mails where company_id = $1 and recipient = $2 and template = 'confirm_address'",
      [c.id, address],
    )
    return rows.map((m) => m.language)
  }
  assert.deepEqual(await asked('estoque@lingua.test'), ['en'])
  assert.deepEqual(await asked('vendas@lingua.test'), ['fr'])
  await t.owner.query('update users set deleted_at = $2 where id = $1', [seller.id, t.clock.now()])
  t.clock.forward(61_000)
  await t.owner.query('delete from mails where company_id = $1', [c.id])
  await asked('estoque@lingua.test')
  assert.deepEqual(await asked('vendas@lingua.test'), ['en'], 'a removed person reads nothing here')
})
test('confirmed for one company, an address is a stranger’s for another', async () => {
  const [a, b] = [await trial(), await trial()]
  const address = 'dona@feira.test'
  for (const c of [a, b]) {
    await t.call('PUT', `/api/v1/companies/${c.id}`, { token: c.admin.token, body: { orders_email: address } })
    t.clock.forward(61_000)
  }
  const { rows } = await t.owner.query<{ secret: string }>(
    "select params->>'secret' as secret from mails where company_id = $1 and recipient = $2",
    [a.id, address],
  )
  assert.equal((await confirm(rows[0]?.secret.split('#')[1] as string)).status, 200)
  assert.equal(await admit(await mails(a, times(20, address), 'order')), 20)
  assert.equal(await admit(await mails(b, times(20, address), 'order')), 10)
})

test('orders above the limit are all there at once, and come by mail as one', async () => {
  const c = await aCompany(t)
  const { id } = await aProduct(t, c)
  const operator = await anOperator()
  const set = (body: object, token = operator) => t.call('PUT', `/api/v1/companies/${c.id}`, { token, body })
  assert.equal((await set({ mails_per_day: 2 })).status, 200)
  assert.equal((await set({ mails_per_day: 1000 }, c.admin.token)).status, 200)
  await t.jobs()
  for (let n = 0; n < 5; n++)
    assert.equal((await order(t, c, c.client.token, aCart([{ product_id: id, quantity: 1 }]))).status, 201)
  await untilIdle(t)
  const list = await t.call('GET', `/api/v1/companies/${c.id}/orders`, { token: c.admin.token })
  assert.equal(list.body.total, 5)
  assert.deepEqual(await stateOf("company_id = $1 and template = 'order'", [c.id]), [
    ['enviada', '', 2],
    ['segurada', 'limite', 3],
  ])
  await platformTasks.join_mails?.run(t.kit)
  await untilIdle(t)
  assert.deepEqual(await stateOf("company_id = $1 and template = 'order'", [c.id]), [
    ['enviada', '', 2],
    ['juntada', '', 3],
  ])
  const { rows } = await t.owner.query<{ status: string; links: [string, string][] }>(
    "select status, params->'links' as links from mails where company_id = $1 and template = 'joined'",
    [c.id],
  )
  assert.deepEqual([rows.length, rows[0]?.status, rows[0]?.links.length], [1, 'enviada', 3])
  for (const [what, link] of rows[0]?.links ?? []) {
    assert.match(what, /^Pedido \d+ de /)
    assert.match(link, /\/pedido\/[\w-]+$/)
  }
})
test('mails to a stranger above the limit wait for their room, and leave as one', async () => {
  const c = await aCompany(t)
  await t.call('PUT', `/api/v1/companies/${c.id}`, {
    token: await anOperator(),
    body: { mails_per_recipient: 1 },
  })
  await t.jobs()
  const queue = (n: number) =>
    inCompany(t.kit.pool, c.id, (tx) =>
      queueMail(tx, c.id, {
        key: `espera-${c.id}-${n}`,
        to: 'compras@cliente.test',
        template: 'quote',
        params: { number: String(n), company: 'Doces' },
        href: `https://doces.test/pedido/${n}`,
      }),
    )
  for (const n of [1, 2, 3]) await queue(n)
  await untilIdle(t)
  await platformTasks.join_mails?.run(t.kit)
  assert.deepEqual(await stateOf('company_id = $1', [c.id]), [
    ['enviada', '', 1],
    ['segurada', 'limite', 2],
  ])
  t.clock.forward(DAY + 60_000)
  await platformTasks.join_mails?.run(t.kit)
  await untilIdle(t)
  assert.deepEqual(await stateOf('company_id = $1', [c.id]), [
    ['enviada', '', 2],
    ['juntada', '', 2],
  ])
})
test('only an operator stops the mails of a company and lets them go again', async () => {
  const c = await aCompany(t)
  const set = (mails_stopped: boolean, token: string) =>
    t.call('PUT', `/api/v1/companies/${c.id}`, { token, body: { mails_stopped } })
  const operator = await anOperator()
  assert.equal((await set(true, operator)).body.data.mails_stopped, '1')
  await set(false, c.admin.token)
  assert.equal(
    'mails_stopped' in (await t.call('GET', `/api/v1/companies/${c.id}`, { token: c.admin.token })).body.data,
    false,
  )
  const [id] = await mails(c, [`pedidos@${c.path}.test`], 'order')
  assert.equal(await admit([id as number]), 0)
  assert.deepEqual(await stateOf('company_id = $1', [c.id]), [['segurada', 'parada', 1]])
  const shown = await t.call('GET', '/api/v1/companies?state=emails', { token: operator })
  assert.ok(shown.body.data.some((x: { id: number }) => x.id === c.id))
  await platformTasks.join_mails?.run(t.kit)
  assert.deepEqual(await stateOf('company_id = $1', [c.id]), [['segurada', 'parada', 1]])
  assert.equal((await set(false, operator)).status, 200)
  await platformTasks.join_mails?.run(t.kit)
  await untilIdle(t)
  assert.deepEqual(await stateOf("company_id = $1 and template = 'joined'", [c.id]), [['enviada', '', 1]])
  const log = await t.call('GET', `/api/v2/platform/log?about=${c.id}`, { token: operator })
  assert.ok(JSON.stringify(log.body.data).includes('mails_stopped'), JSON.stringify(log.body.data))
})
test('a quote goes to the address that its seller typed, once', async () => {
  const c = await aCompany(t)
  const { id } = await aProduct(t, c)
  c.seller = await aPerson(t, c.id, 2)
  const client_id = await aClient(t, c)
  const placed = await order(
    t,
    c,
    c.seller.token,
    aCart([{ product_id: id, quantity: 1 }], { quote: 1, client_id, email: 'digitado@cliente.test' }),
  )
  assert.equal(placed.status, 201, JSON.stringify(placed.body))
  await untilIdle(t)
  const { rows } = await t.owner.query("select recipient from mails where company_id = $1 and template = 'quote'", [
    c.id,
  ])
  assert.deepEqual(rows, [{ recipient: 'digitado@cliente.test' }])
})
