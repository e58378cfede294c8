// The style sheets, as sentences: nothing in them that no screen names, and every one of them is loaded by somebody.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sheets = globSync('src/**/*.css', { cwd: root }).map((path) => ({
  path,
  text: read(path).replaceAll(/\/\*[\s\S]*?\*\//g, ''),
}))
const texts = globSync(['src/**/*.{ts,tsx}', 'public/**/*.{js,html}'], { cwd: root, exclude: ['**/*.test.ts'] }).map(
  (path) => ({ path, text: read(path) }),
)
/** Classes that no text names whole. */
const ELSEWHERE: Record<string, string> = {
  c1: 'catalogs/web/Leaves.tsx: `c${columns}`',
  c2: 'catalogs/web/Leaves.tsx: `c${columns}`',
  c3: 'catalogs/web/Leaves.tsx: `c${columns}`',
  'i-s': 'web/ui/Icon.tsx: `i-${size}`',
  'i-xs': 'web/ui/Icon.tsx: `i-${size}`',
  vitrine: 'catalogs/web/Leaves.tsx: the model of a PDF catalogue',
  lista: 'catalogs/web/Leaves.tsx: the model of a PDF catalogue',
  faixas: 'brochures/web/Leaves.tsx: the cover of a PDF catalogue',
  moldura: 'brochures/web/Leaves.tsx: the cover of a PDF catalogue',
  'leaflet-tile-pane': 'the map, which is made by Leaflet',
}
/** What stands between a brace and its twin, from the text after the first. */
function inBraces(text: string): string {
  let depth = 1
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '{') depth++
    else if (text[i] === '}' && --depth === 0) return text.slice(0, i)
  }
  return text
}
/** The strings of an expression, those inside of templates too; a word that a template goes on writing is none. */
const strings = (code: string): string[] =>
  [...code.matchAll(/'([^']*)'|"([^"]*)"|`([^`]*)`/g)].flatMap(([, one, two, template]) =>
    template === undefined
      ? [one ?? two ?? '']
      : [
          template.replaceAll(/\$\{[^}]*\}\S*/g, ' '),
          ...[...template.matchAll(/\$\{([^}]*)\}/g)].flatMap((m) => strings(m[1] as string)),
        ],
  )
const named = new Set(
  texts
    .flatMap(({ text }) => [
      ...[...text.matchAll(/\b\w*[cC]lass(?:Name)?=("[^"]*"|\{)/g)].flatMap((m) =>
        strings(m[1] === '{' ? inBraces(text.slice(m.index + m[0].length)) : (m[1] as string)),
      ),
      ...[...text.matchAll(/(?:classList\.\w+\(|className = |className: )([^\n]*)/g)].flatMap((m) =>
        strings(m[1] as string),
      ),
    ])
    .flatMap((s) => s.split(/\s+/)),
)
/** What stands before a brace and is no at-rule. */
const selectors = (text: string) =>
  [...text.matchAll(/([^{};]+)\{/g)].map((m) => (m[1] as string).trim()).filter((s) => !s.startsWith('@'))

test('every class of a style sheet is named by a screen', () => {
  assert.ok(named.size > 200, `${named.size} classes are named`)
  const unused = sheets.flatMap((s) =>
    selectors(s.text)
      .flatMap((one) => [...one.matchAll(/\.(-?[a-zA-Z_][\w-]*)/g)].map((m) => m[1] as string))
      .filter((name) => !named.has(name) && !(name in ELSEWHERE))
      .map((name) => `${s.path}: .${name}`),
  )
  assert.deepEqual([...new Set(unused)], [])
})
/** Two columns by the window's width, with the reason why no menu or list can narrow them. */
const BY_WINDOW: Record<string, string> = {
  'src/web/ui/Split.css': 'a list and what is open beside it: `useDesk` decides by the same width',
  'src/web/ui/Entry.css': 'outside the shell: no menu',
  'src/features/subscriptions/web/Steps.css': 'outside the shell: no menu',
  'src/features/products/web/admin/TablesPage.css': '200 px are left for the name at 960 px, with the menu open',
  'src/features/platform/web/PlatformLogPage.css': 'two filters of 160 px',
}
/** The rules of each `@media (min-width: 960px)` and wider. */
const atDesk = (text: string) =>
  [...text.matchAll(/@media \(min-width: (\d+)px\)[^{]*\{/g)]
    .filter((m) => Number(m[1]) >= 960)
    .map((m) => inBraces(text.slice(m.index + m[0].length)))
const placesColumns = (text: string) => atDesk(text).some((rules) => /grid-template-columns/.test(rules))
test('columns go by the width of their page, not of the window', () => {
  assert.deepEqual(
    sheets
      .filter((s) => placesColumns(s.text))
      .map((s) => s.path)
      .sort(),
    Object.keys(BY_WINDOW).sort(),
    'use @container page (src/shell/Shell.css)',
  )
  assert.ok(placesColumns('@media (min-width: 960px) { .detail { grid-template-columns: 1fr 240px; } }'))
})
/** What the code and the sheets load, as [who, what]; packages' own sheets are not ours. */
const loads = [
  ...texts.flatMap((t) =>
    [...t.text.matchAll(/\bimport\(?\s*'([#.][^']+\.css)'/g)].map((m) => [t.path, m[1] as string] as const),
  ),
  ...sheets.flatMap((s) => [...s.text.matchAll(/@import "([^"]+)"/g)].map((m) => [s.path, m[1] as string] as const)),
].map(([who, name]) => [who, name.startsWith('#') ? `src/${name.slice(1)}` : join(who, '..', name)] as const)
test('every style sheet is loaded, by the file that it dresses or by another sheet, and what is loaded is there', () => {
  const there = sheets.map((s) => s.path)
  assert.deepEqual(
    there.filter((path) => path !== 'src/shell/first.css' && !loads.some(([, what]) => what === path)),
    [],
    'first.css is what the server writes into the document',
  )
  assert.deepEqual(
    loads.filter(([, what]) => !there.includes(what)).map(([who, what]) => `${who} → ${what}`),
    [],
  )
})
