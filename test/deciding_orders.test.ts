// The database's own functions, asked by themselves: what an order takes from the stock and gives back, and how it is
// written once.
import { after, before, test } from 'node:test'
import { type Ground, ground, inside } from './decides.ts'

let g: Ground
before(async () => {
  g = await ground()
})
after(() => g.close())

const product = (company: number, id: number, stock: string, more = '') =>
  `insert into products (company_id, id, name, code, price, stock${more && ', active, deleted_at'}) overriding system value values (${company}, ${id}, 'P${id}', 'P${id}', 100, ${stock}${more})`
const variation = (company: number, id: number, of: number, stock: string) =>
  `insert into variations (company_id, id, product_id, specs, stock) overriding system value values (${company}, ${id}, ${of}, '{"Cor": "${id}"}', ${stock})`
const line = (company: number, n: number, of: number, quantity: number, held: number, varied = 'null') =>
  `insert into order_lines (company_id, order_id, line, product_id, variation_id, code, name, quantity, unit_price, total, held)
    values (${company}, 1, ${n}, ${of}, ${varied}, '', 'x', ${quantity}, 1, 1, ${held})`
/** The order's lines, held; the products' stock; the variations'. */
const STATE = `(select array_agg(held::int order by line) from order_lines where order_id = 1),
  (select array_agg(stock::int order by id) from products where id > 900), (select array_agg(stock::int order by id) from variations where id > 900)`
const moved = (sign: number, now = 'null') =>
  `with m as materialized (select app.move_stock(1, ${sign}, ${now}) as short) select short from m`

