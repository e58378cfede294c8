// docs/asvs.md speaks of every requirement once, and of tests that are there.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const rows = [
  ...read('docs/asvs.md').matchAll(/^\| (\d+\.\d+\.\d+) \| ([123]) \| (.+) \| (.+) \| (.+) \| (.+) \|$/gm),
].map(([, id, level, what, state, how, test]) => ({ id, level, what, state, how, test }) as Record<string, string>)
/** Requirements of levels 1 and 2 by chapter, in version 5.0.0. */
const COUNTS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

test('the table of OWASP ASVS 5.0 has each requirement of levels 1 and 2 once, with a state and a way', () => {
  const asked = rows.filter((r) => r.level !== '3')
  assert.deepEqual(
    COUNTS.map((_, i) => asked.filter((r) => r.id?.startsWith(`${i + 1}.`)).length),
    COUNTS,
  )
  assert.equal(new Set(rows.map((r) => r.id)).size, rows.length)
  assert.deepEqual(
    rows
      .filter((r) => !['met', 'partly', 'no', 'n/a'].includes(r.state ?? '') || (r.how ?? '').length < 4)
      .map((r) => r.id),
    [],
  )
})
test('each test that the table names is there; what is met names one, or says that the code was read', () => {
  const wrong = rows.filter((r) => {
    const [, file = '', title = ''] = /^`([^`]+)` “(.+)”$/.exec(r.test ?? '') ?? []
    if (file) return !existsSync(join(root, file)) || !read(file).includes(title)
    return r.state === 'met' ? r.test !== 'read' : r.test !== '–'
  })
  assert.deepEqual(
    wrong.map((r) => `${r.id}: ${r.test}`),
    [],
  )
})
