// The life of an order, beside who may move it (orders.test.ts): what a step back asks for, words of other systems, what may
// still be changed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canMove, isEditable, needsReason, nextStatuses, STATUSES, statusOf } from './status.ts'

test('a step back, and the end of an order under way, says why; no other step does', () => {
  const asked = STATUSES.flatMap((from) =>
    nextStatuses(from, 'A').flatMap((to) => (needsReason(from, to) ? [`${from}→${to}`] : [])),
  )
  assert.deepEqual(asked, [
    'confirmado→novo',
    'confirmado→cancelado',
    'faturado→confirmado',
    'faturado→cancelado',
    'enviado→faturado',
    'enviado→cancelado',
    'entregue→enviado',
  ])
  // What is no step at all asks for nothing.
  for (const from of STATUSES)
    for (const to of STATUSES) assert.ok(!needsReason(from, to) || canMove(from, to, 'A'), `${from} ${to}`)
})
test('a word means a status however it is written, the words of other systems too', () => {
  assert.deepEqual(
    [' Novo ', 'PENDENTE', 'aprovado', 'atendido', ' processado', 'Enviado', 'sumiu', ''].map(statusOf),
    ['novo', 'novo', 'confirmado', 'faturado', 'faturado', 'enviado', null, null],
  )
})
test('before it is confirmed an order is changed by who sells, never by who buys', () => {
  const open = STATUSES.filter((s) => isEditable(s, 'S'))
  assert.deepEqual(open, ['rascunho', 'orcamento', 'novo', 'aguardando_aprovacao', 'ajuste_solicitado'])
  assert.deepEqual(
    STATUSES.filter((s) => isEditable(s, 'A')),
    open,
  )
  assert.deepEqual(
    STATUSES.filter((s) => isEditable(s, 'C')),
    [],
  )
})
