// When an offer still stands, when its last day is over, and what it becomes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedStatus, hasEnded, isOpenQuote } from './quote.ts'

const offer = { status: 'orcamento', valid_until: '2026-11-26', answer: '' } as const
test('an offer stands until it is accepted, and while its client asks for changes; an order without one never was', () => {
  assert.ok(isOpenQuote(offer))
  assert.ok(isOpenQuote({ ...offer, status: 'ajuste_solicitado', answer: 'ajuste' }))
  assert.ok(isOpenQuote({ ...offer, answer: 'recusado' }))
  assert.ok(!isOpenQuote({ ...offer, answer: 'aceito' }))
  assert.ok(!isOpenQuote({ ...offer, status: 'ajuste_solicitado', answer: 'mudou' }), 'it became an order once')
  assert.ok(!isOpenQuote({ ...offer, valid_until: null }))
  for (const status of ['novo', 'confirmado', 'cancelado', 'rascunho'] as const)
    assert.ok(!isOpenQuote({ ...offer, status }), status)
})
test('it ends after its last day, not on it; without one it does not end', () => {
  const day = (valid_until: string | null) => hasEnded({ valid_until }, '2026-11-26')
  assert.deepEqual([day('2026-11-25'), day('2026-11-26'), day('2026-11-27'), day(null)], [true, false, false, false])
})
test('accepted, it is a new order; with more discount than its seller may give it waits for the admin', () => {
  assert.equal(acceptedStatus([]), 'novo')
  assert.equal(acceptedStatus(['cliente_novo']), 'novo')
  assert.equal(acceptedStatus(['cliente_novo', 'desconto_acima']), 'aguardando_aprovacao')
})
