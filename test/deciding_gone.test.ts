// The database's own functions, asked by themselves: what is erased, and what an operator counts. Each single thing that changes an answer is tried.
import { after, before, test } from 'node:test'
import { at, type Ground, ground, inside, NOBODY, NOW } from './decides.ts'

let g: Ground
before(async () => {
  g = await ground()
})
after(() => g.close())
const platforms = /is the platform's/

test('who is gone for thirty days may be erased, nobody sooner and nobody twice', async () => {
  const { c, other, decides } = g
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
  const { c, other, decides } = g
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
test('mails of an erased client lose what they say; one to them, or a quote of theirs, its address', async () => {
  const { c, other, decides } = g
  const erase = `select app.erase_client(${c.client.id}, ${NOW})::int`
  const order = `insert into orders (company_id, id, cart_id, lines_hash, receipt_token, status, origin, session_kind, created_by, client_id, name, subtotal, total,
    items_count, received_at, updated_at) overriding system value values (${c.id}, 77, 'x', '', 'x', 'novo', 'loja', 'user', ${c.client.id}, ${c.client.id}, 'x', 1, 1, 1, ${NOW}, ${NOW})`
  const mail = (key: string, to: string, company = c.id) =>
    `insert into mails (company_id, key, recipient, template, params) values (${company}, '${key}', '${to}', 'x', '{"a": 1}')`
  const mine = c.client.email
  const own = `pedido-${c.id}-77`
  const said = "select key, recipient, params::text from mails where template = 'x' order by key"
  const put = (...mails: string[]) => [inside(c.id), order, ...mails]
  const is = (key: string, recipient: string, params = '{}') => [[key, recipient, params]]
  await decides(said, put(mail(own, 'loja@x.test'), erase), is(own, 'loja@x.test'))
  await decides(said, put(mail(own, mine), erase), is(own, ''))
  await decides(said, put(mail('outra', mine), erase), is('outra', ''))
  await decides(said, put(mail('outra', 'loja@x.test'), erase), is('outra', 'loja@x.test', '{"a": 1}'))
  await decides(said, put(mail('outra', mine, other.id), erase), is('outra', mine, '{"a": 1}'))
  const quote = `orcamento-${c.id}-77-1`
  await decides(said, put(mail(quote, 'quem@x.test'), erase), is(quote, ''))
  await decides(said, put(mail(`${own}-2`, 'loja@x.test'), erase), is(`${own}-2`, 'loja@x.test'))
  await decides(said, put(mail(`${own}8`, 'loja@x.test'), erase), is(`${own}8`, 'loja@x.test', '{"a": 1}'))
  await decides(said, put(mail(`carteira-${c.id}-77`, 'v@x.test'), erase), is(`carteira-${c.id}-77`, 'v@x.test'))
  // Nobody's address is nobody's mail.
  const nameless = `update users set email = '' where id = ${c.client.id}`
  await decides(said, put(mail('outra', ''), nameless, erase), is('outra', '', '{"a": 1}'))
  await decides(said, put(mail(own, ''), nameless, erase), is(own, ''))
  await decides(
    erase,
    [order, inside(c.id)],
    [1],
    [
      [inside(other.id), [0]],
      [`update users set level = 2 where id = ${c.client.id}`, [0]],
      [`update orders set client_id = ${c.public_user}`, [0]],
    ],
  )
})
test('a table’s rows are its company’s: the operator’s rule where they are the operator’s, too, the platform’s own besides', async () => {
  const { decides } = g
  const rules = `select polname, pg_get_expr(polqual, polrelid) ~ 'first_company', pg_get_expr(polqual, polrelid) ~ 'is_operator',
    pg_get_expr(polqual, polrelid) = pg_get_expr(polwithcheck, polrelid) from pg_policy where polrelid = 'kept'::regclass order by 1`
  const kept = (more = 'not null') =>
    `create table kept (company_id bigint ${more}, other bigint, third bigint not null)`
  const owner = ['owner_all', false, false, true]
  await decides(rules, [kept(), "select app.protect('kept')"], [owner, ['tenant', false, false, true]])
  await decides(
    rules,
    [kept(), "select app.protect('kept', 'company_id', true)"],
    [owner, ['tenant', true, false, true]],
  )
  await decides(
    rules,
    [kept(''), "select app.protect('kept', 'company_id', true)"],
    [owner, ['tenant', true, true, true]],
  )
  const on = "select relrowsecurity, relforcerowsecurity from pg_class where oid = 'kept'::regclass"
  await decides(
    on,
    [kept()],
    [[false, false]],
    [
      ["select app.protect('kept')", [[true, true]]],
      ["select app.protect_platform('kept')", [[true, true]]],
    ],
  )
  const names = "select polname, polcmd from pg_policy where polrelid = 'kept'::regclass order by 1"
  await decides(
    names,
    [kept()],
    [],
    [
      [
        "select app.protect_platform('kept')",
        [
          ['owner_all', '*'],
          ['platform', '*'],
        ],
      ],
      [
        "select app.protect_platform('kept', true)",
        [
          ['owner_all', '*'],
          ['platform', '*'],
          ['read', 'r'],
        ],
      ],
    ],
  )
})
