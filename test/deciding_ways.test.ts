// The database's own functions, asked by themselves: where an address, a link and a line of people lead, and how much is let through. Each single thing that changes an answer is tried.
import { after, before, test } from 'node:test'
import { at, gone, type Ground, ground, inside, NOW } from './decides.ts'
import { aClient } from './kit.ts'

let g: Ground
before(async () => {
  g = await ground()
})
after(() => g.close())

test('hits are counted in their time, and say how long to wait', async () => {
  const { decides } = g
  const hit = (keys: string, limits: string, seconds: string, now = NOW) =>
    `select app.hit(array[${keys}], array[${limits}], array[${seconds}], ${now})`
  const one = (now?: string) => hit("'a'", '2', '60', now)
  await decides(
    one(),
    [],
    [0],
    [
      [one(), [0]],
      [`${one()}; ${one()}`, [60]],
      [`${one()}; ${one()}; ${one()}`, [60]],
      [`${one(at('-59.5 seconds'))}; ${one(at('-59.5 seconds'))}`, [1]],
      [`${one(at('-60 seconds'))}; ${one(at('-60 seconds'))}`, [0]],
      // A clock that was set back begins anew; one that stands still does not.
      [`${one(at('1 second'))}; ${one(at('1 second'))}`, [0]],
      [`${hit("'b'", '1', '30')}; ${one()}; ${one()}`, [60]],
    ],
  )
  // A time that is over, or ends later than one that begins now, is followed by a new one.
  const ends = `select resets_at = ${at('60 seconds')} from rate_hits`
  for (const [began, is] of [
    ['-61 seconds', true],
    ['-60 seconds', true],
    ['-59 seconds', false],
    ['1 second', true],
  ] as const)
    await decides(ends, ['truncate rate_hits', one(at(began)), one()], [is])
  await decides(
    hit("'a', 'b'", '1, 1', '60, 10'),
    [hit("'a'", '1', '60')],
    [60],
    [
      ["update rate_hits set key = 'b' where key = 'a'", [0]],
      ['delete from rate_hits', [0]],
    ],
  )
  await decides(
    'select key, hits from rate_hits order by key',
    ['delete from rate_hits', hit("'a', 'b'", '1, 1', '60, 10')],
    [
      ['a', 1],
      ['b', 1],
    ],
    [
      [
        "select app.give_back_hits(array['a'])",
        [
          ['a', 0],
          ['b', 1],
        ],
      ],
      [
        "select app.give_back_hits(array['a']), app.give_back_hits(array['a', 'c'])",
        [
          ['a', 0],
          ['b', 1],
        ],
      ],
      ["select app.forget_hits('a')", [['b', 1]]],
    ],
  )
})
test('a client who was merged into another is that one, and a seller who left is whoever follows, however long the line', async () => {
  const { c, decides } = g
  const line = (n: number) =>
    `insert into users (company_id, level, name, id) select ${c.id}, 3, 'x', 900000 + n from generate_series(0, ${n}) n`
  const merged = (n: number) => `update users set merged_into = id + 1 where id between 900000 and ${900000 + n - 1}`
  await decides(
    'select app.surviving_client(900000)::int',
    [line(19), merged(19)],
    [900019],
    [
      ['update users set merged_into = null where id = 900003', [900003]],
      ['update users set merged_into = 900000 where id = 900019', [null]],
    ],
  )
  await decides('select app.surviving_client(900000)::int', [line(20), merged(20)], [null])
  await decides('select app.surviving_client(null)::int', [], [null])
  const sellers = (n: number) => [
    `insert into users (company_id, level, name, id) select ${c.id}, 2, 'x', 900000 + n from generate_series(0, ${n}) n`,
    `update users set active = false, successor_id = id + 1 where id between 900000 and ${900000 + n - 1}`,
  ]
  const seller = 'select app.current_seller(900000)::int'
  await decides(
    seller,
    sellers(9),
    [900009],
    [
      ['update users set active = true where id = 900004', [900004]],
      [`${gone('users', 'id = 900009')}`, [null]],
      ['update users set level = 1 where id = 900009', [null]],
      ['update users set active = false, successor_id = 900000 where id = 900009', [null]],
      ['update users set active = true where id in (900002, 900004)', [900002]],
    ],
  )
  await decides(seller, sellers(10), [null])
})
test('a client by their own link: who survives, while neither is off nor the link taken back', async () => {
  const { t, c, decides } = g
  const gone_id = await aClient(t, c)
  const ask = `select user_id::int, company_id::int, link_version from app.find_linked_client(${gone_id})`
  const good = [gone_id, c.id, 0]
  const { rows } = await t.owner.query('select link_version from users where id = $1', [gone_id])
  good[2] = rows[0].link_version
  const merged = [c.client.id, c.id, good[2]]
  const set = (what: string, id = gone_id) => `update users set ${what} where id = ${id}`
  const into = set(`merged_into = ${c.client.id}`)
  await decides(
    ask,
    [],
    [good],
    [
      [set('level = 2'), []],
      [set('is_visitor = true'), []],
      [set('active = false'), []],
      [set(`link_revoked_at = ${NOW}`), []],
      [gone('users', `id = ${gone_id}`), []],
      [into, [merged]],
      [`${into}; ${set('level = 2', c.client.id)}`, []],
      [`${into}; ${set('active = false', c.client.id)}`, []],
      [`${into}; ${gone('users', `id = ${c.client.id}`)}`, []],
      [`${into}; ${set('link_revoked_at = now()', c.client.id)}`, [merged]],
    ],
  )
})
test('an address leads to its company, by name before number, an old one to where it went', async () => {
  const { c, other, decides } = g
  const path = `select company_id::int, public_user::int from app.find_company_by_path`
  const good = [c.id, c.public_user]
  const numbered = `update companies set path = '${c.id}' where id = ${other.id}`
  await decides(
    `${path}('${c.path}')`,
    [],
    [good],
    [
      [gone('companies', `id = ${c.id}`), []],
      [`update companies set catalogue_open = false where id = ${c.id}`, [[c.id, null]]],
    ],
  )
  await decides(
    `${path}('${c.id}')`,
    [],
    [good],
    [
      [numbered, [[other.id, other.public_user]]],
      [gone('companies', `id = ${c.id}`), []],
    ],
  )
  await decides(`${path}('${'9'.repeat(16)}')`, [], [])
  const shop = `select company_id::int, user_id::int, name, hide_price, hide_no_stock, margin_bp, hidden_categories, price_table, currency,
    orders_open, has_public_user from app.find_storefront`
  const seen = [c.id, c.public_user, 'Visitante', false, false, 0, [], 1, 'BRL', true, true]
  await decides(
    `${shop}('${c.path}')`,
    [],
    [seen],
    [
      [gone('companies', `id = ${c.id}`), []],
      [
        `update companies set catalogue_open = false where id = ${c.id}`,
        [[c.id, null, '', true, false, 0, [], 1, 'BRL', true, false]],
      ],
      [`update companies set pedidos = false, whatsapp = false where id = ${c.id}`, [seen.with(9, false)]],
      [`update companies set pedidos = true, whatsapp = false where id = ${c.id}`, [seen]],
      [`update companies set pedidos = false, whatsapp = true where id = ${c.id}`, [seen]],
      [
        `update users set hide_price = true, hide_no_stock = true, margin_bp = 5, price_table = 2, currency = 'USD' where id = ${c.public_user}`,
        [[c.id, c.public_user, 'Visitante', true, true, 5, [], 2, 'USD', true, true]],
      ],
    ],
  )
  await decides(`${shop}('${c.id}')`, [], [seen], [[numbered, [[other.id, other.public_user, ...seen.slice(2)]]]])
  await decides(`select kind, level from app.find_storefront('${c.path}')`, [], [['public', 3]])
  const moved = "select app.find_moved_path('antes')"
  const was = (id: number, when: string) =>
    `insert into old_names (company_id, kind, name, object_id, at) values (${id}, 'path', 'antes', ${id}, ${when})`
  await decides(
    moved,
    [was(c.id, NOW), was(other.id, at('-1 day'))],
    [c.path],
    [
      ["update old_names set kind = 'product'", [null]],
      ["update old_names set name = 'outro'", [null]],
      [gone('companies', `id = ${c.id}`), [other.path]],
      [`insert into companies (path, name, valid_until) values ('antes', 'x', '2030-01-01')`, [null]],
      [`update old_names set at = ${at('1 day')} where company_id = ${other.id}`, [other.path]],
    ],
  )
  await decides(
    "select array_agg(path order by path) from app.paths_like('par')",
    [
      `insert into companies (path, name, valid_until) select p, 'x', '2030-01-01' from unnest(array['par', 'par-2', 'paraty', 'pa', 'pas']) p`,
    ],
    [['par', 'par-2', 'paraty']],
  )
  await decides(
    `select count(*)::int from app.paths_like(repeat('q', 37))`,
    [
      `insert into companies (path, name, valid_until) values (repeat('q', 36) || '-2', 'x', '2030-01-01'), (repeat('q', 36) || 'z', 'x', '2030-01-01')`,
    ],
    [2],
  )
})
test('an order by its link for ninety days, a catalogue and its visits while both are there', async () => {
  const { c, other, decides } = g
  const order = `insert into orders (company_id, cart_id, lines_hash, receipt_token, status, origin, session_kind, created_by, name, subtotal,
    total, items_count, received_at, updated_at) values (${c.id}, 'x', '', 'recibo', 'novo', 'loja', 'user', ${c.client.id}, 'x', 1, 1, 1, ${NOW}, ${at('-89 days')})`
  await decides(
    `select company_id::int from app.find_receipt('recibo', ${NOW})`,
    [order],
    [c.id],
    [
      [`update orders set updated_at = ${at('-90 days')}`, []],
      [gone('companies', `id = ${c.id}`), []],
      ["update orders set receipt_token = 'outro'", []],
    ],
  )
  const catalog = `insert into catalogs (company_id, token, created_by, created_at, expires_at, title, options, view, status, files)
    values (${c.id}, 'pdf', ${c.admin.id}, ${NOW}, ${at('1 second')}, 'Verão', '{}', '{}', 'pronto', 1),
      (${other.id}, 'seu', ${other.admin.id}, ${NOW}, ${at('1 day')}, 'Alheio', '{}', '{}', 'pronto', 1)`
  const open = (counts: boolean) =>
    `select title, files, company_id::int from app.open_catalog('pdf', ${counts}, ${NOW})`
  const good = ['Verão', 1, c.id]
  await decides(
    open(true),
    [catalog],
    [good],
    [
      ["update catalogs set status = 'falhou'", []],
      ['update catalogs set files = 0', []],
      [`update catalogs set expires_at = ${NOW}`, []],
      [gone('companies', `id = ${c.id}`), []],
      [`update companies set is_blocked = true where id = ${c.id}`, []],
      ["update catalogs set token = 'x' where token = 'pdf'", []],
    ],
  )
  const opened = `select token, opened, opened_at = ${NOW} from catalogs order by token`
  await decides(
    opened,
    [catalog, open(true)],
    [
      ['pdf', 1, true],
      ['seu', 0, null],
    ],
  )
  await decides(
    opened,
    [catalog, open(false)],
    [
      ['pdf', 0, null],
      ['seu', 0, null],
    ],
  )
  const visit = (counts: boolean) => `select company_id::int from app.find_catalog('pdf', ${counts})`
  await decides(
    visit(true),
    [catalog],
    [c.id],
    [
      [gone('companies', `id = ${c.id}`), []],
      [`update companies set is_blocked = true where id = ${c.id}`, []],
    ],
  )
  const visits = 'select token, visits from catalogs order by token'
  await decides(
    visits,
    [catalog, visit(true), visit(false)],
    [
      ['pdf', 1],
      ['seu', 0],
    ],
  )
  const expire = `select * from app.expire_catalogs(${NOW})`
  const old = (created: string, expires: string, files: number) =>
    `update catalogs set created_at = ${created}, expires_at = ${expires}, files = ${files} where token = 'pdf'`
  await decides(
    expire,
    [catalog],
    [],
    [
      [old(NOW, NOW, 1), ['pdf']],
      [old(NOW, at('1 second'), 1), []],
      [old(NOW, NOW, 0), []],
    ],
  )
  const left = "select count(*)::int from catalogs where token = 'pdf'"
  for (const [created, files, many] of [
    ['-1 year', 0, 0],
    ['-1 year 1 second', 0, 1],
    ['-1 year', 1, 1],
  ] as const)
    await decides(left, [catalog, old(at(created), at('1 day'), files), expire], [many])
})
test('coupons, mails and links to choose a password are taken once', async () => {
  const { c, other, operator, decides } = g
  const coupon = "insert into coupons (code, percent_bp, max_uses, uses) values ('VERAO', 100, 2, 1)"
  const use = "select count(*)::int from app.use_coupon('VERAO', 0, '')"
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
