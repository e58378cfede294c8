import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayIn } from '#server/clock.ts'
import { isTimeZone, zoneLabel, zoneRegions } from './time-zones.ts'
import { BRAZIL_ZONES, zoneName } from './zone-names.ts'
import { zoneOfCep, zoneOfState } from './zone-of-place.ts'

const AT = new Date('2026-12-01T02:50:00Z')
const ALL = [...Object.keys(BRAZIL_ZONES), ...zoneRegions().flatMap(([, zones]) => zones)]

test('the list has each zone once, and Node has rules for all of them', () => {
  assert.equal(new Set(ALL).size, ALL.length)
  assert.equal(ALL.length, 418)
  for (const zone of ALL) assert.match(dayIn(zone, AT), /^2026-(11-30|12-01)$/, zone)
})
test('takes only a name of the list, written exactly so', () => {
  for (const zone of ['America/Manaus', 'America/Argentina/Ushuaia', 'Asia/Kolkata', 'America/Port-au-Prince'])
    assert.equal(isTimeZone(zone), true, zone)
  for (const zone of [
    '',
    'UTC',
    'GMT',
    'Etc/UTC',
    '+03:00',
    'UTC+3',
    'EST5EDT',
    'Brazil/East',
    'brazil/east',
    'america/manaus',
    'America/Manaus ',
    'America/Manaus\n',
    'America/Nowhere',
    'localtime',
    'constructor',
    '__proto__',
  ])
    assert.equal(isTimeZone(zone), false, JSON.stringify(zone))
})
test('names a zone by its city and its hours from UTC', () => {
  assert.equal(zoneLabel('America/Manaus', AT), 'Manaus (−4)')
  assert.equal(zoneLabel('America/Noronha', AT), 'Fernando de Noronha (−2)')
  assert.equal(zoneLabel('Asia/Kathmandu', AT), 'Kathmandu (+5:45)')
  assert.equal(zoneLabel('America/St_Johns', AT), 'St Johns (−3:30)')
  assert.equal(zoneLabel('Africa/Abidjan', AT), 'Abidjan (+0)')
  assert.equal(zoneLabel('Europe/Lisbon', new Date('2026-07-01T12:00:00Z')), 'Lisbon (+1)')
  assert.equal(zoneName('America/Rio_Branco'), 'Rio Branco')
})
test('proposes the zone of a state', () => {
  const of = (states: string) => states.split(' ').map((s) => zoneOfState(s)?.replace('America/', ''))
  assert.deepEqual(of('AC AM RO RR MT MS'), [
    'Rio_Branco',
    'Manaus',
    'Porto_Velho',
    'Boa_Vista',
    'Cuiaba',
    'Campo_Grande',
  ])
  assert.deepEqual(of('PA AP PE CE TO AL BA'), [
    'Belem',
    'Belem',
    'Recife',
    'Fortaleza',
    'Araguaina',
    'Maceio',
    'Bahia',
  ])
  assert.deepEqual(of('SP DF rs'), ['Sao_Paulo', 'Sao_Paulo', 'Sao_Paulo'])
  assert.deepEqual([zoneOfState(''), zoneOfState('XX'), zoneOfState('Acre')], [null, null, null])
  for (const state of 'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'.split(' '))
    assert.ok(Object.hasOwn(BRAZIL_ZONES, zoneOfState(state) ?? ''), state)
})
test('proposes the zone of a CEP, on both sides of each border', () => {
  for (const [cep, zone] of [
    ['01000-000', 'Sao_Paulo'],
    ['53989-999', 'Recife'],
    ['53990-000', 'Noronha'],
    ['53991-000', 'Recife'],
    ['69000-000', 'Manaus'],
    ['69299-999', 'Manaus'],
    ['69300000', 'Boa_Vista'],
    ['69399-999', 'Boa_Vista'],
    ['69400-000', 'Manaus'],
    ['69899-999', 'Manaus'],
    ['69900-000', 'Rio_Branco'],
    ['69999-999', 'Rio_Branco'],
    ['70000-000', 'Sao_Paulo'],
    ['76799-999', 'Sao_Paulo'],
    ['76800-000', 'Porto_Velho'],
    ['76999-999', 'Porto_Velho'],
    ['77000-000', 'Araguaina'],
    ['78000-000', 'Cuiaba'],
    ['78899-999', 'Cuiaba'],
    ['79000-000', 'Campo_Grande'],
    ['79999-999', 'Campo_Grande'],
    ['80000-000', 'Sao_Paulo'],
    ['99999-999', 'Sao_Paulo'],
  ] as const)
    assert.equal(zoneOfCep(cep), `America/${zone}`, cep)
  for (const cep of ['', '00000-000', '00999-999', '6900000', '690000000', '6900-0000', 'abcde-fgh'])
    assert.equal(zoneOfCep(cep), null, cep)
})
test('a zone that Node does not know has the day of the platform', () => {
  assert.equal(dayIn('America/Nowhere', AT), '2026-11-30')
  assert.equal(dayIn('Asia/Tokyo', AT), '2026-12-01')
})
