// The database's own functions, asked by themselves: what goes along when a client is merged or
// leaves, and when a seller does.
import { after, before, test } from 'node:test'
import { type Ground, ground, inside, NOW } from './decides.ts'

let g: Ground
before(async () => {
  g = await ground()
})
after(() => g.close())

test('what goes along when a client or seller leaves, moves or is merged', async () => {
  const { c, other, decides } = g
  const all = { triggers: true }
  const visit = (more = '') =>
    `insert into visits (company_id, id, key, seller_id, client_id, day, created_at) overriding system value values (${c.id}, 901, 'v', ${c.seller.id}, ${c.client.id}, '2026-12-01', ${NOW})${more}`
  const second = `insert into users (company_id, id, level, name) overriding system value values (${c.id}, 901, 2, 'Outro')`
  const pass = `update users set seller_id = 901 where id = ${c.client.id}`
  const visits = 'select seller_id::int from visits'
  await decides(visits, [second, visit(), pass], [901], [], all)
  for (const done of ['checked_in_at', 'reported_at', 'cancelled_at'])
    await decides(visits, [second, visit(), `update visits set ${done} = now()`, pass], [c.seller.id], [], all)
  await decides(
    visits,
    [second, visit(), `update visits set client_id = ${c.public_user}`, pass],
    [c.seller.id],
    [],
    all,
  )
  await decides(
    'select from_seller::int, to_seller::int, who from portfolio_moves',
    [second, inside(c.id, c.admin.id), `update users set name = 'Ana' where id = ${c.admin.id}`, pass],
    [[c.seller.id, 901, 'Ana']],
    [],
    all,
  )
  await decides(
    'select count(*)::int from portfolio_moves',
    [second, `update companies set deleted_at = now() where id = ${c.id}`, pass],
    [0],
    [],
    all,
  )
  const left = `update users set deleted_at = now() where id = ${c.client.id}`
  const kept = (tbl: string, more = '') => `select count(*)::int from ${tbl}${more}`
  const notice = (user: number, about: number) =>
    `insert into person_notices (company_id, user_id, kind, word, href, key, at, about_id, name) values (${c.id}, ${user}, 'x', 'x', '', '${user}-${about}', ${NOW}, ${about}, 'Nome')`
  const notices = [notice(c.client.id, 1), notice(c.seller.id, c.client.id), notice(c.seller.id, 2)]
  const named = 'select array_agg(name order by about_id) from person_notices'
  await decides(
    named,
    notices,
    [['Nome', 'Nome', 'Nome']],
    [
      [left, [['Nome', 'Nome']]],
      [
        `update users set name = 'Cliente ' || id, deleted_at = now() where id = ${c.client.id}`,
        [c.client.id > 2 ? ['Nome', ''] : ['', 'Nome']],
      ],
      [`update users set name = 'Cliente ' || id where id = ${c.client.id}`, [['Nome', 'Nome', 'Nome']]],
    ],
    all,
  )
  const device = (user: number) =>
    `insert into push_devices (company_id, user_id, hash, endpoint, p256dh, auth, session, language, created_at, seen_at) values (${c.id}, ${user}, '\\x0${user % 10}', '', '', '', '\\x01', 'pt', ${NOW}, ${NOW})`
  await decides(
    kept('push_devices'),
    [device(c.client.id), device(c.seller.id)],
    [2],
    [
      [left, [1]],
      [`update users set active = false where id = ${c.client.id}`, [1]],
      [`update users set name = 'Cliente ' || id where id = ${c.client.id}`, [2]],
    ],
    all,
  )
  const opened = [
    'delete from openings',
    `insert into openings values (${c.id}, ${c.client.id}, '2026-01-01', ${NOW}), (${c.id}, ${c.seller.id}, '2026-01-01', ${NOW})`,
    `insert into put_offs (company_id, user_id, client_id, until) values (${c.id}, ${c.seller.id}, ${c.client.id}, '2026-12-01'), (${c.id}, ${c.client.id}, ${c.public_user}, '2026-12-01'), (${c.id}, ${c.seller.id}, ${c.public_user}, '2026-12-01')`,
  ]
  await decides(
    'select (select count(*)::int from openings), (select count(*)::int from put_offs)',
    opened,
    [[2, 3]],
    [[left, [[1, 1]]]],
    all,
  )
  // Two conversations become one, and part again.
  const talk = (id: number, client: number) =>
    `insert into conversations (company_id, id, client_id) overriding system value values (${c.id}, ${id}, ${client})`
  const said = (id: number, talk: number, client: number, ours: boolean) =>
    `insert into messages (company_id, id, conversation_id, key, at, ours, who, client_id, text) overriding system value values (${c.id}, ${id}, ${talk}, 'm${id}', ${NOW}, ${ours}, 'x', ${client}, 'x')`
  const gone = `insert into users (company_id, id, level, name, deleted_at) overriding system value values (${c.id}, 950, 3, 'Antes', ${NOW})`
  const talks = [
    gone,
    talk(901, c.client.id),
    talk(902, 950),
    said(1, 901, c.client.id, true),
    said(2, 902, 950, false),
    said(3, 902, 950, true),
    talk(903, c.public_user),
    said(9, 903, c.public_user, false),
  ]
  const merge = `update users set merged_into = ${c.client.id} where id = 950`
  const state =
    'select id::int, last_id::int, asked_id::int, answered_id::int, (select array_agg(m.id::int order by m.id) from messages m where m.conversation_id = c.id) from conversations c order by id'
  const apart = [
    [901, 0, 0, 0, [1]],
    [902, 0, 0, 0, [2, 3]],
    [903, 0, 0, 0, [9]],
  ]
  const together = [
    [901, 3, 2, 3, [1, 2, 3]],
    [902, 0, 0, 0, null],
    [903, 0, 0, 0, [9]],
  ]
  await decides(
    state,
    talks,
    apart,
    [
      [merge, together],
      [
        `${merge}; update users set merged_into = null where id = 950`,
        [
          [901, 1, 0, 1, [1]],
          [902, 3, 2, 3, [2, 3]],
          [903, 0, 0, 0, [9]],
        ],
      ],
    ],
    all,
  )
  const orders = `insert into orders (company_id, cart_id, lines_hash, receipt_token, status, origin, session_kind, created_by, client_id, name, subtotal, total, items_count, received_at, updated_at)
    values (${c.id}, 'x', '', 'x', 'novo', 'loja', 'user', ${c.client.id}, ${c.client.id}, 'x', 1, 1, 1, ${NOW}, ${NOW})`
  const touched = `select changed = pg_current_xact_id() from users where id = ${c.client.id}`
  const before = [
    orders,
    'alter table users disable trigger changed',
    `update users set changed = '3' where id = ${c.client.id}`,
    'alter table users enable trigger changed',
  ]
  await decides(
    touched,
    before,
    [false],
    [
      ['delete from orders', [true]],
      ["select set_config('app.quiet', '1', true); delete from orders", [false]],
    ],
    all,
  )
  await decides(
    'select count(*)::int from calendar_links',
    [
      `insert into calendar_links values (${c.id}, ${c.seller.id}, '\\x01', ${NOW}), (${other.id}, ${other.seller.id}, '\\x02', ${NOW})`,
      `update users set deleted_at = now() where id = ${c.seller.id}`,
    ],
    [1],
    [],
    all,
  )
})
