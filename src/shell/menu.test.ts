import assert from 'node:assert/strict'
import { test } from 'node:test'
import { menuOf } from './menu.ts'
import type { Viewer } from './viewer.ts'

const settings = { show_entity_on_menu: true }
const viewer = (level: number, more: object = {}) =>
  ({
    kind: 'user',
    level,
    isPublic: false,
    isClient: level === 3,
    isSeller: level === 2,
    orders: true,
    company: { pedido_pro: true, settings },
    ...more,
  }) as unknown as Viewer
const names = (v: Viewer, path: string) =>
  menuOf(v, path, { cart: 2, new: 1, messages: 0 }).flatMap((g) => g.items.map((i) => i.name))
const ROLES = {
  operator: viewer(0),
  admin: viewer(1),
  seller: viewer(2),
  client: viewer(3),
  visitor: viewer(3, { kind: 'public', isPublic: true }),
}

test('nobody finds an entry twice in the menu, by name or by where it leads, on any screen', () => {
  const twice: string[] = []
  for (const [role, v] of Object.entries(ROLES))
    for (const path of [
      '/dashboard/categories',
      '/dashboard/products',
      '/dashboard/orders',
      '/dashboard/orders/7',
      '/pedidos',
      '/pedidos/meus',
      '/sobre',
    ]) {
      const items = menuOf(v, path, { cart: 2, new: 1, messages: 0 }).flatMap((g) => g.items)
      for (const named of [(i: (typeof items)[0]) => i.name, (i: (typeof items)[0]) => i.href]) {
        const all = items.map(named)
        twice.push(...all.filter((x, i) => all.indexOf(x) !== i).map((x) => `${role} on ${path}: ${x}`))
      }
    }
  assert.deepEqual(twice, [])
})
test("on the orders' screen clients, visitors and sellers have a group of their own instead of the same entries above it", () => {
  assert.deepEqual(names(ROLES.client, '/pedidos').slice(0, 5), [
    'Categorias',
    'Produtos',
    'Catálogo',
    'Meus pedidos',
    'Carrinho',
  ])
  assert.deepEqual(names(ROLES.visitor, '/pedidos').slice(0, 5), [
    'Categorias',
    'Produtos',
    'Catálogo',
    'Pedidos deste aparelho',
    'Carrinho',
  ])
  assert.deepEqual(names(ROLES.seller, '/dashboard/orders').slice(0, 14), [
    'Início',
    'Categorias',
    'Clientes',
    'Mensagens',
    'Agenda',
    'Visitas',
    'Mapa',
    'Tirar pedido',
    'Gerar PDF',
    'Material de venda',
    'Indicadores',
    'Catálogo',
    'Meus pedidos',
    'Carrinho',
  ])
  assert.deepEqual(names(ROLES.client, '/dashboard/categories').slice(0, 4), [
    'Categorias',
    'Produtos',
    'Carrinho',
    'Pedido Digital',
  ])
})
test("the admin's menu leads to the profiles, whether others see them in theirs or not", () => {
  const profiles = ['Artesãos', 'Marcas', 'Fabricantes']
  const hidden = { company: { pedido_pro: true, settings: {} } }
  const own = { company: { pedido_pro: true, settings: { entity_label: 'Ceramistas e artesãs' } } }
  for (const v of [ROLES.admin, viewer(1, hidden), ROLES.seller, ROLES.client])
    assert.deepEqual(names(v, '/dashboard/products').slice(-4), [...profiles, 'Sobre nós'])
  assert.deepEqual(names(viewer(2, hidden), '/dashboard/products').at(-2), 'Pedido Digital')
  assert.deepEqual(names(viewer(1, own), '/dashboard/products').at(-2), 'Ceramistas e artesãs')
})
test('Início is the first entry of sellers and admins, on every screen, and nobody else finds it', () => {
  for (const path of ['/inicio', '/dashboard/products', '/dashboard/orders']) {
    for (const v of [ROLES.admin, ROLES.seller]) assert.equal(names(v, path)[0], 'Início')
    for (const v of [ROLES.operator, ROLES.client, ROLES.visitor]) assert.ok(!names(v, path).includes('Início'))
  }
})
