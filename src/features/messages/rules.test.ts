import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  fillingOf,
  fillTemplate,
  interleave,
  MOST_NAME,
  MOST_PHOTO_BYTES,
  MOST_TEMPLATES,
  MOST_TEXT,
  unknownPlaces,
} from './rules.ts'

test('a template is filled with what is known; what is not known goes with the space before it', () => {
  assert.equal(fillTemplate('Oi, {cliente}! Pedido {pedido}.', { cliente: 'Ana', pedido: '12' }), 'Oi, Ana! Pedido 12.')
  assert.equal(fillTemplate('Oi {cliente}, tudo bem?', {}), 'Oi, tudo bem?')
  assert.equal(fillTemplate('{cliente}, oi', {}), ', oi')
  assert.equal(fillTemplate('{cliente} oi', { cliente: 'Ana' }), 'Ana oi')
  assert.equal(fillTemplate('Oi {nome}', { cliente: 'Ana' }), 'Oi {nome}', 'not one of ours')
})
test('names that nobody fills are told to whoever writes the template', () => {
  assert.deepEqual(unknownPlaces('Oi {cliente}, {nome} e {link} {x}'), ['nome', 'x'])
})
test('a conversation fills first name, number, status, seller, company and the whole link', () => {
  const about = { person: 'Ana Souza', number: 12, status: 'novo' as const, seller_name: 'Rui', receipt_path: '/r/abc' }
  assert.deepEqual(fillingOf(about, 'Ateliê', 'https://a.test'), {
    cliente: 'Ana',
    pedido: '12',
    status: 'novo',
    vendedor: 'Rui',
    empresa: 'Ateliê',
    link: 'https://a.test/r/abc',
  })
  assert.deepEqual(fillingOf({ person: 'Ana', number: null, status: null }, 'Ateliê', 'https://a.test'), {
    cliente: 'Ana',
    pedido: '',
    status: '',
    vendedor: '',
    empresa: 'Ateliê',
    link: '',
  })
  const greeted = (person: string, company_name: string) =>
    fillingOf({ person, company_name, number: null, status: null }, '', '').cliente
  assert.equal(greeted('Loja Canto da Terra', 'Loja Canto da Terra'), 'Loja Canto da Terra')
  assert.equal(greeted('Luciana Prado', 'Loja Canto da Terra'), 'Luciana')
  assert.deepEqual([MOST_TEXT, MOST_NAME, MOST_TEMPLATES, MOST_PHOTO_BYTES], [2000, 60, 50, 8_388_608])
})
test('a request stands between the messages by its time, and is hidden with older ones', () => {
  const at = (id: string, minute: number) => ({ id, at: new Date(Date.UTC(2026, 10, 26, 12, minute)) })
  const order = (more: boolean, ...events: number[]) =>
    interleave(
      [at('a', 10), at('b', 20)],
      events.map((m) => at(`e${m}`, m)),
      more,
    ).map((x) => x.id)
  assert.deepEqual(order(false, 5, 10, 15, 30), ['e5', 'a', 'e10', 'e15', 'b', 'e30'])
  assert.deepEqual(order(true, 5, 15), ['a', 'e15', 'b'])
  // Messages keep the order in which they came, whatever the clock said.
  assert.deepEqual(
    interleave([at('a', 20), at('b', 10)], [at('e', 30)], false).map((x) => x.id),
    ['a', 'b', 'e'],
  )
})
