// The cart's lines become the order's: what is refused, what is priced, and what has changed since it was seen.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderableRow } from '#features/products/server/index.ts'
import type { Refusal } from '#shared/errors.ts'
import { priceLines, readLines, type Wanted } from './pricing.ts'

const settings = {
  price_table_active: false,
  promo_price_active: true,
  importer: false,
  exchange_rate: '1',
  today: '2026-11-21',
  variations_active: true,
}
const buyer = { price_table: 1, margin_bp: 0, currency: 'BRL', hidden_categories: [] as number[] }
const row = (id: number, more: object = {}) =>
  ({
    id,
    name: `Vaso ${id}`,
    code: `V-${id}`,
    ean: `ean-${id}`,
    photo: `foto-${id}`,
    price: 1000,
    price2: null,
    price3: null,
    price_promo: null,
    promo_from: null,
    promo_until: null,
    min_quantity: 1,
    multiple: 1,
    mixed: false,
    stock: null,
    category_ids: [],
    attributes: [],
    ...more,
  }) as unknown as OrderableRow
const want = (product_id: number, quantity: number, more: Partial<Wanted> = {}): Wanted => ({
  product_id,
  quantity,
  specs: {},
  discount_bp: 0,
  seen: undefined,
  ...more,
})
/** What is refused, and why, by field. */
const refused = (ask: () => unknown) => {
  try {
    ask()
  } catch (error) {
    return error as Refusal
  }
  throw new Error('nothing was refused')
}
const errorsOf = (r: Refusal) => JSON.stringify(r.extra)

