import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freightSaid, withoutFreight } from './freight.ts'

test('a changed freight is written in the currency of the order', () => {
  assert.equal(freightSaid(0, 123_456, 'BRL'), 'Frete: R$\u00a00,00 → R$\u00a01.234,56')
  assert.equal(freightSaid(1000, 500, 'USD'), 'Frete: U$\u00a010,00 → U$\u00a05,00')
})
test('no figure of a freight is left for readers without prices, also of older and of cut texts', () => {
  const said = [
    freightSaid(123_456, 0, 'BRL'),
    freightSaid(500, 700, 'USD'),
    freightSaid(50_000, 70_000, 'JPY'),
    freightSaid(500, 700, 'XYZ'),
    'Frete: 12,00 → 1500,00',
    'Frete: 12,',
    'Frete: R$\u00a01.2',
  ]
  for (const text of said) {
    assert.equal(withoutFreight(text), 'Frete')
    assert.equal(withoutFreight(`Caneca: 10 → 20; ${text}`), 'Caneca: 10 → 20; Frete')
  }
  assert.equal(withoutFreight('Caneca: 10 → 20'), 'Caneca: 10 → 20')
})
