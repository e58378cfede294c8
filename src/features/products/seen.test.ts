// What a reader sees of a product, in numbers: on the server, and on the device of who sells.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asSeen, type CatalogueSettings, isHidden, type KeptProduct, topsOf } from './seen.ts'

const settings: CatalogueSettings = {
  price_table_active: true,
  promo_price_active: true,
  importer: false,
  exchange_rate: '1',
  today: '2026-11-26',
  tag_active: true,
  variations_active: true,
  has_sub_categories: false,
}
const pot = {
  id: 7,
  name: 'Moringa',
  code: 'MO-1',
  code_2: 'X9',
  reference: 'R1',
  entity_id: 3,
  tags: ['barro'],
  categories: [11, 12],
  price: 10000,
  price2: 9000,
  price3: null,
  price_promo: 8000,
  promo_from: null,
  promo_until: '2026-12-01',
  attributes: [
    { id: 1, specs: { cor: 'Areia' }, price: 12000, surcharge: 0 },
    { id: 2, specs: { cor: 'Breu' }, price: null, surcharge: 500 },
    { id: 3, specs: { cor: 'Cal' } },
  ],
} as unknown as KeptProduct
const buyer = (price_table: 1 | 2 | 3) => ({ price_table, margin_bp: 0, currency: 'BRL' }) as const
const seen = (table: 1 | 2 | 3, hide_price = false, s = settings, tops: number[] | null = null) =>
  asSeen(pot, { buyer: buyer(table), hide_price }, s, tops)

test('each choice costs what it costs by itself, or the product’s price and what comes on top; the product’s own as its table says', () => {
  const by = (table: 1 | 2 | 3) => {
    const p = seen(table)
    return [p.price, ...p.attributes.map((v) => v.price), p.price_promo, p.attributes[1]?.price_promo]
  }
  assert.deepEqual(by(1), [10000, 12000, 10500, 10000, 8000, 8000])
  assert.deepEqual(by(2), [9000, 12000, 9500, 9000, 8000, 8000])
})
test('nobody but the company reads its second code, reference, maker or the tables; a promotion’s end only where it is one', () => {
  const p = seen(1)
  for (const key of ['code_2', 'reference', 'entity_id', 'price2', 'price3', 'promo_from', 'surcharge'])
    assert.ok(!(key in p) && p.attributes.every((v) => !(key in v)), key)
  assert.equal(p.promo_until, '2026-12-01')
  assert.equal(seen(1, false, { ...settings, today: '2026-12-02' }).promo_until, null)
  assert.equal(p.main_variation_id, 1)
  assert.equal(seen(1, false, { ...settings, variations_active: false }).main_variation_id, null)
})
test('from whom prices are hidden no number of one is there, of the choices neither', () => {
  const text = JSON.stringify(seen(1, true))
  for (const price of ['price', '10000', '12000', '9000', '8000', '500"', 'surcharge'])
    assert.ok(!text.includes(price), price)
})
test('a category counts with the one above it: hidden when all are, shown once on one level', () => {
  const tree = new Map([
    [12, 11],
    [11, null],
    [30, 20],
  ])
  assert.deepEqual(topsOf([30, 12, 11, 99], tree), [11, 20, 99])
  assert.deepEqual(seen(1, false, settings, [11]).categories, [11])
  assert.deepEqual(seen(1).categories, [11, 12])
  assert.equal(isHidden([[12, 11]], [11]), true)
  assert.equal(isHidden([[12, 11]], [12]), true)
  assert.equal(isHidden([[12, null]], [11]), false)
  assert.equal(
    isHidden(
      [
        [12, 11],
        [30, 20],
      ],
      [11],
    ),
    false,
  )
  assert.equal(isHidden([], [11]), false)
  assert.equal(isHidden([[12, 11]], []), false)
})
