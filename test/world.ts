// Two companies with one of nearly everything, made through the front door, for tests that walk all calls.
import sharp from 'sharp'
import { OPTIONS } from './brochure_kit.ts'
import { KEYS } from './erp_simulator.ts'
import { aCart, aCompany, aPerson, aProduct, aVisitor, type Company, newCart, order, type TestApp } from './kit.ts'

export interface World {
  a: Company
  /** The neighbour: every name of its things holds `MARKER`, its prices are `PRICE`. */
  b: Company
  operator: { id: number; token: string }
  visitor: string
  png: Blob
  /** Links with a secret, by what they open; of both companies. */
  secrets: { a: string[]; b: string[] }
}
/** Stands in every name that is the neighbour's, and nowhere else. */
export const MARKER = 'Vizinhança'
/** Stands in what only the neighbour's seller, their client and their admin may read. */
export const PRIVATE = 'Confidência'
/** The neighbour's price, as it is typed. */
export const PRICE = '7919,37'
/** How a sum may stand in an answer: in cents (what the first HTML hands to the script), on the wire, to people in any
 * language that we speak (`R$ 7.919,37`), in a sheet's cell (`7919.37`). */
export function shownAs(cents: number): string[] {
  const [whole, rest] = [String(Math.floor(cents / 100)), String(cents % 100).padStart(2, '0')]
  const grouped = (by: string) => whole.replace(/\B(?=(\d{3})+$)/g, by)
  const commas = ['', '.', ' ', '\u00a0', '\u202f'].map((by) => `${grouped(by)},${rest}`)
  return [String(cents), ...commas, `${whole}.${rest}`, `${grouped(',')}.${rest}`]
}
const CENTS = 791_937
/** A piece of the neighbour's. */
export const PRICES = shownAs(CENTS)
/** And two of them, and two with a freight of as much: what an order's lines and sums come to. */
export const SUMS = [1, 2, 3].flatMap((n) => shownAs(n * CENTS))

export async function aWorld(t: TestApp): Promise<World> {
  const a = await aCompany(t, { name: 'Marca Própria', discount_limit_bp: 1000 })
  const path = 'vizinhanca'
  const b = { ...(await aCompany(t, { id: 770_001, name: `Marca ${MARKER}`, path })), path }
  const operator = await aPerson(t, null, 0)
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#b4532a' } })
  const png = new Blob([Buffer.from(await picture.png().toBuffer())], { type: 'image/png' })
  // The neighbour's numbers are none that one's own company has.
  const { rows } = await t.owner.query<{ seq: string }>(
    `select format('%I.%I', schemaname, sequencename) as seq from pg_sequences where schemaname = 'public'`,
  )
  await furnish(t, a, png, ['própria', 'reservada', '10,00'])
  for (const { seq } of rows) await t.owner.query('select setval($1, 880000)', [seq])
  await furnish(t, b, png, [MARKER, PRIVATE, PRICE])
  for (const { seq } of rows) await t.owner.query('select setval($1, 500)', [seq])
  const secretsOf = async (c: Company) =>
    (
      await t.owner.query<{ secret: string }>(
        `select receipt_token as secret from orders where company_id = $1 union all
         select token from catalogs where company_id = $1 union all
         select token from invoices where company_id = $1`,
        [c.id],
      )
    ).rows.map((r) => r.secret)
  return {
    a,
    b,
    operator,
    visitor: await aVisitor(t, a),
    png,
    secrets: { a: await secretsOf(a), b: await secretsOf(b) },
  }
}
async function furnish(t: TestApp, c: Company, png: Blob, [word, own, price]: [string, string, string]): Promise<void> {
  const post = async (token: string, url: string, body?: unknown, form?: Record<string, string | Blob>) => {
    const r = await t.call('POST', url, { token, ...(form ? { form } : { body: body ?? {} }) })
    if (r.status >= 300) throw new Error(`${url}: ${r.status} ${JSON.stringify(r.body)}`)
    return r.body.data
  }
  const { admin, seller, client } = c
  await t.owner.query(
    'update users set name = name || case when level = 3 and id <> $2 then $4 else $3 end where company_id = $1',
    [c.id, c.public_user, ` ${word}`, ` ${own}`],
  )
  const category = await post(admin.token, '/api/v1/categories', { name: `Categoria ${word}` })
  const entity = await post(admin.token, '/api/v2/entities', { name: `Perfil ${word}` })
  const { id } = await aProduct(t, c, {
    name: `Peça ${word}`,
    code: `P-${word}`,
    price,
    price2: price,
    stock: '1000',
    categories: JSON.stringify([category.id]),
    tags: JSON.stringify([`etiqueta ${word}`]),
    entity_id: entity.id,
  })
  await aProduct(t, c, { name: `Outra ${word}`, price, attributes: JSON.stringify([{ specs: { Cor: word } }]) })
  await post(admin.token, '/api/v2/images/add_image_to_product', null, { product_id: String(id), image: png })
  const lines = [{ product_id: id, quantity: 2 }]
  const orders = []
  for (const more of [{}, {}, { quote: '1' }])
    orders.push(await order(t, c, seller.token, aCart(lines, { client_id: client.id, note: `Nota ${own}`, ...more })))
  orders.push(await order(t, c, client.token, aCart(lines, { note: `Nota ${own}` })))
  for (const o of orders) if (o.status !== 201) throw new Error(JSON.stringify(o.body))
  const number = orders[3]?.body.data.id as number
  const talk = `/api/v2/companies/${c.id}/conversations/pedido/${number}`
  await post(client.token, talk, { key: newCart(), text: `Recado ${own}` })
  await post(admin.token, `/api/v2/companies/${c.id}/message_templates`, { name: `Modelo ${word}`, text: word })
  await post(seller.token, '/api/v2/clients', { name: `Freguesa ${own}`, phone: '12997140000', notes: own })
  await post(seller.token, '/api/v2/visits', { key: newCart(), client_id: client.id, day: '2026-12-01' })
  await post(seller.token, '/api/v2/calendar/events', {
    key: newCart(),
    title: `Reunião ${own}`,
    notes: '',
    all_day: '0',
    starts: '2026-11-24T09:00',
    ends: '2026-11-24T10:00',
    rule: '',
  })
  await post(admin.token, '/api/v2/calendar/link')
  await post(admin.token, '/api/v2/catalogs', { ...OPTIONS, title: `Catálogo ${word}` })
  await post(admin.token, '/api/v2/integration', { type: 'pedidook', ...KEYS.pedidook, filter: word })
  await post(client.token, `/api/v2/companies/${c.id}/order_cart`, aCart(lines))
  await post(admin.token, '/api/v2/tags/update', { tags: `etiqueta ${word}` })
}
