// The database's own functions, read as text from PostgreSQL: mistakes that no single call would show.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from './kit.ts'

let t: TestApp
let functions: { name: string; body: string }[]
before(async () => {
  t = await startTestApp()
  functions = (
    await t.owner.query(
      `select proname as name, regexp_replace(prosrc, '--[^\n]*', '', 'g') as body from pg_proc
        where pronamespace = 'app'::regnamespace order by 1`,
    )
  ).rows
  assert.ok(functions.length > 100, `saw ${functions.length} functions`)
})
after(() => t.close())

/** Each set_config of a text, with all that stands between its brackets. */
function settings(body: string): string[] {
  return [...body.matchAll(/\bset_config\(/g)].map((m) => {
    const start = m.index + m[0].length
    let depth = 1
    let end = start
    while (depth > 0 && end < body.length) {
      const c = body[end++]
      depth += c === '(' ? 1 : c === ')' ? -1 : 0
    }
    return body.slice(start, end - 1)
  })
}
const staying = (body: string) => settings(body).filter((args) => !/,\s*true$/.test(args))
/** A company's rows, or others besides. */
const widened = (body: string) => /\bcompany_id\s*=\s*[\w.]+\s+or\b|\bor\s+(?:\w+\.)?company_id\s*=/i.exec(body)?.[0]

test('no function leaves a setting on its connection: who asks next over it starts clean', () => {
  assert.deepEqual(
    functions.flatMap(({ name, body }) => staying(body).map((args) => `${name}: ${args}`)),
    [],
  )
  assert.equal(functions.filter(({ body }) => settings(body).length > 0).length > 5, true)
  assert.deepEqual(staying("perform set_config('app.quiet', coalesce(x, ''), false);").length, 1)
})
test('no function adds other rows by an "or" to those of a company', () => {
  assert.deepEqual(
    functions.flatMap(({ name, body }) => (widened(body) ? [`${name}: ${widened(body)}`] : [])),
    [],
  )
  for (const wrong of ['where company_id = c or id = p_id', 'where id = 1 or n.company_id = new.company_id'])
    assert.ok(widened(wrong), wrong)
})

/** Functions that a migration writes anew after another had changed their text: what that one changed is lost, unless the
 * new text has it. */
function overwritten(migrations: { name: string; sql: string }[]): string[] {
  const changed = new Map<string, string>()
  const found: string[] = []
  for (const { name, sql } of migrations) {
    for (const [, f = ''] of sql.matchAll(/\bcreate (?:or replace )?function (app\.\w+)\s*\(/g)) {
      if (changed.delete(f)) found.push(`${name}: ${f}`)
    }
    for (const [, f = ''] of sql.matchAll(/pg_get_functiondef\('(app\.\w+)'/g)) changed.set(f, name)
  }
  return found
}
test('no function is written anew from a text of before another migration changed it', () => {
  const root = join(import.meta.dirname, '..')
  const files = globSync('migrations/*.sql', { cwd: root }).sort()
  const migrations = files.map((f) => ({ name: basename(f).slice(0, 4), sql: readFileSync(join(root, f), 'utf8') }))
  // The first has the condition on shared addresses that 0170 added, the second what 0163 and 0287 added.
  assert.deepEqual(overwritten(migrations), ['0268: app.find_accounts', '0315: app.erase_client'])
})
test('negative control: a function that is written anew is found', () => {
  const made = { name: '1', sql: 'create function app.a(x int) returns int' }
  const changed = { name: '2', sql: "execute replace(pg_get_functiondef('app.a'::regproc), 'x', 'y')" }
  const anew = { name: '3', sql: 'create or replace function app.a(x int) returns int' }
  assert.deepEqual(overwritten([made, changed, anew]), ['3: app.a'])
  assert.deepEqual(overwritten([made, anew, changed]), [])
})
