// The calendar through the front door: own events, series and their one days, what feeds it, the iCalendar address.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  hears,
  newCart,
  order,
  startTestApp,
  type TestApp,
  untilLocked,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
let b: Company
before(async () => {
  t = await startTestApp()
  t.clock.set('2026-11-23T12:00:00Z')
  a = await aCompany(t, { valid_until: '2026-12-10', trial: true })
  b = await aCompany(t)
})
after(() => t.close())
type Who = { token: string }
type Shown = { kind: string; name: string; starts: string; to: string }
const shown = async (who: Who, from = '2026-11-22', before = '2026-12-20', more = '') => {
  const r = await t.call('GET', `/api/v2/calendar?from=${from}&until=${before}${more}`, who)
  assert.equal(r.status, 200, JSON.stringify(r.body))
  return r.body.data as Shown[]
}
const starts = async (who: Who, name: string, ...days: [string?, string?]) =>
  (await shown(who, ...days)).filter((i) => i.name === name).map((i) => i.starts)
const make = async (who: Who, more: object = {}) => {
  const key = newCart()
  const body = {
    key,
    title: 'Reunião',
    notes: '',
    all_day: '0',
    starts: '2026-11-24T09:00',
    ends: '2026-11-24T10:00',
    rule: '',
    ...more,
  }
  return { key, body, r: await t.call('POST', '/api/v2/calendar/events', { ...who, body }) }
}
const change = (who: Who, key: string, body: object) =>
  t.call('POST', `/api/v2/calendar/events/${key}`, {
    ...who,
    body: { key: newCart(), scope: 'all', day: '2026-11-24', ...body },
  })

