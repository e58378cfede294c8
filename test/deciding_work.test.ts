// As deciding.test.ts: what falls due, what is swept, and what an operator counts.
import { after, before, test } from 'node:test'
import pg from 'pg'
import { superUrl } from './database.ts'
import { at, decider, gone, inside, NOBODY, NOW, withoutWalls } from './decides.ts'
import { aClient, aCompany, aPerson, type Company, startTestApp, type TestApp } from './kit.ts'

let t: TestApp
let c: Company
let other: Company
let operator: { id: number }
let client2: number
let db: pg.Client
const decides = decider(() => db)
before(async () => {
  t = await startTestApp()
  c = await aCompany(t)
  other = await aCompany(t)
  operator = await aPerson(t, null, 0)
  client2 = await aClient(t, c)
  db = new pg.Client({ connectionString: superUrl(t) })
  await db.connect()
  await withoutWalls(db)
})
after(async () => {
  await db.end()
  await t.close()
})
const closed = (): [string, unknown[]][] => [
  [gone('companies', `id = ${c.id}`), []],
  [`update companies set is_blocked = true where id = ${c.id}`, []],
  [`update companies set valid_until = '2026-11-23' where id = ${c.id}`, []],
]
const lastDay = () => `update companies set valid_until = '2026-11-24' where id = ${c.id}`
const platforms = /is the platform's/

