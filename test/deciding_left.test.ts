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
      [`update users set active = false where id = ${c.client.id}`, [['Nome', 'Nome', 'Nome']]],
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
test('two who are merged and never spoke have no conversation; a visitor is marked; a coupon that was not used is given back', async () => {
  const { c, decides } = g
  const gone = `insert into users (company_id, id, level, name, deleted_at) overriding system value values (${c.id}, 950, 3, 'Antes', ${NOW})`
  const merge = `update users set merged_into = ${c.client.id} where id = 950`
  const all = { triggers: true }
  await decides('select count(*)::int from conversations', [gone, merge], [0], [], all)
  const visitor = `update companies set public_user = ${c.client.id} where id = ${c.id}`
  const marked = `select array_agg(id::int order by id) from users where company_id = ${c.id} and is_visitor`
  await decides(marked, [], [[c.public_user]], [[visitor, [[c.public_user, c.client.id].sort((x, y) => x - y)]]], all)
  const quiet = "select coalesce(nullif(current_setting('app.quiet', true), ''), 'no')"
  await decides(quiet, ["select set_config('app.quiet', '1', true)", visitor], ['1'], [], all)
  await decides(quiet, [visitor], ['no'], [], all)
  const coupon = (uses: number) =>
    `insert into coupons (id, code, percent_bp, uses) overriding system value values (901, 'VERAO', 100, ${uses})`
  const pending = `insert into subscriptions (company_id, id, status, plan_id, option, amount_cents, coupon_id, created_at,
    billing_name, billing_document, billing_email, due_date, best_day_due)
    overriding system value select ${c.id}, 901, 'pendente', min(id), 'mensal', 1, 901, ${NOW}, '', '', '', '2026-12-01', 1 from plans`
  const uses = 'select uses from coupons where id = 901'
  const ends = "update subscriptions set status = 'cancelada' where id = 901"
  await decides(
    uses,
    [coupon(3), pending],
    [3],
    [
      [ends, [2]],
      [`update coupons set uses = 0; ${ends}`, [0]],
      [`update coupons set uses = 1; ${ends}`, [0]],
    ],
    all,
  )
})
test('a product says its category, its maker and its picture as they are now: whoever keeps it is told', async () => {
  const { c, other, decides } = g
  const all = { triggers: true }
  const category = (id: number, company = c.id) =>
    `insert into categories (company_id, id, name) overriding system value values (${company}, ${id}, 'C${id}')`
  const product = (id: number, company = c.id) =>
    `insert into products (company_id, id, name, version) overriding system value values (${company}, ${id}, 'P', 1)`
  const on = [
    category(901),
    category(902),
    category(903, other.id),
    product(901),
    product(902),
    product(903, other.id),
    `insert into product_categories values (${c.id}, 901, 901), (${c.id}, 902, 902), (${other.id}, 903, 903)`,
    `insert into entities (company_id, id, type, code, name) overriding system value values (${c.id}, 901, 'marca', 'm', 'M')`,
    'update products set entity_id = 901 where id = 901',
    `insert into files (company_id, hash, type, bytes) values (${c.id}, 'h', 'webp', 1)`,
    `insert into product_images (company_id, product_id, slot, hash) values (${c.id}, 901, 1, 'h')`,
    'alter table products disable trigger user',
    'update products set version = 1',
    'alter table products enable trigger user',
    `update company_counters set catalogue_version = 7`,
    // Of another moment: this transaction has none of its own yet.
    `select set_config('app.version_${c.id}', '', true), set_config('app.version_${other.id}', '', true)`,
  ]
  const versions = 'select array_agg(version::int order by id) from products where id > 900'
  await decides(
    versions,
    on,
    [[1, 1, 1]],
    [
      ['update categories set master_id = 902 where id = 901', [[8, 1, 1]]],
      [
        `update companies set deleted_at = ${NOW} where id = ${c.id}; update categories set master_id = 902 where id = 901`,
        [[1, 1, 1]],
      ],
      ["update entities set name = 'N' where id = 901", [[8, 1, 1]]],
      ['update entities set active = false where id = 901', [[8, 1, 1]]],
      ["update entities set about = 'x' where id = 901", [[1, 1, 1]]],
      ["update files set ready = true where hash = 'h'", [[8, 1, 1]]],
      ['delete from product_categories where product_id = 902', [[1, 8, 1]]],
      ['delete from product_images', [[8, 1, 1]]],
      [`insert into variations (company_id, product_id, specs) values (${c.id}, 902, '{"Cor": "x"}')`, [[1, 8, 1]]],
    ],
    all,
  )
  const old = 'select kind, name, object_id::int from old_names'
  await decides(
    old,
    on,
    [],
    [
      ["update entities set code = 'N' where id = 901", [['entity', 'm', 901]]],
      ["update entities set name = 'N' where id = 901", []],
    ],
    all,
  )
})
test('a sample that gets a picture of its own is one no more; others stay', async () => {
  const { c, decides } = g
  const product = (id: number, sample: boolean) =>
    `insert into products (company_id, id, name, sample) overriding system value values (${c.id}, ${id}, 'P', ${sample})`
  const file = `insert into files (company_id, hash, type, bytes) values (${c.id}, 'h', 'webp', 1)`
  const on = [
    product(901, true),
    product(902, true),
    product(903, false),
    file,
    "select set_config('app.quiet', '', true)",
  ]
  const samples = 'select array_agg(sample order by id) from products where id > 900'
  const image = (id: number) =>
    `insert into product_images (company_id, product_id, slot, hash) values (${c.id}, ${id}, 1, 'h')`
  await decides(
    samples,
    on,
    [[true, true, false]],
    [
      [image(901), [[false, true, false]]],
      [image(903), [[true, true, false]]],
    ],
    { triggers: true },
  )
})
test('a confirmed order waits for its ERP, once; one that was refused is sent anew, one that is there stays', async () => {
  const { c, decides } = g
  const link = (id: number, sends: boolean) =>
    `insert into integrations (company_id, id, type, created_at, send_order_to_integration) overriding system value values (${c.id}, ${id}, '${id === 901 ? 'omie' : 'bling'}', ${NOW}, ${sends})`
  const order = `insert into orders (company_id, id, cart_id, lines_hash, receipt_token, status, origin, session_kind, created_by, name, subtotal, total, items_count,
    received_at, updated_at) overriding system value values (${c.id}, 77, 'x', '', 'x', 'novo', 'loja', 'user', ${c.client.id}, 'x', 1, 1, 1, ${NOW}, ${NOW})`
  const confirm = "update orders set status = 'confirmado' where id = 77"
  const sent = (status: string) =>
    `insert into erp_orders (company_id, order_id, integration_id, own_key, status, message, rounds) values (${c.id}, 77, 901, 'MST-77', '${status}', 'x', 4)`
  const on = [order, link(901, true), link(902, true), 'delete from graphile_worker._private_jobs']
  const all = { triggers: true }
  const waits = 'select integration_id::int, own_key, status, message, rounds from erp_orders'
  await decides(
    waits,
    on,
    [],
    [
      [confirm, [[901, 'MST-77-2D7116', 'fila', '', 0]]],
      [`update integrations set active = false where id = 901; ${confirm}`, [[902, 'MST-77-2D7116', 'fila', '', 0]]],
      [
        `update integrations set deleted_at = now() where id = 901; ${confirm}`,
        [[902, 'MST-77-2D7116', 'fila', '', 0]],
      ],
      [
        `update integrations set send_order_to_integration = false where id = 901; ${confirm}`,
        [[902, 'MST-77-2D7116', 'fila', '', 0]],
      ],
      [`update integrations set active = false; ${confirm}`, []],
      [`${sent('recusado')}; ${confirm}`, [[901, 'MST-77', 'fila', '', 0]]],
      [`${sent('enviado')}; ${confirm}`, [[901, 'MST-77', 'enviado', 'x', 4]]],
      ["update orders set status = 'cancelado' where id = 77", []],
    ],
    all,
  )
  const jobs = `select payload::jsonb, max_attempts from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id where k.identifier = 'erp_order'`
  await decides(
    jobs,
    on,
    [],
    [
      [confirm, [[{ order: 77, company_id: c.id }, 12]]],
      [`${sent('enviado')}; ${confirm}`, []],
    ],
    all,
  )
  const state = 'select erp_status from orders where id = 77'
  const before = `update orders set erp_status = 'x' where id = 77`
  await decides(
    state,
    [...on, before],
    ['x'],
    [
      [confirm, ['na_fila']],
      [`${sent('enviado')}; ${confirm}`, ['x']],
    ],
    all,
  )
})
