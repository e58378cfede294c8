// The shape of the code, as sentences. Reads text only, so that it is done in a moment.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { FIELD_MESSAGES, refusalTable } from '#shared/errors.ts'

const root = join(import.meta.dirname, '..')
const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}))
const product = files.filter((f) => !f.path.endsWith('.test.ts') && !f.path.endsWith('.d.ts'))
/** What a file imports, as paths from the root ("src/…") or package names. */
const imports = (f: { path: string; text: string }) =>
  [...f.text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((m) => {
    const name = m[1] as string
    if (name.startsWith('#')) return `src/${name.slice(1)}`
    return name.startsWith('.') ? relative(root, join(root, dirname(f.path), name)) : name
  })
const isServer = (p: string) =>
  p.startsWith('src/server/') || /^src\/features\/\w+\/server\//.test(p) || p === 'src/features.ts'
const isWeb = (p: string) =>
  p.startsWith('src/web/') || p.startsWith('src/shell/') || /^src\/features\/\w+\/web\//.test(p)
const isPure = (p: string) => p.startsWith('src/shared/') || /^src\/features\/\w+\/[\w-]+\.ts$/.test(p)
const feature = (p: string) => /^src\/features\/(\w+)\//.exec(p)?.[1]
const broken = (
  pick: (f: (typeof product)[number]) => boolean,
  wrong: (target: string, f: (typeof product)[number]) => boolean,
) =>
  product.filter(pick).flatMap((f) =>
    imports(f)
      .filter((i) => wrong(i, f))
      .map((i) => `${f.path} → ${i}`),
  )

test('this test sees the code', () => assert.ok(product.length > 100, `${product.length} files`))
test('the web never imports the server', () =>
  assert.deepEqual(
    broken(
      (f) => isWeb(f.path),
      (i) => isServer(i) || i.startsWith('node:') || i === 'pg' || i === 'fastify',
    ),
    [],
  ))
test('the server never imports the web', () =>
  assert.deepEqual(
    broken(
      (f) => isServer(f.path),
      (i) => isWeb(i) || i === 'react',
    ),
    [],
  ))
test('contracts, rules and shared are pure: neither server nor web, no package but zod', () =>
  assert.deepEqual(
    broken(
      (f) => isPure(f.path),
      (i) => isServer(i) || isWeb(i) || (!i.startsWith('src/') && i !== 'zod/mini'),
    ),
    [],
  ))
test('a feature reaches another only by its contract, its rules or its front door', () =>
  assert.deepEqual(
    broken(
      (f) => feature(f.path) !== undefined,
      (i, f) => {
        const other = feature(i)
        return (
          other !== undefined &&
          other !== feature(f.path) &&
          !isPure(i) &&
          !/\/(server|web|web\/admin)\/index\.tsx?$/.test(i)
        )
      },
    ),
    [],
  ))
test('the kits know no feature', () =>
  assert.deepEqual(
    broken(
      (f) => /^src\/(server|web|shared)\//.test(f.path),
      (i, f) => feature(i) !== undefined && !f.path.endsWith('.test.ts'),
    ),
    [],
  ))
test('SQL is written in queries and writes, in the database kit and in migrations', () =>
  assert.deepEqual(
    product
      .filter(
        (f) =>
          /\b(?:sql|first)(?:<[^`]*>)?`/.test(f.text) &&
          !/\/(queries|writes)\.ts$/.test(f.path) &&
          !f.path.startsWith('src/server/'),
      )
      .map((f) => f.path),
    [],
  ))
test('_method is spelled at the edge only', () =>
  assert.deepEqual(
    product
      .filter((f) => /fields\._method|'_method'/.test(f.text) && f.path !== 'src/server/serve.ts')
      .map((f) => f.path),
    [],
  ))
// What an engine writes for a locale differs between versions: CLDR 42 writes en-CA dates as 11/27/2026.
const PARSED_LOCALE_TEXT =
  /\bnew Intl\.DateTimeFormat\b|\b(?:toLocale\w*|show(?:Moment|Date|Time))\((?:[^()]|\([^()]*\))*\)\??\s*\.\w|\bNumber\([^)]*toLocale|toLocale\w*\(\s*'(?!pt-BR')/
test('parses no locale text: date fields come from zonedTime', () =>
  assert.deepEqual(
    product.filter((f) => f.path !== 'src/shared/zoned-time.ts' && PARSED_LOCALE_TEXT.test(f.text)).map((f) => f.path),
    [],
  ))
test('negative control: locale text that is parsed is found', () => {
  for (const bad of [
    "new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)",
    "at.toLocaleString('sv-SE').split(' ')",
    "Number(at.toLocaleString('en-GB', { hour: '2-digit' }))",
    "showMoment(new Date(at)).split(', ')[1]",
  ])
    assert.match(bad, PARSED_LOCALE_TEXT)
  assert.doesNotMatch("t('{n} peças', { n: count.toLocaleString('pt-BR') })", PARSED_LOCALE_TEXT)
})
// What shows or counts by the clock of the device or the server's machine instead of a time zone that is named.
const ZONELESS =
  /\.(?:get|set)(?:Hours|Minutes|Seconds|Date|Day|Month|FullYear)\(|\.to(?:Date|Time)String\(|\bgetTimezoneOffset\b|toLocale(?:Date|Time)String\((?:(?!timeZone)[^()])*\)|toLocaleString\([^()]*\b(?:day|hour|minute|month|year|weekday|dateStyle|timeStyle)\b(?:(?!timeZone)[^()])*\)|new Date\([^()]*T\d\d:\d\d(?::\d\d)?[`']\)|\bzonedTime\([^,()]*\)/
const zoneless = (text: string) => text.match(ZONELESS)?.[0].includes('timeZone') === false
/** Compares the device's clock with the company's. */
const DEVICE_CLOCK = 'src/web/zoneNotice.ts'
test('shows and counts no moment without a time zone', () =>
  assert.deepEqual(
    product.filter((f) => f.path.startsWith('src/') && f.path !== DEVICE_CLOCK && zoneless(f.text)).map((f) => f.path),
    [],
  ))
test('negative control: a moment without a time zone is found', () => {
  for (const bad of [
    "at.toLocaleDateString('pt-BR')",
    "at.toLocaleTimeString('pt-BR', { hour: '2-digit' })",
    "at.toLocaleString('pt-BR', { dateStyle: 'short' })",
    'now.getHours() < 5',
    'at.setDate(at.getDate() + 1)',
    'now.toDateString()',
    'new Date(`${day}T12:00:00`)',
    'zonedTime(new Date)',
  ])
    assert.ok(zoneless(bad), bad)
  for (const good of [
    "n.toLocaleString('pt-BR')",
    "at.toLocaleDateString('pt-BR', { timeZone: zone })",
    "at.toLocaleString('pt-BR', { day: 'numeric', timeZone: zone })",
    'at.getUTCDate()',
    'new Date(`${day}T12:00:00Z`)',
    'zonedTime(at, zone)',
  ])
    assert.equal(zoneless(good), false, good)
})
// The UTC day of a moment: from 21:00 to midnight it is the next day of São Paulo.
const UTC_DAY =
  /toISOString\(\)\s*\.(?:slice\(\s*0\s*,\s*(?:7|10)\s*\)|sub(?:string|str)\(\s*0\s*,\s*(?:7|10)\s*\)|split\()|\}T00:00(?::00(?:\.000)?)?Z`/
/** Files that count calendar days, without a moment. */
const DAY_FILES = ['src/features/spreadsheets/kinds.ts', 'src/shared/day.ts']
test('reads the UTC day only where calendar days are counted', () =>
  assert.deepEqual(
    product
      .filter((f) => UTC_DAY.test(f.text))
      .map((f) => f.path)
      .sort(),
    DAY_FILES,
  ))
test('negative control: a UTC day is found', () => {
  for (const text of [
    'now.toISOString().slice(0, 10)',
    'now.toISOString().slice(0, 7)',
    'now\n  .toISOString()\n  .slice(0, 10)',
    "now.toISOString().split('T')[0]",
    'now.toISOString().substring(0,10)',
    "new Date('${day}T00:00:00Z')".replaceAll("'", '`'),
  ])
    assert.match(text, UTC_DAY)
  for (const text of ['dayIn(zone, now)', 'rows.slice(0, 10)', 'now.toISOString().slice(0, 16)', 'now.toISOString()'])
    assert.doesNotMatch(text, UTC_DAY)
})
test('a path /api/… is written in a contract only', () =>
  assert.deepEqual(
    product
      .filter(
        (f) =>
          /['"`]\/api\/v\d/.test(f.text) &&
          !f.path.endsWith('/contract.ts') &&
          ![
            'src/server/app.ts',
            'src/web/device/live.ts',
            'src/features/orders/web/data.ts',
            // The documentation's examples.
            'src/features/docs/server/guide.ts',
          ].includes(f.path),
      )
      .map((f) => f.path),
    [],
  ))
test('what is loaded later is loaded by one door, which says when it does not come', () =>
  assert.deepEqual(
    product
      .filter((f) => /\blazy\b[^}]*\} from 'react'/.test(f.text) && f.path !== 'src/web/lazy.tsx')
      .map((f) => f.path),
    [],
  ))
test('no file is longer than 300 lines, no test longer than 400', () =>
  assert.deepEqual(
    [
      ...files,
      ...globSync('{test,e2e,scripts,bench}/**/*.ts', { cwd: root, exclude: ['scripts/demo/**'] }).map((path) => ({
        path,
        text: readFileSync(join(root, path), 'utf8'),
      })),
    ]
      .filter((f) => f.text.split('\n').length > (f.path.includes('test') || f.path.includes('e2e') ? 400 : 300))
      .map((f) => f.path),
    [],
  ))
test('every table with company_id is protected in its migration', () => {
  const sql = globSync('migrations/*.sql', { cwd: root })
    .sort()
    .map((f) => readFileSync(join(root, f), 'utf8'))
    .join('\n')
  const tables = [...sql.matchAll(/create table (\w+) \(([\s\S]*?)(?:\n\)|\);)/g)]
    .filter((m) => /company_id/.test(m[2] as string))
    .map((m) => m[1])
  assert.ok(tables.length >= 12)
  assert.deepEqual(
    tables.filter((t) => !sql.includes(`app.protect('${t}'`)),
    [],
  )
})
test('every feature of the server with routes or jobs is in features.ts, and nothing is loaded by itself', () => {
  const text = readFileSync(join(root, 'src/features.ts'), 'utf8')
  const names = globSync('src/features/*/server/index.ts', { cwd: root })
    .filter((p) => /(?<!#shared\/)\b(routes|tasks)\b/.test(readFileSync(join(root, p), 'utf8')))
    .map((p) => feature(p) as string)
  assert.deepEqual(
    names.filter((n) => !text.includes(`features/${n}/server/index.ts`)),
    [],
  )
})
const web = product.filter((f) => isWeb(f.path))
const unescaped = (s: string) => s.replaceAll("\\'", "'")
const dictionaries = ['en', 'fr'].map((language) => {
  const file = join(root, `public/assets/i18n/${language}.json`)
  assert.ok(existsSync(file), file)
  return [language, JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>] as const
})
test('every sentence of the interface stands in the English and the French dictionary', () => {
  const spoken = web.flatMap((f) => [
    ...f.text.matchAll(/\bt\(\s*'((?:[^'\\]|\\.)+)'/g),
    ...f.text.matchAll(/\btn\([^,]+,\s*'((?:[^'\\]|\\.)+)'/g),
    ...f.text.matchAll(/\btn\([^,]+,\s*'(?:[^'\\]|\\.)+',\s*'((?:[^'\\]|\\.)+)'/g),
    // Tables of words that a component hands to t().
    ...f.text.matchAll(/\b(?:label|hint): '((?:[^'\\]|\\.)+)'/g),
  ])
  const keys = new Set(spoken.map((m) => unescaped(m[1] as string)))
  assert.ok(keys.size > 100, `${keys.size} sentences`)
  const names = ['Instagram', 'Facebook', 'TikTok', 'YouTube', 'WhatsApp', 'G-XXXXXXX', 'GTM-XXXXXXX', 'https://']
  for (const [language, dictionary] of dictionaries)
    assert.deepEqual(
      [...keys].filter((k) => !dictionary[k] && !names.includes(k)),
      [],
      language,
    )
})
/** What stands between the parentheses of every `name(`. */
function argumentsOf(text: string, name: string): string[] {
  return text
    .split(new RegExp(`\\b${name}\\(`))
    .slice(1)
    .map((rest) => {
      let depth = 1
      let quote = ''
      for (let i = 0; i < rest.length; i++) {
        const c = rest[i] as string
        if (quote) quote = c === quote && rest[i - 1] !== '\\' ? '' : quote
        else if (c === "'" || c === '`') quote = c
        else if (c === '(') depth++
        else if (c === ')' && --depth === 0) return rest.slice(0, i)
      }
      return rest
    })
}
const refusing = product.filter(
  (f) => !isWeb(f.path) && /new Refusal\(|\binvalid\(|Issue\b|shared\/sentence/.test(f.text),
)
// What is said of a row of a sheet stays in the sheet's language.
const namers = (f: { path: string }) => [
  'new Refusal',
  'invalid',
  ...(f.path.includes('/spreadsheets/') ? [] : ['refuse']),
]
const refusals = refusing.flatMap((f) => namers(f).flatMap((name) => argumentsOf(f.text, name)))
test('every refusal of the server, of every code and every field, stands in the English and the French dictionary', () => {
  const literals = (text: string) => [...text.matchAll(/'((?:[^'\\\n]|\\.)+)'/g)].map((m) => unescaped(m[1] as string))
  const isSentence = (s: string) => /^[\p{Lu}{“].*[.!?]$/u.test(s)
  const said = [
    ...refusalTable.map((r) => r.message).filter((m) => m !== 'max_users'),
    ...Object.values(FIELD_MESSAGES),
    ...refusals.flatMap(literals).filter(isSentence),
    ...refusing.flatMap((f) => [
      ...[...f.text.matchAll(/\berrors(?:\.\w+|\[[^\]]+\]) = ('(?:[^'\\\n]|\\.)+')/g)].flatMap((m) =>
        literals(m[1] as string),
      ),
      ...[...f.text.matchAll(/\btext: ('(?:[^'\\\n]|\\.)+')/g)].flatMap((m) => literals(m[1] as string)),
      ...[...f.text.matchAll(/function \w*Issues?\([\s\S]*?\n}/g)].flatMap((m) => literals(m[0])).filter(isSentence),
      ...(f.text.includes('shared/sentence')
        ? literals(f.text).filter((l) => /\{[a-z]\w*\}/.test(l) && !l.includes('`'))
        : []),
    ]),
  ]
  assert.ok(said.length > 150, `${said.length} sentences`)
  for (const [language, dictionary] of dictionaries)
    assert.deepEqual(
      [...new Set(said)].filter((k) => !dictionary[k]),
      [],
      `${language}: a sentence of a refusal is a key; one with words to fill in is {text, values} (src/shared/sentence.ts)`,
    )
})
test('no refusal is put together from pieces: words to fill in are named, so that every language can place them', () =>
  assert.deepEqual(
    [...refusals, ...refusing.flatMap((f) => f.text.match(/\berrors(?:\.\w+|\[[^\n]+?\]) = [^\n]*/g) ?? [])].filter(
      (r) => /`[^`]*\$\{/.test(r.replace(/^errors\[[^\n]+?\] = /, '')),
    ),
    [],
  ))
test('no sentence of a dictionary is unused', () => {
  const all = files.map((f) => f.text.replaceAll("\\'", "'")).join('\n')
  const said = (k: string) => {
    for (let at = all.indexOf(k); at >= 0; at = all.indexOf(k, at + 1))
      if (/['"`]/.test(all[at - 1] ?? '') && all[at - 1] === all[at + k.length]) return true
    return false
  }
  const unused = new Set([...new Set(dictionaries.flatMap(([, d]) => Object.keys(d)))].filter((k) => !said(k)))
  for (const [language, dictionary] of dictionaries)
    assert.deepEqual(
      Object.keys(dictionary).filter((k) => unused.has(k)),
      [],
      language,
    )
})
test('no sentence is written straight into a component', () => {
  const names = /^(Mostruário|Português|English|Français|© OpenStreetMap)$/
  const loose = web
    .filter((f) => f.path.endsWith('.tsx'))
    .flatMap((f) => [
      ...[...f.text.matchAll(/^ *([A-ZÀ-Ú][^<>{}()=;:'"`]*[a-zà-ú.])\n *<\//gm)].map((m) => `${f.path}: ${m[1]}`),
      ...[...f.text.matchAll(/<(?:[a-z][a-z0-9]*)(?:\s[^<>]*)?>([^<>{}=;]*[A-Za-zÀ-ú]{3,}[^<>{}=;]*)<\//g)].map(
        (m) => `${f.path}: ${(m[1] as string).trim()}`,
      ),
      ...[...f.text.matchAll(/\b(?:aria-label|placeholder|title|alt|label)="([^"]*[a-zà-ú]{2,}[^"]*)"/g)].map(
        (m) => `${f.path}: ${m[1]}`,
      ),
    ])
  assert.deepEqual(
    loose.filter((x) => !names.test(x.slice(x.indexOf(': ') + 2))),
    [],
  )
})
test('a phone is typed in one way: no field of one is a bare input', () => {
  const bare = files
    .filter((f) => f.path.endsWith('.tsx') && f.path !== 'src/web/ui/Typed.tsx')
    .flatMap((f) =>
      [...f.text.matchAll(/<input\b[^]*?\/>/g)].filter((m) => /\btel\b|phone/i.test(m[0])).map(() => f.path),
    )
  assert.deepEqual(bare, [])
  assert.ok(
    files.filter((f) => /'tel'|"tel"/.test(f.text) && /<Typed\b/.test(f.text)).length > 6,
    'fields of phones are seen',
  )
})
test('a price table is called by the company’s own name for it, everywhere but where it is named', () =>
  assert.deepEqual(
    files
      .filter((f) => f.text.includes("t('Tabela {n}'"))
      .map((f) => f.path)
      .sort(),
    ['src/features/companies/web/TableOptions.tsx', 'src/features/companies/web/sections.tsx'],
  ))
test('a form in a dialog says inside it what stopped the save: none uses the form of a page', () =>
  assert.deepEqual(
    product.filter((f) => f.text.includes('<Modal') && /\buseForm[<(]/.test(f.text)).map((f) => f.path),
    [],
  ))
