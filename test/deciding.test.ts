// The database's own functions that decide, asked by themselves: for each what it answers, and each single thing that
// changes the answer.
import { after, before, test } from 'node:test'
import pg from 'pg'
import { superUrl } from './database.ts'
import { at, decider, gone, NOW, withoutWalls } from './decides.ts'
import { aClient, aCompany, aPerson, type Company, startTestApp, type TestApp } from './kit.ts'

let t: TestApp
let c: Company
let other: Company
let operator: { id: number }
let db: pg.Client
const decides = decider(() => db)
before(async () => {
  t = await startTestApp()
  c = await aCompany(t)
  other = await aCompany(t)
  operator = await aPerson(t, null, 0)
  db = new pg.Client({ connectionString: superUrl(t) })
  await db.connect()
  await withoutWalls(db)
})
after(async () => {
  await db.end()
  await t.close()
})

test('a session is whose it is until it ends: by itself, idle, too old, its person, its company or its operator gone', async () => {
  const hash = "'\\x01'::bytea"
  const ask = `select user_id::int, level, name, acting, is_blocked, orders_open from app.find_session(${hash}, ${NOW})`
  const session = (user: number, more = '') => [
    `insert into sessions (hash, user_id, company_id, kind, stay, created_at, last_seen)
      select ${hash}, id, company_id, 'user', false, ${at('-1 hour')}, ${at('-1 hour')} from users where id = ${user}`,
    `insert into sessions (hash, user_id, company_id, kind, stay, created_at, last_seen)
      select '\\x02', id, company_id, 'user', true, ${NOW}, ${NOW} from users where id = ${other.admin.id}`,
    ...(more ? [more] : []),
  ]
  const set = (what: string) => `update sessions set ${what} where hash = ${hash}`
  const name = (id: number) => t.owner.query('select name from users where id = $1', [id]).then((r) => r.rows[0].name)
  const seller = [c.seller.id, 2, await name(c.seller.id), '', false, true]
  await decides(
    ask,
    session(c.seller.id),
    [seller],
    [
      [set(`expires_at = ${NOW}`), [seller]],
      [set(`expires_at = ${at('-1 second')}`), []],
      [set(`last_seen = ${at('-12 hours')}`), [seller]],
      [set(`last_seen = ${at('-12 hours -1 second')}`), []],
      [set(`stay = true, last_seen = ${at('-12 hours -1 second')}`), [seller]],
      [set(`stay = true, last_seen = ${at('-30 days')}`), [seller]],
      [set(`stay = true, last_seen = ${at('-30 days -1 second')}`), []],
      [set(`stay = true, kind = 'public', last_seen = ${at('-12 hours -1 second')}`), []],
      [set(`created_at = ${at('-90 days')}`), [seller]],
      [set(`created_at = ${at('-90 days -1 second')}`), []],
      [`update users set active = false where id = ${c.seller.id}`, []],
      [gone('users', `id = ${c.seller.id}`), []],
      [gone('companies', `id = ${c.id}`), []],
      [`update companies set is_blocked = true where id = ${c.id}`, [[...seller.slice(0, 4), true, true]]],
      [`update companies set pedidos = false, whatsapp = false where id = ${c.id}`, [[...seller.slice(0, 5), false]]],
      [`update companies set pedidos = false, whatsapp = true where id = ${c.id}`, [seller]],
      [`update companies set pedidos = true, whatsapp = false where id = ${c.id}`, [seller]],
    ],
  )
  const admin = [c.admin.id, 1, await name(c.admin.id), '', false, true]
  await decides(
    ask,
    session(c.admin.id, set('stay = true')),
    [admin],
    [
      [set(`last_seen = ${at('-12 hours -1 second')}`), []],
      [set(`created_at = ${at('-7 days')}`), [admin]],
      [set(`created_at = ${at('-7 days -1 second')}`), []],
    ],
  )
  const acting = `${await name(operator.id)} (operação)`
  await decides(
    ask,
    session(c.admin.id, set(`operator_id = ${operator.id}`)),
    [[c.admin.id, 1, acting, acting, false, true]],
    [
      [`update users set active = false where id = ${operator.id}`, []],
      [gone('users', `id = ${operator.id}`), []],
      [set(`operator_id = ${other.admin.id}`), []],
    ],
  )
  await decides(
    ask,
    session(operator.id),
    [[operator.id, 0, await name(operator.id), '', false, false]],
    [
      [set(`last_seen = ${at('-12 hours -1 second')}, stay = true`), []],
      [
        `update users set level = -1 where id = ${operator.id}`,
        [[operator.id, -1, await name(operator.id), '', false, false]],
      ],
    ],
  )
})
test('a session is noted as seen every five minutes, and one that has ended leaves nothing', async () => {
  const ask = `with asked as materialized (select * from app.find_session('\\x01', ${NOW})) select count(*)::int from asked`
  const put = `insert into sessions (hash, user_id, company_id, kind, stay, created_at, last_seen)
    values ('\\x01', ${c.seller.id}, ${c.id}, 'user', true, ${at('-1 hour')}, ${at('-5 minutes')})`
  const seen = (since: string) => `select last_seen = ${since} from sessions where hash = '\\x01'`
  await decides(seen(at('-5 minutes')), [put, ask], [true])
  const older = `update sessions set last_seen = ${at('-5 minutes -1 second')}`
  await decides(seen(NOW), [put, older, ask], [true])
  await decides(
    'select count(*)::int from sessions',
    ['delete from sessions', put, `update sessions set expires_at = ${at('-1 day')}`, ask],
    [0],
  )
})
test('a key of the interface opens its own company until it ends, is taken back or its admin goes', async () => {
  const hash = "'\\x05'::bytea"
  const key = (
    more = '',
  ) => `insert into api_keys (company_id, name, scopes, hash, last4, user_id, created_at, expires_on)
    values (${c.id}, 'ERP', '{pedidos}', ${hash}, 'abcd', ${c.admin.id}, ${NOW}, '2026-11-24')${more}`
  const ask = `select user_id::int, company_id::int, level, name, scopes, is_blocked, orders_open, wait from app.find_key(${hash}, 2, ${NOW})`
  const good = [c.admin.id, c.id, 1, 'ERP (chave)', ['pedidos'], false, true, 0]
  const set = (what: string) => `update api_keys set ${what}`
  await decides(
    ask,
    [key()],
    [good],
    [
      [set("expires_on = '2026-11-23'"), []],
      [set('expires_on = null'), [good]],
      [set('revoked_at = now()'), []],
      [set("hash = '\\x06'"), []],
      [gone('companies', `id = ${c.id}`), []],
      [gone('users', `id = ${c.admin.id}`), []],
      [set(`user_id = ${c.seller.id}`), []],
      [`update companies set pedidos = false, whatsapp = false where id = ${c.id}`, [good.with(6, false)]],
      [`update companies set pedidos = false, whatsapp = true where id = ${c.id}`, [good]],
      [`update companies set is_blocked = true where id = ${c.id}`, [good.with(5, true)]],
      [`select app.find_key(${hash}, 2, ${NOW}), app.find_key(${hash}, 2, ${NOW})`, [good.with(7, 60)]],
    ],
  )
  const used = (was: string) => `select coalesce(used_at = ${was}, false) from api_keys`
  await decides(used(NOW), [key(), `select app.find_key(${hash}, 9, ${NOW})`], [true])
  const earlier = (more: string) => [key(), set(`used_at = ${at(more)}`), `select app.find_key(${hash}, 9, ${NOW})`]
  await decides(used(NOW), earlier('-61 seconds'), [true])
  await decides(used(at('-60 seconds')), earlier('-60 seconds'), [true])
})
test('who signs in: by e-mail in any letters, the own company first, nobody who is gone', async () => {
  const mail = c.client.email
  const ask = (path = 'null') =>
    `select user_id::int, level, is_public, company_name from app.find_accounts('${mail.toUpperCase()}', ${path})`
  const { rows } = await t.owner.query('select name from companies where id = $1', [c.id])
  const good = [c.client.id, 3, false, rows[0].name]
  await decides(
    ask(),
    [],
    [good],
    [
      [`update users set email = 'outra@x.test' where id = ${c.client.id}`, []],
      [`update users set active = false where id = ${c.client.id}`, []],
      [gone('users', `id = ${c.client.id}`), []],
      [gone('companies', `id = ${c.id}`), []],
      [`update users set email = '${mail}' where id = ${operator.id}`, [good, [operator.id, 0, false, 'Mostruário']]],
      [
        `update users set email = '${mail}', level = -1 where id = ${operator.id}`,
        [good, [operator.id, -1, false, 'Mostruário']],
      ],
    ],
  )
  await decides(ask(`'${c.path}'`), [], [good])
  await decides(ask(`'${other.path}'`), [], [])
  await decides("select count(*)::int from app.find_accounts('', null)", [], [0])
  await decides(
    `select user_id::int, is_public from app.find_accounts('${mail}', null)`,
    [`update companies set public_user = ${c.client.id} where id = ${c.id}`],
    [[c.client.id, true]],
  )
  const six = `insert into users (company_id, level, name, email) select id, 1, 'x', 'seis@x.test' from companies`
  const more = `insert into companies (path, name, valid_until) select 'seis' || n, 'x', '2030-01-01' from generate_series(1, 6) n`
  await decides("select count(*)::int from app.find_accounts('seis@x.test', null)", [more, six], [5])
})
test('a person by number, as a link to choose a password finds them', async () => {
  const ask = `select user_id::int, level, is_public, company_name from app.find_account_by_id(${operator.id})`
  const good = [operator.id, 0, false, 'Mostruário']
  await decides(
    ask,
    [],
    [good],
    [
      [`update users set active = false where id = ${operator.id}`, []],
      [gone('users', `id = ${operator.id}`), []],
    ],
  )
  await decides(`select is_public from app.find_account_by_id(${c.public_user})`, [], [true])
})
test('the salt of an e-mail is the first living person’s with a password', async () => {
  const ask = "select app.salt_of('SAL@x.test')"
  const put = (company: number, hash: string) =>
    `insert into users (company_id, level, name, email, password_hash) values (${company}, 3, 'x', 'sal@x.test', ${hash})`
  const two = [put(c.id, "'scrypt$1$erste$x'"), put(other.id, "'scrypt$1$zweite$x'")]
  await decides(
    ask,
    two,
    ['erste'],
    [
      [gone('users', `email = 'sal@x.test' and company_id = ${c.id}`), ['zweite']],
      [`update users set password_hash = null where email = 'sal@x.test' and company_id = ${c.id}`, ['zweite']],
      [`update users set email = 'nao@x.test' where email = 'sal@x.test' and company_id = ${c.id}`, ['zweite']],
    ],
  )
  await decides("select app.salt_of('')", [`update users set email = '' where id = ${c.client.id}`], [null])
})
test('hits are counted in their time, and say how long to wait', async () => {
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
test('who looks at a calendar by its link: whoever sells or administers, while they and their company are there', async () => {
  const ask = "select company_id::int, user_id::int, level from app.calendar_of('\\x07')"
  const put = `insert into calendar_links (company_id, user_id, token_hash, created_at) values (${c.id}, ${c.seller.id}, '\\x07', ${NOW}),
    (${other.id}, ${other.seller.id}, '\\x08', ${NOW})`
  const good = [c.id, c.seller.id, 2]
  await decides(
    ask,
    [put],
    [good],
    [
      ["update calendar_links set token_hash = '\\x09' where token_hash = '\\x07'", []],
      [`update users set active = false where id = ${c.seller.id}`, []],
      [`update users set level = 3 where id = ${c.seller.id}`, []],
      [`update users set level = 1 where id = ${c.seller.id}`, [good.with(2, 1)]],
      [gone('companies', `id = ${c.id}`), []],
    ],
  )
})
test('a client by their own link: who survives, while neither is off nor the link taken back', async () => {
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
    [`insert into companies (path, name, valid_until) values (repeat('q', 36) || '-2', 'x', '2030-01-01')`],
    [1],
  )
})
test('an order by its link for ninety days, a catalogue and its visits while both are there', async () => {
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
