// The database's own functions, asked by themselves: what a sweep takes and what it leaves, and what is left of a company
// that is gone.
import { after, before, test } from 'node:test'
import { at, type Ground, ground, NOBODY, NOW } from './decides.ts'

let g: Ground
before(async () => {
  g = await ground()
})
after(() => g.close())

/** Sweeps one kind of ten days ago; says which of the rows are left, or how many went. */
const sweep = (kind: string, limit = 9) => `select app.sweep('${kind}', ${NOW}, 10, ${limit})`
const [NEW, EDGE, OLD] = [at('-9 days'), at('-10 days'), at('-10 days -1 second')]

test('sweeps take what is older than is kept, so many at a time, and nothing else', async () => {
  const { c, decides } = g
  const kinds: [kind: string, put: (id: number, when: string) => string, left: string, edge: boolean][] = [
    ['hits', (n, when) => `insert into rate_hits values ('${n}', 1, ${when})`, 'key::int from rate_hits', true],
    [
      'tokens',
      (n, when) => `insert into password_tokens values ('\\x0${n}', ${c.admin.id}, ${when})`,
      "encode(hash, 'hex')::int from password_tokens",
      true,
    ],
    [
      'undos',
      (n, when) =>
        `insert into undos (company_id, at, expires_at, kind, name, rows) values (${c.id}, ${NOW}, ${when}, 'x', '${n}', '[]')`,
      'name::int from undos',
      true,
    ],
    [
      'put_offs',
      (n, when) =>
        `insert into put_offs (company_id, user_id, client_id, until) values (${c.id}, 1, ${n}, (${when})::date)`,
      'client_id::int from put_offs',
      false,
    ],
    [
      'mails',
      (n, when) =>
        `insert into mails (company_id, key, recipient, template, status, created_at) values (${c.id}, '${n}', 'x', 'x', 'enviada', ${when})`,
      'key::int from mails',
      false,
    ],
    [
      'openings',
      (n, when) => `insert into openings (company_id, user_id, day, at) values (${c.id}, ${n}, '2026-01-01', ${when})`,
      'user_id::int from openings',
      false,
    ],
    [
      'visits',
      (n, when) =>
        `insert into catalogue_visits (company_id, day, visits) values (${c.id} + ${n}, (${when})::date, ${n})`,
      'visits::int from catalogue_visits',
      false,
    ],
    [
      'notices',
      (n, when) =>
        `insert into person_notices (company_id, user_id, kind, word, href, key, at) values (${c.id}, ${n}, 'x', 'x', '', '${n}', ${when})`,
      'user_id::int from person_notices',
      false,
    ],
    [
      'devices',
      (n, when) =>
        `insert into push_devices (company_id, user_id, hash, endpoint, p256dh, auth, session, language, created_at, seen_at) values (${c.id}, ${n}, '\\x0${n}', '', '', '', '\\x01', 'pt', ${NOW}, ${when})`,
      'user_id::int from push_devices',
      false,
    ],
    [
      'price_requests',
      (n, when) =>
        `insert into price_requests (company_id, name, phone, asked_at) values (${c.id}, '${n}', gen_random_uuid(), ${when})`,
      'name::int from price_requests',
      false,
    ],
    [
      'consents',
      (n, when) => `insert into consents (company_id, at, visitor, granted) values (${c.id}, ${when}, '${n}', true)`,
      'visitor::int from consents',
      false,
    ],
    [
      'logs',
      (n, when) =>
        `insert into logs (company_id, at, action, object, object_id) values (${c.id}, ${when}, 'x', 'x', ${n})`,
      'object_id::int from logs',
      false,
    ],
    [
      'platform_log',
      (n, when) => `insert into platform_log (at, action, object, object_id) values (${when}, 'x', 'x', ${n})`,
      'object_id::int from platform_log',
      false,
    ],
  ]
  for (const [kind, put, left, edge] of kinds) {
    const tbl = left.split(' from ')[1] as string
    // A day is over when it is; what is counted by days is older by one.
    const older = /put_offs|visits/.test(kind) ? at('-11 days') : OLD
    const rows = [`delete from ${tbl}`, put(1, NEW), put(2, EDGE), put(3, older)]
    await decides(`select ${left} order by 1`, [...rows, sweep(kind)], edge ? [1] : [1, 2])
    await decides(sweep(kind), rows, [edge ? 2 : 1], [[NOBODY, /is the platform's/]])
    await decides(sweep(kind, 1), [...rows, put(4, older)], [1])
  }
  await decides("select app.sweep('x', now(), 1, 1)", [], /knows no x/)
})
test('what a sweep keeps although it is old: mails that are still tried, what was used or answered late', async () => {
  const { c, decides } = g
  const mail = (
    n: number,
    status: string,
    sent: string,
  ) => `insert into mails (company_id, id, key, recipient, template, status, created_at, sent_at)
    overriding system value values (${c.id}, ${n}, '${n}', 'x', 'x', '${status}', ${OLD}, ${sent})`
  const job = (
    n: number,
    attempts: number,
  ) => `insert into graphile_worker._private_jobs (task_id, payload, key, attempts, max_attempts)
    select id, '{}', 'mail-${n}', ${attempts}, 3 from graphile_worker._private_tasks limit 1`
  const task = "select app.add_mail(null, 'task', 'x', 'pt', 'x', '{}')"
  const clear = [task, 'delete from graphile_worker._private_jobs', 'delete from mails']
  await decides(
    'select key::int from mails order by 1',
    clear,
    [],
    [
      [`${mail(1, 'enviada', NEW)}; ${sweep('mails')}`, [1]],
      [`${mail(1, 'enviada', OLD)}; ${sweep('mails')}`, []],
      [`${mail(1, 'espera', 'null')}; ${job(1, 0)}; ${sweep('mails')}`, [1]],
      [`${mail(1, 'espera', 'null')}; ${job(1, 2)}; ${sweep('mails')}`, [1]],
      [`${mail(1, 'espera', 'null')}; ${job(1, 3)}; ${sweep('mails')}`, []],
      [`${mail(1, 'espera', 'null')}; ${job(2, 0)}; ${sweep('mails')}`, []],
      [`${mail(1, 'enviada', 'null')}; ${job(1, 0)}; ${sweep('mails')}`, []],
    ],
  )
  const undo = (until: string, used: string) =>
    `delete from undos; insert into undos (company_id, at, expires_at, kind, name, rows, used_at) values (${c.id}, ${NOW}, ${until}, 'x', 'x', '[]', ${used}); ${sweep('undos')}`
  await decides(
    'select count(*)::int from undos',
    [],
    [0],
    [
      [undo(OLD, NEW), [1]],
      [undo(NEW, OLD), [0]],
    ],
  )
  const request = (asked: string, answered: string) =>
    `insert into price_requests (company_id, name, asked_at, answered_at) values (${c.id}, 'x', ${asked}, ${answered}); ${sweep('price_requests')}`
  await decides(
    'select count(*)::int from price_requests',
    [],
    [0],
    [
      [request(OLD, NEW), [1]],
      [request(OLD, OLD), [0]],
    ],
  )
  const subscription = (
    created: string,
    answered: string,
  ) => `insert into subscription_requests (created_at, plan_id, option, extra_products, extra_sellers, amount_cents,
    discount_cents, billing_name, billing_document, billing_email, answered_at) values (${created}, 1, 'mensal', 0, 0, 0, 0, '', '', '', ${answered}); ${sweep('subscription_requests')}`
  await decides(
    'select count(*)::int from subscription_requests',
    ['delete from subscription_requests'],
    [0],
    [
      [subscription(NEW, NEW), [1]],
      [subscription(NEW, EDGE), [1]],
      [subscription(NEW, OLD), [0]],
      [subscription(at('-40 days'), 'null'), [1]],
      [subscription(at('-40 days -1 second'), 'null'), [0]],
    ],
  )
  const merge = (openings: string, when: string) =>
    `insert into client_merges (company_id, survivor_id, gone_id, at, who, openings) values (${c.id}, 1, (random() * 1000000)::int, ${when}, 'x', '${openings}')`
  await decides(
    'select openings::text from client_merges',
    [],
    [],
    [
      [`${merge('[1]', EDGE)}; ${sweep('openings')}`, ['[1]']],
      [`${merge('[1]', OLD)}; ${sweep('openings')}`, ['[]']],
    ],
  )
  await decides(sweep('openings'), [merge('[1]', OLD), merge('[]', OLD)], [1])
  await decides(sweep('openings', 1), [merge('[1]', OLD), merge('[2]', OLD)], [1])
})
test('sessions that ended go, jobs that were given up go', async () => {
  const { c, decides } = g
  const session = (
    user: number,
    more: string,
  ) => `delete from sessions; insert into sessions (hash, user_id, company_id, kind, stay, created_at, last_seen, expires_at)
    values ('\\x01', ${user}, ${c.id}, ${more}); ${sweep('sessions')}`
  const late = at('1 day')
  await decides(
    'select count(*)::int from sessions',
    ['delete from sessions'],
    [0],
    [
      [session(c.seller.id, `'user', true, ${NOW}, ${EDGE}, ${late}`), [1]],
      [session(c.seller.id, `'user', true, ${NOW}, ${OLD}, ${late}`), [0]],
      [session(c.seller.id, `'user', true, ${NOW}, ${NOW}, ${NOW}`), [1]],
      [session(c.seller.id, `'user', true, ${NOW}, ${NOW}, ${at('-1 second')}`), [0]],
      [session(c.seller.id, `'user', false, ${NOW}, ${at('-12 hours')}, ${late}`), [1]],
      [session(c.seller.id, `'user', false, ${NOW}, ${at('-12 hours -1 second')}, ${late}`), [0]],
      [session(c.seller.id, `'public', true, ${NOW}, ${at('-12 hours -1 second')}, ${late}`), [0]],
      [session(c.seller.id, `'user', true, ${NOW}, ${at('-12 hours -1 second')}, ${late}`), [1]],
      [session(c.admin.id, `'user', true, ${NOW}, ${at('-12 hours')}, ${late}`), [1]],
      [session(c.admin.id, `'user', true, ${NOW}, ${at('-12 hours -1 second')}, ${late}`), [0]],
      [session(c.admin.id, `'user', true, ${at('-7 days')}, ${NOW}, ${late}`), [1]],
      [session(c.admin.id, `'user', true, ${at('-7 days -1 second')}, ${NOW}, ${late}`), [0]],
      [session(c.seller.id, `'user', true, ${at('-90 days')}, ${NOW}, ${late}`), [1]],
      [session(c.seller.id, `'user', true, ${at('-90 days -1 second')}, ${NOW}, ${late}`), [0]],
    ],
  )
  await decides(
    `select app.sweep('sessions', ${NOW}, 60, 9)`,
    [
      'delete from sessions',
      `insert into sessions (hash, user_id, company_id, kind, stay, created_at, last_seen)
    values ('\\x01', ${c.seller.id}, ${c.id}, 'user', true, ${NOW}, ${at('-30 days')}), ('\\x02', ${c.seller.id}, ${c.id}, 'user', true, ${NOW}, ${at('-30 days -1 second')})`,
    ],
    [1],
  )
  const job = (
    run: string,
    attempts: number,
    locked = 'null',
  ) => `insert into graphile_worker._private_jobs (task_id, payload, run_at, attempts, max_attempts, locked_at, locked_by)
    select id, '{}', ${run}, ${attempts}, 3, ${locked}, case when ${locked}::timestamptz is not null then 'x' end from graphile_worker._private_tasks limit 1`
  const clear = ["select app.add_mail(null, 'task', 'x', 'pt', 'x', '{}')", 'delete from graphile_worker._private_jobs']
  await decides(
    sweep('jobs'),
    clear,
    [0],
    [
      [job(OLD, 3), [1]],
      [job(EDGE, 3), [0]],
      [job(OLD, 2), [0]],
      [job(OLD, 3, 'now()'), [0]],
    ],
  )
  await decides(
    'select count(*)::int from graphile_worker._private_jobs',
    [...clear, job(OLD, 3), job(NEW, 3), sweep('jobs')],
    [1],
  )
  await decides(sweep('jobs', 1), [...clear, job(OLD, 3), job(OLD, 3)], [1])
})
test('of a company that is gone its rows go in pieces, its people’s traces elsewhere, and what it was called', async () => {
  const { c, other, decides } = g
  const went = `update companies set deleted_at = ${at('-31 days')} where id = ${c.id}`
  const rows = (limit: number) => `select app.purge_rows(${c.id}, ${NOW}, ${limit})`
  await decides(rows(1), [went], [1], [[`update companies set deleted_at = ${at('-1 day')} where id = ${c.id}`, [0]]])
  await decides(rows(1), [], [0])
  const all = (limit = 100) =>
    `do $$ begin for n in 1 .. 500 loop exit when app.purge_rows(${c.id}, ${NOW}, ${limit}) = 0; end loop; end $$`
  const left = `select (select count(*)::int from users where company_id = ${c.id}), (select count(*)::int from sessions where company_id = ${c.id}),
    (select count(*)::int from users where company_id = ${other.id}), (select public_user is null from companies where id = ${c.id})`
  await decides(left, [went, all()], [[0, 0, 4, true]], [], { triggers: true })
  const line = [
    `insert into categories (company_id, id, name, master_id) overriding system value values (${c.id}, 1, 'a', null), (${c.id}, 2, 'b', 1)`,
    `update users set successor_id = ${c.admin.id} where id = ${c.seller.id}`,
    `insert into users (company_id, level, name, merged_into, deleted_at) values (${c.id}, 3, 'x', ${c.client.id}, ${NOW})`,
  ]
  await decides(left, [...line, went, all(1)], [[0, 0, 4, true]], [], { triggers: true })
  // Each stands before whoever names it, so that it would go first.
  for (const [names, whom] of [
    ['seller_id', c.seller.id],
    ['successor_id', c.admin.id],
    ['merged_into', c.client.id],
  ])
    await decides(
      left,
      [
        `insert into users (company_id, id, level, name, ${names}) overriding system value values (${c.id}, 901, 3, 'x', ${whom}), (${c.id}, 902, 3, 'x', 901)`,
        went,
        all(1),
      ],
      [[0, 0, 4, true]],
      [],
      { triggers: true },
    )
  const holds = `create table holds (company bigint, person bigint, foreign key (company, person) references users (company_id, id)); insert into holds values (${c.id}, ${c.seller.id})`
  await decides(all(), [holds, went], /users keeps rows of/, [], { triggers: true })
  const traces = `select app.purge_traces(${c.id}, ${NOW}) is null`
  const mails =
    "insert into mails (company_id, key, recipient, template) values (null, 't1', upper('" +
    c.admin.email +
    "'), 'x'), (null, 't2', '" +
    other.admin.email +
    "', 'x'), (" +
    other.id +
    ", 't3', '" +
    c.admin.email +
    "', 'x')"
  const hits = `insert into rate_hits values ('login:${c.admin.email.toUpperCase()}', 1, ${NOW}), ('login:${other.admin.email}', 1, ${NOW}), ('ip:1', 1, ${NOW})`
  const log = `insert into platform_log (action, object, about_company, name, changes) values ('x', 'x', ${c.id}, 'Nome', '{"a": 1}'), ('x', 'x', ${other.id}, 'Nome', '{"a": 1}')`
  const found = `select (select array_agg(key order by key) from mails where key like 't_'), (select array_agg(key order by key) from rate_hits),
    (select array_agg(name || changes::text order by about_company) from platform_log where object = 'x')`
  const setup = [mails, 'delete from rate_hits', hits, log]
  const untouched = [
    [
      ['t1', 't2', 't3'],
      ['ip:1', `login:${other.admin.email}`, `login:${c.admin.email.toUpperCase()}`].sort(),
      ['Nome{"a": 1}', 'Nome{"a": 1}'],
    ],
  ]
  const jobs = (id: number) => `select graphile_worker.add_job('x', '{"company_id": ${id}}')`
  await decides(found, setup, untouched, [
    [traces, untouched],
    [
      `${went}; ${traces}`,
      [
        [
          ['t2', 't3'],
          ['ip:1', `login:${other.admin.email}`],
          ['{}', 'Nome{"a": 1}'],
        ],
      ],
    ],
    [
      `${went}; update users set email = '' where company_id = ${c.id}; ${traces}`,
      [[untouched[0]?.[0], untouched[0]?.[1], ['{}', 'Nome{"a": 1}']]],
    ],
  ])
  const waiting =
    "select count(*)::int from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id where k.identifier = 'x'"
  await decides(
    waiting,
    [jobs(c.id), jobs(other.id)],
    [2],
    [
      [`${went}; ${traces}`, [1]],
      [traces, [2]],
    ],
  )
  const company = `select name, about, purged_at is not null, path from companies where id = ${c.id}`
  const purge = `select app.purge_company(${c.id}, ${NOW})`
  const text = `update companies set about = 'Sobre', name = 'Loja' where id = ${c.id}`
  await decides(
    company,
    [text],
    [['Loja', 'Sobre', false, c.path]],
    [
      [purge, [['Loja', 'Sobre', false, c.path]]],
      [`${went}; ${purge}`, [[`Empresa ${c.id}`, '', true, c.path]]],
    ],
  )
})