test('an order takes what it counts, is short of what is not there, and gives back what it held', async () => {
  const { c, other, decides } = g
  const on = [
    inside(c.id),
    product(c.id, 901, '10'),
    product(c.id, 902, 'null'),
    product(other.id, 903, '10'),
    product(c.id, 904, '10'),
  ]
  const lines = [line(c.id, 1, 901, 4, 0), line(c.id, 2, 902, 5, 0), line(other.id, 1, 903, 9, 0)]
  const after = (...changes: string[]) => [...on, ...lines, ...changes]
  await decides(moved(-1), after(), [[]])
  await decides(`select ${STATE}`, after(moved(-1)), [[[4, 0, 0], [6, null, 10, 10], null]])
  await decides(`select ${STATE}`, after(moved(-1), moved(-1)), [[[4, 0, 0], [6, null, 10, 10], null]])
  await decides(`select ${STATE}`, after(moved(-1), moved(1)), [[[0, 0, 0], [10, null, 10, 10], null]])
  const two = [...after(), line(c.id, 3, 901, 8, 0)]
  await decides(
    moved(-1),
    two,
    [[{ more: true, available: 10, product_id: 901, variation_id: null }]],
    [
      ['update products set stock = 12 where id = 901', [[]]],
      [
        'update products set stock = 11 where id = 901',
        [[{ more: true, available: 11, product_id: 901, variation_id: null }]],
      ],
    ],
  )
  await decides(`select ${STATE}`, [...two, moved(-1)], [[[4, 0, 0, 8], [-2, null, 10, 10], null]])
  // Somebody took more meanwhile: what it holds is told, and that no more is asked.
  await decides(
    moved(-1),
    [...after(moved(-1)), 'update products set stock = -3 where id = 901'],
    [[{ more: false, available: 1, product_id: 901, variation_id: null }]],
    [['update products set stock = 0 where id = 901', [[]]]],
  )
  const sorted = [...on, line(c.id, 1, 904, 11, 0), line(c.id, 2, 901, 12, 0)]
  await decides(moved(-1), sorted, [
    [
      { more: true, available: 10, product_id: 901, variation_id: null },
      { more: true, available: 10, product_id: 904, variation_id: null },
    ],
  ])
})
test('one that is changed holds no more than was sent back or kept, and never less than nothing', async () => {
  const { c, decides } = g
  const on = [inside(c.id), product(c.id, 901, '10'), line(c.id, 1, 901, 6, 4)]
  const now = (quantity: number | null) =>
    quantity === null ? "'[]'::jsonb" : `'[{"line": 1, "quantity": ${quantity}}]'::jsonb`
  for (const [quantity, held, stock] of [
    [6, 4, 10],
    [9, 7, 7],
    [5, 3, 11],
    [2, 0, 14],
    [1, 0, 14],
    [null, 0, 14],
  ] as const)
    await decides(`select ${STATE}`, [...on, moved(-1, now(quantity))], [[[held], [stock], null]])
  // Held more than it counts: what is asked is the most.
  await decides(
    `select ${STATE}`,
    [inside(c.id), product(c.id, 901, '10'), line(c.id, 1, 901, 2, 6), moved(-1, now(3))],
    [[[3], [13], null]],
  )
  await decides(
    `select ${STATE}`,
    [inside(c.id), product(c.id, 901, '10'), line(c.id, 1, 901, 2, 6), moved(-1, now(null))],
    [[[0], [16], null]],
  )
  // What is not held any more is not short, whatever others took; a single piece is.
  await decides(moved(-1, now(0)), [inside(c.id), product(c.id, 901, '-9'), line(c.id, 1, 901, 6, 4)], [[]])
  await decides(
    moved(-1),
    [inside(c.id), product(c.id, 901, '0'), line(c.id, 1, 901, 1, 0)],
    [[{ more: true, available: 0, product_id: 901, variation_id: null }]],
  )
  // No stock is counted any more: what was held stays written, nothing moves.
  const uncounted = [inside(c.id), product(c.id, 901, 'null'), line(c.id, 1, 901, 6, 4)]
  await decides(
    `select ${STATE}`,
    uncounted,
    [[[4], [null], null]],
    [
      [moved(-1), [[[4], [null], null]]],
      [moved(1), [[[0], [null], null]]],
    ],
  )
})
test('the same of variations', async () => {
  const { c, decides } = g
  const on = [
    inside(c.id),
    product(c.id, 901, '5'),
    variation(c.id, 911, 901, '10'),
    variation(c.id, 912, 901, 'null'),
    variation(c.id, 913, 901, '1'),
  ]
  const lines = [line(c.id, 1, 901, 4, 0, '911'), line(c.id, 2, 901, 5, 0, '912')]
  const after = (...changes: string[]) => [...on, ...lines, ...changes]
  await decides(moved(-1), after(), [[]])
  const state = (held: number[], stock: (number | null)[]) => [[held, [5], stock]]
  await decides(`select ${STATE}`, after(moved(-1)), state([4, 0], [6, null, 1]))
  await decides(`select ${STATE}`, after(moved(-1), moved(-1)), state([4, 0], [6, null, 1]))
  await decides(`select ${STATE}`, after(moved(-1), moved(1)), state([0, 0], [10, null, 1]))
  const short = [...on, line(c.id, 1, 901, 3, 0, '913'), line(c.id, 2, 901, 11, 0, '911')]
  await decides(
    moved(-1),
    short,
    [
      [
        { more: true, available: 10, product_id: 901, variation_id: 911 },
        { more: true, available: 1, product_id: 901, variation_id: 913 },
      ],
    ],
    [
      [
        'update variations set stock = 11 where id = 911',
        [[{ more: true, available: 1, product_id: 901, variation_id: 913 }]],
      ],
    ],
  )
  await decides(
    moved(-1),
    [...after(moved(-1)), 'update variations set stock = -3 where id = 911'],
    [[{ more: false, available: 1, product_id: 901, variation_id: 911 }]],
  )
  const one = [...on, line(c.id, 1, 901, 6, 4, '911')]
  for (const [quantity, held, stock] of [
    [6, 4, 10],
    [9, 7, 7],
    [5, 3, 11],
    [1, 0, 14],
  ] as const)
    await decides(
      `select ${STATE}`,
      [...one, moved(-1, `'[{"line": 1, "quantity": ${quantity}}]'`)],
      state([held], [stock, null, 1]),
    )
  await decides(`select ${STATE}`, [...one, moved(-1, "'[]'")], state([0], [14, null, 1]))
  await decides(
    `select ${STATE}`,
    [...on, line(c.id, 1, 901, 2, 6, '911'), moved(-1, `'[{"line": 1, "quantity": 3}]'`)],
    state([3], [13, null, 1]),
  )
  await decides(
    `select ${STATE}`,
    [...on, line(c.id, 1, 901, 2, 6, '911'), moved(-1, "'[]'")],
    state([0], [16, null, 1]),
  )
  const few = [...on, 'update variations set stock = -9 where id = 911', line(c.id, 1, 901, 6, 4, '911')]
  await decides(moved(-1, `'[{"line": 1, "quantity": 0}]'`), few, [[]])
  await decides(
    moved(-1),
    [...on, 'update variations set stock = 0 where id = 911', line(c.id, 1, 901, 1, 0, '911')],
    [[{ more: true, available: 0, product_id: 901, variation_id: 911 }]],
  )
  await decides(`select ${STATE}`, [...on, line(c.id, 1, 901, 6, 4, '912')], state([4], [10, null, 1]), [
    [moved(-1), state([4], [10, null, 1])],
    [moved(1), state([0], [10, null, 1])],
  ])
})
test('an order is written once with the next number, its lines, its event and its mail; the same cart is that order', async () => {
  const { c, decides } = g
  const on = [
    inside(c.id),
    product(c.id, 901, '10'),
    variation(c.id, 911, 901, '10'),
    `update company_counters set order_number = 41, catalogue_version = 7 where company_id = ${c.id}`,
  ]
  const place = (status = 'novo', lines: object[] = [{}], { cart = 'x', refuse = false, more = {} } = {}) => {
    const o = {
      status,
      cart_id: cart,
      lines_hash: '',
      receipt_token: 'r',
      origin: 'loja',
      session_kind: 'user',
      created_by: c.client.id,
      name: 'x',
      subtotal: 1,
      total: 1,
      items_count: 1,
      currency: 'BRL',
      exchange_rate: 1,
      price_table: 1,
      catalogue_version: 1,
      discount_bp: 0,
      discount: 0,
      queued: false,
      payment_term: '',
      seller_name: '',
      client_code: '',
      email: '',
      phone: '',
      document: '',
      company_name: '',
      address: {},
      description: '',
      additional_field: '',
      additional_name: '',
      channel: '',
      diff: [],
      utm: {},
      who: 'Ana',
      taken_at: '2026-11-24T15:00:00Z',
      received_at: '2026-11-24T15:00:00Z',
      ...more,
    }
    const all = lines.map((l, n) => ({
      line: n + 1,
      product_id: 901,
      variation_id: null,
      code: '',
      name: 'x',
      specs: {},
      ean: '',
      photo: '',
      quantity: 4,
      unit_price: 1,
      total: 4,
      counted: true,
      ...l,
    }))
    return `select number::int, created, reasons from app.place_order('${JSON.stringify(o)}', '${JSON.stringify(all)}', ${refuse})`
  }
  const varied = { variation_id: 911 }
  await decides(
    place(),
    on,
    [[42, true, []]],
    [
      [place(), [[42, false, []]]],
      [place('novo', [{}], { cart: 'y' }), [[43, true, []]]],
      ['update products set stock = 3 where id = 901', [[42, true, ['sem_estoque']]]],
      ['update products set stock = 4 where id = 901', [[42, true, []]]],
    ],
  )
  await decides(
    place('novo', [{}], { refuse: true }),
    [...on, 'update products set stock = 3 where id = 901'],
    /short of stock/,
  )
  await decides(
    place('novo', [{}], { more: { reasons: ['desconto'] } }),
    [...on, 'update products set stock = 3 where id = 901'],
    [[42, true, ['desconto', 'sem_estoque']]],
  )
  await decides(
    place('novo', [varied]),
    [...on, 'update variations set stock = 3 where id = 911'],
    [[42, true, ['sem_estoque']]],
  )
  await decides(place('rascunho'), on, [[null, true, []]])
  const counters = `select order_number::int, catalogue_version::int from company_counters where company_id = ${c.id}`
  await decides(
    counters,
    on,
    [[41, 7]],
    [
      [place(), [[42, 8]]],
      [`${place()}; ${place()}`, [[42, 8]]],
      [place('rascunho'), [[41, 7]]],
      [`${place('rascunho')}; ${place('rascunho')}`, [[41, 7]]],
      [place('orcamento'), [[42, 7]]],
      [place('novo', [{ counted: false }]), [[42, 7]]],
      [`select app.raise_version(${c.id}); ${place()}`, [[42, 8]]],
      [`${place()}; select app.raise_version(${c.id})`, [[42, 8]]],
      [`select app.raise_version(${c.id}), app.raise_version(${c.id})`, [[41, 8]]],
    ],
  )
  const stock = `select (select stock::int from products where id = 901), (select stock::int from variations where id = 911),
    (select array_agg(held::int order by line) from order_lines), (select array_agg(quantity::int || '/' || total || '/' || discount || '/' || discount_bp order by line) from order_lines)`
  await decides(
    stock,
    on,
    [[10, 10, null, null]],
    [
      [place(), [[6, 10, [4], ['4/4/0/0']]]],
      [place('novo', [{}, {}]), [[2, 10, [4, 4], ['4/4/0/0', '4/4/0/0']]]],
      [place('orcamento'), [[10, 10, [0], ['4/4/0/0']]]],
      [place('cancelado'), [[10, 10, [0], ['4/4/0/0']]]],
      [place('novo', [varied]), [[10, 6, [4], ['4/4/0/0']]]],
      [place('novo', [varied, {}]), [[6, 6, [4, 4], ['4/4/0/0', '4/4/0/0']]]],
      [place('novo', [{ counted: false }]), [[10, 10, [0], ['4/4/0/0']]]],
      [place('novo', [{ discount: 2, discount_bp: 50 }]), [[6, 10, [4], ['4/4/2/50']]]],
      [place('orcamento', [{ discount: 2, discount_bp: 50 }]), [[10, 10, [0], ['4/4/2/50']]]],
      [`update products set stock = null where id = 901; ${place()}`, [[null, 10, [0], ['4/4/0/0']]]],
    ],
  )
  const events = 'select who, user_id::int, to_status from order_events'
  await decides(
    events,
    on,
    [],
    [
      [place(), [['Ana', c.client.id, 'novo']]],
      [place('orcamento'), [['Ana', c.client.id, 'orcamento']]],
      [`${place()}; ${place()}`, [['Ana', c.client.id, 'novo']]],
    ],
  )
  const jobs =
    "select count(*)::int from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id where k.identifier = 'order_mail'"
  await decides(
    jobs,
    [...on, 'delete from graphile_worker._private_jobs'],
    [0],
    [
      [place(), [1]],
      [`${place()}; ${place()}`, [1]],
    ],
  )
  await decides(
    'select freight::int, signature, revision, reasons from orders',
    [...on, place('novo', [{}], { more: { freight: 5, signature: 's', revision: 2, reasons: ['x'] } })],
    [[5, 's', 2, ['x']]],
  )
  await decides('select freight::int, signature, revision, reasons from orders', [...on, place()], [[0, '', 0, []]])
})
