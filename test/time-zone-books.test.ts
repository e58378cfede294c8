// The doctor compares what Node and PostgreSQL know of the time zones in use.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { offsetsInNode, timeZones } from '../scripts/doctor/time-zones.ts'
import { aCompany, startTestApp, type TestApp } from './kit.ts'

let t: TestApp
let owner: pg.Client
const NOW = Date.parse('2026-11-28T06:30:00Z')
before(async () => {
  t = await startTestApp()
  await aCompany(t, { time_zone: 'America/Manaus' })
  await aCompany(t, { time_zone: 'Europe/Lisbon' })
  owner = new pg.Client({ connectionString: t.config.ownerUrl })
  await owner.connect()
})
after(async () => {
  await owner.end()
  await t.close()
})

test('the same books are fine, over two years with summer time in them', async () => {
  const found = await timeZones(owner, NOW)
  assert.deepEqual(
    found.map((f) => [f.level, f.says]),
    [['ok', 'Fusos horários iguais em Node e PostgreSQL (3 em uso)']],
  )
  assert.equal(offsetsInNode('Europe/Lisbon', NOW, NOW + 2 * 366 * 86_400_000)?.length, 5)
})
test('a zone that differs is named with the day from which it does, the others are not', async () => {
  const summer = Date.parse('2027-10-17T04:00:00Z')
  const found = await timeZones(owner, NOW, (zone, from, until) => [
    ...(offsetsInNode(zone, from, until) ?? []),
    ...(zone === 'America/Manaus' ? [{ from: summer, minutes: -180 }] : []),
  ])
  assert.deepEqual(
    found.map((f) => [f.level, f.says]),
    [['aviso', 'O fuso America/Manaus (1 empresas) difere entre Node e PostgreSQL a partir de 2027-10-17.']],
  )
})
test('a zone that Node does not know is named', async () => {
  assert.equal(offsetsInNode('America/Nowhere', NOW, NOW + 3_600_000), null)
  const found = await timeZones(owner, NOW, (zone, from, until) =>
    zone === 'Europe/Lisbon' ? null : offsetsInNode(zone, from, until),
  )
  assert.match(found.map((f) => f.says).join(), /^O fuso Europe\/Lisbon, de 1 empresas, não existe neste Node/)
})
