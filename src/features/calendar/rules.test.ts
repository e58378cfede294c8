// Rules of a calendar: what comes again, month ends, midnight, summer time elsewhere.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMinutes, isWall, momentOf, wallAt } from '#shared/wall.ts'
import {
  choiceOf,
  daysOf,
  endedBefore,
  isRule,
  labelOf,
  partsOf,
  ruleAfter,
  ruleOf,
  shiftRule,
  step,
  untilOf,
} from './rules.ts'
import { beginsAtOnce, daysOfSeries, lastDay, occurrences } from './server/occurrences.ts'
import { placed } from './web/grid.ts'

const choice = (repeat: string, weekdays: number[] = [], until = '') => ({ repeat, weekdays, until }) as never
const series = (starts: string, ends: string, rule: string) => ({ starts, ends, rule })

test('what begins on the 31st and comes every month takes the last day of a shorter one', () => {
  const s = series('2026-01-31T09:00', '2026-01-31T10:00', ruleOf(choice('monthly'), '2026-01-31'))
  assert.deepEqual(daysOfSeries(s, '2026-01-01', '2026-07-01'), [
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
  ])
  const leap = series('2024-02-29T09:00', '2024-02-29T10:00', ruleOf(choice('yearly'), '2024-02-29'))
  assert.deepEqual(daysOfSeries(leap, '2025-01-01', '2029-01-01'), [
    '2025-02-28',
    '2026-02-28',
    '2027-02-28',
    '2028-02-29',
  ])
})
test('a week has its weekdays, every second week every second one, and the last day is the last', () => {
  const rule = ruleOf(choice('biweekly', [1, 3], '2026-12-16'), '2026-11-23')
  const s = series('2026-11-23T09:00', '2026-11-23T10:00', rule)
  assert.deepEqual(daysOfSeries(s, '2026-11-01', '2027-02-01'), [
    '2026-11-23',
    '2026-11-25',
    '2026-12-07',
    '2026-12-09',
  ])
  assert.equal(lastDay(s), '2026-12-17')
  assert.deepEqual(choiceOf(rule, '2026-11-23'), { repeat: 'biweekly', weekdays: [1, 3], until: '2026-12-16' })
})
test('a series that moves to another day takes its weekdays and its day of the month along', () => {
  const weekly = ruleOf(choice('weekly', [1, 6]), '2026-11-23')
  assert.equal(shiftRule(weekly, '2026-11-23', '2026-11-24'), 'FREQ=WEEKLY;BYDAY=SU,TU')
  assert.equal(
    shiftRule(ruleOf(choice('monthly'), '2026-11-30'), '2026-11-30', '2026-12-01'),
    'FREQ=MONTHLY;BYMONTHDAY=1',
  )
  assert.equal(shiftRule('FREQ=DAILY;COUNT=3', '2026-11-30', '2026-12-01'), 'FREQ=DAILY;COUNT=3')
  assert.equal(
    shiftRule(ruleOf(choice('weekly', [], '2026-12-31'), '2026-11-24'), '2026-11-24', '2026-11-25'),
    'FREQ=WEEKLY;BYDAY=WE;UNTIL=20270101T235959Z',
    'its last day moves as far',
  )
  const counted = 'FREQ=WEEKLY;COUNT=4;BYDAY=TU'
  assert.equal(shiftRule(counted, '2026-11-24', '2026-11-23'), 'FREQ=WEEKLY;COUNT=4;BYDAY=MO')
  const closing = 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1;UNTIL=20271231'
  assert.equal(shiftRule(closing, '2027-02-28', '2027-02-27'), 'FREQ=MONTHLY;BYMONTHDAY=27;UNTIL=20271230')
  assert.equal(shiftRule(closing, '2027-01-31', '2027-01-31'), closing)
  assert.equal(
    shiftRule('FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31', '2026-12-31', '2027-01-01'),
    'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1',
  )
  assert.equal(
    shiftRule('FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=31', '2026-10-31', '2026-11-01'),
    'FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=1',
  )
  // Sunday 22 November by so many days, backwards too: its weekday is that of the day it goes to.
  const days = ['2026-11-15', '2026-11-16', '2026-11-21', '2026-11-23', '2026-11-28', '2026-11-29', '2026-12-05']
  assert.deepEqual(
    days.map((to) => shiftRule('FREQ=WEEKLY;BYDAY=SU', '2026-11-22', to)),
    ['SU', 'MO', 'SA', 'MO', 'SA', 'SU', 'SA'].map((d) => `FREQ=WEEKLY;BYDAY=${d}`),
  )
  // What does not move by days is left as it is, and refused where it does not fit.
  for (const rule of [
    'FREQ=MONTHLY;BYDAY=1MO',
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=1,15',
  ])
    assert.equal(shiftRule(rule, '2026-11-30', '2026-12-01'), rule)
})
test('a day that is otherwise or gone stands so, and an evening past midnight touches both days', () => {
  const s = series('2026-11-23T22:00', '2026-11-24T02:00', 'FREQ=DAILY')
  const none = { title: null, notes: null }
  const others = [
    { day: '2026-11-24', gone: true, starts: null, ends: null, ...none },
    { day: '2026-11-25', gone: false, starts: '2026-11-27T08:00', ends: '2026-11-27T09:00', ...none },
  ]
  const found = occurrences(s, others, '2026-11-24', '2026-11-28')
  assert.deepEqual(found.map((o) => o.starts).sort(), [
    '2026-11-23T22:00',
    '2026-11-26T22:00',
    '2026-11-27T08:00',
    '2026-11-27T22:00',
  ])
  const item = { starts: '2026-11-23T22:00', ends: '2026-11-24T02:00', all_day: false }
  assert.deepEqual(
    placed([item], '2026-11-24').map(({ top, length }) => [top, length]),
    [[0, 120]],
  )
})
test('what overlaps stands beside each other, what does not has the whole width', () => {
  const at = (from: string, to: string) => ({ starts: `2026-11-23T${from}`, ends: `2026-11-23T${to}`, all_day: false })
  const lanes = placed([at('09:00', '11:00'), at('09:30', '10:30'), at('14:00', '15:00')], '2026-11-23')
  assert.deepEqual(
    lanes.map(({ lane, lanes: of }) => [lane, of]),
    [
      [0, 2],
      [1, 2],
      [0, 1],
    ],
  )
})
test('nine stays nine when summer time ends elsewhere; an hour that is left out or comes twice has one moment', () => {
  assert.equal(momentOf('2026-10-31T09:00', 'America/New_York').toISOString(), '2026-10-31T13:00:00.000Z')
  assert.equal(momentOf('2026-11-02T09:00', 'America/New_York').toISOString(), '2026-11-02T14:00:00.000Z')
  assert.equal(momentOf('2026-11-01T01:30', 'America/New_York').toISOString(), '2026-11-01T05:30:00.000Z')
  assert.equal(momentOf('2026-03-08T02:30', 'America/New_York').toISOString(), '2026-03-08T07:30:00.000Z')
  assert.equal(momentOf('2026-11-23T09:00', 'America/Sao_Paulo').toISOString(), '2026-11-23T12:00:00.000Z')
  assert.equal(wallAt(new Date('2026-11-24T01:30:00Z'), 'America/Sao_Paulo'), '2026-11-23T22:30')
})
test('what is no day, no rule, or never comes true is refused', () => {
  assert.deepEqual(['2026-02-29T09:00', '2026-02-28T24:00', '2026-11-23', 'x'].map(isWall), [
    false,
    false,
    false,
    false,
  ])
  assert.ok(isWall(addMinutes('2026-12-31T23:45', 30)))
  for (const rule of [
    'FREQ=SECONDLY',
    'FREQ=DAILY;BYHOUR=1,2',
    'FREQ=DAILY;FREQ=WEEKLY',
    'INTERVAL=2',
    'FREQ=DAILY;INTERVAL=0',
  ])
    assert.equal(isRule(rule), false, rule)
  const begins = (rule: string) => beginsAtOnce(series('2026-11-23T09:00', '2026-11-23T10:00', rule))
  assert.deepEqual(
    ['FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=TU', 'FREQ=DAILY;BYDAY=XX', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'].map(begins),
    [true, false, false, false],
  )
})
test('weeks begin on Sunday, a month has whole weeks, and the step before March the 31st is the end of February', () => {
  assert.deepEqual(daysOf('week', '2026-11-23'), { from: '2026-11-22', until: '2026-11-29' })
  assert.deepEqual(daysOf('month', '2026-11-23'), { from: '2026-11-01', until: '2026-12-06' })
  assert.equal(step('month', '2026-03-31', -1), '2026-02-28')
})
test('a promotion that ends alone says its name, several their number; an order its number, an appointment its name', () => {
  const label = (kind: string, number: number | null) => labelOf({ kind, name: 'X', number } as never)
  assert.deepEqual(label('promotion', 2), { text: '{n} promoções terminam', values: { n: 2 } })
  for (const n of [1, null])
    assert.deepEqual(label('promotion', n), { text: 'Promoção termina: {name}', values: { name: 'X', n: n ?? '' } })
  assert.deepEqual(label('delivery', 12), { text: 'Entrega do pedido {n}: {name}', values: { name: 'X', n: 12 } })
  assert.deepEqual(label('event', null), { text: '{name}', values: { name: 'X', n: '' } })
})
test('rules are written as other calendars read them', () => {
  const rule = (repeat: string, day: string, until = '') => ruleOf(choice(repeat, [], until), day)
  assert.equal(rule('monthly', '2026-11-28'), 'FREQ=MONTHLY;BYMONTHDAY=28')
  assert.equal(rule('monthly', '2026-12-31'), 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1')
  assert.equal(rule('yearly', '2026-11-05'), 'FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=5')
  assert.equal(rule('daily', '2026-11-05', '2026-12-16'), 'FREQ=DAILY;UNTIL=20261216T235959Z')
  assert.equal(rule('', '2026-11-05', '2026-12-16'), '')
  assert.deepEqual([partsOf(''), partsOf('FREQ=DAILY;X')], [{}, { FREQ: 'DAILY' }])
  assert.deepEqual(['FREQ=DAILY', 'FREQ=DAILY;UNTIL=20261216'].map(untilOf), ['', '2026-12-16'])
  assert.deepEqual(choiceOf('FREQ=DAILY', '2026-11-05'), { repeat: 'daily', weekdays: [], until: '' })
  assert.equal(choiceOf('FREQ=DAILY;COUNT=3', '2026-11-05'), null, 'nothing that the form offers')
  for (const good of ['', 'FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=MO,FR;COUNT=3', 'FREQ=DAILY;UNTIL=20261216T235959Z'])
    assert.equal(isRule(good), true, good)
  for (const bad of ['FREQ=DAILY;XCOUNT=3', 'FREQ=DAILY;COUNT=3X']) assert.equal(isRule(bad), false, bad)
})
test('*Este e os próximos* ends a series the day before; what is left of a counted one has the rest of its times', () => {
  const until = 'FREQ=DAILY;UNTIL=20261122T235959Z'
  for (const rule of ['FREQ=DAILY', 'FREQ=DAILY;COUNT=5', 'FREQ=DAILY;UNTIL=20270101'])
    assert.equal(endedBefore(rule, '2026-11-23'), until)
  assert.equal(ruleAfter('FREQ=WEEKLY;COUNT=5;BYDAY=MO', 2), 'FREQ=WEEKLY;BYDAY=MO;COUNT=3')
  assert.equal(ruleAfter('FREQ=DAILY;COUNT=5', 7), 'FREQ=DAILY;COUNT=1')
  assert.equal(ruleAfter(until, 2), until)
})
test('a month that ends on a Saturday shows no week of the next one, one that ends on a Sunday all of that week', () => {
  assert.deepEqual(daysOf('day', '2026-11-23'), { from: '2026-11-23', until: '2026-11-24' })
  assert.equal(daysOf('month', '2026-10-10').until, '2026-11-01')
  assert.equal(daysOf('month', '2026-05-10').until, '2026-06-07')
  assert.deepEqual(
    (['month', 'week', 'day'] as const).map((view) => step(view, '2026-11-10', 2)),
    ['2027-01-10', '2026-11-24', '2026-11-12'],
  )
})
