import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Route } from './route.ts'
import { finds, isWalkIn, leadOf, ROUTES, routeAt } from './routes.ts'

const root = join(import.meta.dirname, '../..')
const paths = Object.keys(ROUTES)
/** An address of a row, without what may be left out and with it. */
const addresses = (path: string) => [path.replace(/\/:\w+\?$/, '') || '/', path.replace(/:\w+\??/g, 'x')]

test('every row is found by its addresses, with a slash behind them too; what is no screen is not', () => {
  assert.ok(paths.length > 40, `${paths.length} rows`)
  assert.deepEqual(
    paths.flatMap((path) =>
      addresses(path).flatMap((x) =>
        [x, `${x}/`, x.toUpperCase()].map((y) => [y, routeAt(y)?.path]).filter(([, found]) => found !== path),
      ),
    ),
    // What has a name of its own is no number.
    [],
  )
  assert.deepEqual(
    ['/nao-existe', '/dashboard/nada', '/pedidos/outros', '/s', '/apps/jogos', '/mobi/x', '/toString'].filter((p) =>
      routeAt(p),
    ),
    [],
  )
})
test('what an address says is read by name, and a row with a name of its own comes first', () => {
  assert.deepEqual(routeAt('/s/artesaos/dona-zefa')?.params, { type: 'artesaos', code: 'dona-zefa' })
  assert.equal(routeAt('/dashboard/orders')?.params.id, undefined)
  assert.equal(routeAt('/dashboard/orders/7')?.params.id, '7')
  assert.equal(routeAt('/dashboard/companies/planos')?.path, '/dashboard/companies/planos')
  assert.equal(routeAt('/session/qualquer')?.path, '/session/:other?')
  assert.equal(routeAt('/s/:type')?.params.type, ':type')
})
test('where a row leads, somebody finds a screen', () => {
  const lost: string[] = []
  for (const [path, { route }] of paths.map((p) => [p, { route: routeAt(addresses(p)[1] as string)!.route }] as const))
    for (const role of ['operator', 'admin', 'seller', 'client', 'visitor'] as const) {
      if (finds(route, role)) continue
      const to = leadOf(route, role, '')
      const there = to === null ? null : routeAt(to)
      if (to !== null && !(there && finds(there.route, role))) lost.push(`${role} from ${path} to ${to}`)
    }
  assert.deepEqual(lost, [])
})
test("from /pedidos the company's people come to their orders, by a link into the catalogue to the catalogue", () => {
  const { route } = routeAt('/pedidos')!
  assert.equal(leadOf(route, 'admin', ''), '/dashboard/orders')
  assert.equal(leadOf(route, 'seller', 'status=novo'), '/dashboard/orders?status=novo')
  assert.equal(leadOf(route, 'admin', 'promo=1'), '/dashboard/products?view=vitrine&promo=1')
  assert.equal(leadOf(route, 'seller', 'category=3'), '/dashboard/products?category=3')
})
test('the host lets visitors in at the catalogue and its pages, to one product and to no list of the company', () => {
  const open = [
    '/',
    '/mobi',
    '/pedidos',
    '/pedidos/meus',
    '/pedidos/meus/7',
    '/s/marcas',
    '/s/marcas/x',
    '/sobre',
    '/dashboard/shoppingcart',
  ]
  assert.deepEqual(
    open.filter((p) => !isWalkIn(p, '')),
    [],
  )
  assert.deepEqual(
    ['/dashboard', '/dashboard/products', '/dashboard/categories', '/apps', '/nada'].filter((p) =>
      isWalkIn(p, '?vend=1'),
    ),
    [],
  )
  assert.ok(isWalkIn('/dashboard/products', '?product_code=MO-1'))
})
test('titles and names of the menu stand in both dictionaries; no two of a group stand at one place for one person', () => {
  const rows = paths.map((p) => routeAt(addresses(p)[1] as string)!.route)
  const said = rows
    .flatMap((r) => [r.title ?? [], r.menu?.map((m) => m.name) ?? []].flat())
    .filter((x) => x !== '{name}')
  assert.ok(said.length > 40, `${said.length} names`)
  for (const language of ['en', 'fr']) {
    const dictionary = JSON.parse(readFileSync(join(root, `public/assets/i18n/${language}.json`), 'utf8')) as Record<
      string,
      string
    >
    assert.deepEqual(
      said.filter((x) => !dictionary[x]),
      [],
      language,
    )
  }
  const places = rows.flatMap((r) =>
    (r.menu ?? []).flatMap((m) => (m.who ?? r.who) as readonly string[]).length
      ? (r.menu ?? []).flatMap((m) => ((m.who ?? r.who) as readonly string[]).map((who) => `${who} ${m.group} ${m.at}`))
      : [],
  )
  assert.deepEqual(
    places.filter((x, i) => places.indexOf(x) !== i),
    [],
  )
})
test("the bar's search, the menu's orders and the platform's colour stand where they belong", () => {
  const those = (is: (r: Route) => unknown) => paths.filter((p) => is(routeAt(addresses(p)[1] as string)!.route))
  assert.deepEqual(
    those((r) => r.catalogue),
    ['/dashboard/products', '/pedidos'],
  )
  assert.deepEqual(
    those((r) => r.orders),
    ['/dashboard/orders/:id?', '/pedidos', '/pedidos/meus/:id?'],
  )
  assert.deepEqual(
    those((r) => r.platform === 'everywhere'),
    ['/session/criar'],
  )
  const platforms = (p: string) => p.startsWith('/session/') || p.startsWith('/dashboard/companies')
  assert.deepEqual(
    those((r) => r.platform),
    paths.filter(platforms),
  )
  assert.deepEqual(
    those((r) => r.platform && !r.title),
    [],
    'without a title',
  )
})
test('the file that goes ahead of a screen, and that stays on devices, is the one that the router loads', () => {
  const screens = readFileSync(join(root, 'src/shell/screens.tsx'), 'utf8')
  const rows: Route[] = Object.values(ROUTES)
  const files = rows.flatMap((r) => Object.values(r.stays ?? {}))
  assert.ok(files.length > 10)
  assert.deepEqual(
    files.filter(
      (file) => !screens.includes(`import('${file.replace(/^shell/, '.').replace(/^features/, '#features')}')`),
    ),
    [],
  )
  // What goes ahead is one file.
  assert.deepEqual(
    rows.filter((r) => r.ahead && Object.keys(r.stays ?? {}).length !== 1),
    [],
  )
})
