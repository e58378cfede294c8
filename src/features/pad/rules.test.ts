import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Product } from '#features/products/contract.ts'
import { axesOf, begun, distribute, fillRow, readParts, repeatRow, stepped, typed, undone } from './grid.ts'
import { beginning, closers, isMixed, orderable, usualOf } from './rules.ts'

const product = (id: number, more: Partial<Product> = {}) =>
  ({
    id,
    name: `P${id}`,
    price: 1000,
    price_promo: null,
    attributes: [],
    min_quantity: 1,
    multiple: 1,
    mixed: false,
    stock: null,
    ...more,
  }) as unknown as Product
const shirt = product(1, {
  attributes: ['Azul', 'Preto', 'Branco', 'Verde'].flatMap((Cor, r) =>
    ['P', 'M', 'G']
      .filter((s) => !(Cor === 'Verde' && s === 'G'))
      .map((Tamanho, c) => ({
        id: r * 10 + c + 1,
        specs: { Cor, Tamanho },
        code: '',
        ean: '',
        stock: null,
        image: '',
      })),
  ),
})

test('60 pieces in P-M-G 1:2:1 are 15, 30 and 15', () => {
  assert.deepEqual(distribute(60, [1, 2, 1]), { shares: [15, 30, 15], left: 0 })
  assert.deepEqual(distribute(60, [1, 2, 1], 6), { shares: [18, 30, 12], left: 0 })
  assert.deepEqual(distribute(62, [1, 2, 1], 6), { shares: [18, 30, 12], left: 2 })
  assert.deepEqual(distribute(5, [1, 2, 1]), { shares: [1, 3, 1], left: 0 })
  assert.deepEqual(distribute(3, [1, 2, 1], 6), { shares: [0, 0, 0], left: 3 })
  assert.deepEqual(distribute(10, [0, 1, 0]), { shares: [0, 10, 0], left: 0 })
  assert.deepEqual(distribute(0, [1, 1]), { shares: [0, 0], left: 0 })
  assert.deepEqual(distribute(-5, [1, 1]), { shares: [0, 0], left: 0 })
  assert.deepEqual(distribute(5, [0, 0]), { shares: [0, 0], left: 5 }, 'in no parts')
  assert.deepEqual(distribute(5, [1]), { shares: [5], left: 0 })
  assert.deepEqual(distribute(1, [1, 0]), { shares: [1, 0], left: 0 })
  assert.deepEqual(distribute(5, [1, 1, 1]), { shares: [2, 2, 1], left: 0 }, 'of equal rests the first')
})
test('whatever is shared out, all of it is given in whole boxes, and nobody is a box away from the exact share', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  let state = seed
  const r = (n: number) => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % n
  for (let n = 0; n < 5000; n++) {
    const parts = Array.from({ length: 1 + r(8) }, () => r(9))
    const [total, box] = [r(999_999), 1 + r(24)]
    const { shares, left } = distribute(total, parts, box)
    const whole = parts.reduce((a, b) => a + b, 0)
    assert.equal(shares.reduce((a, b) => a + b, 0) + left, total, `seed ${seed}`)
    if (whole === 0) continue
    assert.ok(left < box && shares.every((s) => s % box === 0))
    shares.forEach((s, i) => {
      const exact = ((total - left) * (parts[i] as number)) / whole
      assert.ok(
        Math.abs(s - exact) < box && (parts[i] !== 0 || s === 0),
        `${seed}: ${total} ${parts} ${box} → ${shares}`,
      )
    })
  }
})
test('parts are read as people write them', () => {
  for (const text of ['1:2:1', '1 2 1', '1-2-1', '1, 2, 1', ' 1/2/1 '])
    assert.deepEqual(readParts(text, 3), [1, 2, 1], text)
  assert.deepEqual(
    [readParts('1:0', 2), readParts('1 1', 2)],
    [
      [1, 0],
      [1, 1],
    ],
  )
  for (const text of ['', '1:2', '1:2:1:1', '0:0:0', '1:x:1', '-1:2:1', '1.5:2:1'])
    assert.equal(readParts(text, 3), null, text)
})
test('a row repeats downwards where there is such a variation; every step can be taken back', () => {
  const axes = axesOf(shirt)
  assert.ok(axes)
  assert.deepEqual(
    [axes.across, axes.columns, axes.rows],
    ['Tamanho', ['P', 'M', 'G'], ['Azul', 'Preto', 'Branco', 'Verde']],
  )
  let h = begun(typed({}, 99, 4))
  h = stepped(h, fillRow(h.now, axes, 'Preto', [2, 0, 5]))
  h = stepped(h, repeatRow(h.now, axes, 'Preto'))
  // Verde has no G, Azul stands above.
  assert.deepEqual(h.now, { 99: 4, 11: 2, 13: 5, 21: 2, 23: 5, 31: 2 })
  h = stepped(h, typed(h.now, 11, -3))
  assert.equal(h.now[11], undefined)
  h = undone(undone(h))
  assert.deepEqual(h.now, { 99: 4, 11: 2, 13: 5 })
  h = undone(undone(undone(h)))
  assert.deepEqual(h.now, { 99: 4 })
  assert.equal(typed({}, 1, 5_000_000)[1], 999_999)
  assert.equal(axesOf(product(2)), null)
})
const varied = (specs: Record<string, string>[]) =>
  product(3, { attributes: specs.map((s, i) => ({ id: i + 1, specs: s })) as never })
