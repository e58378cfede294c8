import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barsOf, FLYER, MOST_ITEMS, MOST_LABELS } from './rules.ts'

const bars = (
  ean: string,
  symbol: 'ean' | 'codigo' | 'nenhum' = 'ean',
  wrong: 'code128' | 'nada' = 'code128',
  code = 'VJ-014',
) => barsOf({ code, ean }, symbol, wrong)

test('a product’s own bar code is printed as what it is: EAN-13, EAN-8, a code of twelve with its zero, a box’s as Code 128', () => {
  assert.deepEqual(bars('4006381333931'), { bars: { kind: 'ean13', text: '4006381333931' }, wrong: false })
  assert.deepEqual(bars('400 6381 333931'), { bars: { kind: 'ean13', text: '4006381333931' }, wrong: false })
  assert.deepEqual(bars('96385074'), { bars: { kind: 'ean8', text: '96385074' }, wrong: false })
  assert.deepEqual(bars('036000291452'), { bars: { kind: 'ean13', text: '0036000291452' }, wrong: false })
  assert.deepEqual(bars('14006381333938'), { bars: { kind: 'code128', text: '14006381333938' }, wrong: false })
})
test('wrong digits are never printed as an EAN: the product’s code instead, or nothing', () => {
  assert.deepEqual(bars('4006381333932'), { bars: { kind: 'code128', text: 'VJ-014' }, wrong: true })
  assert.deepEqual(bars('4006381333932', 'ean', 'nada'), { bars: null, wrong: true })
  assert.deepEqual(bars('4006381333932', 'ean', 'code128', ''), {
    bars: { kind: 'code128', text: '4006381333932' },
    wrong: true,
  })
})
test('no bar code where none is wanted or there is none; a code is one where Code 128 has its letters', () => {
  assert.deepEqual(bars('4006381333931', 'nenhum'), { bars: null, wrong: false })
  assert.deepEqual(bars(' '), { bars: null, wrong: false })
  assert.deepEqual(bars('4006381333931', 'codigo'), { bars: { kind: 'code128', text: 'VJ-014' }, wrong: false })
  assert.deepEqual(bars('', 'codigo', 'nada', ' VJ ~ '), { bars: { kind: 'code128', text: 'VJ ~' }, wrong: false })
  for (const code of ['', ' ', 'peça', 'a'.repeat(25), 'ça', 'aç'])
    assert.deepEqual(bars('', 'codigo', 'nada', code), { bars: null, wrong: false }, code)
  assert.equal(bars('', 'codigo', 'nada', 'a'.repeat(24)).bars?.text.length, 24)
})
test('a thousand labels or products at once, nine of them on a page of a flyer', () => {
  assert.deepEqual([MOST_LABELS, MOST_ITEMS, FLYER], [1000, 1000, 9])
})
