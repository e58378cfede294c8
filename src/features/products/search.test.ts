import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { search, searchExtra, searchText } from './search.ts'
import { SearchIndex } from './search_index.ts'
import type { SearchRow } from './search_rows.ts'

const WORDS = [
  'vaso',
  'vasos',
  'Jatobá',
  'azul',
  'azulão',
  'de',
  'com',
  'mesa',
  'mês',
  'palha',
  'pallha',
  '30',
  '300',
  'x',
  'CB-104',
  'cb104',
]
const text = fc.array(fc.constantFrom(...WORDS), { minLength: 0, maxLength: 4 }).map((w) => w.join(' '))
const product = fc.record({
  name: text,
  code: text,
  ean: fc.constantFrom('', '7891000315507', '300'),
  variations: fc.array(fc.record({ code: text, ean: fc.constantFrom('', '30') }), { maxLength: 2 }),
  reference: text,
  order: fc.nat(3),
  active: fc.boolean(),
  deleted: fc.boolean(),
})
const row = (
  id: number,
  p: Parameters<typeof searchText>[0] & { reference: string; order: number; active: boolean; deleted: boolean },
): SearchRow => ({
  ...p,
  id,
  version: 1,
  search_text: searchText(p),
  search_extra: searchExtra({ code_2: '', reference: p.reference }),
})
const query = fc.oneof(
  text,
  fc
    .tuple(fc.constantFrom(...WORDS), fc.nat(4), fc.constantFrom('', 'z'))
    .map(([w, n, more]) => w.slice(0, w.length - n) + more),
  fc.tuple(fc.constantFrom(...WORDS), fc.nat(2)).map(([w, n]) => w.slice(n)),
)

test('the words in memory find what a reading of every text finds, in the same order, also after products changed', () => {
  let found = 0
  fc.assert(
    fc.property(
      fc.array(product, { maxLength: 25 }),
      fc.array(fc.tuple(fc.nat(30), product), { maxLength: 8 }),
      fc.array(query, { minLength: 1, maxLength: 6 }),
      (products, changes, queries) => {
        const standing = new Map(products.map((p, i) => [i, row(i, { ...p, deleted: false })]))
        const index = new SearchIndex([...standing.values()], 1)
        const compare = () => {
          for (const inactive of [true, false])
            for (const q of queries) {
              const all = [...standing.values()]
                .filter((r) => !r.deleted && (r.active || inactive))
                .toSorted((a, b) => a.id - b.id)
              const wanted = search(all, q).map((r) => r.id)
              const got = index.search(q, { inactive, extra: false })
              if (got !== null)
                assert.deepEqual(
                  [got, index.search(q, { inactive, extra: false }, 1, 2)?.ids],
                  [{ ids: wanted, total: wanted.length }, wanted.slice(1, 3)],
                  q,
                )
              found += got?.total ?? 0
            }
        }
        compare()
        for (const [id, p] of changes) standing.set(id, row(id, p))
        index.renew(
          [...new Set(changes.map(([id]) => id))].map((id) => standing.get(id) as SearchRow),
          2,
        )
        compare()
      },
    ),
    { numRuns: 300 },
  )
  assert.ok(found > 1000)
})
test("the supplier's code is found on request only, before and after a change", () => {
  const one = row(1, { name: 'Vaso', code: 'A1', ean: '', reference: 'FORN 9', order: 0, active: true, deleted: false })
  const index = new SearchIndex([one], 1)
  const find = (extra: boolean) => index.search('forn 9', { inactive: false, extra })?.ids
  assert.deepEqual([find(false), find(true)], [[], [1]])
  index.renew([{ ...one, order: 5 }], 2)
  assert.deepEqual([find(false), find(true)], [[], [1]])
})

test('a whole code is first however it is typed, of a product, a variation or a bar code', () => {
  const codes = [
    { typed: 'ab1', exact: { code: 'AB-1' }, longer: 'AB-10' },
    { typed: 'AB-1', exact: { code: 'AB-1' }, longer: 'AB-10' },
    { typed: 'vj1', exact: { variations: [{ code: 'VJ-1', ean: '' }] }, longer: 'VJ10' },
    { typed: '7891000', exact: { ean: '7891000' }, longer: '78910001' },
    { typed: '7891000', exact: { code: 'C2', variations: [{ code: '', ean: '7891000' }] }, longer: '78910001' },
  ]
  const none = { ean: '', reference: '', order: 0, active: true, deleted: false }
  for (const { typed, exact, longer } of codes) {
    const rows = [
      row(1, { ...none, name: 'Caneca', code: longer }),
      row(2, { ...none, name: 'Vaso', code: '', ...exact }),
    ]
    const index = new SearchIndex(rows, 1)
    const found = [search(rows, typed).map((r) => r.id), index.search(typed, { inactive: false, extra: false })?.ids]
    assert.deepEqual(
      found,
      [
        [2, 1],
        [2, 1],
      ],
      typed,
    )
  }
})
