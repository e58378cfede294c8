import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ICONS, qualityOf, WIDTHS } from './rules.ts'

test('photos keep the widths that stand in links and on phones, and the quality that their bytes were measured at', () => {
  assert.deepEqual(
    WIDTHS.map((width) => [width, qualityOf(width)]),
    [
      [160, 60],
      [400, 75],
      [800, 75],
      [1600, 75],
    ],
  )
})
test('an icon is as wide as its name says, its sign inside of it, and of one that is cut to a circle inside of that', () => {
  assert.deepEqual(Object.keys(ICONS), ['96', '180', '192', '512', 'm192', 'm512'])
  for (const [name, [width, sign]] of Object.entries(ICONS)) {
    assert.equal(width, Number(name.replace('m', '')))
    assert.ok(name.startsWith('m') ? sign * Math.SQRT2 <= 0.8 : sign < 1, name)
  }
})
