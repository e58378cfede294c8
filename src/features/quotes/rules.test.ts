import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askIssues } from '#features/orders/line-rules.ts'
import { changesOf } from './rules.ts'

const line = (n: number, quantity: number, product_id = n) => ({
  line: n,
  product_id,
  name: `Produto ${n}`,
  specs: {},
  quantity,
})
const rule = (n: number, more = {}) => ({ line: n, min_quantity: 6, multiple: 6, mixed: false, gone: false, ...more })
const issues = (lines: ReturnType<typeof line>[], wanted: [number, number][], rules = lines.map((l) => rule(l.line))) =>
  askIssues(
    lines,
    wanted.map(([n, quantity]) => ({ line: n, quantity })),
    rules,
  )

test('what is asked otherwise is a change, a line taken out too; what stays is none', () => {
  const lines = [line(1, 6), line(2, 12), line(3, 6)]
  assert.deepEqual(
    changesOf(lines, [
      { line: 1, quantity: 6 },
      { line: 2, quantity: 0 },
    ]).map(({ line: n, was, now }) => [n, was, now]),
    [[2, 12, 0]],
  )
})
test('a quantity is asked in the steps that it is sold in; what stays as it was offered is never asked about', () => {
  const lines = [line(1, 6), line(2, 5)]
  assert.equal(issues(lines, [[1, 12]]).size, 0)
  assert.equal(issues(lines, [[1, 8]]).get(1)?.suggestion, 12)
  assert.equal(issues(lines, [[1, 0]]).size, 0, 'taken out')
  assert.equal(issues(lines, [[2, 5]]).size, 0)
  assert.equal(issues(lines, [[1, 8]], []).size, 0, 'no rule is known')
})
test('a quantity is a number from 0 to 999,999; else the one that was offered is proposed', () => {
  const lines = [line(1, 6)]
  const free = [rule(1, { min_quantity: 1, multiple: 1 })]
  assert.equal(issues(lines, [[1, 999_999]], free).size, 0)
  for (const bad of [-1, 1_000_000]) {
    const found = issues(lines, [[1, bad]], free).get(1)
    assert.match(String(found?.message), /999\.999/)
    assert.equal(found?.suggestion, 6)
  }
})
test('variations that are sold mixed are counted together, and what is proposed closes the sum', () => {
  const lines = [line(1, 3, 9), line(2, 3, 9), line(3, 6)]
  const mixed = [rule(1, { mixed: true }), rule(2, { mixed: true }), rule(3, { mixed: true })]
  assert.equal(issues(lines, [[1, 9]], mixed).size, 0, 'nine and three')
  assert.equal(issues(lines, [[1, 4]], mixed).get(1)?.suggestion, 9, 'nine and three')
  assert.equal(issues(lines, [[3, 8]], mixed).get(3)?.suggestion, 12, 'alone')
  assert.equal(
    issues(
      lines,
      [
        [1, 4],
        [2, 8],
      ],
      mixed,
    ).size,
    0,
    'four and eight',
  )
})
test('each line by its own rule; variations that are not sold mixed are judged one by one', () => {
  const lines = [line(1, 6, 9), line(2, 6, 9)]
  const rules = [rule(1, { min_quantity: 1, multiple: 1 }), rule(2)]
  assert.deepEqual([issues(lines, [[1, 7]], rules).size, issues(lines, [[2, 7]], rules).get(2)?.suggestion], [0, 12])
  const both: [number, number][] = [
    [1, 4],
    [2, 8],
  ]
  assert.deepEqual([...issues(lines, both).keys()], [1, 2], 'twelve in all, but neither by six')
})
