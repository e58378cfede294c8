// How many of something a text says, by itself: what is no quantity is never taken for one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { piecesOf, readCell, spotBare, spotFraction, spotUnits, wholeOf } from './amount.ts'

const amounts = (text: string) => spotUnits(text).map(({ amount: { n, unit, said }, rest }) => [n, unit, said, rest])
const bare = (text: string) => spotBare(text).map(({ amount: { n, unit, said }, rest }) => [n, unit, said, rest])
const cell = (text: string) => {
  const found = readCell(text)
  return found && [found.n, found.unit, found.said]
}

test('a number has dots between its thousands and zeros after its comma, or is none', () => {
  for (const [text, n] of [
    ['1.000', 1000],
    ['1.000,00', 1000],
    ['999.999', 999_999],
    ['10', 10],
    ['10,00', 10],
    ['10.0', 10],
  ] as const)
    assert.equal(wholeOf(text), n, text)
  for (const text of [
    '0',
    '-3',
    '10,5',
    '1.00.0',
    '1.000.000',
    '1000000',
    '0001.500',
    '1.0005',
    '3,005',
    '1.000,5',
    'x1',
  ])
    assert.equal(wholeOf(text), null, text)
})
test('a unit says what is counted, however it is written; what is left is what it is of', () => {
  assert.deepEqual(amounts('2 DZ caneca'), [[24, 'dozen', '2 DZ', 'caneca']])
  assert.deepEqual(amounts('caneca 3 Caixas'), [[3, 'box', '3 Caixas', 'caneca']])
  assert.deepEqual(amounts('caneca qtd: 5'), [[5, 'piece', 'qtd: 5', 'caneca']])
  assert.deepEqual(amounts('1,5 dz caneca'), [[null, 'dozen', '1,5 dz', 'caneca']])
  assert.deepEqual(amounts('1,5 cx caneca'), [[null, 'box', '1,5 cx', 'caneca']])
  assert.deepEqual(amounts('caneca x 3'), [[3, 'piece', 'x 3', 'caneca']])
  assert.deepEqual(amounts('00123 un'), [], 'zeros before it: a code')
  for (const text of ['caneca', 'toalha 50x70']) assert.deepEqual(amounts(text), [], text)
})
test('a part of a dozen is as many pieces as it comes to, or none', () => {
  for (const [text, n] of [
    ['1/2 dz', 6],
    ['1 1/2 dz', 18],
    ['1/12 dz', 1],
    ['0/2 dz', null],
    ['1/5 dz', null],
    ['meia dúzia', 6],
  ] as const)
    assert.deepEqual(amounts(text), [[n, 'dozen', text, '']], text)
})
test('a number alone counts at an end of what it is of, not by itself and not as a code', () => {
  assert.deepEqual(bare('10 caneca'), [[10, 'piece', '10', 'caneca']])
  assert.deepEqual(bare('caneca - 10'), [[10, 'piece', '10', 'caneca']])
  assert.deepEqual(bare('caneca (10)'), [[10, 'piece', '10', 'caneca']])
  assert.deepEqual(bare('1,5 caneca'), [[null, 'odd', '1,5', 'caneca']])
  for (const text of ['10 ', '- 10', '0012 caneca', 'caneca', '']) assert.deepEqual(bare(text), [], text)
  assert.deepEqual(spotFraction('1/2  caneca'), {
    amount: { n: null, unit: 'odd', said: '1/2' },
    rest: 'caneca',
  })
  assert.equal(spotFraction('caneca 1/2'), null)
})
test('a cell holds how many and nothing else', () => {
  assert.deepEqual(cell(' 3 '), [3, 'piece', '3'])
  assert.deepEqual(cell('12 un'), [12, 'piece', '12 un'])
  assert.deepEqual(cell('2 dz'), [24, 'dozen', '2 dz'])
  for (const odd of ['1,5', '1.5.', '1/2', '1 / 2']) assert.deepEqual(cell(odd), [null, 'odd', odd], odd)
  for (const none of ['', ' ', 'azul', '3 un caneca', '3 un 2 cx', 'a1,5', '1,5a', 'a1/2', '1/2a', '00123'])
    assert.equal(cell(none), null, none)
})
test('boxes are as many pieces as they hold, up to what one line may have', () => {
  const pieces = (n: number | null, unit: 'piece' | 'box' | 'dozen', multiple = 6) =>
    piecesOf({ n, unit, said: '' }, multiple)
  assert.deepEqual([pieces(2, 'box'), pieces(2, 'piece'), pieces(24, 'dozen'), pieces(2, 'box', 0)], [12, 2, 24, 2])
  assert.deepEqual([pieces(999_999, 'piece'), pieces(1, 'piece')], [999_999, 1])
  assert.deepEqual(
    [pieces(1_000_000, 'piece'), pieces(200_000, 'box'), pieces(0, 'piece'), pieces(null, 'box')],
    [null, null, null, null],
  )
  assert.equal(piecesOf(null, 6), null)
})
