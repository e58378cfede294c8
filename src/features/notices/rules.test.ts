import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KIND_LABELS, LONGEST_SILENCE, MAIL_AFTER, pushOf, quietUntil, STALE, type Told } from './rules.ts'

const SP = 'America/Sao_Paulo'
/** São Paulo is three hours behind. */
const until = (from: string | null, to: string | null, now: string, zone = SP) =>
  quietUntil({ quiet_from: from, quiet_until: to }, zone, new Date(now))?.toISOString() ?? null

test('quiet hours over midnight hold evening and morning alike, to the minute', () => {
  assert.equal(until('22:00', '07:30', '2026-11-22T01:00:30Z'), '2026-11-22T10:30:00.000Z', 'at ten sharp')
  assert.equal(until('22:00', '07:30', '2026-11-22T00:59:59Z'), null, 'a second before')
  assert.equal(until('22:00', '07:30', '2026-11-22T05:00:00Z'), '2026-11-22T10:30:00.000Z')
  assert.equal(until('22:00', '07:30', '2026-11-22T10:29:59Z'), '2026-11-22T10:30:00.000Z')
  assert.equal(until('22:00', '07:30', '2026-11-22T10:30:00Z'), null, 'over')
})
test('quiet hours within a day; the same hour twice or only one of them is no quiet', () => {
  assert.equal(until('12:00', '13:00', '2026-11-22T15:15:10Z'), '2026-11-22T16:00:00.000Z')
  assert.equal(until('12:00', '13:00', '2026-11-22T15:00:00Z'), '2026-11-22T16:00:00.000Z')
  assert.equal(until('12:00', '13:00', '2026-11-22T16:00:00Z'), null)
  assert.equal(until('12:00', '13:00', '2026-11-22T14:59:00Z'), null)
  assert.equal(until('12:00', '12:00', '2026-11-22T15:00:00Z'), null)
  assert.equal(until(null, '13:00', '2026-11-22T15:15:00Z'), null)
  assert.equal(until('12:00', null, '2026-11-22T15:15:00Z'), null)
})
test('in the nights in which the clock is put on or back, quiet ends when the clock says so', () => {
  assert.equal(until('22:00', '07:00', '2027-03-28T00:00:00Z', 'Europe/Lisbon'), '2027-03-28T06:00:00.000Z')
  assert.equal(until('22:00', '07:00', '2026-10-24T23:00:00Z', 'Europe/Lisbon'), '2026-10-25T07:00:00.000Z')
  const late = until('23:45', '23:30', '2027-03-27T23:50:00Z', 'Europe/Lisbon')
  assert.equal(late, '2027-03-28T22:30:00.000Z', 'also where the hour too many leads past midnight')
})

const told = (id: number, minute: number): Told => ({
  id,
  kind: 'message',
  word: 'mensagem',
  number: null,
  name: `Bia ${id}`,
  times: 1,
  href: `/mensagens/${id}`,
  at: new Date(Date.UTC(2026, 10, 22, 12, minute)),
})
test('several notices are one push that says how many, three of them in words, and leads to them all', () => {
  const how = { to: 'u1', unread: 7, language: 'pt' as const, names: true }
  assert.throws(() => pushOf([], how), /nothing/)
  const one = pushOf([told(5, 3)], how)
  assert.deepEqual(one, {
    title: 'Mensagem de Bia 5',
    body: '',
    tag: 'notice-5',
    href: '/mensagens/5',
    to: 'u1',
    at: Date.UTC(2026, 10, 22, 12, 3),
    unread: 7,
  })
  const many = pushOf([told(5, 3), told(6, 9), told(7, 1), told(8, 2)], how)
  assert.equal(many.tag, 'notices')
  assert.equal(many.href, '/avisos')
  assert.equal(many.at, Date.UTC(2026, 10, 22, 12, 9), 'the newest')
  assert.equal(many.body, 'Mensagem de Bia 5\nMensagem de Bia 6\nMensagem de Bia 7')
  assert.equal(many.title, '4 avisos')
  assert.equal(pushOf([told(5, 3), told(6, 9)], how).tag, 'notices')
})
test('clients are told of no new orders and no visits, sellers of no broken links', () => {
  const of = (level: number) =>
    Object.entries(KIND_LABELS).flatMap(([kind, k]) => (k.levels.includes(level) ? [kind] : []))
  assert.deepEqual(of(1), ['order', 'adjustment', 'quote', 'status', 'message', 'visit', 'link'])
  assert.deepEqual(of(2), ['order', 'adjustment', 'quote', 'status', 'message', 'visit'])
  assert.deepEqual(of(3), ['adjustment', 'quote', 'status', 'message'])
  assert.deepEqual([MAIL_AFTER, STALE, LONGEST_SILENCE], [600_000, 86_400_000, 259_200_000])
})
