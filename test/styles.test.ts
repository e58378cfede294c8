// The style sheets: nothing in them that no screen names, every one of them is loaded, and no browser test depends on them.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'vite'

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

/** The strings of a TypeScript source and its uses of class lists, comments left out. */
function stringsOf(path: string, source: string): string[] {
  const found: string[] = []
  JSON.stringify(parseSync(path, source).program, (_, node: unknown) => {
    const { type, value, name } = (node ?? {}) as { type?: string; value?: unknown; name?: string }
    if (type === 'Literal' && typeof value === 'string') found.push(value)
    if (type === 'Identifier' && /^(?:classList|getElementsByClassName)$/.test(name ?? '')) found.push(`[class ${name}`)
    if (type === 'TemplateElement') found.push((value as { raw: string }).raw)
    return typeof node === 'bigint' ? undefined : node
  })
  return found
}
/** Selectors of elements by a class of the screens or of Leaflet; SQL and addresses are none. */
const classSelectors = (path: string, source: string): string[] =>
  stringsOf(path, source).filter(
    (s) =>
      /\[class/.test(s) ||
      (!/^\s*(?:select|insert|update|delete|with)\s|^\.{0,2}\//.test(s) &&
        [...s.matchAll(/(?:^|[\s>+~,(*\])'"]|(?<![\w/-])[a-z][a-z\d]*)\.([a-z][\w-]*)/g)].some(
          ([, name = '']) => named.has(name) || name.startsWith('leaflet-'),
        )),
  )
/** Why a journey names a class all the same. */
const BY_CLASS: Record<string, string> = {
  'html:not(.veiled)': 'the cover that public/veil.js lays over a page has neither role nor name',
}
test('browser tests find elements by role and name, not by a class', () =>
  assert.deepEqual(
    globSync('e2e/**/*.ts', { cwd: root }).flatMap((path) =>
      classSelectors(path, read(path))
        .filter((s) => !BY_CLASS[s])
        .map((s) => `${path}: ${s}`),
    ),
    [],
  ))
test('negative control: an element that is found by a class is seen', () => {
  for (const bad of [
    "page.locator('.card')",
    "page.locator('main .btn.pri')",
    "document.querySelector('div.tablewrap > table')",
    "box(page, '.find input')",
    'page.locator(`.form [name=${field}]`)',
    'driver.run("return document.querySelector(\'.card\')")',
    "page.locator('img.leaflet-tile-loaded')",
    "page.locator('[class*=card]')",
    "page.evaluate(() => document.body.classList.contains('card'))",
  ])
    assert.equal(classSelectors('x.ts', bad).length, 1, bad)
  const good =
    "page.goto('/x/catalogo.pdf'); sql('select c.name from cards c'); page.getByText('12.card'); el.matches('h1')"
  assert.deepEqual(classSelectors('x.ts', good), [])
})
