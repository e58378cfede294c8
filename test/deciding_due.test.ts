// The database's own functions, asked by themselves: what falls due. Each single thing that changes an answer is tried.
import { after, before, test } from 'node:test'
import { at, gone, type Ground, ground, NOBODY, NOW } from './decides.ts'
import { aClient, type Company } from './kit.ts'

let g: Ground
before(async () => {
  g = await ground()
})
after(() => g.close())
const closed = (c: Company): [string, unknown[]][] => [
  [gone('companies', `id = ${c.id}`), []],
  [`update companies set is_blocked = true where id = ${c.id}`, []],
  [`update companies set valid_until = '2026-11-23' where id = ${c.id}`, []],
]
const lastDay = (c: Company) => `update companies set valid_until = '2026-11-24' where id = ${c.id}`
const platforms = /is the platform's/

test('feeds that are due: of companies that are on, in their order, only so many', async () => {
  const { c, other, decides } = g
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
      ...closed(c),
      [lastDay(c), [1]],
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
  const { c, other, decides } = g
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
      ...closed(c),
      [lastDay(c), [1]],
      [run('andando', at('-1 day')), []],
      [run('espera', at('-1 day')), []],
      [run('pronto', at('-1 day')), [1]],
      [run('pronto', at('-30 minutes')), [1]],
      [run('pronto', at('-29 minutes')), []],
      [run('pronto', NOW), []],
      [run('pronto', at('1 second')), [1]],
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
      ...[set('active = false'), set("problem = 'chave'")].map((change): [string, unknown[]] => [
        `${order('fila', NOW, NOW)}; ${change}`,
        [],
      ]),
      [`${order('incerto', NOW, NOW)}; ${set('active = false')}`, [[9, 'omie']]],
      [`${order('incerto', NOW, NOW)}; ${set("problem = 'chave'")}`, []],
      [`${order('enviando', NOW, late)}; ${gone('integrations', 'id = 1')}`, [[9, 'omie']]],
    ],
  )
})
test('notices and webhooks that are due', async () => {
  const { c, other, decides } = g
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
      ...(
        [
          ['tried = 1', []],
          ["status = 'desistiu'", [1]],
          ['object_id = 2', [1]],
          ["about = 'product'", [1]],
          ['webhook_id = 2', [1]],
          [`company_id = ${other.id}`, [1]],
        ] as const
      ).map(([earlier, is]): [string, unknown[]] => [
        `update webhook_deliveries set untried = false, next_at = ${at('1 second')}, ${earlier};
          ${delivery(1, 'fila', 'null')}`,
        [...is],
      ]),
      [`${hook(2, at('-1 day'))}; ${delivery(2, 'fila', 'null')}`, [2, 1]],
      [`${hook(2, 'null')}; ${delivery(2, 'fila', 'null')}`, [2, 1]],
      [NOBODY, platforms],
    ],
  )
  const trial = `update webhook_deliveries set about = 'test', next_at = ${at('1 second')} where next_at is not null`
  await decides(
    ask(),
    [
      hook(1, NOW),
      delivery(1, 'fila', NOW),
      trial,
      delivery(1, 'fila', 'null'),
      "update webhook_deliveries set about = 'test'",
    ],
    [1],
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
  const { c, other, decides } = g
  const order = (
    company = c.id,
  ) => `insert into orders (company_id, cart_id, lines_hash, receipt_token, status, origin, session_kind, created_by, name,
    subtotal, total, items_count, received_at, updated_at, changed) values (${company}, 'x', '', 'x', 'novo', 'loja', 'user', 1, 'x', 1, 1, 1, ${NOW}, ${NOW}, '100')`
  const kept = (
    done: string,
    next = 'null',
    company = c.id,
    zone = 'America/Sao_Paulo',
  ) => `insert into figures_kept (company_id, time_zone, importer, cluster, done_changed, next_round)
    values (${company}, '${zone}', false, 'x', ${done}, ${next})`
  const ask = `select x::int from app.stale_figures() x`
  /** Number of a later transaction. The margin covers transactions of other databases on this server. */
  const later = `(pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000)::text::xid8`
  await decides(
    ask,
    ['delete from figures_kept', 'delete from orders'],
    [],
    [
      [order(), [c.id]],
      [`${order()}; ${gone('companies', `id = ${c.id}`)}`, []],
      [`${order()}; ${kept("'100'")}`, [c.id]],
      [`${order()}; ${kept("'101'")}`, []],
      [`${order()}; ${kept("'101'", 'null', c.id, 'America/Manaus')}`, [c.id]],
      [`${order(other.id)}; ${kept("'101'")}`, [other.id]],
      [kept("'1'", "'5'"), [c.id]],
      [`${kept("'1'", "'5'")}; ${gone('companies', `id = ${c.id}`)}`, []],
      [`${order()}; update orders set changed = ${later}`, []],
      [NOBODY, platforms],
    ],
  )
})
test('visits an hour ahead, and those of a day without an hour in the morning, in the company’s own time', async () => {
  const { t, c, other, decides } = g
  const second = await aClient(t, c)
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
          ['v2', 0, day, null],
          ['v1', 0, day, null],
        ],
      ],
    ],
  )
  // After nine only what was planned before nine: the server may have been down at eight.
  for (const [now, planned, is] of [
    ['11:59:59', '11:30:00', [['v1', 0, day, null]]],
    ['12:00:00', '11:59:59', [['v1', 0, day, null]]],
    ['15:00:00', '11:59:59', [['v1', 0, day, null]]],
    ['12:00:00', '12:00:00', []],
    ['15:00:00', '12:00:00', []],
    ['10:59:59', '10:00:00', []],
  ] as const)
    await decides(
      ask(`timestamptz '${day}T${now}Z'`),
      [visit(1, day, 'null'), `update visits set created_at = '${day}T${planned}Z'`],
      [...is],
    )
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
        `update users set merged_into = ${second}, deleted_at = ${NOW} where id = ${c.client.id}`,
        [['Alguém', c.client.id]],
      ],
    ],
  )
})
test('what waits in the queue: what is due, how old, what fails, what was given up', async () => {
  const { decides } = g
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
