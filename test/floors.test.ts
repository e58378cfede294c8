// Which way the features point, as sentences. Reads text only.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

/** Ground floor first, and on a floor from left to right: a feature imports only from those before it. */
const FLOORS = [
  ['addresses', 'logs', 'mails', 'undos', 'images'],
  ['plans', 'companies', 'readers', 'categories'],
  ['users', 'sessions', 'notices'],
  ['products', 'tags', 'entities'],
  [
    'orders',
    'clients',
    'carts',
    'catalogue',
    'commissions',
    'pad',
    'quotes',
    'messages',
    'visits',
    'home',
    'calendar',
    'map',
    'figures',
  ],
  ['price_requests', 'media', 'integrations', 'webhooks', 'keys', 'spreadsheets', 'brochures', 'material'],
  ['privacy', 'proposals', 'subscriptions', 'platform', 'signup'],
  ['docs', 'storefront'],
]
const ORDER = FLOORS.flat()
const root = join(import.meta.dirname, '..')
type Texts = Map<string, string>
const texts: Texts = new Map(
  globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.ts', '**/*.d.ts'] }).map((path) => [
    path,
    readFileSync(join(root, path), 'utf8'),
  ]),
)
/** What each file imports of ours: types and what is imported later, too. */
function arrowsOf(read: Texts): Map<string, string[]> {
  const targets = (path: string, text: string) =>
    [...text.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)]
      .map(([, name = '']) => (name.startsWith('#') ? `src/${name.slice(1)}` : join(dirname(path), name)))
      .filter((target) => read.has(target))
  return new Map([...read].map(([path, text]) => [path, targets(path, text)]))
}
const featureOf = (path: string) => /^src\/features\/(\w+)\//.exec(path)?.[1]
const floorOf = (path: string) => (path.startsWith('src/shell/') ? ORDER.length : ORDER.indexOf(featureOf(path) ?? ''))
function upward(read: Texts): string[] {
  const wrong = (from: string, to: string) => featureOf(from) !== featureOf(to) && floorOf(to) >= floorOf(from)
  return [...arrowsOf(read)]
    .filter(([from]) => featureOf(from))
    .flatMap(([from, targets]) => targets.filter((to) => wrong(from, to)).map((to) => `${from} → ${to}`))
}
/** Files on a circle, or between two: what remains when whoever imports nobody and whom nobody imports is
 * taken away, again and again. */
function circles(read: Texts): string[] {
  const arrows = arrowsOf(read)
  for (;;) {
    const imported = new Set([...arrows.values()].flat())
    const free = [...arrows].filter(([path, targets]) => targets.length === 0 || !imported.has(path))
    if (free.length === 0) return [...arrows.keys()].sort()
    for (const [path] of free) arrows.delete(path)
    for (const [path, targets] of arrows)
      arrows.set(
        path,
        targets.filter((to) => arrows.has(to)),
      )
  }
}
/** The texts with one more line in a file. */
const withLine = (path: string, line: string): Texts => new Map(texts).set(path, `${texts.get(path) ?? ''}\n${line}\n`)

test('every feature has its floor', () => {
  const folders = globSync('src/features/*/', { cwd: root }).map((path) => path.split('/').at(-1) as string)
  assert.deepEqual(folders.sort(), ORDER.toSorted())
})
test('a feature imports only from floors below', () => assert.deepEqual(upward(texts), []))
test('no files import each other in a circle, types included', () => assert.deepEqual(circles(texts), []))

const low = 'src/features/users/contract.ts'
const high = 'src/features/orders/contract.ts'
for (const line of [
  "import { orderShape } from '#features/orders/contract.ts'",
  "import type { Order } from '../orders/contract.ts'",
  "const later = () => import('#features/orders/contract.ts')",
])
  test(`twin: an arrow put back is found: ${line}`, () => {
    assert.ok(texts.has(low) && texts.has(high))
    assert.deepEqual(upward(withLine(low, line)), [`${low} → ${high}`])
  })
test('twin: a circle put back is found', () => {
  const [lines, rules] = ['src/shared/money.ts', 'src/shared/whole.ts']
  assert.ok(texts.has(lines) && texts.has(rules))
  const once = withLine(lines, "import type { A } from './whole.ts'")
  assert.deepEqual(circles(once.set(rules, "import { b } from './money.ts'")), [lines, rules])
})
test('the drawing in docs/architecture.md shows the same floors', () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const [, drawing = ''] = /## Floors[\s\S]*?```mermaid([\s\S]*?)```/.exec(page) ?? []
  const boxes = [...drawing.matchAll(/\["([^"]+)"\]/g)].map(([, box = '']) => box.split(' · '))
  assert.deepEqual(boxes, FLOORS)
})
