// The screens that people work on, from a phone to a laptop: nothing covers anything, no name is squeezed away, the page
// does not scroll sideways, and what can be pressed is on top.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCart, aClient, aCompany, aPerson, aProduct, type Company, newCart, order, type Person } from '../test/kit.ts'
import { browserOf, drawn, goTo, type Site, startOnline } from './kit.ts'
import { layoutFaults } from './layout-faults.ts'

/** Two phones, a tablet, and laptops: 1024 px, 1366 px at 125 %, 1280 px, 1366 px. */
const WIDTHS = [360, 390, 820, 1024, 1093, 1280, 1366]
const NAMES = ['Restaurante Fogão Caipira', 'Empório São Bento da Serra', 'Floricultura Girassol', 'Adega Salles']

let site: Site
let a: Company
let olga: Person
let ordered: number
let vase: number
let bakery: number
before(async () => {
  site = await startOnline()
  const { t } = site
  a = await aCompany(t, {
    name: 'Ateliê Jequitibá',
    price_table_active: true,
    price_table_config: JSON.stringify([{ name: 'Varejo' }, { name: 'Lojista' }, { name: 'Distribuidor' }]),
    promo_price_active: true,
    tag_active: true,
    min_order_cents: 0,
    seller_phone: '12997142208',
    lat: -23.07,
    lang: -44.96,
  })
  await t.owner.query("update users set name = 'Ana Beatriz Lima' where id = $1", [a.seller.id])
  const made = await aProduct(t, a, {
    name: 'Vaso Jatobá em cerâmica queimada',
    code: 'CE-014',
    price: '1.189,00',
    price_promo: '1.089,00',
    tags: JSON.stringify(['Novidade', 'Feito este mês']),
    attributes: ['P Areia', 'M Areia', 'G Terracota'].map((size) => ({ specs: { Tamanho: size }, stock: 9 })),
  })
  vase = made.id
  const soap = await aProduct(t, a, {
    name: 'Sabonete de argila rosa',
    price: '18,00',
    tags: JSON.stringify(['Até R$ 50', 'Feito este mês']),
  })
  await aProduct(t, a, { name: 'Par de colheres em jatobá', price: '' })
  const clients = []
  for (const name of NAMES) clients.push(await aClient(t, a, { name, company_name: name, phone: '12982792843' }))
  bakery = clients[0] as number
  const day = new Date().toISOString().slice(0, 10)
  for (const client_id of clients) {
    const cart = aCart([{ product_id: soap.id, quantity: 12 }], { client_id })
    ordered = (await order(t, a, a.seller.token, cart)).body.data.id
    const visit = { key: newCart(), client_id, day, at: '10:00' }
    assert.equal((await t.call('POST', '/api/v2/visits', { token: a.seller.token, body: visit })).status, 200)
  }
  olga = await aPerson(t, null, 0, { name: 'Olga Operadora' })
})
after(() => site.close())

/** How many times a screen with a fault is looked at: on a busy machine a new width is drawn late. */
const LOOKS = 30
/** The faults that are still there at the last look. */
async function lastingFaults(page: Page): Promise<string[]> {
  let faults: string[] = []
  for (let look = 0; look < LOOKS; look++) {
    if (look > 0) await page.waitForTimeout(200)
    await drawn(page)
    faults = await page.evaluate(layoutFaults)
    if (faults.length === 0) break
  }
  return faults
}
/** Each fault of these screens with the widths that have it. */
async function faultsOf(page: Page, paths: string[]): Promise<string[]> {
  const found = new Map<string, number[]>()
  for (const path of paths) {
    await page.setViewportSize({ width: 1440, height: 768 })
    await goTo(page, path)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 768 })
      for (const fault of await lastingFaults(page)) {
        const line = `${path}: ${fault}`
        found.set(line, [...(found.get(line) ?? []), width])
      }
    }
  }
  return [...found].map(([line, widths]) => `${line} [${widths.join(', ')}]`)
}
async function walk(who: Person, paths: string[], host = a.path): Promise<void> {
  const page = await browserOf(site, site.at(host), who.email, { locale: 'pt-BR', reducedMotion: 'reduce' })
  await page.goto(site.at(host) + paths[0])
  await drawn(page)
  assert.deepEqual(await faultsOf(page, paths), [])
  await page.context().close()
}

