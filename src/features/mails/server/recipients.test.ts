// Limits of mails count a mailbox, however its address is spelled, and grow with age and payment.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, type Company, startTestApp, type TestApp } from '../../../../test/kit.ts'
import { DEFAULT_LIMITS } from '#server/config.ts'
import { admitMail } from './writes.ts'

const DAY = 86_400_000
let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: DEFAULT_LIMITS } })
})
after(() => t.close())
const trial = () => aCompany(t, { trial: true })
const paying = () => aCompany(t, { created_at: t.clock.now() })
let serial = 0
async function mails(c: Company, list: string[], template = 'quote'): Promise<number[]> {
  const { rows } = await t.owner.query<{ id: string }>(
    `insert into mails (company_id, key, recipient, template)
     select $1, $2 || '-' || n, a, $4 from unnest($3::text[]) with ordinality x(a, n) returning id`,
    [c.id, `caixa-${++serial}`, list, template],
  )
  return rows.map((r) => Number(r.id))
}
const times = (n: number, address: string) => Array.from({ length: n }, () => address)
const admit = async (ids: number[], at = t.clock.now()) =>
  (await Promise.all(ids.map((id) => admitMail(t.kit.db, id, t.config.limits, at)))).filter(Boolean).length
const counted = async (address: string) =>
  (await t.owner.query('select app.counted_address($1) as a', [address])).rows[0].a
const allowance = async (c: Company, at: string) => {
  const { rows } = await t.owner.query(
    `select per_recipient as n from app.mail_allowance($1, $2,
       '{"trial_day":200,"trial_recipient":10,"day":2000,"recipient":50,"stranger":10}')`,
    [c.id, at],
  )
  return rows[0].n
}

/** Spellings of one mailbox. */
const SAME: [string, string[]][] = [
  ['ana@correio.test', ['ANA@Correio.Test', 'ana+1@correio.test', 'ana+a+b@correio.test', 'ana@correio.test.']],
  ['bia@correio.test', ['ｂｉａ@correio.test', 'bia@ｃorreio.test', 'bia@correio。test', 'b\u00adia@correio.test']],
  [
    'caio@correio.test',
    ['"caio"@correio.test', 'x<caio@correio.test>', 'caio(x)@correio.test', '\u200bcaio@correio.test'],
  ],
  ['anasilva@gmail.com', ['ana.silva@gmail.com', 'a.n.a.silva+loja@gmail.com', 'AnaSilva@googlemail.com']],
  ['ana@bücher.test', ['ana@xn--bcher-kva.test', 'ana@BÜCHER.test', 'ana@bu\u0308cher.test', 'ANA@XN--BCHER-KVA.TEST']],
  ['joão@correio.test', ['JOÃO@correio.test', 'joa\u0303o@correio.test']],
]
/** Different mailboxes, however near they look. */
const APART: [string, string][] = [
  ['ana.silva@correio.test', 'anasilva@correio.test'],
  ['ana@correio.test', 'ana@correio.com.test'],
  ['ana@apple.test', 'ana@xn--pple-43d.test'],
  ['ana@gmail.com', 'ana@gmail.com.br'],
  ['+1@correio.test', '+2@correio.test'],
  ['ana-1@correio.test', 'ana-2@correio.test'],
  ['ana@xn--99999999999999.test', 'ana@xn--99999999999998.test'],
]

