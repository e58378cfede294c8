// The database's own functions, asked by themselves: how many products a company may sell,
// and what its log says.
import { after, before, test } from 'node:test'
import { type Ground, ground, inside, NOW } from './decides.ts'

let g: Ground
before(async () => {
  g = await ground()
})
after(() => g.close())

const product = (company: number, id: number, stock: string, more = '') =>
  `insert into products (company_id, id, name, code, price, stock${more && ', active, deleted_at'}) overriding system value values (${company}, ${id}, 'P${id}', 'P${id}', 100, ${stock}${more})`
const variation = (company: number, id: number, of: number, stock: string) =>
  `insert into variations (company_id, id, product_id, specs, stock) overriding system value values (${company}, ${id}, ${of}, '{"Cor": "${id}"}', ${stock})`

test('a company sells as many products as its plan has, and is told the next one', async () => {
  const { c, other, decides } = g
  const on = [
    inside(c.id),
    `update companies set max_products = 2 where id = ${c.id}`,
    'update plans set active = false',
    "insert into plans (name, products, sellers, price_tables, monthly_cents) values ('Caro', 9, 1, 1, 900), ('Justo', 3, 1, 1, 500), ('Pouco', 2, 1, 1, 100)",
  ]
  const many = `select count(*)::int from products where company_id = ${c.id}`
  const add = (id: number, more = '') => product(c.id, id, 'null', more)
  const all = { triggers: true }
  await decides(
    many,
    [...on, add(901), add(902)],
    [2],
    [
      [add(903, ', false, null'), [3]],
      [add(903, `, true, ${NOW}`), [3]],
      [`${product(other.id, 903, 'null')}`, [2]],
    ],
    all,
  )
  await decides(add(903), [...on, add(901), add(902)], /plan_limit of products/, [], all)
  await decides(
    'update products set active = true where id = 903',
    [...on, add(901), add(902), add(903, ', false, null')],
    /plan_limit/,
    [
      ['update products set active = false where id = 901', []],
      ['update products set deleted_at = now() where id = 901', []],
    ],
    all,
  )
  await decides(
    'update products set deleted_at = null where id = 903',
    [...on, add(901), add(902), add(903, `, true, ${NOW}`)],
    /plan_limit/,
    [],
    all,
  )
  await decides(
    "update products set name = 'y' where id = 901",
    [...on, add(901), add(902), `update companies set max_products = 1 where id = ${c.id}`],
    [],
    [],
    all,
  )
  await decides(
    `insert into products (company_id, name, active) values (${c.id}, 'x', false), (${c.id}, 'y', true)`,
    [...on, add(901), add(902)],
    /plan_limit/,
    [],
    all,
  )
  // Whoever has too many already may still write down what is not on sale.
  const fewer = `update companies set max_products = 1 where id = ${c.id}`
  await decides(add(903, ', false, null'), [...on, add(901), add(902), fewer], [], [], all)
  await decides(add(903, `, true, ${NOW}`), [...on, add(901), add(902), fewer], [], [], all)
  const told = (
    change = '',
  ) => `do $$ declare said text; begin ${change} insert into products (company_id, name) values (${c.id}, 'x');
    exception when sqlstate 'MO002' then get stacked diagnostics said = pg_exception_detail; raise exception '%', said; end $$`
  const limit = [...on, add(901), add(902)]
  await decides(
    told(),
    limit,
    /"most": 2.*"plan": "Justo".*"room": 3|"plan": "Justo".*"room": 3/,
    [
      ["update plans set active = false where name = 'Justo'", /Caro/],
      ["update plans set products = 2 where name = 'Justo'", /Caro/],
      ['update plans set products = 2 where products < 10', /"plan": null/],
    ],
    all,
  )
})
test('the log says what was made, changed, deleted and brought back, by whom, and nothing of what is only reckoned', async () => {
  const { c, other, operator, decides } = g
  const on = [
    inside(c.id, c.admin.id),
    'delete from logs',
    'delete from platform_log',
    `update users set name = 'Ana' where id = ${c.admin.id}`,
    `update users set name = 'Bia' where id = ${operator.id}`,
    'delete from logs',
  ]
  const logs =
    'select action, object, object_id::int, name, changes, who, user_id::int from logs order by id desc limit 1'
  const made = product(c.id, 901, 'null')
  const by = ['Ana', c.admin.id]
  const all = { triggers: true }
  await decides(
    logs,
    on,
    [],
    [
      [made, [['create', 'product', 901, 'P901', {}, ...by]]],
      [
        `${made}; delete from logs; update products set price = 200 where id = 901`,
        [['update', 'product', 901, 'P901', { price: [100, 200] }, ...by]],
      ],
      [`${made}; delete from logs; update products set price = 100 where id = 901`, []],
      [
        `${made}; update products set deleted_at = now() where id = 901`,
        [['delete', 'product', 901, 'P901', {}, ...by]],
      ],
      [
        `${made}; update products set deleted_at = now() where id = 901; update products set deleted_at = null, price = 5 where id = 901`,
        [['restore', 'product', 901, 'P901', { price: [100, 5] }, ...by]],
      ],
      [
        `${made}; delete from logs; select set_config('app.quiet', '1', true); update products set price = 200 where id = 901`,
        [],
      ],
      [`${made}; ${variation(c.id, 911, 901, '1')}`, [['create', 'variation', 901, '911', {}, ...by]]],
      [
        `${made}; ${variation(c.id, 911, 901, '1')}; delete from variations where id = 911`,
        [['delete', 'variation', 901, '911', {}, ...by]],
      ],
      [
        `update companies set settings = settings || '{"banner": "x"}' where id = ${c.id}`,
        [['update', 'company', c.id, `Empresa ${c.path.slice(7)}`, { banner: [null, 'x'] }, ...by]],
      ],
      [
        `update users set password_hash = 'neu' where id = ${c.client.id}`,
        [
          [
            'update',
            'user',
            c.client.id,
            `Pessoa ${c.client.email.match(/\d+/)?.[0]}`,
            { password_hash: [null, '•••'] },
            ...by,
          ],
        ],
      ],
      [`select set_config('app.user_id', '', true); ${made}`, [['create', 'product', 901, 'P901', {}, '', null]]],
      [
        `select set_config('app.acting_id', '${operator.id}', true); ${made}`,
        [['create', 'product', 901, 'P901', {}, 'Bia (operação)', operator.id]],
      ],
      [
        `select set_config('app.user_id', '${operator.id}', true); ${made}`,
        [['create', 'product', 901, 'P901', {}, 'Bia (operação)', operator.id]],
      ],
    ],
    all,
  )
  const platform =
    'select action, object, object_id::int, about_company::int, name, who, user_id::int from platform_log order by id desc limit 1'
  await decides(
    platform,
    on,
    [],
    [
      [made, []],
      [`select set_config('app.acting_id', '${operator.id}', true); ${made}`, []],
      [
        `select set_config('app.user_id', '${operator.id}', true); ${made}`,
        [['create', 'product', 901, c.id, 'P901', 'Bia (operação)', operator.id]],
      ],
      [
        `select set_config('app.user_id', '${operator.id}', true); insert into plans (id, name, products, sellers, price_tables, monthly_cents) overriding system value values (901, 'Novo', 1, 1, 1, 1)`,
        [['create', 'plan', 901, null, 'Novo', 'Bia (operação)', operator.id]],
      ],
      [
        `insert into coupons (id, code, percent_bp) overriding system value values (901, 'C', 1)`,
        [['create', 'coupon', 901, null, 'C', ...by]],
      ],
      [
        `insert into coupons (id, code, percent_bp) overriding system value values (901, 'C', 1); delete from coupons where id = 901`,
        [['delete', 'coupon', 901, null, 'C', ...by]],
      ],
      [
        `alter table credits drop constraint credits_company_id_invoice_id_fkey; insert into credits (company_id, invoice_id, txid, amount_cents, at) values (${other.id}, 1, 'tx', 1, now())`,
        /^create,credit,\d+,\d+/,
      ],
    ],
    all,
  )
  const admins = `update users set active = false where id = ${c.admin.id}`
  await decides(
    admins,
    on,
    /ficaria sem administrador/,
    [
      [`insert into users (company_id, level, name) values (${c.id}, 1, 'x')`, []],
      [`insert into users (company_id, level, name) values (${c.id}, 2, 'x')`, /ficaria/],
      [`insert into users (company_id, level, name, active) values (${c.id}, 1, 'x', false)`, /ficaria/],
      [`insert into users (company_id, level, name, deleted_at) values (${c.id}, 1, 'x', now())`, /ficaria/],
      [`insert into users (company_id, level, name) values (${other.id}, 1, 'x')`, /ficaria/],
    ],
    all,
  )
})
