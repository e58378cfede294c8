import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Product } from '#features/products/contract.ts'
import {
  accentOn,
  beginningsOf,
  GRID,
  type Group,
  groupsOf,
  type Item,
  itemsOf,
  itemsOn,
  leavesOf,
  MOST_ITEMS,
  PER_PAGE,
  underName,
  volumesOf,
} from './rules.ts'

const product = (id: number, more: object = {}) =>
  ({
    id,
    name: `Vaso ${id}`,
    code: `V-${id}`,
    ean: `ean-${id}`,
    description: 'Barro',
    foto1: `foto-${id}`,
    price: 1000,
    price_promo: undefined,
    categories: [],
    attributes: [],
    ...more,
  }) as unknown as Product
const item = (id: number) => itemsOf(product(id), false)[0] as Item
const group = (id: number | null, many: number): Group => ({
  id,
  name: `Grupo ${id}`,
  items: Array.from({ length: many }, (_, i) => item(i + 1)),
})
const layout = {
  model: 'vitrine' as const,
  per_page: 4,
  openings: false,
  index: false,
  closing: false,
  cover: 'cor' as const,
}
const kinds = (...args: Parameters<typeof leavesOf>) => leavesOf(...args).map((l) => l.kind)

test('a product is one thing to order, or each of its variations with what it has of its own', () => {
  const own = {
    specs: { Cor: 'Azul', Tam: 'G' },
    code: 'AZ',
    ean: 'e-az',
    image: 'f-az',
    price: 1200,
    price_promo: 900,
  }
  const bare = { specs: { Cor: 'Verde' }, code: '', ean: '', image: '', price: 1000 }
  const p = product(1, { attributes: [own, bare], price_promo: 800 })
  assert.deepEqual(
    itemsOf(p, true).map((i) => [i.code, i.ean, i.photo, i.specs, i.price, i.promo]),
    [
      ['AZ', 'e-az', 'f-az', 'Cor: Azul · Tam: G', 1200, 900],
      ['V-1', 'ean-1', 'foto-1', 'Cor: Verde', 1000, null],
    ],
  )
  assert.deepEqual(
    itemsOf(p, false).map((i) => [i.code, i.specs, i.price, i.promo]),
    [['V-1', '', 1000, 800]],
  )
  assert.equal(itemsOf(product(1), true).length, 1)
  assert.equal(item(1).promo, null)
  assert.equal(itemsOf(product(1, { description: 'x'.repeat(900) }), false)[0]?.text.length, 700)
  assert.equal(underName(itemsOf(p, true)[0] as Item), 'AZ · Cor: Azul · Tam: G')
  assert.equal(underName({ ...item(1), code: '' }), '')
})
test('products stand once, in the categories’ order or the one wanted; those of none at the end; of chosen ones what is below too', () => {
  const categories = [
    { id: 1, name: 'A', master_id: null },
    { id: 2, name: 'B', master_id: null },
    { id: 3, name: 'A de A', master_id: 1 },
    { id: 4, name: 'B de B', master_id: 2 },
  ]
  const products = [
    product(1, { categories: [2, 1] }),
    product(2),
    product(3, { categories: [3] }),
    product(4, { categories: [2] }),
    product(5, { categories: [4] }),
  ]
  const of = (chosen: number[], order?: number[]) =>
    groupsOf(products, categories, chosen, false, 'Outros', order).map((g) => [g.name, g.items.map((i) => i.id)])
  assert.deepEqual(of([]), [
    ['A', [1]],
    ['B', [4]],
    ['A de A', [3]],
    ['B de B', [5]],
    ['Outros', [2]],
  ])
  assert.deepEqual(of([], [3, 2]), [
    ['A de A', [3]],
    ['B', [1, 4]],
    ['B de B', [5]],
    ['Outros', [2]],
  ])
  assert.deepEqual(of([1]), [
    ['A', [1]],
    ['A de A', [3]],
    ['Outros', [2, 4, 5]],
  ])
})
test('a page of the window has as many places as it shows products', () => {
  assert.deepEqual([...PER_PAGE], Object.keys(GRID).map(Number))
  for (const n of PER_PAGE) {
    const [columns, rows] = GRID[n] as [number, number]
    assert.ok(columns * rows === n && columns <= rows, String(n))
  }
  assert.equal(MOST_ITEMS, 5000)
})
test('a file holds so many; a category goes on in the next one', () => {
  const volumes = volumesOf([group(1, 3), group(2, 4)], 5).map((v) => v.map((g) => [g.id, g.items.length]))
  assert.deepEqual(volumes, [
    [
      [1, 3],
      [2, 2],
    ],
    [[2, 2]],
  ])
  assert.equal(volumesOf([group(1, 5)], 5).length, 1)
  assert.deepEqual(volumesOf([]), [[]])
})
test('the pages of a window: cover, openings where there are several categories, so many on each, the end', () => {
  assert.deepEqual(kinds([group(1, 9)], [], layout), ['cover', 'items', 'items', 'items'])
  assert.deepEqual(kinds([group(1, 8)], [], { ...layout, closing: true }), ['cover', 'items', 'items', 'closing'])
  assert.deepEqual(
    leavesOf([group(1, 9)], [], layout).map((l) => itemsOn(l).map((i) => i.id)),
    [[], [1, 2, 3, 4], [5, 6, 7, 8], [9]],
  )
  assert.deepEqual(kinds([], [], { ...layout, model: 'tabela' }), ['cover'], 'nothing to sell, no empty page')
  assert.deepEqual(kinds([group(1, 9)], [], { ...layout, model: 'lista' }), ['cover', 'items', 'items'])
  assert.deepEqual(kinds([group(1, 1)], [], { ...layout, openings: true }), ['cover', 'items'], 'one needs none')
  assert.deepEqual(kinds([group(1, 1), group(2, 1)], [], { ...layout, openings: true }), [
    'cover',
    'opening',
    'items',
    'opening',
    'items',
  ])
})
test('the company’s own pages: covers where they are wanted, openings of their category, inside and end', () => {
  const picture = (kind: 'capa' | 'abertura' | 'interna' | 'fim', category_id: number | null = null) => ({
    kind,
    category_id,
    image_path: `${kind}${category_id ?? ''}`,
  })
  const own = [picture('capa'), picture('abertura'), picture('abertura', 2), picture('interna'), picture('fim')]
  const paths = (cover: 'cor' | 'paginas') =>
    leavesOf([group(1, 1), group(2, 1), group(null, 1)], own, { ...layout, cover, openings: true, closing: true }).map(
      (l) => (l.kind === 'picture' ? l.path : l.kind),
    )
  const rest = ['interna', 'opening', 'items', 'abertura2', 'items', 'opening', 'items', 'fim', 'closing']
  assert.deepEqual(paths('cor'), ['cover', ...rest])
  assert.deepEqual(paths('paginas'), ['capa', ...rest])
  assert.deepEqual(kinds([group(1, 1)], [], { ...layout, cover: 'paginas' }), ['cover', 'items'], 'without an own one')
})
test('the index says on which page each category begins, counted from 1, twenty-eight to a page', () => {
  const index = { ...layout, index: true, openings: true }
  const [, entries] = leavesOf([group(1, 5), group(2, 1)], [], index)
  assert.deepEqual(entries, {
    kind: 'index',
    entries: [
      { name: 'Grupo 1', count: 5, page: 3 },
      { name: 'Grupo 2', count: 1, page: 6 },
    ],
  })
  const inside = [{ kind: 'interna' as const, category_id: null, image_path: 'x' }]
  const moved = leavesOf([group(1, 5), group(2, 1)], inside, index).find((l) => l.kind === 'index')
  assert.deepEqual(
    moved?.entries.map((e) => e.page),
    [4, 7],
    'after a page of the company’s own',
  )
  assert.ok(!kinds([group(1, 5)], [], index).includes('index'), 'one category needs none')
  const many = leavesOf(
    Array.from({ length: 29 }, (_, i) => group(i + 1, 1)),
    [],
    { ...layout, index: true },
  )
  assert.deepEqual(
    many.slice(0, 4).map((l) => (l.kind === 'index' ? l.entries.length : l.kind)),
    ['cover', 28, 1, 'items'],
  )
})
test('a table runs on from category to category; a heading never stands at the foot of a page', () => {
  const pages = (...sizes: number[]) =>
    leavesOf(
      sizes.map((n, i) => group(i + 1, n)),
      [],
      { ...layout, model: 'tabela' },
    ).flatMap((l) => (l.kind === 'table' ? [l.rows.map((r) => ('heading' in r ? 'H' : '.')).join('')] : []))
  assert.deepEqual(pages(2, 1), ['H..H.'])
  assert.deepEqual(pages(29), [`H${'.'.repeat(29)}`])
  assert.deepEqual(pages(30), [`H${'.'.repeat(29)}`, '.'])
  assert.deepEqual(pages(26, 1), [`H${'.'.repeat(26)}H.`], 'two rows are left for it')
  assert.deepEqual(pages(27, 1), [`H${'.'.repeat(27)}`, 'H.'])
  const leaves = leavesOf([group(1, 27), group(2, 1)], [], { ...layout, model: 'tabela', index: true })
  assert.deepEqual(leaves[1], {
    kind: 'index',
    entries: [
      { name: 'Grupo 1', count: 27, page: 3 },
      { name: 'Grupo 2', count: 1, page: 4 },
    ],
  })
  assert.deepEqual(
    leaves.map((l) => itemsOn(l).length),
    [0, 0, 27, 1],
  )
})
test('the outline names each category once, where it begins', () => {
  const opened = leavesOf([group(1, 5), group(2, 1)], [], { ...layout, openings: true })
  assert.deepEqual(
    [...beginningsOf(opened)],
    [
      [1, ['Grupo 1']],
      [4, ['Grupo 2']],
    ],
  )
  const plain = leavesOf([group(1, 5), group(2, 1)], [], layout)
  assert.deepEqual(
    [...beginningsOf(plain)],
    [
      [1, ['Grupo 1']],
      [3, ['Grupo 2']],
    ],
  )
  const table = (...ids: number[]) =>
    leavesOf(
      ids.map((id) => group(id, 1)),
      [],
      { ...layout, model: 'tabela' },
    )
  assert.deepEqual([...beginningsOf(table(1, 2))], [[1, ['Grupo 1', 'Grupo 2']]])
  assert.deepEqual([...beginningsOf(table(1, 1))], [[1, ['Grupo 1']]], 'of the same name')
})
test('the second colour is used where it can be seen; else the first', () => {
  const colours = (secondary_color: string) => ({ primary_color: '#112233', secondary_color })
  for (const seen of ['#ff0000', '#bbbbbb']) assert.equal(accentOn('#ffffff', colours(seen)), seen)
  assert.equal(accentOn('#ffffff', colours('#fffffe')), '#112233')
  assert.equal(accentOn('#ffffff', colours('#fffffe'), '#000000'), '#000000')
  for (const wrong of ['', 'red', '#f00', '#ff00001', 'x#ff0000'])
    assert.equal(accentOn('#ffffff', colours(wrong)), '#112233')
})
