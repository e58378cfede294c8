// What docs/asvs.md, docs/release.md and the decisions write down of limits, files and ways in is what the code has.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { DEFAULT_LIMITS } from '#server/config.ts'
import { BOUNDS } from '#server/intake.ts'
import { registered } from '#server/serve.ts'
import { startTestApp, type TestApp } from './kit.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const asvs = read('docs/asvs.md')
const section = (name: string) => new RegExp(`\\n## ${name}\\n([\\s\\S]*?)\\n## `).exec(asvs)?.[1] ?? ''
const decision = (number: string) => read(globSync(`docs/decisions/${number}-*.md`, { cwd: root })[0] ?? '')

let t: TestApp
before(async () => {
  t = await startTestApp()
})
after(() => t.close())

test('each limit of tries is written down with what it counts, how many and in which time; none is missing', () => {
  const rows = [
    ...section('Limits').matchAll(/^\| `(\w+)` \| (.{8,}) \| (\d+) \| ((?:\d+ )?(?:minute|hour|day)s?) \|$/gm),
  ]
  assert.deepEqual(Object.fromEntries(rows.map((m) => [m[1], Number(m[3])])), DEFAULT_LIMITS)
  // Each count's time, as the code that counts has it.
  const seconds = new Map<string, Set<number>>()
  const code = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
    .map(read)
    .join('\n')
  for (const m of code.matchAll(/limit: (?:[\w.]*limits\.|l\.)?(\w+)[^,]*, seconds: ([\w* ]+)/g)) {
    const name = String(m[1])
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) continue
    const product = String(m[2]).trim().replace('QUARTER', '900').replace('HOUR', '3600').replace('DAY', '86400')
    const found = product.split('*').reduce((n, part) => n * Number(part.replaceAll('_', '')), 1)
    seconds.set(name, (seconds.get(name) ?? new Set()).add(found))
  }
  assert.ok(seconds.size >= 10, [...seconds.keys()].join())
  const unit = { minute: 60, hour: 3600, day: 86_400 }
  const said = Object.fromEntries(
    rows.map((m) => {
      const [, n = '1', word = ''] = /^(?:(\d+) )?(\w+?)s?$/.exec(String(m[4])) ?? []
      return [String(m[1]), Number(n) * unit[word as keyof typeof unit]]
    }),
  )
  for (const [name, found] of seconds) assert.deepEqual([...found], [said[name]], name)
})
test('each bound of what a request may hold is written down with its size; the kinds of files are those that are taken', () => {
  const unit = { KB: 1024, MB: 1024 * 1024, s: 1 }
  const rows = [...section('Limits').matchAll(/^\| `(\w+)` \| .{8,} \| (\d+) (KB|MB|s) \|$/gm)]
  assert.deepEqual(Object.fromEntries(rows.map((m) => [m[1], Number(m[2]) * unit[m[3] as keyof typeof unit]])), BOUNDS)
  const kinds = (path: string, pattern: RegExp) =>
    (pattern.exec(read(path))?.[1] ?? '').match(/'(\w+)'/g)?.map((k) => k.replaceAll("'", '`')) ?? []
  const pictures = kinds('src/features/images/server/metadata.ts', /type Format = (.*)/)
  const sheets = kinds('src/features/spreadsheets/contract.ts', /\bwhat: z\.enum\(\[(.*?)\]/)
  assert.ok(pictures.length > 3 && sheets.length > 8)
  const [line = ''] = /^Pictures are .*$/m.exec(section('Limits')) ?? []
  assert.deepEqual(line.match(/`\w+`/g), [...pictures, ...sheets])
})
test('what is heavy is written down with the caps that it has: sheets, bodies, PDFs made again', () => {
  const caps = read('src/features/spreadsheets/server/limits.ts') + read('src/features/spreadsheets/server/run.ts')
  const number = (name: string) => {
    const [, words = ''] = new RegExp(`\\b${name}(?: =|:) ([\\d_ *]+)`).exec(caps) ?? assert.fail(name)
    return words.split('*').reduce((n, part) => n * Number(part.replaceAll('_', '')), 1)
  }
  const sheets = decision('0024')
  const MB = 1024 * 1024
  for (const [said, is] of [
    [`${number('MOST_ROWS').toLocaleString('en')} rows`, true],
    [`${number('MOST_CELLS') / 1e6} million filled cells`, true],
    [`${number('MOST_LETTERS') / 1e6} million letters`, true],
    [`${number('MOST_UNPACKED') / MB} MB unpacked`, true],
    [`${number('MOST_MEMORY')} MB of heap`, true],
    ['two minutes', number('LONGEST') === 120_000],
    ['two in all', number('most') === 2],
    ['six wait', number('waiting') === 6],
  ] as const)
    assert.ok(is && sheets.includes(said), said)
  assert.ok(
    decision('0021').includes(
      `at most ${BOUNDS.file / MB} MB each (DECISIONS) and ${BOUNDS.files / MB} MB for one request`,
    ),
  )
  assert.ok(decision('0021').includes(`a stranger's body is at most ${BOUNDS.strangers_text / 1024} KB`))
  assert.ok(
    decision('0055').includes(
      `${DEFAULT_LIMITS.catalog_link} an hour by a link, ${DEFAULT_LIMITS.catalog_ip} by an address`,
    ),
  )
})
test('each call that hands out what lets somebody in is written down as a way in, and no other', () => {
  interface Def {
    type: string
    innerType?: { _zod: { def: Def } }
    shape?: object
  }
  const handing = registered.filter(({ method, options }) => {
    if (method === 'DELETE') return false
    let def = (options.data as { _zod: { def: Def } } | undefined)?._zod.def
    while (def?.innerType) def = def.innerType._zod.def
    return def?.type === 'object' && 'token' in (def.shape ?? {})
  })
  // Keys in links, each of one thing.
  const things = /\/(?:catalogs|invoices|proposals)\b/
  const written = [...section('Ways in').matchAll(/`((?:GET|POST|PUT) \/api\/\S+)`/g)].map((m) => String(m[1]))
  assert.deepEqual(
    written.sort(),
    handing
      .filter((e) => !things.test(e.path))
      .map((e) => `${e.method} ${e.path}`)
      .sort(),
  )
})
test('how soon a fault is mended is written down by its weight, each with a time', () => {
  const [, table = ''] = /# When something is found later\n([\s\S]*?)\n\n/.exec(read('docs/release.md')) ?? []
  const rows = [...table.matchAll(/^\| (.+?) \| (.+?) \|$/gm)].slice(1)
  assert.ok(rows.length >= 5, table)
  for (const [, what, when] of rows)
    assert.match(String(when), /\b(?:\d+ (?:hours|days)|once a month|with the next update)\b/, String(what))
})
