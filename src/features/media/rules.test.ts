import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byNumber, codesOf } from './rules.ts'

test('a photo’s name means its code, whole first, then without copy marks and picture numbers', () => {
  assert.deepEqual(codesOf('VJ-014_2.jpg'), ['vj-014_2', 'vj-014'])
  assert.deepEqual(codesOf('C:\\fotos\\VJ-014 (3).jpeg'), ['vj-014 (3)', 'vj-014'])
  assert.deepEqual(codesOf('fotos/VJ-014 - cópia.png'), ['vj-014 - cópia', 'vj-014'])
  assert.deepEqual(codesOf('VJ014 copia.webp'), ['vj014 copia', 'vj014'])
  assert.deepEqual(codesOf('VJ-123.jpg'), ['vj-123'], 'three digits are no picture number')
  assert.deepEqual(codesOf('VJ014_frente_azul.jpg'), ['vj014_frente_azul', 'vj014'])
  assert.deepEqual(codesOf('VJ (2) azul.jpg'), ['vj (2) azul', 'vj'], 'a number in the middle is no copy')
  assert.deepEqual(codesOf('copiadora.jpg'), ['copiadora'])
  assert.deepEqual(codesOf('10.5x.jpg'), ['10.5x'])
  assert.deepEqual(codesOf('.jpg'), [])
})
test('photos stand in the order of their numbers', () => {
  assert.deepEqual(['a_10', 'a_2', 'a_1'].sort(byNumber), ['a_1', 'a_2', 'a_10'])
})
