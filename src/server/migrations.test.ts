import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrationFiles, needsRestart } from './migrations.ts'

test('a migration that says so waits for a restart, unless the program of before held it already', () => {
  const texts: Record<string, string> = {
    '0001_a.sql': '-- restart: old',
    '0002_b.sql': '-- A table comes.',
    '0003_c.sql': '-- restart: a column goes',
  }
  const names = Object.keys(texts)
  const asks = (before: string[], now = names) => needsRestart(before, now, (name) => texts[name] ?? '')
  assert.equal(asks(names), undefined)
  assert.equal(asks(['0001_a.sql', '0002_b.sql']), '0003_c.sql')
  assert.equal(asks(['0001_a.sql'], ['0001_a.sql', '0002_b.sql']), undefined)
  assert.equal(asks([]), '0001_a.sql')
  const keys = '0154_keys_hold_the_company.sql'
  assert.equal(needsRestart(migrationFiles().filter((name) => name !== keys)), keys)
})