test('an event is there once however often it is sent, for whoever made it and the admin, and for nobody else', async () => {
  const { body, r } = await make(a.seller)
  assert.equal(r.status, 200, JSON.stringify(r.body))
  assert.equal((await t.call('POST', '/api/v2/calendar/events', { ...a.seller, body })).status, 200)
  const other = await t.call('POST', '/api/v2/calendar/events', { ...a.seller, body: { ...body, title: 'Outra' } })
  assert.equal(other.body.code, 'idempotency_key_reused')
  assert.deepEqual(await starts(a.seller, 'Reunião'), ['2026-11-24T09:00'])
  assert.deepEqual(await starts(a.admin, 'Reunião'), ['2026-11-24T09:00'])
  const colleague = await aPerson(t, a.id, 2)
  assert.deepEqual([await starts(colleague, 'Reunião'), await starts(b.admin, 'Reunião')], [[], []])
  for (const who of [colleague, b.admin]) assert.equal((await change(who, body.key, { title: 'Roubada' })).status, 404)
  assert.equal((await make(a.seller, { user_id: a.admin.id })).r.status, 422)
  assert.equal((await make(a.admin, { user_id: b.seller.id })).r.status, 422)
  assert.equal((await make(a.admin, { user_id: a.seller.id, title: 'Feira' })).r.status, 200)
  assert.deepEqual(await starts(a.seller, 'Feira'), ['2026-11-24T09:00'])
  assert.deepEqual(
    (await shown(a.admin, undefined, undefined, `&seller_id=${colleague.id}`)).filter((i) => i.kind === 'event'),
    [],
  )
})
test("a screen that is open hears that an event was made, moved or taken away; a colleague's hears nothing of it", async () => {
  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const colleague = await aPerson(t, a.id, 2)
  const { key, body } = await make(a.seller, { title: 'Visita à feira' })
  const made = () => t.call('POST', '/api/v2/calendar/events', { ...a.seller, body: { ...body, key: newCart() } })
  const moved = () => change(a.seller, key, { title: 'Outra feira' })
  const gone = () => t.call('DELETE', `/api/v2/calendar/events/${key}?scope=all&day=2026-11-24`, a.seller)
  for (const act of [made, moved, gone]) {
    let status = 0
    const answers = async () => {
      status = (await act()).status
    }
    const [seller, other] = await Promise.all([
      hears(origin, a.seller.token, 'people', answers),
      hears(origin, colleague.token, 'people', async () => undefined, 2),
    ])
    assert.deepEqual([status, seller, other], [200, true, false], act.name)
  }
  assert.deepEqual(await starts(a.seller, 'Outra feira'), [])
})
test('of a series one day is moved, another taken away, and all of them; a way back twice is once', async () => {
  const { key } = await make(a.seller, { title: 'Ronda', rule: 'FREQ=WEEKLY;BYDAY=TU' })
  const weeks = ['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15']
  assert.deepEqual(
    await starts(a.seller, 'Ronda'),
    weeks.map((d) => `${d}T09:00`),
  )
  const one = { key: newCart(), scope: 'one', day: '2026-12-01', starts: '2026-12-02T15:00', ends: '2026-12-02T16:30' }
  for (let i = 0; i < 2; i++) assert.equal((await change(a.seller, key, one)).status, 200)
  assert.equal(
    (await t.call('DELETE', `/api/v2/calendar/events/${key}?scope=one&day=2026-12-08`, a.seller)).status,
    200,
  )
  assert.deepEqual(await starts(a.seller, 'Ronda'), ['2026-11-24T09:00', '2026-12-02T15:00', '2026-12-15T09:00'])
  // All of them an hour later: the day that is otherwise stays otherwise.
  const later = { key: newCart(), day: '2026-12-15', starts: '2026-12-15T10:00', ends: '2026-12-15T11:00' }
  for (let i = 0; i < 2; i++) assert.equal((await change(a.seller, key, later)).status, 200)
  assert.deepEqual(await starts(a.seller, 'Ronda'), ['2026-11-24T10:00', '2026-12-02T15:00', '2026-12-15T10:00'])
  // To another weekday: the days are others, and nothing is otherwise any more.
  assert.equal((await change(a.seller, key, { starts: '2026-11-26T10:00', ends: '2026-11-26T11:00' })).status, 200)
  assert.deepEqual(
    await starts(a.seller, 'Ronda'),
    ['2026-11-26', '2026-12-03', '2026-12-10', '2026-12-17'].map((d) => `${d}T10:00`),
  )
  assert.equal((await change(a.seller, key, { title: 'x' })).status, 409)
  assert.equal(
    (await t.call('DELETE', `/api/v2/calendar/events/${key}?scope=all&day=2026-11-26`, a.seller)).status,
    200,
  )
  assert.deepEqual(await starts(a.seller, 'Ronda'), [])
})
test('of a series this day and those after it go elsewhere or away; those before stay, one that was otherwise stays so', async () => {
  const { key } = await make(a.seller, { title: 'Mutirão', rule: 'FREQ=WEEKLY;BYDAY=TU' })
  const one = { scope: 'one', day: '2026-12-15', starts: '2026-12-16T15:00', ends: '2026-12-16T16:00' }
  assert.equal((await change(a.seller, key, one)).status, 200)
  const from = { key: newCart(), scope: 'following', day: '2026-12-08' }
  const later = { ...from, starts: '2026-12-08T14:00', ends: '2026-12-08T16:00', title: 'Mutirão novo' }
  for (let i = 0; i < 2; i++) assert.equal((await change(a.seller, key, later)).status, 200)
  assert.deepEqual(await starts(a.seller, 'Mutirão'), ['2026-11-24T09:00', '2026-12-01T09:00'])
  assert.deepEqual(await starts(a.seller, 'Mutirão novo'), ['2026-12-08T14:00', '2026-12-16T15:00'])
  assert.deepEqual(await starts(a.seller, 'Mutirão novo', '2027-01-03', '2027-01-10'), ['2027-01-05T14:00'])
  // The part that goes on has a name of its own, and may end, too; of the first one nothing is left to end there.
  assert.equal((await change(a.seller, key, { ...later, key: newCart() })).status, 409)
  const remove = (event: string, day: string) =>
    t.call('DELETE', `/api/v2/calendar/events/${event}?scope=following&day=${day}`, a.seller)
  assert.equal((await remove(from.key, '2027-01-05')).status, 200)
  assert.deepEqual(await starts(a.seller, 'Mutirão novo', '2026-12-20', '2027-01-20'), [
    '2026-12-22T14:00',
    '2026-12-29T14:00',
  ])
  // From its first day on it is the whole of it.
  assert.equal(
    (await change(a.seller, key, { ...from, key: newCart(), day: '2026-11-24', title: 'Mercado' })).status,
    200,
  )
  assert.deepEqual(await starts(a.seller, 'Mercado'), ['2026-11-24T09:00', '2026-12-01T09:00'])
  assert.equal((await remove(key, '2026-11-24')).status, 200)
  assert.equal((await change(a.seller, key, { title: 'x' })).status, 404)
  // A colleague, who does not see it, ends nothing; neither does the admin of another company.
  for (const who of [await aPerson(t, a.id, 2), b.admin])
    assert.equal((await change(who, from.key, { ...later, key: newCart() })).status, 404)
})
test('said of a day that was otherwise, it holds for that day, too: its hour for all of them, its name without its hour', async () => {
  const { key } = await make(a.seller, { title: 'Aula', rule: 'FREQ=WEEKLY;BYDAY=TU' })
  const day = { day: '2026-12-08', starts: '2026-12-09T15:00', ends: '2026-12-09T16:00' }
  assert.equal((await change(a.seller, key, { ...day, scope: 'one', title: 'Prova' })).status, 200)
  // Called otherwise: the hours stay.
  assert.equal((await change(a.seller, key, { day: day.day, title: 'Oficina' })).status, 200)
  const weeks = ['2026-11-24T09:00', '2026-12-01T09:00', '2026-12-09T15:00', '2026-12-15T09:00']
  assert.deepEqual((await starts(a.seller, 'Oficina')).sort(), weeks)
  // From that day on at eight: it is that day, too.
  const eight = { starts: '2026-12-08T20:00', ends: '2026-12-08T21:00', scope: 'following', day: day.day }
  assert.equal((await change(a.seller, key, eight)).status, 200)
  assert.deepEqual((await starts(a.seller, 'Oficina')).sort(), [
    ...weeks.slice(0, 2),
    '2026-12-08T20:00',
    '2026-12-15T20:00',
  ])
})
test('a counted series goes on counting, one of month ends goes on at month ends', async () => {
  const counted = await make(a.seller, { title: 'Curso', rule: 'FREQ=WEEKLY;COUNT=4;BYDAY=TU' })
  const hour = (day: string) => ({ scope: 'following', day, starts: `${day}T10:00`, ends: `${day}T11:00` })
  assert.equal((await change(a.seller, counted.key, hour('2026-12-08'))).status, 200)
  assert.deepEqual(await starts(a.seller, 'Curso', '2026-11-22', '2027-01-20'), [
    '2026-11-24T09:00',
    '2026-12-01T09:00',
    '2026-12-08T10:00',
    '2026-12-15T10:00',
  ])
  const ends = await make(a.seller, {
    title: 'Fechamento',
    starts: '2026-10-31T18:00',
    ends: '2026-10-31T19:00',
    rule: 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
  })
  assert.equal((await change(a.seller, ends.key, hour('2027-02-28'))).status, 200)
  const closing = (from: string, before: string) => starts(a.seller, 'Fechamento', from, before)
  assert.deepEqual(await closing('2027-01-01', '2027-02-01'), ['2027-01-31T18:00'])
  assert.deepEqual(await closing('2027-02-01', '2027-04-01'), ['2027-02-28T10:00', '2027-03-31T10:00'])
})
test('how all of a series comes again is changed from any of its days; it begins on the next day that fits', async () => {
  const { key } = await make(a.seller, { title: 'Balanço', rule: 'FREQ=WEEKLY;BYDAY=TU' })
  const monthly = { day: '2026-12-08', rule: 'FREQ=MONTHLY;BYMONTHDAY=8' }
  assert.equal((await change(a.seller, key, monthly)).status, 200)
  const all = () => starts(a.seller, 'Balanço', '2026-11-22', '2027-01-20')
  assert.deepEqual(await all(), ['2026-12-08T09:00', '2027-01-08T09:00'])
  for (const rule of ['FREQ=MONTHLY;BYMONTHDAY=8;UNTIL=20261207', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=DAY'])
    assert.equal((await change(a.seller, key, { day: '2027-01-08', rule })).status, 422, rule)
  assert.deepEqual(await all(), ['2026-12-08T09:00', '2027-01-08T09:00'])
})
test('a series that moves by a day keeps all of its days: with a last day, counted, at month ends', async () => {
  const moved = async (rule: string, first: string, day: string, scope: string, by: number, before = '2027-01-20') => {
    const title = `Mudança ${rule} ${scope}`
    const { key } = await make(a.seller, { title, starts: `${first}T09:00`, ends: `${first}T10:00`, rule })
    const to = new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10)
    const r = await change(a.seller, key, { scope, day, starts: `${to}T09:00`, ends: `${to}T10:00` })
    assert.equal(r.status, 200, `${title}: ${JSON.stringify(r.body)}`)
    return (await starts(a.seller, title, '2026-11-22', before)).map((at) => at.slice(5, 10)).sort()
  }
  const weekly = 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20261215T235959Z'
  assert.deepEqual(await moved(weekly, '2026-11-24', '2026-12-08', 'all', 1), ['11-25', '12-02', '12-09', '12-16'])
  assert.deepEqual(await moved(weekly, '2026-11-24', '2026-12-15', 'following', 1), [
    '11-24',
    '12-01',
    '12-08',
    '12-16',
  ])
  const counted = 'FREQ=WEEKLY;COUNT=4;BYDAY=TU'
  assert.deepEqual(await moved(counted, '2026-11-24', '2026-12-01', 'all', -1), ['11-23', '11-30', '12-07', '12-14'])
  const ends = 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1'
  assert.deepEqual(await moved(ends, '2026-10-31', '2026-11-30', 'following', -1, '2027-01-05'), ['11-29', '12-29'])
})
test('who waited for another’s change of a series sees it: a day that was just taken away is not brought back', async () => {
  const { key } = await make(a.seller, { title: 'Plantão', rule: 'FREQ=WEEKLY;BYDAY=TU' })
  const other = await t.owner.connect()
  try {
    await other.query('begin')
    await other.query(
      `insert into event_days (company_id, event_id, day, gone) select company_id, id, '2026-12-08', true
        from (select company_id, id from events where key = $1 for update) e`,
      [key],
    )
    const one = { scope: 'one', day: '2026-12-08', starts: '2026-12-08T15:00', ends: '2026-12-08T16:00' }
    const changing = change(a.seller, key, one)
    await untilLocked(t.owner)
    await other.query('commit')
    assert.equal((await changing).status, 409)
  } finally {
    other.release()
  }
})
test('two people who move one thing: the second one is told where it stands now', async () => {
  const { key } = await make(a.seller, { title: 'Café' })
  const was = JSON.stringify({ starts: '2026-11-24T09:00', ends: '2026-11-24T10:00' })
  assert.equal((await change(a.admin, key, { starts: '2026-11-24T11:00', ends: '2026-11-24T12:00', was })).status, 200)
  const r = await change(a.seller, key, { starts: '2026-11-24T16:00', ends: '2026-11-24T17:00', was })
  assert.deepEqual([r.status, r.body.code, r.body.current.starts], [409, 'changed_elsewhere', '2026-11-24T11:00'])
})
test('what cannot be is refused: an end before the beginning, a rule that never begins, a whole day at nine, three months at once', async () => {
  for (const wrong of [
    { ends: '2026-11-24T08:00' },
    { rule: 'FREQ=WEEKLY;BYDAY=WE' },
    { rule: 'FREQ=SECONDLY' },
    { all_day: '1' },
    { starts: '2026-02-30T09:00' },
    { title: ' ' },
  ])
    assert.equal((await make(a.seller, wrong)).r.status, 422, JSON.stringify(wrong))
  for (const days of [
    'from=2026-01-01&until=2026-06-01',
    'from=2026-02-31&until=2026-03-05',
    'from=2026-99-99&until=2026-03-05',
  ])
    assert.equal((await t.call('GET', `/api/v2/calendar?${days}`, a.seller)).status, 422, days)
})
test('deliveries, quotes, promotions and the end of the trial stand there, each for whom it concerns, each leading to its thing', async () => {
  const { id: product } = await aProduct(t, a, {
    name: 'Moringa',
    price: '96,00',
    price_promo: '80,00',
    promo_until: '2026-12-05',
  })
  const sold = await order(
    t,
    a,
    a.seller.token,
    aCart([{ product_id: product, quantity: 1 }], { delivery_date: '2026-12-01' }),
  )
  await t.owner.query("update orders set delivery_date = '2026-12-01' where id = $1", [sold.body.data.id])
  const colleague = await aPerson(t, a.id, 2)
  const kinds = async (who: Who) =>
    (await shown(who))
      .filter((i) => !['event', 'visit'].includes(i.kind))
      .map((i) => `${i.kind} ${i.starts.slice(0, 10)}`)
  assert.deepEqual(await kinds(a.admin), ['delivery 2026-12-01', 'promotion 2026-12-05', 'trial 2026-12-10'])
  assert.deepEqual(await kinds(a.seller), ['delivery 2026-12-01', 'promotion 2026-12-05'])
  assert.deepEqual(await kinds(colleague), ['promotion 2026-12-05'])
  const [delivery] = (await shown(a.seller)).filter((i) => i.kind === 'delivery')
  assert.equal(delivery?.to, `/dashboard/orders/${sold.body.data.id}`)
  // Of a seller's device: the own weeks, and nobody else's.
  const kept = await t.call('GET', '/api/v2/offline?have=-', a.seller)
  assert.match(JSON.stringify(kept.body), /Reunião/)
  assert.doesNotMatch(JSON.stringify((await t.call('GET', '/api/v2/offline?have=-', colleague)).body), /Reunião/)
})
test('the iCalendar address shows the own calendar until it is taken back; a guessed one is nothing, and guessing is slowed down', async () => {
  const { r } = await make(a.seller, {
    title: 'Noturno; com, sinais',
    starts: '2026-11-24T22:00',
    ends: '2026-11-25T01:00',
  })
  assert.equal(r.status, 200)
  const made = (await t.call('POST', '/api/v2/calendar/link', a.seller)).body.data
  const path = new URL(made.url).pathname
  const open = (p: string, ip = '10.9.0.1') =>
    t.app.inject({ method: 'GET', url: p, headers: { 'x-forwarded-for': ip } })
  const answer = await open(path)
  assert.equal(answer.statusCode, 200)
  assert.match(String(answer.headers['content-type']), /text\/calendar/)
  assert.match(answer.body, /SUMMARY:Noturno\\; com\\, sinais/)
  assert.match(answer.body, /DTSTART:20261125T010000Z\r\nDTEND:20261125T040000Z/)
  assert.match(answer.body, /DTSTART;VALUE=DATE:20261201\r\nDTEND;VALUE=DATE:20261202/)
  // The hash alone is kept, and it is nobody else's calendar.
  const hashes = (await t.owner.query('select token_hash from calendar_links')).rows
  assert.ok(!JSON.stringify(hashes).includes(path.split('/')[4] as string))
  const again = new URL((await t.call('POST', '/api/v2/calendar/link', a.seller)).body.data.url).pathname
  assert.deepEqual([(await open(path)).statusCode, (await open(again)).statusCode], [404, 200])
  assert.ok((await t.call('GET', '/api/v2/calendar/link', a.seller)).body.data.created_at)
  assert.equal((await t.call('GET', '/api/v2/calendar/link', a.admin)).body.data.created_at, null)
  await t.owner.query('update users set active = false where id = $1', [a.seller.id])
  assert.equal((await open(again)).statusCode, 404)
  await t.owner.query('update users set active = true where id = $1', [a.seller.id])
  await t.call('DELETE', '/api/v2/calendar/link', a.seller)
  assert.equal((await open(again)).statusCode, 404)
  const guessed = `/api/v2/calendar/${'A'.repeat(43)}/agenda.ics`
  const codes: number[] = []
  for (let i = 0; i < 40; i++) codes.push((await open(guessed, '10.9.0.2')).statusCode)
  assert.deepEqual([codes[0], codes.at(-1)], [404, 429])
})
