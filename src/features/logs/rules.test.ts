import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionWords, actsOf, alike, manyWords } from './rules.ts'

const MOMENT = new Date('2026-11-21T12:00:00Z')
let id = 0
const line = (object: string, object_id: number, name: string, more: object = {}) => ({
  id: ++id,
  at: MOMENT,
  who: 'Rui',
  action: 'update',
  object,
  object_id,
  name,
  changes: {} as Record<string, [unknown, unknown]>,
  names: undefined,
  ...more,
})
const acts = (...lines: ReturnType<typeof line>[]) => actsOf(lines as never)

test('what was done is said in words; what says it all needs no thing', () => {
  assert.deepEqual(actionWords('update', 'product'), ['mudou', 'o produto'])
  assert.deepEqual(actionWords('login', 'user'), ['entrou', ''])
  assert.deepEqual(actionWords('merge', 'user'), ['juntou os cadastros', ''])
  assert.deepEqual(actionWords('shine', 'lamp'), ['shine', 'lamp'])
  assert.equal(manyWords('product'), '{n} produtos')
  assert.equal(manyWords('company'), '')
})
test('the same done to several things in one moment by one person is one act', () => {
  const found = acts(line('product', 1, 'A'), line('product', 2, 'B'))
  assert.deepEqual(
    found.map((a) => a.things.map((x) => x.name)),
    [['A', 'B']],
  )
  const apart = [
    acts(line('product', 1, 'A'), line('product', 2, 'B', { who: 'Ana' })),
    acts(line('product', 1, 'A'), line('product', 2, 'B', { at: new Date(MOMENT.getTime() + 1) })),
    acts(line('product', 1, 'A'), line('product', 2, 'B', { action: 'delete' })),
    acts(line('product', 1, 'A'), line('category', 2, 'B')),
    acts(line('company', 1, 'A'), line('company', 2, 'B')),
    acts(line('product', 1, 'A', { action: 'import' }), line('product', 2, 'B', { action: 'import' })),
  ]
  assert.deepEqual(
    apart.map((a) => a.length),
    [2, 2, 2, 2, 2, 2],
  )
})
test('a product and its variations are one thing: what came, what went, what changed of which', () => {
  const [act, ...others] = acts(
    line('variation', 1, 'Azul', { action: 'create', names: { 'product:1': 'Vaso' } }),
    line('variation', 1, 'Verde', { action: 'delete' }),
    line('variation', 1, 'Rosa', { changes: { stock: [1, 2] } }),
    line('product', 1, 'Vaso novo', { changes: { name: ['Vaso', 'Vaso novo'] } }),
  )
  assert.equal(others.length, 0)
  assert.deepEqual([act?.action, act?.object], ['update', 'product'])
  assert.deepEqual(act?.things, [
    {
      id: 1,
      name: 'Vaso novo',
      came: ['Azul'],
      went: ['Verde'],
      changes: [
        { field: 'stock', was: 1, now: 2, of: 'Rosa' },
        { field: 'name', was: 'Vaso', now: 'Vaso novo', of: '' },
      ],
    },
  ])
  const [only] = acts(line('variation', 1, 'Azul', { action: 'create', names: { 'product:1': 'Vaso' } }))
  assert.equal(only?.things[0]?.name, 'Vaso')
  assert.equal(acts(line('variation', 1, 'Azul'))[0]?.things[0]?.name, '')
})
test('a product’s own line says what was done to it, unless several share the act', () => {
  const part = (n: number) => line('variation', n, 'Azul', { action: 'create' })
  const [made] = acts(part(1), line('product', 1, 'Vaso', { action: 'create' }))
  assert.equal(made?.action, 'create')
  const [named] = acts(line('product', 1, 'Vaso', { action: 'create' }), part(1))
  assert.deepEqual([named?.action, named?.things[0]?.name], ['create', 'Vaso'], 'whichever was written first')
  const [both] = acts(part(1), part(2), line('product', 1, 'Vaso', { action: 'create' }))
  assert.deepEqual([both?.action, both?.things.length], ['update', 2])
})
test('a product touched again in a later moment is another act', () => {
  const later = new Date(MOMENT.getTime() + 1000)
  const found = acts(line('product', 1, 'A'), line('product', 1, 'A', { at: later }))
  assert.equal(found.length, 2)
})
test('what changed alike in all is told once; what came or went is told of each', () => {
  const change = { changes: { active: [true, false] as [unknown, unknown] } }
  const things = (...lines: ReturnType<typeof line>[]) => acts(...lines)[0]?.things ?? []
  assert.deepEqual(alike(things(line('product', 1, 'A', change), line('product', 2, 'B', change))), [
    { field: 'active', was: true, now: false, of: '' },
  ])
  assert.equal(alike(things(line('product', 1, 'A', change), line('product', 2, 'B'))), null)
  assert.equal(alike(things(line('variation', 1, 'Azul', { action: 'create' }))), null)
  assert.equal(alike(things(line('variation', 1, 'Azul', { action: 'delete' }))), null)
  assert.equal(alike([]), null)
  const third = line('product', 3, 'C', change)
  assert.equal(alike(things(line('product', 1, 'A', change), line('product', 2, 'B'), third)), null, 'one of three')
  const swapped = acts(
    line('variation', 1, 'Azul', { action: 'create' }),
    line('variation', 1, 'Rosa', { action: 'delete' }),
  )
  assert.equal(alike(swapped[0]?.things ?? []), null, 'one came for one that went')
})