test('an admin’s screens fit from a phone to a laptop', () =>
  walk(a.admin, [
    '/dashboard/orders',
    `/dashboard/orders/${ordered}`,
    '/dashboard/products',
    `/dashboard/products/${vase}`,
    '/dashboard/products/new',
    '/dashboard/mycompany',
    '/dashboard/mycompany?section=atividade',
    '/dashboard/users',
    '/clientes',
    `/clientes/${bakery}`,
    '/visitas',
    '/apps/calendar?view=month',
    '/apps/calendar?view=week',
    '/inicio',
    '/tables',
    '/comissoes',
  ]))
test('a seller’s screens fit from a phone to a laptop', () =>
  walk(a.seller, ['/inicio', '/dashboard/orders', '/clientes', '/visitas', '/pedido', '/apps/calendar?view=week']))
test('a client’s screens fit from a phone to a laptop', () =>
  walk(a.client, ['/pedidos', '/pedidos/meus', '/dashboard/categories']))
test('an operator’s screens fit from a phone to a laptop', () =>
  walk(olga, ['/dashboard/companies', `/dashboard/companies/${a.id}`, '/dashboard/companies/planos'], 'sistema'))

test('negative control: each kind of layout fault is found', async () => {
  const { page } = await site.browser({ viewport: { width: 1024, height: 768 } })
  const faults = async (html: string) => {
    await page.setContent(`<style>*{margin:0;font:16px/20px sans-serif}</style><main>${html}</main>`)
    return (await page.evaluate(layoutFaults)).join('\n')
  }
  assert.equal(await faults('<h1>Pedidos</h1><p>Total <b>R$ 40,80</b></p><button>Confirmar</button>'), '')
  assert.match(await faults('<p style="width:1100px">Largo</p>'), /the page is 1100 px wide/)
  assert.match(
    await faults('<div style="width:90px;overflow-x:auto"><table style="width:200px"><td>Situação</table></div>'),
    /110 px of the table are outside its panel/,
  )
  const over = 'position:absolute;left:0;top:0;background:#fff;width:90px;height:20px'
  assert.match(await faults(`<p>R$ 40,80</p><p style="${over}">Cliente</p>`), /R\$ 40,80” is covered by p “Cliente”/)
  assert.match(await faults(`<p>R$ 40,80</p><button style="${over}"></button>`), /R\$ 40,80” is covered by button/)
  assert.match(
    await faults('<h1 style="width:40px;overflow:hidden;white-space:nowrap">Vaso Jatobá</h1>'),
    /squeezed to 40 px: h1 “Vaso Jatobá”/,
  )
  const short = (weight: number) =>
    `<a style="display:block;width:60px;overflow:hidden;white-space:nowrap;font-weight:${weight}">Vaso Jatobá alto</a>`
  assert.match(await faults(short(500)), /squeezed to 60 px: a “Vaso Jatobá alto”/)
  assert.equal(await faults(short(400)), '')
  assert.match(
    await faults(
      '<b style="display:block;font-weight:700;width:90px;overflow:hidden;white-space:nowrap">Restaurante Fogão</b>',
    ),
    /squeezed to 90 px: b “Restaurante Fogão”/,
  )
  assert.match(await faults('<p style="width:60px;overflow-wrap:anywhere">23.602,20 23.602,20</p>'), /broken word/)
  assert.match(
    await faults(`<a href="#">Sob consulta</a><a href="#" style="${over};opacity:0.01">Vaso</a>`),
    /a “Sob consulta” cannot be pressed: a “Vaso” is there/,
  )
  await page.context().close()
})
