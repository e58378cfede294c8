// What the documentation names is there: files, decisions, refusals, packages.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { refusalTable } from '#shared/errors.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = ['README.md', 'README.pt-BR.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })].map(
  (path) => ({
    path,
    text: read(path),
  }),
)
const TREES = ['src', 'test', 'e2e', 'bench', 'scripts', 'docs', 'public', 'migrations']
const files = globSync(`{${TREES.join()}}/**/*`, { cwd: root })

/** What reads as a file or a folder of the repository: `src/server/db.ts`, `docs/decisions`, `rules.ts`. */
function isFile(word: string): boolean {
  if (!/^[\w.@*-]+(?:\/[\w.@*-]+)*\/?$/.test(word)) return false
  if (/^(?:build|data|mail)\//.test(word)) return false
  return /\.(?:tsx?|css|sql|md|json|m?js|png)$/.test(word) || TREES.some((tree) => word.startsWith(`${tree}/`))
}
/** What does not begin at the root is of the folder spoken of (`server/index.ts`): somewhere there must be one. */
function isThere(word: string): boolean {
  const path = word.replace(/\/$/, '')
  if (TREES.some((tree) => path.startsWith(`${tree}/`))) return globSync(path, { cwd: root }).length > 0
  return existsSync(join(root, path)) || files.some((f) => f.endsWith(`/${path}`))
}

test('every file that the documentation names is there', () => {
  const named = pages.flatMap(({ path, text }) => [
    ...[...text.matchAll(/`([^`\n]+)`/g)]
      .map((m) => ({ path, word: m[1] as string }))
      .filter(({ word }) => isFile(word)),
    ...[...text.matchAll(/^(\w+\/(?:\w+\/)*) /gm)].map((m) => ({ path, word: m[1] as string })),
    ...[...text.matchAll(/\]\(([^):]+)\)/g)].map((m) => ({ path, word: join(dirname(path), m[1] as string) })),
  ])
  assert.ok(named.length > 150, `${named.length} names`)
  assert.ok(!isThere('src/server/nowhere.ts') && !isThere('nowhere.ts'), 'this test sees what is missing')
  assert.deepEqual(
    named.filter(({ word }) => !isThere(word)).map(({ path, word }) => `${path}: ${word}`),
    [],
  )
})
test('both readmes show the same commands, settings and folders', () => {
  const [english = '', portuguese = ''] = pages.map((p) => p.text)
  const shown = (text: string) =>
    [...text.matchAll(/^\| (`.+?`) \||^(\w[\w/ ·]*\/) {2,}|^(npm .*?) +#/gm)].map((m) => m[1] ?? m[2] ?? m[3])
  assert.ok(shown(english).length > 25, `${shown(english).length} lines`)
  assert.deepEqual(shown(portuguese), shown(english))
})
/** New records say context, decision and consequences; older ones keep what and why until they are rewritten. */
const DECISION = [
  /\n\*\*Context\.\*\* [\s\S]+\n\*\*Decision\.\*\*[\s\S]+\n\*\*Consequences\.\*\* /,
  /\n\*\*What\.\*\*[\s\S]+\n\*\*Why\.\*\* /,
]
test('every decision stands in the index under its title, and is made like the others', () => {
  const index = read('docs/decisions/README.md')
  const decisions = pages.filter((p) => /\/\d{4}-[\w-]+\.md$/.test(p.path))
  assert.ok(decisions.length > 25)
  const wrong = decisions.filter(({ path, text }) => {
    const [, number, title, date] = /^# (\d{4}): (.+)\n\*(\d{4}-\d\d-\d\d).*\*\n/.exec(text) ?? []
    const line = `| [${number}](${basename(path)}) | ${title} | ${date} |`
    return (
      !basename(path).startsWith(`${number}-`) || !index.includes(line) || !DECISION.some((form) => form.test(text))
    )
  })
  assert.deepEqual(
    wrong.map((d) => d.path),
    [],
  )
  const told = [...index.matchAll(/^\| \[/gm)].length
  assert.equal(told, decisions.length, 'a line for each')
  const numbers = new Set(decisions.map((d) => basename(d.path).slice(0, 4)))
  assert.deepEqual(
    pages.flatMap(({ path, text }) =>
      [...text.matchAll(/decision (\d{4})/g)]
        .filter((m) => !numbers.has(m[1] as string))
        .map((m) => `${path}: ${m[1]}`),
    ),
    [],
  )
})
test('every refusal stands in errors.md with its status, and no other', () => {
  const rows = [...read('docs/errors.md').matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map((m) => `${m[1]} ${m[2]}`)
  assert.deepEqual(rows.sort(), refusalTable.map((r) => `${r.code} ${r.status}`).sort())
})
test('every package is explained in dependencies.md', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
  const cells = [...read('docs/dependencies.md').matchAll(/^\| (.+?) \|/gm)].flatMap((m) =>
    (m[1] as string).split(', ').map((name) => name.replace(/ \(.*\)/, '')),
  )
  const used = Object.keys({ ...dependencies, ...devDependencies })
  assert.deepEqual(
    used.filter((name) => !cells.includes(name)),
    [],
  )
  assert.deepEqual(
    cells.filter((name) => !used.includes(name) && name !== 'package' && !name.startsWith('-')),
    [],
  )
})
test('no paragraph of the walk through the architecture is longer than six lines', () =>
  assert.deepEqual(
    read('docs/architecture.md')
      .replace(/```[\s\S]*?```/g, '')
      .split('\n\n')
      .filter((p) => !p.startsWith('|') && p.split('\n').reduce((n, line) => n + Math.ceil(line.length / 120), 0) > 6)
      .map((p) => p.slice(0, 60)),
    [],
  ))