const crossed = (first: [string, number], second: [string, number]) => {
  const values = ([axis, many]: [string, number]) => Array.from({ length: many }, (_, i) => `${axis}${i + 1}`)
  const specs = values(first).flatMap((a) => values(second).map((b) => ({ [first[0]]: a, [second[0]]: b })))
  const axes = axesOf(varied(specs))
  return axes && [axes.across, axes.columns.length, axes.down, axes.rows.length]
}
test('sizes run across, up to six of them; else the axis that has fewer, and of two alike the first', () => {
  assert.deepEqual(crossed(['Cor', 2], ['Tamanho', 6]), ['Tamanho', 6, 'Cor', 2])
  assert.deepEqual(crossed(['Tamanho', 6], ['Cor', 2]), ['Tamanho', 6, 'Cor', 2])
  assert.deepEqual(crossed(['Cor', 2], ['Tamanho', 7]), ['Cor', 2, 'Tamanho', 7])
  assert.deepEqual(
    crossed(['Estampa', 4], ['Cor', 2]),
    ['Cor', 2, 'Estampa', 4],
    'no size, though its name has three letters of one',
  )
  assert.deepEqual(crossed(['Cor', 3], ['Tecido', 3]), ['Cor', 3, 'Tecido', 3])
  assert.deepEqual(crossed(['Cor', 3], ['Tecido', 2]), ['Tecido', 2, 'Cor', 3])
  assert.equal(axesOf(varied([{ Cor: 'Azul', Tamanho: 'P', Tecido: 'Linho' }])), null)
})
test('with one axis its values stand below one another; a variation that lacks an axis adds no empty column', () => {
  const one = axesOf(varied([{ Tamanho: 'P' }, { Tamanho: 'M' }]))
  assert.deepEqual([one?.across, one?.columns, one?.down, one?.rows], ['', [''], 'Tamanho', ['P', 'M']])
  assert.deepEqual([one?.at('M', '')?.id, one?.at('G', '')], [2, undefined])
  const lacking = axesOf(varied([{ Cor: 'Azul', Tamanho: 'P' }, { Cor: 'Preto' }]))
  assert.deepEqual([lacking?.columns, lacking?.rows], [['P'], ['Azul', 'Preto']])
})
test('a row takes shares where there is a variation; one piece is kept; a hundred steps can be taken back', () => {
  const axes = axesOf(shirt)
  assert.ok(axes)
  assert.deepEqual(fillRow({}, axes, 'Verde', [1, 2, 3]), { 31: 1, 32: 2 })
  assert.deepEqual(fillRow({ 2: 5 }, axes, 'Azul', [2]), { 1: 2 })
  let h = begun(0)
  assert.equal(stepped(h, 0), h, 'nothing changed')
  for (let n = 1; n <= 150; n++) h = stepped(h, n)
  assert.deepEqual([h.now, h.before.length, h.before[0]], [150, 100, 50])
})
test('a line begins with the usual quantity where that can be ordered, else with the first that can', () => {
  const rule = { min_quantity: 6, multiple: 6 }
  assert.equal(orderable(7, rule), 12)
  assert.equal(beginning({ product_id: 1, specs: {}, quantity: 12, times: 2 }, rule), 12)
  assert.equal(beginning({ product_id: 1, specs: {}, quantity: 7, times: 2 }, rule), 6)
  assert.equal(beginning(undefined, rule), 6)
})
test('what closes the minimum is what this client usually buys, not yet in the order, in quantities they would take', () => {
  const products = new Map(
    [
      product(1),
      product(2, { price: 200 }),
      product(3, { multiple: 6 }),
      product(4, { stock: 0 }),
      product(5, { price: null }),
    ].map((p) => [p.id, p]),
  )
  const usual = [1, 2, 3, 4, 5, 6].map((product_id) => ({ product_id, specs: {}, quantity: 4, times: 10 - product_id }))
  const found = closers(5000, usual, products, [{ product_id: 6, selected_specs: {}, quantity: 1 }])
  assert.deepEqual(
    found.map((c) => [c.product.id, c.quantity, c.adds, c.closes]),
    [
      [1, 5, 5000, true],
      [3, 6, 6000, true],
      // 25 of it would close: six times what they take.
      [2, 4, 800, false],
    ],
  )
  assert.deepEqual(
    closers(5000, usual, products, [{ product_id: 1, selected_specs: {}, quantity: 1 }]).map((c) => c.product.id),
    [3, 2],
  )
  assert.deepEqual(closers(5000, [], products, []), [])
})
test('only a product with variations is counted over several lines', () => {
  const attributes = shirt.attributes.slice(0, 1)
  const all = [
    { mixed: true, attributes },
    { mixed: true, attributes: [] },
    { mixed: false, attributes },
  ]
  assert.deepEqual(all.map(isMixed), [true, false, false])
})
test('one piece is the least, and a box where it is sold so', () => {
  const free = { min_quantity: 1, multiple: 1 }
  assert.deepEqual([orderable(0, free), orderable(1, free), orderable(1, { ...free, multiple: 2 })], [1, 1, 2])
})
test('what a client usually takes is told of this very variation', () => {
  const usual = [
    { product_id: 1, specs: { Cor: 'Azul' }, quantity: 4, times: 2 },
    { product_id: 2, specs: { Cor: 'Preto' }, quantity: 5, times: 2 },
    { product_id: 1, specs: { Cor: 'Preto' }, quantity: 6, times: 2 },
  ]
  assert.equal(usualOf(usual, 1, { Cor: 'Preto' })?.quantity, 6)
  assert.equal(usualOf(usual, 1, { Cor: 'Verde' }), undefined)
  assert.equal(usualOf(usual, 3, { Cor: 'Azul' }), undefined)
})
test('to close the minimum at most thrice the usual is proposed, of the variation that is usual', () => {
  const blue = { ...(shirt.attributes[0] as (typeof shirt.attributes)[0]), price: 500 }
  const black = { ...(shirt.attributes[1] as (typeof shirt.attributes)[0]), price: 700 }
  const products = new Map([product(1, { attributes: [blue, black] }), product(2)].map((p) => [p.id, p]))
  const usual = (product_id: number, specs = {}) => [{ product_id, specs, quantity: 4, times: 1 }]
  const found = (missing: number, ...of: Parameters<typeof usual>) =>
    closers(missing, usual(...of), products, []).map((c) => [c.variation?.id ?? null, c.quantity, c.adds, c.closes])
  assert.deepEqual(found(5001, 2), [[null, 6, 6000, true]], 'a begun piece whole')
  assert.deepEqual(found(12_000, 2), [[null, 12, 12_000, true]])
  assert.deepEqual(found(12_001, 2), [[null, 4, 4000, false]], 'thirteen is nobody’s wish')
  assert.deepEqual(found(3500, 1, black.specs), [[black.id, 5, 3500, true]])
  assert.deepEqual(found(3500, 1, { Cor: 'Rosa' }), [], 'a variation that is no more')
  assert.deepEqual(found(3500, 1), [])
  const one = new Map([[1, product(1, { attributes: [blue] })]])
  assert.deepEqual(closers(1, usual(1), one, []), [], 'the only variation was not named')
  assert.equal(closers(1, usual(2), products, [])[0]?.variation, null)
})
test('three things are proposed, what is ordered most often first, then by number', () => {
  const products = new Map([5, 1, 3, 2, 4].map((id) => [id, product(id)]))
  const usual = [5, 1, 3, 2, 4].map((id) => ({ product_id: id, specs: {}, quantity: 1, times: id === 3 ? 9 : 2 }))
  assert.deepEqual(
    closers(1000, usual, products, []).map((c) => c.product.id),
    [3, 1, 2],
  )
})
