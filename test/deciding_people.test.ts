// The database's own functions, asked by themselves: who may come in, and as whom. Each single thing that changes an answer is tried.
import { after, before, test } from 'node:test'
import { at, gone, type Ground, ground, inside, NOW } from './decides.ts'

let g: Ground
before(async () => {
  g = await ground()
})
after(() => g.close())

test('a session is whose it is until it ends: by itself, idle, too old, its person, its company or its operator gone', async () => {
  const { t, c, other, operator, decides } = g
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
test('a session is noted as seen every five minutes, and one that has ended opens nothing and waits for the sweep', async () => {
  const { c, decides } = g
  const ask = `with asked as materialized (select * from app.find_session('\\x01', ${NOW})) select count(*)::int from asked`
  const put = `insert into sessions (hash, user_id, company_id, kind, stay, created_at, last_seen)
    values ('\\x01', ${c.seller.id}, ${c.id}, 'user', true, ${at('-1 hour')}, ${at('-5 minutes')})`
  const seen = (since: string) => `select last_seen = ${since} from sessions where hash = '\\x01'`
  await decides(seen(at('-5 minutes')), [put, ask], [true])
  const older = `update sessions set last_seen = ${at('-5 minutes -1 second')}`
  await decides(seen(NOW), [put, older, ask], [true])
  const ended = ['delete from sessions', put, `update sessions set expires_at = ${at('-1 day')}`]
  await decides(`select count(*)::int from app.find_session('\\x01', ${NOW})`, ended, [0])
  await decides('select count(*)::int from sessions', [...ended, ask], [1])
})
test('a key of the interface opens its own company until it ends, is taken back or its admin goes', async () => {
  const { c, decides } = g
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
  const { t, c, other, operator, decides } = g
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
      [`update users set email = '${mail}' where id = ${operator.id}`, [[operator.id, 0, false, 'Mostruário'], good]],
      [
        `update users set email = '${mail}', level = -1 where id = ${operator.id}`,
        [[operator.id, -1, false, 'Mostruário'], good],
      ],
    ],
  )
  const admin = `select user_id::int from app.find_accounts('${c.admin.email}', null)`
  await decides(admin, [], [c.admin.id], [[gone('companies', `id = ${c.id}`), []]])
  await decides(ask(`'${c.path}'`), [], [good])
  await decides(ask(`'${other.path}'`), [], [])
  await decides("select count(*)::int from app.find_accounts('', null)", [], [0])
  await decides(
    `select user_id::int, is_public from app.find_accounts('${mail}', null)`,
    [`update companies set public_user = ${c.client.id} where id = ${c.id}`],
    [[c.client.id, true]],
  )
  const six = `insert into users (company_id, level, name, email) select id, 1, 'x', 'seis@x.test' from companies`
  const more = `insert into companies (path, name, valid_until) select 'seis' || n, 'x', '2030-01-01' from generate_series(1, 60) n`
  await decides("select count(*)::int from app.find_accounts('seis@x.test', null)", [more, six], [50])
})
test('a person by number, as a link to choose a password finds them', async () => {
  const { c, operator, decides } = g
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
  const { c, other, decides } = g
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
test('who looks at a calendar by its link: whoever sells or administers, while they and their company are there', async () => {
  const { c, other, decides } = g
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
test('an operator visits a company as its first admin, and both logs say so', async () => {
  const { c, operator, decides } = g
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
  const { c, other, decides } = g
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
test('a session that begins is written down with its browser, and a person’s own in the log', async () => {
  const { c, operator, decides } = g
  const open = (user: number, kind: string) =>
    `select app.open_session('\\x01', ${user}, '${kind}', true, false, repeat('x', 300), ${NOW})`
  const begun = "select user_id::int, company_id::int, kind, length(user_agent) from sessions where hash = '\\x01'"
  await decides(begun, [open(c.seller.id, 'user')], [[c.seller.id, c.id, 'user', 200]])
  const logged = 'select user_id::int, action from logs'
  await decides(
    logged,
    ['delete from logs'],
    [],
    [
      [open(c.seller.id, 'user'), [[c.seller.id, 'login']]],
      [open(c.public_user, 'public'), []],
      [open(operator.id, 'user'), []],
    ],
  )
})
