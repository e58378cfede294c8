// Addresses that were not confirmed get no bill, a link confirms one address of one company once, and an operator's stop
// holds every mail but those about signing in.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, aPerson, type Company, startTestApp, type TestApp, UNLIMITED } from '../../../../test/kit.ts'
import { admitMail } from './writes.ts'

let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
})
after(() => t.close())
const trial = () => aCompany(t, { trial: true })
const put = async (c: Company, orders_email: string, token = c.admin.token) =>
  (await t.call('PUT', `/api/v1/companies/${c.id}`, { token, body: { orders_email } })).status
const request = (c: Company, more: object) =>
  t.call('POST', '/api/v2/subscription/', {
    token: c.admin.token,
    body: {
      frequency: 'monthly',
      plan_id: 2,
      option: 'mensal',
      billing_name: 'Casa Aroeira Ltda',
      billing_document: '529.982.247-25',
      phone: '(11) 91234-5678',
      company_id: String(c.id),
      ...more,
    },
  })
/** The token of the last link that asked this address for this company. */
async function linkOf(c: Company, address: string): Promise<string> {
  const { rows } = await t.owner.query<{ secret: string }>(
    `select params->>'secret' as secret from mails where company_id = $1 and recipient = $2 and template = 'confirm_address'
     order by id desc`,
    [c.id, address],
  )
  return rows[0]?.secret.split('#')[1] ?? ''
}
const confirm = async (token: string) =>
  (await t.call('POST', '/api/v2/mail_addresses/confirm', { body: { token } })).status
const isOwn = async (c: Company, address: string) =>
  (await t.owner.query('select app.is_own_address($1, $2) as own', [c.id, address])).rows[0].own
const admit = (id: number) => admitMail(t.kit.db, id, t.config.limits, t.clock.now())
const bills = async (c: Company) =>
  (
    await t.owner.query<{ id: string; recipient: string }>(
      "select id, recipient from mails where company_id = $1 and template = 'invoice' order by id",
      [c.id],
    )
  ).rows.map((m) => ({ ...m, id: Number(m.id) }))
let serial = 0
const aMail = async (c: Company, address: string, template: string) =>
  Number(
    (
      await t.owner.query(
        'insert into mails (company_id, key, recipient, template) values ($1, $2, $3, $4) returning id',
        [c.id, `parada-${++serial}`, address, template],
      )
    ).rows[0].id,
  )

test('a link confirms its own address, for its own company', async () => {
  const [a, b] = [await trial(), await trial()]
  assert.equal(await put(a, 'um@novo.test, dois@novo.test'), 200)
  assert.equal(await put(b, 'um@novo.test'), 200)
  assert.equal(await confirm(await linkOf(a, 'um@novo.test')), 200)
  assert.deepEqual(
    [await isOwn(a, 'um@novo.test'), await isOwn(a, 'dois@novo.test'), await isOwn(b, 'um@novo.test')],
    [true, false, false],
  )
  assert.equal(await isOwn(a, 'um+outro@novo.test'), false, 'another spelling is another address')
})
test('a link works once, ends after three days, and ends with the next one', async () => {
  const c = await trial()
  assert.equal(await put(c, 'um@prazo.test'), 200)
  const first = await linkOf(c, 'um@prazo.test')
  const again = await t.call('POST', '/api/v2/mail_addresses', {
    token: c.admin.token,
    body: { address: 'um@prazo.test' },
  })
  assert.equal(again.status, 200, JSON.stringify(again.body))
  const second = await linkOf(c, 'um@prazo.test')
  assert.notEqual(first, second)
  assert.equal(await confirm(first), 404, 'another link was sent')
  assert.equal(await confirm(second), 200)
  assert.equal(await confirm(second), 404, 'used')
  assert.equal(await put(c, 'dois@prazo.test'), 200)
  const late = await linkOf(c, 'dois@prazo.test')
  t.clock.forward(3 * 86_400_000)
  assert.equal(await confirm(late), 404, 'three days')
  assert.equal(await isOwn(c, 'dois@prazo.test'), false)
  for (const odd of ['', 'x', late.slice(0, -1), `${late}x`]) assert.equal(await confirm(odd), 404, odd)
})
test('a company that pays has no bill mailed to a new address before its confirmation', async () => {
  const c = await aCompany(t)
  c.admin = await aPerson(t, c.id, 1)
  await t.owner.query('update companies set trial = true where id = $1', [c.id])
  assert.equal((await request(c, { billing_email: 'antigo@cobranca.test' })).status, 200)
  await t.owner.query("update subscriptions set status = 'ativa', activated_at = $2 where company_id = $1", [
    c.id,
    t.clock.now(),
  ])
  await t.owner.query('update companies set trial = false where id = $1', [c.id])
  const changed = await request(c, { plan_id: 3, billing_email: 'novo@cobranca.test' })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const shown = await t.call('GET', `/api/v2/invoices/${changed.body.data.invoice}`)
  assert.equal(shown.body.data.status, 'aberta', 'the screen shows it at once')
  const sent = []
  for (const { id, recipient } of await bills(c)) sent.push([recipient, await admit(id)])
  assert.deepEqual(sent, [
    ['antigo@cobranca.test', true],
    ['novo@cobranca.test', false],
  ])
  assert.equal(await confirm(await linkOf(c, 'novo@cobranca.test')), 200)
  assert.equal(await admit((await bills(c)).at(-1)?.id ?? 0), true)
})
test('an operator’s stop holds all mails of that company but those about signing in and confirming', async () => {
  const [c, other] = [await aCompany(t), await aCompany(t)]
  const stop = async (token: string) =>
    (await t.call('PUT', `/api/v1/companies/${c.id}`, { token, body: { mails_stopped: true } })).status
  await stop(c.admin.token)
  assert.equal(await admit(await aMail(c, 'x@fora.test', 'quote')), true, 'an admin stops nothing')
  assert.equal(await stop(c.seller.token), 403)
  assert.equal(await stop((await aPerson(t, null, 0)).token), 200)
  for (const template of ['quote', 'order', 'order_changed', 'invoice', 'joined'])
    for (const address of ['x@fora.test', c.admin.email])
      assert.equal(await admit(await aMail(c, address, template)), false, `${template} ${address}`)
  for (const template of ['password', 'passwords', 'email_changed', 'confirm_address'])
    assert.equal(await admit(await aMail(c, 'x@fora.test', template)), true, template)
  assert.equal(await admit(await aMail(other, 'x@fora.test', 'quote')), true)
})
test('no door writes four addresses for orders', async () => {
  const c = await aCompany(t)
  const four = 'a@x.test, b@x.test, c@x.test; d@x.test'
  for (const { token } of [c.admin, await aPerson(t, null, 0)]) {
    assert.equal(await put(c, four, token), 422)
    assert.equal(await put(c, 'a@x.test;b@x.test,c@x.test', token), 200)
  }
  const { rows } = await t.owner.query('select orders_email from companies where id = $1', [c.id])
  assert.equal(rows[0].orders_email.split(/[,;]/).length, 3)
})
