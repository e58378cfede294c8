// Who hears of an order that came, and of each step that it goes, by who moved it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Mover, nextStatuses, type Status, STATUSES } from './status.ts'
import { arrivalTells, stepTells, type Tells } from './told.ts'

const said = (all: Tells[]) => all.map(({ kind, word, whom }) => `${kind} ${word}: ${whom.join(' ')}`)
test('an order is told to its seller and the admins, one that waits for approval to each as theirs, a quote to its client, a draft to nobody', () => {
  const by = (status: Status) => said(arrivalTells(status))
  assert.deepEqual(by('rascunho'), [])
  assert.deepEqual(by('orcamento'), ['quote oferta: client'])
  assert.deepEqual(by('novo'), ['order novo: seller admins'])
  assert.deepEqual(by('aguardando_aprovacao'), ['order aprovacao: admins', 'order novo: seller'])
})
const told = (mover: Mover, from: Status, to: Status, more = {}) =>
  said(stepTells({ from, to, mover, quote: false, sold: true, ...more }))
test('forward steps are told to the client, the first of them to the seller too; steps back to nobody', () => {
  for (const [from, to] of [
    ['confirmado', 'faturado'],
    ['confirmado', 'enviado'],
    ['faturado', 'enviado'],
    ['confirmado', 'entregue'],
    ['enviado', 'entregue'],
  ] as const)
    assert.deepEqual(told('A', from, to), [`status ${to}: client`])
  for (const from of ['novo', 'aguardando_aprovacao', 'ajuste_solicitado'] as const)
    assert.deepEqual(told('A', from, 'confirmado'), ['status confirmado: client seller'])
  for (const [from, to] of [
    ['confirmado', 'novo'],
    ['faturado', 'confirmado'],
    ['enviado', 'faturado'],
    ['entregue', 'enviado'],
    ['rascunho', 'orcamento'],
  ] as const)
    assert.deepEqual(told('A', from, to), [], `${from} ${to}`)
})
test('whoever sells: what becomes an order is told to the admins, an asked change and an end to client and seller', () => {
  assert.deepEqual(told('A', 'rascunho', 'novo'), ['order novo: admins'])
  assert.deepEqual(told('S', 'orcamento', 'novo'), ['order novo: admins'])
  assert.deepEqual(told('S', 'ajuste_solicitado', 'novo'), ['order novo: admins'])
  assert.deepEqual(told('S', 'ajuste_solicitado', 'aguardando_aprovacao'), ['order aprovacao: admins'])
  assert.deepEqual(told('S', 'novo', 'aguardando_aprovacao'), ['order aprovacao: admins'])
  assert.deepEqual(told('A', 'novo', 'ajuste_solicitado'), ['adjustment ajuste: client seller'])
  for (const from of STATUSES.filter((s) => nextStatuses(s, 'A').includes('cancelado')))
    assert.deepEqual(told('A', from, 'cancelado'), ['status cancelado: client seller'], from)
})
test('whoever buys: an answer to an offer is its seller’s news, nobody sold it: the admins’; what becomes an order is told to the admins as one', () => {
  const offer = { quote: true }
  assert.deepEqual(told('C', 'orcamento', 'novo', offer), ['quote aceito: seller', 'order novo: admins'])
  assert.deepEqual(
    told('C', 'orcamento', 'novo', { quote: true, sold: false }),
    ['quote aceito: seller', 'order novo: admins'],
    'the order itself is the admins’ news already',
  )
  assert.deepEqual(told('C', 'orcamento', 'aguardando_aprovacao', offer), [
    'quote aceito: seller',
    'order aprovacao: admins',
  ])
  assert.deepEqual(told('C', 'orcamento', 'ajuste_solicitado', offer), ['quote mudanca: seller'])
  assert.deepEqual(told('C', 'orcamento', 'cancelado', offer), ['quote recusado: seller'])
  assert.deepEqual(told('C', 'orcamento', 'cancelado', { quote: true, sold: false }), ['quote recusado: admins'])
  assert.deepEqual(told('C', 'orcamento', 'ajuste_solicitado', { quote: true, sold: false }), ['quote mudanca: admins'])
})
test('whoever buys, without an offer: an accepted change and giving up are told to seller and admins, nothing else', () => {
  for (const to of ['novo', 'aguardando_aprovacao'] as const)
    assert.deepEqual(told('C', 'ajuste_solicitado', to), ['adjustment ajuste_aceito: seller admins'])
  assert.deepEqual(told('C', 'novo', 'cancelado'), ['status desistiu: seller admins'])
  assert.deepEqual(told('C', 'rascunho', 'novo'), [])
  assert.deepEqual(told('C', 'orcamento', 'confirmado', { quote: true }), [])
})
