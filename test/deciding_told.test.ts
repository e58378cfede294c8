// The database's own functions, asked by themselves: who is told of what, and what webhooks are
// owed.
import { after, before, test } from 'node:test'
import { at, type Ground, ground, inside, NOW } from './decides.ts'

let g: Ground
before(async () => {
  g = await ground()
})
after(() => g.close())

const jobs = (task: string) =>
  `select count(*)::int from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id where k.identifier = '${task}'`

test('whoever is named is told, and the admins where that is asked, unless it is their own doing, they left or nobody would read it', async () => {
  const { c, other, decides } = g
  const event = (more: object = {}) => ({
    kind: 'pedido',
    word: 'novo',
    whom: [c.seller.id],
    admins: false,
    but: null,
    number: 7,
    name: 'Loja',
    about: 1,
    href: '/p',
    key: 'k',
    again: true,
    mail_at: null,
    hold: 0,
    ...more,
  })
  const tell = (events: object[], id = 'null', number = 'null') =>
    `select app.tell('${JSON.stringify(events)}', ${NOW}, ${id}, ${number})`
  const on = [inside(c.id), 'delete from person_notices', 'delete from push_devices', 'delete from sessions']
  const told = 'select user_id::int from person_notices order by 1'
  const [admin, seller, client] = [c.admin.id, c.seller.id, c.client.id]
  const session = `insert into sessions (hash, user_id, company_id, kind, stay, created_at, last_seen) values ('\\x01', ${client}, ${c.id}, 'user', true, ${NOW}, ${NOW})`
  const device = (
    user: number,
    company = c.id,
  ) => `insert into push_devices (company_id, user_id, hash, endpoint, p256dh, auth, session, language, created_at, seen_at)
    values (${company}, ${user}, '\\x01', '', '', '', '\\x01', 'pt', ${NOW}, ${NOW})`
  await decides(
    told,
    on,
    [],
    [
      [tell([event()]), [seller]],
      [tell([event({ admins: true })]), [admin, seller].sort((x, y) => x - y)],
      [tell([event({ whom: [seller, admin, 999_999] })]), [admin, seller].sort((x, y) => x - y)],
      [tell([event({ but: seller })]), []],
      [tell([event({ admins: true, but: seller })]), [admin]],
      [tell([event({ whom: [], admins: true })]), [admin]],
      [tell([event({ whom: [other.seller.id] })]), []],
      [`update users set active = false where id = ${seller}; ${tell([event()])}`, []],
      [`update users set deleted_at = now() where id = ${seller}; ${tell([event()])}`, []],
      [`update users set is_visitor = true where id = ${seller}; ${tell([event()])}`, []],
      [tell([event({ whom: [client] })]), []],
      [`${session}; ${tell([event({ whom: [client] })])}`, [client]],
      [`${session}; update sessions set user_id = ${admin}; ${tell([event({ whom: [client] })])}`, []],
      [`${session}; update sessions set company_id = ${other.id}; ${tell([event({ whom: [client] })])}`, []],
      [`${device(client)}; ${tell([event({ whom: [client] })])}`, [client]],
      [`${device(client, other.id)}; ${tell([event({ whom: [client] })])}`, []],
      [`${device(admin)}; ${tell([event({ whom: [client] })])}`, []],
    ],
  )
  const row = `select number::int, name, href, key, times, read_at is null, mail_at is not null, at = ${NOW} from person_notices`
  const first = [7, 'Loja', '/p', 'k', 1, true, false, true]
  await decides(
    row,
    on,
    [],
    [
      [tell([event()]), [first]],
      [tell([event()], '5', '9'), [[9, 'Loja', '/p5', 'k5', 1, true, false, true]]],
      [tell([event({ name: null })]), [first.with(1, '')]],
      [tell([event({ mail_at: '2026-11-25T00:00:00Z' })]), [first.with(6, true)]],
      [
        `update users set email = '' where id = ${seller}; ${tell([event({ mail_at: '2026-11-25T00:00:00Z' })])}`,
        [first],
      ],
      [tell([event({ whom: [admin], mail_at: '2026-11-25T00:00:00Z' })]), [first]],
      [
        `${tell([event()])}; ${tell([event({ name: 'Outra', href: '/q' })])}`,
        [[7, 'Outra', '/q', 'k', 2, true, false, true]],
      ],
      [`${tell([event()])}; ${tell([event({ name: 'Outra', again: false })])}`, [first]],
      [
        `${tell([event()])}; update person_notices set read_at = now(), sent_at = now(), push_at = now(); ${tell([event()])}`,
        [first],
      ],
      [`${tell([event()])}; update person_notices set times = 4; ${tell([event()])}`, [first.with(4, 5)]],
    ],
  )
  await decides(
    'select sent_at is null, push_at is null from person_notices',
    [...on, tell([event()]), 'update person_notices set sent_at = now(), push_at = now()', tell([event()])],
    [[true, true]],
  )
  const sent = `${jobs('send_notices')} and j.run_at <= now()`
  const later = `select extract(epoch from j.run_at - now())::int from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id where k.identifier = 'send_notices'`
  await decides(
    sent,
    on,
    [0],
    [
      [tell([event()]), [0]],
      [`${device(seller)}; ${tell([event()])}`, [1]],
      [`${device(seller, other.id)}; ${tell([event()])}`, [0]],
      [`${device(admin)}; ${tell([event()])}`, [0]],
      [`${device(seller)}; ${tell([event({ hold: 30 })])}`, [0]],
      [`${device(seller)}; ${tell([event(), event({ key: 'l', hold: 30 })])}`, [1]],
      [`${device(seller)}; ${tell([event({ but: seller })])}`, [0]],
    ],
  )
  await decides(
    later,
    on,
    [],
    [
      [`${device(seller)}; ${tell([event({ hold: 30 })])}`, [30]],
      [`${device(seller)}; ${tell([event({ hold: 30 }), event({ key: 'l', hold: 20 })])}`, [30]],
      [`${device(seller)}; ${tell([event({ hold: 20 }), event({ key: 'l', hold: 30 })])}`, [30]],
      [`${device(seller)}; ${tell([event({ hold: 1 })])}`, [1]],
      [`${device(seller)}; ${tell([event()])}`, [0]],
    ],
  )
  const ids = `select jsonb_array_length(payload::jsonb -> 'ids') from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id where k.identifier = 'send_notices'`
  await decides(ids, [...on, device(seller), tell([event({ admins: true }), event({ key: 'l' })])], [3])
})
test('work is left for a company alone, once by its key', async () => {
  const { c, decides } = g
  const put = (key = 'null', queue = 'null') => `select app.enqueue('send_notices', '{"a": 1}', ${queue}, ${key})`
  const nobody = "select set_config('app.company_id', '', true)"
  const clear = ['delete from graphile_worker._private_jobs', inside(c.id)]
  await decides(
    jobs('send_notices'),
    clear,
    [0],
    [
      [put(), [1]],
      [`${put()}; ${put()}`, [2]],
      [`${put("'k'")}; ${put("'k'")}`, [1]],
      [`${put("'k'")}; ${put("'l'")}`, [2]],
      ["select app.enqueue_after('send_notices', '{}', 60)", [1]],
    ],
  )
  const payload = 'select payload::jsonb from graphile_worker._private_jobs'
  const again = put("'k'").replace('"a": 1', '"a": 2')
  await decides(payload, [...clear, put("'k'"), again], [{ a: 2, company_id: c.id }])
  await decides(put(), [nobody], /without a company/)
  await decides("select app.enqueue_after('send_notices', '{}', 60)", [nobody], /without a company/)
  const job =
    'select payload::jsonb, max_attempts, extract(epoch from run_at - now())::int from graphile_worker._private_jobs'
  await decides(
    job,
    clear,
    [],
    [
      [put(), [[{ a: 1, company_id: c.id }, 12, 0]]],
      [
        `select set_config('app.request_id', 'r', true); ${put()}`,
        [[{ a: 1, company_id: c.id, request_id: 'r' }, 12, 0]],
      ],
      ["select app.enqueue_after('send_notices', '{}', 60)", [[{ company_id: c.id }, 12, 60]]],
    ],
  )
})
test('a webhook is owed what was made or changed in its own company, once while it waits', async () => {
  const { c, other, decides } = g
  const hook = (
    id: number,
    company: number,
    events: string,
  ) => `insert into webhooks (company_id, id, name, url, events, created_at) overriding system value
    values (${company}, ${id}, 'x', 'https://x.test', '{${events}}', ${NOW})`
  const order = (
    id: number,
    more = "'loja'",
    { id: company, client } = c,
  ) => `insert into orders (company_id, id, cart_id, lines_hash, receipt_token, status, origin, session_kind, created_by, name, subtotal, total,
    items_count, received_at, updated_at) overriding system value values (${company}, ${id}, gen_random_uuid(), '', gen_random_uuid(), 'novo', ${more}, 'user', ${client.id}, 'x', 1, 1, 1, ${NOW}, ${NOW})`
  const product = (id: number) =>
    `insert into products (company_id, id, name) overriding system value values (${c.id}, ${id}, 'P')`
  const on = [
    inside(c.id),
    hook(901, c.id, 'order.created'),
    hook(902, c.id, 'order.changed'),
    hook(903, c.id, 'product.changed'),
    hook(904, other.id, 'order.created,order.changed,product.changed'),
  ]
  const owed = 'select webhook_id::int, type, about, object_id::int from webhook_deliveries order by id'
  const all = { triggers: true }
  const made = [901, 'order.created', 'order', 701]
  const changed = [902, 'order.changed', 'order', 701]
  await decides(
    owed,
    on,
    [],
    [
      [order(701), [made]],
      [order(701, "'historico'"), []],
      [`${order(701)}; update orders set total = 2 where id = 701`, [made, changed]],
      [
        `${order(701)}; update webhook_deliveries set untried = false; update orders set mailed_at = now(), changed = '3'`,
        [made],
      ],
      [`${order(701)}; update orders set total = 1 where id = 701`, [made]],
      [
        `${order(701)}; update orders set total = 2 where id = 701; update orders set total = 3 where id = 701`,
        [made, changed],
      ],
      [
        `${order(701)}; update webhook_deliveries set untried = false; update orders set total = 2 where id = 701; update webhook_deliveries set untried = false; update orders set total = 3 where id = 701`,
        [made, changed, changed],
      ],
      [product(701), [[903, 'product.changed', 'product', 701]]],
      [`update webhooks set active = false where id = 901; ${order(701)}`, []],
      [`update webhooks set deleted_at = now() where id = 901; ${order(701)}`, []],
      [`update webhooks set events = '{order.changed}' where id = 901; ${order(701)}`, []],
      [
        `update webhooks set active = false; ${order(701)}; update webhooks set active = true where id = 902; update orders set total = 2 where id = 701`,
        [changed],
      ],
      [`insert into orders select (o).* from (select o from orders o where false) x; ${order(701)}`, [made]],
    ],
    all,
  )
  await decides(
    'select count(*)::int from webhook_deliveries where company_id = ' + String(other.id),
    [...on, order(701), order(702, "'loja'", other)],
    [1],
    [],
    all,
  )
  await decides(
    jobs('deliver_webhooks'),
    [...on, 'delete from graphile_worker._private_jobs'],
    [0],
    [
      [order(701), [1]],
      [`update webhooks set active = false where id = 901; ${order(701)}`, [0]],
      [order(701, "'historico'"), [0]],
    ],
    all,
  )
  // One statement that writes orders of two companies: only who hears of them is worked for.
  const both = `${order(701)}, ${order(702, "'loja'", other).split('values ')[1]}`
  const worked = `select payload::jsonb, max_attempts from graphile_worker._private_jobs j join graphile_worker._private_tasks k
    on k.id = j.task_id where k.identifier = 'deliver_webhooks' order by j.payload->>'company_id'`
  const job = (company: number) => [{ company_id: company }, 12]
  await decides(
    worked,
    [...on, 'delete from graphile_worker._private_jobs'],
    [],
    [
      [order(701), [job(c.id)]],
      [both, [job(c.id), job(other.id)]],
      [`update webhooks set active = false where id = 901; ${both}`, [job(other.id)]],
      [`update webhooks set deleted_at = now() where id = 901; ${both}`, [job(other.id)]],
      [`update webhooks set events = '{product.changed}' where id = 901; ${both}`, [job(other.id)]],
      [order(702, "'loja'", other), [job(other.id)]],
    ],
    all,
  )
  const since = `select occurred_at = ${at('1 day')} from webhook_deliveries where type = 'order.changed'`
  await decides(
    since,
    [
      ...on,
      order(701),
      'update orders set total = 2 where id = 701',
      `update webhook_deliveries set occurred_at = ${at('1 day')}`,
    ],
    [true],
    [
      ['update orders set total = 3 where id = 701', [false]],
      ['update orders set total = 2 where id = 701', [true]],
    ],
    all,
  )
})
