// What strangers are shown before any call: the first HTML of every address, and the showcase in other sites. Nothing of
// the neighbour's, and where visitors see no prices none in any of them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pages } from '#features/storefront/server/index.ts'
import { ROUTES } from '#shared/routes.ts'
import { startTestApp, type TestApp, UNLIMITED } from './kit.ts'
import { aWorld, MARKER, PRICES, PRIVATE, type World } from './world.ts'

let t: TestApp
let w: World
let addresses: string[]
before(async () => {
  t = await startTestApp({ pages, config: { limits: UNLIMITED } })
  w = await aWorld(t)
  addresses = await addressesOf()
})
after(() => t.close())

/** Every address of the routes' table, and those that name a product, a profile, a seller or a secret of the neighbour's. */
async function addressesOf(): Promise<string[]> {
  const { rows } = await t.owner.query<{ product: string; entity: string }>(
    `select p.code as product, e.code as entity from products p join entities e on e.id = p.entity_id
      where p.company_id = $1`,
    [w.b.id],
  )
  const [{ product, entity } = assert.fail('no product with a profile')] = rows
  const code = `product_code=${encodeURIComponent(product)}`
  const plain = Object.keys(ROUTES).map((path) =>
    path
      .replace(/\/:(id|part|visit)\?$/, '')
      .replace(':type', 'marca')
      .replace(':code', entity)
      .replace(':token', String(w.secrets.b[0]))
      .replace(':id', '880001'),
  )
  return [
    ...plain,
    ...['/', '/pedidos', '/dashboard/products'].flatMap((path) => [
      `${path}?${code}`,
      `${path}?${code}&vend=${w.b.seller.id}&id=${w.b.client.id}`,
    ]),
    '/vitrine',
    '/shell',
    '/app.webmanifest',
  ]
}
/** Which of the addresses say one of the words at a host, and which one. */
async function saying(host: string, words: readonly string[]): Promise<Map<string, string>> {
  const said = new Map<string, string>()
  for (const url of addresses) {
    const r = await t.app.inject({ method: 'GET', url, headers: { host: `${host}.localhost`, accept: 'text/html' } })
    assert.ok(r.statusCode < 400, `${r.statusCode} ${url}`)
    const word = words.find((x) => r.body.includes(x))
    if (word) said.set(url, word)
  }
  return said
}
const hide = async (on: boolean) => {
  const { token } = w.b.admin
  const body = { _method: 'PUT', public_hide_price: on ? '1' : '0' }
  assert.equal((await t.call('POST', `/api/v1/companies/${w.b.id}`, { token, body })).status, 200)
}

test('a company that hides prices from visitors shows none in the first HTML of any address, a product’s card in a chat and the showcase; with prices shown there they are', async () => {
  await hide(true)
  assert.deepEqual(await saying(w.b.path, PRICES), new Map())
  await hide(false)
  const shown = [...(await saying(w.b.path, PRICES)).keys()]
  for (const path of ['/pedidos', '/dashboard/products', '/vitrine'])
    assert.ok(
      shown.some((url) => url.startsWith(path)),
      `${path} shows a price to nobody`,
    )
})
test('no address at one’s own host says a word or a price of the neighbour’s, whatever of theirs it names; at theirs it does', async () => {
  assert.deepEqual(await saying(w.a.path, [MARKER, PRIVATE, ...PRICES]), new Map())
  assert.ok((await saying(w.b.path, [MARKER])).size > 20)
  assert.deepEqual(await saying(w.b.path, [PRIVATE]), new Map(), 'what only their own may read')
})