test('the same product with the same choice is one line; without pieces it is none', () => {
  const lines = readLines([
    { product_id: 1, quantity: 2, specs: { Cor: 'Azul', Tam: 'G' } },
    { product_id: 1, quantity: '3', specs: { Tam: 'G', Cor: 'Azul' } },
    { product_id: 1, quantity: 4, specs: { Cor: 'Azul' } },
    { product_id: 2, quantity: 0 },
    { product_id: 3, quantity: -1 },
  ])
  assert.deepEqual(
    lines.map((l) => [l.product_id, l.quantity, l.discount_bp, l.seen]),
    [
      [1, 5, 0, undefined],
      [1, 4, 0, undefined],
    ],
  )
})
test('a quantity is a whole number up to 999,999, in each line and in all lines of one thing', () => {
  assert.equal(readLines([{ product_id: 1, quantity: 999_999 }])[0]?.quantity, 999_999)
  for (const quantity of [1_000_000, 1.5, '1,5', 'dois', null, true, {}])
    assert.match(
      errorsOf(refused(() => readLines([{ product_id: 1, quantity }]))),
      /product_json\.0\.quantity/,
      String(quantity),
    )
  const two = [
    { product_id: 1, quantity: 500_000 },
    { product_id: 1, quantity: 500_000 },
  ]
  assert.match(errorsOf(refused(() => readLines([...two, { product_id: 2, quantity: 1 }]))), /"product_json"/)
  assert.equal(refused(() => readLines([{ product_id: 1, quantity: 0 }])).code, 'empty_cart')
  assert.equal(refused(() => readLines([])).code, 'empty_cart')
})
test('a line’s discount is 0 to 100 %, and one thing has one discount', () => {
  assert.equal(readLines([{ product_id: 1, quantity: 1, discount: 10_000 }])[0]?.discount_bp, 10_000)
  for (const discount of [-1, 10_001])
    assert.match(errorsOf(refused(() => readLines([{ product_id: 1, quantity: 1, discount }]))), /0\.discount/)
  const two = (discount: number) => [
    { product_id: 1, quantity: 1, discount: 500 },
    { product_id: 1, quantity: 1, discount },
  ]
  assert.equal(readLines(two(500))[0]?.quantity, 2)
  assert.match(errorsOf(refused(() => readLines(two(600)))), /1\.discount/)
})
test('what was seen is read where it is a price; choices that are no choices are none', () => {
  const seen = (price: unknown) => readLines([{ product_id: 1, quantity: 1, price }])[0]?.seen
  assert.deepEqual(['12,50', '', null, undefined, 'caro'].map(seen), [1250, undefined, undefined, undefined, undefined])
  const specs = (s: unknown) => readLines([{ product_id: 1, quantity: 1, specs: s }])[0]?.specs
  assert.deepEqual([['Azul'], null, 'Azul', { Cor: 'Azul' }].map(specs), [{}, {}, {}, { Cor: 'Azul' }])
})
test('lines are priced for the buyer, promotion and line discount included, and numbered from 1', () => {
  const rows = [row(1), row(2, { price_promo: 800 }), row(3, { price: null }), row(4, { stock: 5 })]
  const { lines, diff } = priceLines(
    [want(1, 3, { discount_bp: 1000 }), want(2, 2), want(3, 1), want(4, 1)],
    rows,
    buyer,
    settings,
  )
  assert.deepEqual(
    lines.map((l) => [l.line, l.unit_price, l.discount, l.total, l.counted]),
    [
      [1, 1000, 300, 2700, false],
      [2, 800, 0, 1600, false],
      [3, 0, 0, 0, false],
      [4, 1000, 0, 1000, true],
    ],
  )
  assert.deepEqual(diff, [])
})
test('a price that is another than the one seen is told, with both', () => {
  const { diff } = priceLines(
    [want(1, 1, { seen: 900 }), want(2, 1, { seen: 1000 }), want(3, 1)],
    [row(1), row(2), row(3)],
    buyer,
    settings,
  )
  assert.deepEqual(diff, [{ product_id: 1, name: 'Vaso 1', specs: {}, was: 900, now: 1000 }])
})
test('a variation brings its own code, bar code, photo, price and stock; what it has not is the product’s', () => {
  const own = {
    id: 7,
    specs: { Cor: 'Azul' },
    code: 'AZ',
    ean: 'ean-az',
    image: 'foto-az',
    price: 1500,
    surcharge: 0,
    stock: 3,
  }
  const bare = { id: 8, specs: { Cor: 'Verde' }, code: '', ean: '', image: '', surcharge: 200, stock: null }
  const rows = [row(1, { attributes: [own, bare] })]
  const { lines } = priceLines(
    [want(1, 1, { specs: { Cor: 'Azul' } }), want(1, 2, { specs: { Cor: 'Verde' } })],
    rows,
    buyer,
    settings,
  )
  assert.deepEqual(
    lines.map((l) => [l.variation_id, l.code, l.ean, l.photo, l.unit_price, l.counted, l.specs]),
    [
      [7, 'AZ', 'ean-az', 'foto-az', 1500, true, { Cor: 'Azul' }],
      [8, 'V-1', 'ean-1', 'foto-1', 1200, false, { Cor: 'Verde' }],
    ],
  )
  const off = { ...settings, variations_active: false }
  assert.equal(priceLines([want(1, 1)], rows, buyer, off).lines[0]?.variation_id, null)
})
test('what cannot be ordered is named, all of it at once: gone, hidden, another choice, not in its boxes', () => {
  const rows = [
    row(1, { attributes: [{ id: 7, specs: { Cor: 'Azul' }, stock: null }] }),
    row(2),
    row(3, { multiple: 6 }),
    row(4, { category_ids: [[40, null]] }),
  ]
  const error = refused(() =>
    priceLines(
      [
        want(1, 1, { specs: { Cor: 'Rosa' } }),
        want(2, 1, { specs: { Cor: 'Azul' } }),
        want(3, 4),
        want(4, 1),
        want(9, 1),
      ],
      rows,
      { ...buyer, hidden_categories: [40] },
      settings,
    ),
  )
  assert.equal(error.code, 'lines_refused')
  const said = JSON.stringify(error.extra)
  for (const words of ['esta não existe', 'não tem opções', 'Vem em caixas', 'não está mais no catálogo'])
    assert.ok(said.includes(words), `${words} in ${said}`)
  assert.deepEqual(
    (error.extra.lines as { product_id: number }[]).map((l) => l.product_id),
    [1, 2, 3, 4, 9],
  )
})
test('a refusal names three things in its sentence, one that is gone as an item', () => {
  const gone = [want(1, 4), want(9, 1), want(2, 4), want(3, 4)]
  const rows = [1, 2, 3].map((id) => row(id, { multiple: 6 }))
  const error = refused(() => priceLines(gone, rows, buyer, settings))
  for (const name of ['Vaso 1: ', 'Um item: ', 'Vaso 2: ']) assert.ok(error.message.includes(name), error.message)
  assert.ok(!error.message.includes('Vaso 3'))
  const lines = error.extra.lines as { product_id: number; name: string; suggestion?: number }[]
  assert.deepEqual(
    lines.map((l) => [l.product_id, l.name, l.suggestion]),
    [
      [1, 'Vaso 1', 6],
      [9, '', undefined],
      [2, 'Vaso 2', 6],
      [3, 'Vaso 3', 6],
    ],
  )
  assert.ok(!('suggestion' in (lines[1] as object)))
})
test('a variation without a price of its own costs what the product does, plus its surcharge', () => {
  const attributes = [
    { id: 1, specs: { Cor: 'Azul' }, stock: null },
    { id: 2, specs: { Cor: 'Verde' }, stock: null, surcharge: 150 },
  ]
  const wanted = ['Azul', 'Verde'].map((Cor) => want(1, 1, { specs: { Cor } }))
  const { lines } = priceLines(wanted, [row(1, { attributes })], buyer, settings)
  assert.deepEqual(
    lines.map((l) => l.unit_price),
    [1000, 1150],
  )
})
test('what is sold mixed is counted over all its variations; else each line for itself', () => {
  const attributes = ['Azul', 'Verde'].map((Cor, i) => ({ id: i + 1, specs: { Cor }, stock: null, surcharge: 0 }))
  const wanted = [want(1, 2, { specs: { Cor: 'Azul' } }), want(1, 4, { specs: { Cor: 'Verde' } }), want(2, 1)]
  const mixed = [row(1, { attributes, multiple: 6, mixed: true }), row(2)]
  assert.equal(priceLines(wanted, mixed, buyer, settings).lines.length, 3)
  const more = [want(1, 3, { specs: { Cor: 'Azul' } }), ...wanted.slice(1)]
  const said = refused(() => priceLines(more, mixed, buyer, settings)).extra.lines as { suggestion: number }[]
  assert.deepEqual(
    said.map((l) => l.suggestion),
    [8, 9],
    'each line as it would close the sum',
  )
  const apart = [row(1, { attributes, multiple: 6 }), row(2)]
  assert.equal(refused(() => priceLines(wanted, apart, buyer, settings)).code, 'lines_refused')
})