test('feeds that are due: of companies that are on, in their order, only so many', async () => {
  const put = `insert into feeds (company_id, id, name, url, user_id, created_at, next_at) overriding system value values
    (${c.id}, 1, 'x', 'https://x.test', ${c.admin.id}, ${NOW}, ${NOW}),
    (${other.id}, 2, 'x', 'https://x.test', ${other.admin.id}, ${NOW}, ${at('1 second')})`
  const set = (what: string) => `update feeds set ${what} where id = 1`
  await decides(
    `select id::int from app.due_feeds(${NOW}, 5)`,
    [put],
    [1],
    [
      [set('active = false'), []],
      [gone('feeds', 'id = 1'), []],
      [set(`next_at = ${at('1 second')}`), []],
      ...closed(),
      [lastDay(), [1]],
      [`update feeds set next_at = ${at('-1 day')} where id = 2`, [2, 1]],
      [NOBODY, platforms],
    ],
  )
  await decides(
    `select id::int from app.due_feeds(${NOW}, 1)`,
    [put, `update feeds set next_at = ${NOW}`],
    [1],
    [["update feeds set next_at = next_at - interval '1 day' where id = 2", [2]]],
  )
})
test('links to an ERP are asked every half hour, unless something is wrong, under way or has just been', async () => {
  const put = `insert into integrations (company_id, id, type, created_at, synced_at) overriding system value values
    (${c.id}, 1, 'omie', ${NOW}, ${at('-30 minutes -1 second')}), (${other.id}, 2, 'omie', ${NOW}, ${at('-30 minutes')})`
  const run = (
    status: string,
    started: string,
    link = 1,
    company = c.id,
  ) => `insert into sync_runs (company_id, integration_id, mode, status,
    started_at, heartbeat_at) values (${company}, ${link}, 'mudancas', '${status}', ${started}, ${NOW})`
  const set = (what: string) => `update integrations set ${what} where id = 1`
  await decides(
    `select id::int from app.due_integrations(${NOW})`,
    [put],
    [1],
    [
      [set('active = false'), []],
      [set("problem = 'chave'"), []],
      [gone('integrations', 'id = 1'), []],
      ...closed(),
      [lastDay(), [1]],
      [run('andando', at('-1 day')), []],
      [run('espera', at('-1 day')), []],
      [run('pronto', at('-1 day')), [1]],
      [run('pronto', at('-30 minutes')), [1]],
      [run('pronto', at('-29 minutes')), []],
      [run('andando', at('-1 day'), 2), [1]],
      [run('andando', at('-1 day'), 1, other.id), [1]],
    ],
  )
  const stalled = `select id::int, type from app.stalled_runs(${NOW})`
  const runs = (
    status: string,
    resume: string,
    beat: string,
  ) => `insert into sync_runs (company_id, id, integration_id, mode, status, started_at,
    heartbeat_at, resume_at) overriding system value values (${c.id}, 7, 1, 'mudancas', '${status}', ${NOW}, ${beat}, ${resume})`
  await decides(
    stalled,
    [put],
    [],
    [
      [runs('espera', NOW, NOW), [[7, 'omie']]],
      [runs('espera', at('1 second'), at('-1 day')), []],
      [runs('andando', NOW, at('-5 minutes -1 second')), [[7, 'omie']]],
      [runs('andando', at('-1 day'), at('-5 minutes')), []],
      [runs('pronto', at('-1 day'), at('-1 day')), []],
    ],
  )
  const orders = `select order_id::int, type from app.stalled_erp_orders(${NOW})`
  const order = (
    status: string,
    resume: string,
    beat: string,
  ) => `insert into erp_orders (company_id, order_id, integration_id, own_key, status,
    resume_at, heartbeat_at) values (${c.id}, 9, 1, 'MST-9', '${status}', ${resume}, ${beat})`
  const late = at('-5 minutes -1 second')
  await decides(
    orders,
    [put],
    [],
    [
      [order('fila', NOW, NOW), [[9, 'omie']]],
      [order('incerto', NOW, NOW), [[9, 'omie']]],
      [order('fila', at('1 second'), late), []],
      [order('enviando', at('1 day'), late), [[9, 'omie']]],
      [order('enviando', NOW, at('-5 minutes')), []],
      [order('enviado', NOW, late), []],
      ...[set('active = false'), set("problem = 'chave'"), gone('integrations', 'id = 1')].map(
        (change): [string, unknown[]] => [`${order('fila', NOW, NOW)}; ${change}`, []],
      ),
    ],
  )
})
test('notices and webhooks that are due', async () => {
  const notice = (
    push: string,
    mail: string,
    id: number,
    user = c.seller.id,
  ) => `insert into person_notices (company_id, id, user_id, kind, word, href,
    key, at, push_at, mail_at) overriding system value values (${c.id}, ${id}, ${user}, 'pedido', 'novo', '/', 'k${id}', ${NOW}, ${push}, ${mail})`
  const due = (limit = 9) => `select user_id::int from app.due_notices(${NOW}, ${limit}) order by 1`
  const me = c.seller.id
  await decides(
    due(),
    [],
    [],
    [
      [notice(NOW, 'null', 1), [me]],
      [notice('null', NOW, 1), [me]],
      [notice('null', 'null', 1), []],
      [notice(at('1 second'), 'null', 1), []],
      [notice(at('1 day'), at('-1 second'), 1), [me]],
      [`${notice(NOW, 'null', 1)}; ${notice(NOW, 'null', 2)}`, [me]],
      [`${notice(NOW, 'null', 1)}; ${notice(NOW, 'null', 2, c.admin.id)}`, [c.admin.id, me].sort((x, y) => x - y)],
      [NOBODY, platforms],
    ],
  )
  const hook = (
    id: number,
    turn: string,
    company = c.id,
  ) => `insert into webhooks (company_id, id, name, url, events, created_at, turn_at)
    overriding system value values (${company}, ${id}, 'x', 'https://x.test', '{order.created}', ${NOW}, ${turn})`
  const delivery = (
    of: number,
    status: string,
    next: string,
    company = c.id,
  ) => `insert into webhook_deliveries (company_id, webhook_id, type, about,
    object_id, status, next_at) values (${company}, ${of}, 'order.created', 'order', 1, '${status}', ${next})`
  const ask = (limit = 9) => `select id::int from app.due_webhooks(${NOW}, ${limit})`
  const set = (what: string) => `update webhooks set ${what} where id = 1`
  await decides(
    ask(),
    [hook(1, NOW), delivery(1, 'fila', NOW)],
    [1],
    [
      [set('active = false'), []],
      [gone('webhooks', 'id = 1'), []],
      [gone('companies', `id = ${c.id}`), []],
      [set(`rests_until = ${NOW}`), [1]],
      [set(`rests_until = ${at('1 second')}`), []],
      ["update webhook_deliveries set status = 'entregue'", []],
      ['update webhook_deliveries set next_at = null', [1]],
      [`update webhook_deliveries set next_at = ${at('1 second')}`, []],
      ['update webhook_deliveries set webhook_id = 2', []],
      [`update webhook_deliveries set company_id = ${other.id}`, []],
      [`${hook(2, at('-1 day'))}; ${delivery(2, 'fila', 'null')}`, [2, 1]],
      [`${hook(2, 'null')}; ${delivery(2, 'fila', 'null')}`, [2, 1]],
      [NOBODY, platforms],
    ],
  )
  await decides(ask(1), [hook(1, NOW), delivery(1, 'fila', NOW), hook(2, 'null'), delivery(2, 'fila', NOW)], [2])
  const swept = 'select array_agg(object_id::int order by object_id) from webhook_deliveries'
  const old = (
    object: number,
    status: string,
    when: string,
  ) => `insert into webhook_deliveries (company_id, webhook_id, type, about, object_id, status,
    occurred_at, untried) values (${c.id}, 1, 'order.created', 'order', ${object}, '${status}', ${when}, false)`
  const rows = [
    old(1, 'fila', at('-99 days')),
    old(2, 'entregue', at('-30 days')),
    old(3, 'entregue', at('-30 days -1 second')),
    old(4, 'desistiu', at('-31 days')),
  ]
  const sweep = (n: number) => `select app.sweep_webhooks(${NOW}, ${n})`
  await decides(swept, [hook(1, NOW), ...rows, sweep(9)], [[1, 2]])
  await decides(sweep(9), [hook(1, NOW), ...rows], [2], [[NOBODY, platforms]])
  await decides(sweep(1), [hook(1, NOW), ...rows], [1])
})
test('figures are reckoned anew where an order changed since, or a round is due', async () => {
  const order = (
    company = c.id,
  ) => `insert into orders (company_id, cart_id, lines_hash, receipt_token, status, origin, session_kind, created_by, name,
    subtotal, total, items_count, received_at, updated_at, changed) values (${company}, 'x', '', 'x', 'novo', 'loja', 'user', 1, 'x', 1, 1, 1, ${NOW}, ${NOW}, '100')`
  const kept = (
    done: string,
    next = 'null',
    company = c.id,
  ) => `insert into figures_kept (company_id, time_zone, importer, cluster, done_changed, next_round)
    values (${company}, 'UTC', false, 'x', ${done}, ${next})`
  const ask = `select x::int from app.stale_figures() x`
  await decides(
    ask,
    ['delete from figures_kept', 'delete from orders'],
    [],
    [
      [order(), [c.id]],
      [`${order()}; ${gone('companies', `id = ${c.id}`)}`, []],
      [`${order()}; ${kept("'100'")}`, [c.id]],
      [`${order()}; ${kept("'101'")}`, []],
      [`${order(other.id)}; ${kept("'101'")}`, [other.id]],
      [kept("'1'", "'5'"), [c.id]],
      [`${kept("'1'", "'5'")}; ${gone('companies', `id = ${c.id}`)}`, []],
      [`${order()}; update orders set changed = pg_snapshot_xmax(pg_current_snapshot())`, []],
      [NOBODY, platforms],
    ],
  )
})
test('visits an hour ahead, and those of a day without an hour in the morning, in the company’s own time', async () => {
  // Noon in São Paulo is 15:00 UTC.
  const visit = (
    id: number,
    day: string,
    hour: string,
    more = '',
  ) => `insert into visits (company_id, id, key, seller_id, client_id, day, at, created_at)
    overriding system value values (${c.id}, ${id}, 'v${id}', ${c.seller.id}, ${c.client.id}, '${day}', ${hour}, ${NOW})${more}`
  const ask = (now = NOW) => `select key, others::int, day::text, at from app.visits_near(${now})`
  const day = '2026-11-24'
  await decides(
    ask(),
    [],
    [],
    [
      [visit(1, day, "'13:00'"), [['v1', 0, day, '13:00']]],
      [visit(1, day, "'12:00:01'"), [['v1', 0, day, '12:00']]],
      [visit(1, day, "'12:00'"), []],
      [visit(1, day, "'13:00:01'"), []],
      [visit(1, '2026-11-25', "'13:00'"), []],
      [visit(1, day, 'null'), []],
      ...['checked_in_at', 'reported_at', 'cancelled_at'].map((x): [string, unknown[]] => [
        `${visit(1, day, "'13:00'")}; update visits set ${x} = ${NOW}`,
        [],
      ]),
      [`${visit(1, day, "'13:00'")}; ${gone('companies', `id = ${c.id}`)}`, []],
      [`${visit(1, day, "'13:00'")}; update companies set is_blocked = true where id = ${c.id}`, []],
      [`${visit(1, day, "'13:00'")}; ${gone('users', `id = ${c.client.id}`)}`, []],
      [`${visit(1, day, "'13:00'")}; ${NOBODY}`, []],
    ],
  )
  const morning = "timestamptz '2026-11-24T11:00:00Z'"
  const all = `${visit(1, day, 'null')}; ${visit(2, day, 'null')}; ${visit(3, '2026-11-25', 'null')}`
  await decides(
    ask(morning),
    [],
    [],
    [
      [all, [['v1', 1, day, null]]],
      [
        `${all}; update visits set seller_id = ${c.admin.id} where id = 2`,
        [
          ...(c.admin.id < c.seller.id
            ? [
                ['v2', 0, day, null],
                ['v1', 0, day, null],
              ]
            : [
                ['v1', 0, day, null],
                ['v2', 0, day, null],
              ]),
        ],
      ],
    ],
  )
  for (const [now, is] of [
    ["timestamptz '2026-11-24T11:59:59Z'", [['v1', 0, day, null]]],
    ["timestamptz '2026-11-24T12:00:00Z'", []],
    ["timestamptz '2026-11-24T10:59:59Z'", []],
  ] as const)
    await decides(ask(now), [visit(1, day, 'null')], [...is])
  // Midnight, and the day after tomorrow where the clock is far from that of the database.
  await decides(
    ask("timestamptz '2026-11-25T02:30:00Z'"),
    [visit(1, '2026-11-25', "'00:15'")],
    [['v1', 0, '2026-11-25', '00:15']],
  )
  const named = `select name, client_id::int from app.visits_near(${NOW})`
  await decides(
    named,
    [visit(1, day, "'13:00'"), `update users set name = 'Ana' where id = ${c.client.id}`],
    [['Ana', c.client.id]],
    [
      [`update users set company_name = 'Loja' where id = ${c.client.id}`, [['Loja', c.client.id]]],
      [`update users set company_id = ${other.id} where id = ${c.client.id}`, []],
      [
        `update users set merged_into = ${client2}, deleted_at = ${NOW} where id = ${c.client.id}`,
        [['Alguém', c.client.id]],
      ],
    ],
  )
})
test('who is gone for thirty days may be erased, nobody sooner and nobody twice', async () => {
  const ask = `select app.is_gone(${c.id}, ${NOW})`
  const went = (more: string) => `update companies set deleted_at = ${at(more)} where id = ${c.id}`
  await decides(
    ask,
    [],
    [false],
    [
      [went('-30 days -1 second'), [true]],
      [went('-30 days'), [false]],
      [`${went('-31 days')}; update companies set purged_at = ${NOW} where id = ${c.id}`, [false]],
      [NOBODY, platforms],
    ],
  )
  const hash = 'a'.repeat(32)
  const hash2 = 'b'.repeat(32)
  const file = (company: number, name = hash) =>
    `insert into files (company_id, hash, type, bytes) values (${company}, '${name}', 'webp', 1)`
  const pdf = (
    company: number,
    files: number,
    name = hash,
  ) => `insert into catalogs (company_id, token, created_by, created_at, expires_at, title, options, view, files)
    values (${company}, '${name}', 1, ${NOW}, ${NOW}, 'x', '{}', '{}', ${files})`
  const line = (
    company: number,
    photo: string,
  ) => `insert into order_lines (company_id, order_id, line, product_id, code, name, photo, quantity, unit_price, total)
    values (${company}, 1, 1, 1, '', 'x', '${photo}', 1, 1, 1)`
  const undo = (
    company: number,
    used: string,
    until: string,
    rows = `["${hash}"]`,
  ) => `insert into undos (company_id, at, expires_at, kind, name, rows, used_at)
    values (${company}, ${NOW}, ${until}, 'products', 'x', '${rows}', ${used})`
  const unused = (but = 'null') =>
    `select n from app.unused_files(array['${hash}', '${hash2}'], ${NOW}, ${but}) n order by 1`
  const both = [hash, hash2]
  await decides(unused(), [], both, [
    [file(c.id), [hash2]],
    [pdf(c.id, 1), [hash2]],
    [pdf(c.id, 0), both],
    [line(c.id, `/files/${hash}.webp`), [hash2]],
    [line(c.id, `/files/${hash}.png`), both],
    [undo(c.id, 'null', at('1 second')), [hash2]],
    [undo(c.id, 'null', NOW), both],
    [undo(c.id, NOW, at('1 day')), both],
    [undo(c.id, 'null', at('1 day'), '[]'), both],
    [`${file(c.id)}; ${file(c.id, hash2)}`, []],
    [NOBODY, platforms],
  ])
  const but = String(c.id)
  await decides(unused(but), [], both, [
    [file(c.id), both],
    [pdf(c.id, 1), both],
    [line(c.id, `/files/${hash}.webp`), both],
    [undo(c.id, 'null', at('1 day')), both],
    [file(other.id), [hash2]],
    [pdf(other.id, 1), [hash2]],
    [line(other.id, `/files/${hash}.webp`), [hash2]],
    [undo(other.id, 'null', at('1 day')), [hash2]],
  ])
  const theirs = `select files, mails from app.files_of_gone(${c.id}, ${NOW})`
  const mail = `insert into mails (company_id, key, recipient, template) values (${c.id}, 'm1', 'x@x.test', 'x'), (${other.id}, 'm2', 'x@x.test', 'x')`
  await decides(
    theirs,
    ['delete from mails', mail, went('-31 days')],
    [[[], ['m1']]],
    [
      [file(c.id), [[[hash], ['m1']]]],
      [file(other.id), [[[], ['m1']]]],
      [pdf(c.id, 1), [[[hash], ['m1']]]],
      [pdf(other.id, 1), [[[], ['m1']]]],
      [line(c.id, `/files/${hash}.webp`), [[[hash], ['m1']]]],
      [line(other.id, `/files/${hash}.webp`), [[[], ['m1']]]],
      [line(c.id, 'https://x.test/a.webp'), [[[], ['m1']]]],
      [went('-1 day'), [[null, null]]],
    ],
  )
})
test('how much a company uses: of people and products that are there', async () => {
  const ask = `select admins, sellers, clients, products, orders::int, last_order_at is null from app.usage_of(array[${c.id}]::bigint[])`
  const product = (more = '') =>
    `insert into products (company_id, name${more && ', active, deleted_at'}) values (${c.id}, 'x'${more})`
  const user = (level: number, more: string) =>
    `insert into users (company_id, level, name, email, password_hash, active, deleted_at) values (${c.id}, ${level}, 'x', ${more})`
  const is = [1, 1, 1, 0, 0, true]
  const more = (n: number) => [is.with(n, (is[n] as number) + 1)]
  await decides(
    ask,
    [],
    [is],
    [
      [product(), more(3)],
      [product(', false, null'), [is]],
      [product(`, true, ${NOW}`), [is]],
      ...([1, 2] as const).flatMap((level): [string, unknown[]][] => [
        [user(level, "'', null, true, null"), more(level - 1)],
        [user(level, "'', null, false, null"), [is]],
        [user(level, `'', null, true, ${NOW}`), [is]],
      ]),
      [user(3, "'a@x.test', 'x', true, null"), more(2)],
      [user(3, "'', 'x', true, null"), [is]],
      [user(3, "'a@x.test', null, true, null"), [is]],
      [user(3, "'a@x.test', 'x', false, null"), [is]],
      [user(3, `'a@x.test', 'x', true, ${NOW}`), [is]],
      [`update company_counters set order_number = 4 where company_id = ${c.id}`, [is.with(4, 4)]],
      [NOBODY, []],
      [`${NOBODY}; ${inside(c.id)}`, [is]],
      [`${NOBODY}; ${inside(other.id)}`, []],
      [inside(other.id), [is]],
    ],
  )
  const order = (
    status: string,
    when: string,
  ) => `insert into orders (company_id, cart_id, lines_hash, receipt_token, status, origin, session_kind, created_by, name,
    subtotal, total, items_count, received_at, updated_at) values (${c.id}, gen_random_uuid(), '', gen_random_uuid(), '${status}', 'loja', 'user', 1, 'x', 1, 1, 1, ${when}, ${NOW})`
  const since = `select app.orders_since(${NOW})::int`
  await decides(
    since,
    [],
    [0],
    [
      [order('novo', NOW), [1]],
      [order('novo', at('-1 second')), [0]],
      [order('rascunho', NOW), [0]],
      [order('cancelado', NOW), [0]],
      [NOBODY, [null]],
    ],
  )
  await decides(
    `select last_order_at = ${at('1 day')} from app.usage_of(array[${c.id}]::bigint[])`,
    [order('novo', at('1 day')), order('novo', NOW)],
    [true],
  )
})
test('an operator visits a company as its first admin, and both logs say so', async () => {
  const ask = `select app.open_visit('\\x0a', ${operator.id}, ${c.id}, 'Ajuda', ${NOW}, ${at('30 minutes')})::int`
  const second = `insert into users (company_id, level, name) values (${c.id}, 1, 'Segundo') returning id`
  await decides(
    ask,
    [second],
    [c.admin.id],
    [
      [`update users set active = false where id = ${operator.id}`, [null]],
      [gone('users', `id = ${operator.id}`), [null]],
      [`update users set level = 1 where id = ${operator.id}`, [null]],
      [`update users set level = -1 where id = ${operator.id}`, [c.admin.id]],
      [gone('companies', `id = ${c.id}`), [null]],
      [
        `${gone('users', `company_id = ${c.id} and name = 'Segundo'`)}; update users set active = false where id = ${c.admin.id}`,
        [null],
      ],
      [gone('users', `company_id = ${c.id} and level = 1`), [null]],
      [`update users set level = 2 where company_id = ${c.id} and level = 1`, [null]],
    ],
  )
  const name = `(select name from users where id = ${operator.id})`
  await decides(
    `select (select stay = false and kind = 'user' and expires_at = ${at('30 minutes')} and operator_id = ${operator.id} from sessions where hash = '\\x0a'),
      (select who = ${name} || ' (operação)' and action = 'visit' and name = 'Ajuda' and object_id = ${c.id} from logs where company_id = ${c.id} order by id desc limit 1),
      (select who = ${name} || ' (operação)' and action = 'visit' and about_company = ${c.id} from platform_log order by id desc limit 1)`,
    [ask],
    [[true, true, true]],
  )
  const actor = `select id::int, name = ${name} || ' (operação)', operator from app.actor()`
  await decides(
    actor,
    [inside(c.id, c.admin.id)],
    [[c.admin.id, false, false]],
    [[`select set_config('app.acting_id', '${operator.id}', true)`, [[operator.id, true, true]]]],
  )
  const own = `select name from app.actor()`
  await decides(
    own,
    [inside(c.id, c.admin.id), `update users set name = 'Ana' where id = ${c.admin.id}`],
    ['Ana'],
    [["select set_config('app.key', 'ERP (chave)', true)", ['ERP (chave)']]],
  )
})
test('a device is one person’s, ten of them at most, and goes with its session', async () => {
  const keep = (hash: string, user: number, session: string, when = NOW) =>
    `select app.keep_device(${user}, '${hash}', 'https://push.test', 'p', 'a', '${session}', 'pt', repeat('x', 300), ${when}) > 0`
  const on = inside(c.id, c.seller.id)
  const devices = "select user_id::int, length(agent), encode(session, 'hex') from push_devices order by hash"
  await decides(keep('\\x01', c.seller.id, '\\x0b'), [], /without a company/)
  await decides(
    devices,
    [on, keep('\\x01', c.seller.id, '\\x0b')],
    [[c.seller.id, 200, '0b']],
    [
      [keep('\\x01', c.seller.id, '\\x0c'), [[c.seller.id, 200, '0c']]],
      [keep('\\x01', c.admin.id, '\\x0c'), [[c.admin.id, 200, '0c']]],
      [`${inside(other.id)}; ${keep('\\x01', other.seller.id, '\\x0c')}`, [[other.seller.id, 200, '0c']]],
      [
        keep('\\x02', c.seller.id, '\\x0c'),
        [
          [c.seller.id, 200, '0b'],
          [c.seller.id, 200, '0c'],
        ],
      ],
      [`select app.end_session('\\x0b')`, []],
      [`select app.end_session('\\x0c')`, [[c.seller.id, 200, '0b']]],
    ],
  )
  const many = Array.from({ length: 11 }, (_, n) =>
    keep(`\\x${(16 + n).toString(16)}`, c.seller.id, '\\x0b', at(`${n} seconds`)),
  )
  await decides(
    "select count(*)::int, min(encode(hash, 'hex')) from push_devices",
    [on, ...many],
    [[10, '11']],
    [[keep('\\x10', c.admin.id, '\\x0b', at('1 minute')), [[11, '10']]]],
  )
  const session = (
    hash: string,
    user: number,
    byLink: string,
    kind = 'user',
  ) => `insert into sessions (hash, user_id, company_id, kind, stay, created_at, last_seen, by_link)
    values ('${hash}', ${user}, ${c.id}, '${kind}', true, ${NOW}, ${NOW}, ${byLink})`
  const put = [
    'delete from sessions',
    session('\\x01', c.seller.id, 'false'),
    session('\\x02', c.seller.id, 'true'),
    session('\\x03', c.seller.id, 'null'),
    session('\\x04', c.admin.id, 'true'),
    session('\\x05', c.seller.id, 'true', 'public'),
  ]
  const left = "select array_agg(encode(hash, 'hex') order by hash) from sessions"
  await decides(left, [on, ...put, `select app.end_link_sessions(${c.seller.id})`], [['01', '04', '05']])
  await decides(`select app.end_link_sessions(${c.seller.id})`, [on, ...put], [2], [[inside(other.id), [0]]])
  const linked = [
    keep('\\x21', c.seller.id, '\\x01'),
    keep('\\x22', c.seller.id, '\\x02'),
    keep('\\x23', c.admin.id, '\\x04'),
  ]
  await decides(
    "select array_agg(encode(hash, 'hex') order by hash) from push_devices",
    [on, ...put, ...linked],
    [['21', '22', '23']],
    [
      [`select app.end_link_sessions(${c.seller.id})`, [['21', '23']]],
      [`select app.end_sessions(${c.seller.id}, '\\x01')`, [['21', '23']]],
      [`select app.end_sessions(${c.seller.id}, null)`, [['23']]],
      [`${inside(other.id)}; select app.end_link_sessions(${c.seller.id})`, [['21', '22', '23']]],
    ],
  )
  await decides(`select app.end_sessions(${c.seller.id}, '\\x01')`, put, [3])
  await decides(left, [...put, `select app.end_sessions(${c.seller.id}, '\\x01')`], [['01', '04']])
})
test('coupons, mails and links to choose a password are taken once', async () => {
  const coupon = "insert into coupons (code, percent_bp, max_uses, uses) values ('VERAO', 100, 2, 1)"
  const use = "select count(*)::int from app.use_coupon('VERAO')"
  await decides(
    use,
    [coupon],
    [1],
    [
      ['update coupons set active = false', [0]],
      ['update coupons set uses = 2', [0]],
      ['update coupons set uses = 9, max_uses = null', [1]],
      ["update coupons set code = 'OUTRO'", [0]],
    ],
  )
  await decides('select uses from coupons', [coupon, use], [2])
  const mail = (status: string) =>
    `insert into mails (company_id, key, recipient, template, status, tries, params) values (${c.id}, 'm', 'x@x.test', 'x', '${status}', 3, '{"secret": 1, "a": 2}')`
  const id = "(select id from mails where key = 'm')"
  const take = `select tries from app.take_mail(${id})`
  await decides(take, [mail('espera')], [4], [["update mails set status = 'enviada'", []]])
  const closed = "select status, length(note), sent_at is not null, params from mails where key = 'm'"
  const close = (status: string) => `select app.close_mail(${id}, '${status}', repeat('x', 301), ${NOW})`
  await decides(
    closed,
    [mail('espera')],
    [['espera', 0, false, { a: 2, secret: 1 }]],
    [
      [close('enviada'), [['enviada', 300, true, { a: 2 }]]],
      [close('falhou'), [['falhou', 300, false, { a: 2, secret: 1 }]]],
    ],
  )
  const token = `insert into password_tokens values ('\\x01', ${c.admin.id}, ${at('1 second')})`
  const once = `select app.take_password_token('\\x01', ${NOW})::int`
  await decides(
    once,
    [token],
    [c.admin.id],
    [
      [`update password_tokens set expires_at = ${NOW}`, [null]],
      [once, [null]],
      ["update password_tokens set hash = '\\x02'", [null]],
    ],
  )
  const add = (company: string, key = 'n') =>
    `select app.add_mail(${company}, '${key}', 'x@x.test', 'pt', 'x', '{}') > 0`
  const jobs = "select count(*)::int from graphile_worker._private_jobs where key like 'mail-%'"
  await decides(
    add(String(c.id)),
    [inside(c.id)],
    [true],
    [
      [add(String(c.id)), [null]],
      [inside(other.id), /another company/],
      ["select set_config('app.company_id', '', true)", [true]],
    ],
  )
  await decides(add('null'), [inside(c.id)], /another company/)
  await decides(add('null'), ["select set_config('app.company_id', '', true)"], [true])
  const clear = 'delete from graphile_worker._private_jobs'
  await decides(jobs, [clear, inside(c.id), add(String(c.id))], [1], [[add(String(c.id)), [1]]])
  await decides(
    'select count(*)::int from graphile_worker._private_jobs',
    [clear, inside(c.id), add(String(c.id)), add(String(c.id))],
    [1],
  )
  const tell = "select app.tell_operators('k', 'x', '{}')"
  const told = `select count(*)::int, count(*) filter (where key = 'k-${operator.id}')::int from mails where key like 'k-%'`
  await decides(told, [tell], [[1, 1]], [[tell, [[1, 1]]]])
  await decides('select count(*)::int from graphile_worker._private_jobs', [clear, tell, tell], [1])
  for (const [change, many] of [
    [`update users set active = false where id = ${operator.id}`, 0],
    [gone('users', `id = ${operator.id}`), 0],
    [`update users set email = '' where id = ${operator.id}`, 0],
    [`update users set level = -1 where id = ${operator.id}`, 1],
  ] as const)
    await decides(told, [change, tell], [[many, many]])
})
test('what waits in the queue: what is due, how old, what fails, what was given up', async () => {
  const job = (
    run: string,
    attempts: number,
    error = 'null',
    locked = 'null',
  ) => `insert into graphile_worker._private_jobs (task_id, payload, run_at, attempts, max_attempts,
    last_error, locked_at, locked_by) select id, '{}', ${run}, ${attempts}, 3, ${error}, ${locked}, case when ${locked}::timestamptz is not null then 'x' end from graphile_worker._private_tasks limit 1`
  const ask = 'select waiting, floor(oldest_seconds)::int, failing, given_up from app.queue_now()'
  const clear = ["select app.add_mail(null, 'z', 'x', 'pt', 'x', '{}')", 'delete from graphile_worker._private_jobs']
  await decides(
    ask,
    clear,
    [[0, 0, 0, 0]],
    [
      [job('now()', 0), [[1, 0, 0, 0]]],
      [`${job("now() - interval '9 seconds'", 0)}; ${job("now() - interval '5 seconds'", 0)}`, [[2, 9, 0, 0]]],
      [job("now() + interval '1 second'", 0), [[0, 0, 0, 0]]],
      [job('now()', 0, 'null', 'now()'), [[0, 0, 0, 0]]],
      [job("now() - interval '9 seconds'", 3, "'x'"), [[0, 0, 0, 1]]],
      [job('now()', 3, "'x'", 'now()'), [[0, 0, 0, 0]]],
      [job('now()', 2, "'x'"), [[1, 0, 1, 0]]],
      [job('now()', 1, "'x'"), [[1, 0, 1, 0]]],
      [job('now()', 1), [[1, 0, 0, 0]]],
      [job('now()', 0, "'x'"), [[1, 0, 0, 0]]],
    ],
  )
})
