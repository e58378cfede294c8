// Every column of the database is classified, and each that holds something of a person is copied and erased, or says why not.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { words } from '#server/person.ts'
import { startTestApp, type TestApp } from '../../../../test/kit.ts'
import { NEUTRAL } from './neutral-columns.ts'
import { REGISTER } from './register.ts'

let t: TestApp
before(async () => {
  t = await startTestApp()
})
after(() => t.close())

const held = REGISTER.flatMap((holding) => holding.tables)
const personal = new Set(held.flatMap((h) => words(h.columns).map((column) => `${h.table}.${column}`)))
const neutral = new Set(
  NEUTRAL.trim()
    .split(/\n(?=\w)/)
    .flatMap((line) => {
      const [table = '', columns] = line.split(': ')
      return words(columns).map((column) => `${table}.${column.replace('~', '')}`)
    }),
)
const columns = async () =>
  (
    await t.owner.query(`select c.table_name || '.' || c.column_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1`)
  ).rows.map((r) => r.name as string)
const unclassified = async () => (await columns()).filter((c) => !personal.has(c) && !neutral.has(c))

test('each column is personal or neutral, never both, and none is listed that is gone', async () => {
  assert.deepEqual(await unclassified(), [])
  const all = new Set(await columns())
  assert.deepEqual(
    [...personal, ...neutral].filter((c) => !all.has(c)),
    [],
  )
  assert.deepEqual(
    [...personal].filter((c) => neutral.has(c)),
    [],
  )
})
test('a column that is added is reported', async () => {
  await t.owner.query('alter table orders add column nickname text')
  assert.deepEqual(await unclassified(), ['orders.nickname'])
  await t.owner.query('alter table orders drop column nickname')
})
test('a function that erases exists, and names the table', async () => {
  for (const { table, erase } of held) {
    if (typeof erase !== 'string' || erase === 'rows') continue
    const { rows } = await t.owner.query('select pg_get_functiondef($1::regproc) as text', [erase])
    assert.match(rows[0].text, new RegExp(`(update|delete from) ${table}\\b|new\\.`), `${erase}: ${table}`)
  }
})
test('what is neither copied nor erased gives both reasons', () => {
  const silent = held.filter((h) => [h.copy, h.erase].some((x) => typeof x === 'object' && x.none.length < 10))
  assert.deepEqual(
    silent.map((h) => h.table),
    [],
  )
  // What holds words of a person cannot go without both.
  assert.deepEqual(
    held.filter((h) => typeof h.copy === 'object' && typeof h.erase === 'object').map((h) => h.table),
    [],
  )
})