test('counts all spellings of a mailbox as one recipient', async () => {
  for (const [first, others] of SAME) {
    const c = await paying()
    assert.equal(await admit(await mails(c, times(46, first))), 46)
    const spelled = others.flatMap((a) => times(2, a))
    assert.equal(await admit(await mails(c, spelled)), 4, first)
    for (const other of others) assert.equal(await counted(other), await counted(first), other)
  }
})
test('negative control: mailboxes that only look alike have a limit each', async () => {
  for (const [x, y] of APART) {
    const c = await paying()
    assert.equal(await admit(await mails(c, [...times(51, x), ...times(51, y)])), 100, `${x} ${y}`)
  }
})
test('spells an address of any kind without an error', async () => {
  for (const odd of [
    '',
    '@',
    'sem arroba',
    'a@',
    '@b.test',
    'a@@b',
    'x@xn--.test',
    'x@xn--é.test',
    `${'9'.repeat(3000)}@x.test`,
  ])
    assert.equal(typeof (await counted(odd)), 'string')
  assert.equal(await counted(await counted('A.B+c@xn--bcher-kva.test')), 'a.b@bücher.test')
})
test('a mailbox has ten mails from all trial companies, 50 spellings at once', async () => {
  const [a, b] = [await trial(), await trial()]
  const spelled = (c: Company) =>
    mails(
      c,
      Array.from({ length: 25 }, (_, n) => (n % 2 ? `vi.tima+${c.id}x${n}@gmail.com` : `v.itima+${n}@googlemail.com`)),
    )
  assert.equal(await admit([...(await spelled(a)), ...(await spelled(b))]), 10)
})
test('a mailbox of companies that pay has a limit in each of them', async () => {
  const [a, b] = [await paying(), await paying()]
  const to = Array.from({ length: 60 }, (_, n) => `compras+${n}@cliente.test`)
  assert.equal(await admit([...(await mails(a, to)), ...(await mails(b, to))]), 100)
})
test('a clock that goes back makes no mail wait longer than a day', async () => {
  const c = await trial()
  const now = t.clock.now().getTime()
  const at = (ms: number) => new Date(now + ms)
  assert.equal(await admit(await mails(c, times(12, 'relogio@fora.test')), at(0)), 10)
  const back = -3 * DAY
  assert.ok((await admit(await mails(c, times(12, 'relogio+x@fora.test')), at(back))) <= 10)
  assert.equal(await admit(await mails(c, times(1, 'relogio+y@fora.test')), at(back + 1000)), 0)
  assert.equal(await admit(await mails(c, ['relogio@fora.test']), at(back + DAY)), 1)
})
test('asks one mailbox for its confirmation five times a day, however it is spelled', async () => {
  for (let n = 0; n < 14; n++) {
    const c = await trial()
    const orders_email = `vitima+${n}@fora.test`
    const r = await t.call('PUT', `/api/v1/companies/${c.id}`, { token: c.admin.token, body: { orders_email } })
    assert.equal(r.status, 200, JSON.stringify(r.body))
  }
  const { rows } = await t.owner.query(
    "select count(*)::int as n from mails where recipient like 'vitima+%@fora.test' and template = 'confirm_address'",
  )
  assert.equal(rows[0].n, DEFAULT_LIMITS.confirm_address)
})

const bill = (c: Company, status: string, at: string, cents: number, credit = 0) =>
  t.owner.query(
    `with s as (insert into subscriptions (company_id, plan_id, option, status, amount_cents, billing_name, billing_document,
       billing_email, due_date, best_day_due, created_at)
       values ($1, 2, 'mensal', 'cancelada', $4, 'x', '', '', $3::timestamptz::date, 1, $3) returning id)
     insert into invoices (company_id, subscription_id, token, txid, amount_cents, credit_cents, option, status, due_date,
       expires_at, created_at, paid_at) select $1, s.id, $6, $6, $4, $5, 'mensal', $2, $3::timestamptz::date, $3, $3, $3 from s`,
    [c.id, status, at, cents, credit, `t${++serial}`],
  )
test('ten times the limit begins exactly three months after the first money, however long they are', async () => {
  // 90 and 92 days.
  for (const [first, next, grown] of [
    ['2026-01-15', '2026-02-15', '2026-04-15'],
    ['2026-05-15', '2026-06-15', '2026-08-15'],
  ]) {
    const c = await aCompany(t, { created_at: '2020-01-01T00:00:00Z' })
    await bill(c, 'paga', `${first}T12:00:00.000Z`, 19_990)
    await bill(c, 'paga', `${next}T12:00:00.000Z`, 19_990)
    assert.equal(await allowance(c, `${grown}T11:59:59.999Z`), 50)
    assert.equal(await allowance(c, `${grown}T12:00:00.000Z`), 500)
  }
})
test('bills settled without money, cancelled or open ones are no payment', async () => {
  const at = '2026-01-15T12:00:00Z'
  const later = '2026-09-15T12:00:00Z'
  const given = await aCompany(t, { created_at: at })
  await bill(given, 'paga', at, 0)
  assert.equal(await allowance(given, later), 50, 'a coupon for all of it')
  await bill(given, 'cancelada', at, 19_990)
  await bill(given, 'aberta', at, 19_990)
  assert.equal(await allowance(given, later), 50, 'cancelled and open')
  await bill(given, 'paga', '2026-08-15T12:00:00Z', 0, 19_990)
  assert.equal(await allowance(given, later), 50, 'paid one month ago')
  assert.equal(await allowance(given, '2026-11-15T12:00:00Z'), 500, 'credit is money that came')
  const elsewhere = await aCompany(t, { created_at: at })
  await bill(elsewhere, 'aberta', at, 19_990)
  assert.equal(await allowance(elsewhere, later), 500, 'the operator says that it pays: by its age')
})
