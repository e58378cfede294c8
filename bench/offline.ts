// What stays on the device: how much comes, at first and after a change, and how fast a cheap phone shows it.
import type { Page } from 'playwright-core'
import { PHONE, type Site, signIn, startSite } from '../e2e/kit.ts'
import { aClient, aCompany, type Company } from '../test/kit.ts'
import { searchText } from '#features/products/search.ts'
import { startTestDatabase } from '../test/database.ts'
import { noter, type Row } from './alone.ts'
import { median } from './measure.ts'

const CLIENTS = 800
const ORDERS = 2000
const WORDS = 'caneca tigela vaso prato jarra cesto luminária tapete bandeja porta-retrato moringa gamela'.split(' ')

async function fill({ t }: Site, c: Company, from: number, until: number): Promise<void> {
  const products = Array.from({ length: until - from }, (_, i) => {
    const n = from + i
    const name = `${WORDS[n % 12]} ${WORDS[(n * 7) % 12]} ${n % 97} cm`
    const code = `${20_000 + n}${'ABCDE'[n % 5]}`
    const description = `Peça feita à mão por artesãs do vale, acabamento ${WORDS[(n * 5) % 12]}, lote ${n % 31}.`
    return {
      name,
      code,
      description,
      price: 1000 + ((n * 37) % 9000),
      search_text: searchText({ name, code, ean: '' }),
    }
  })
  await t.owner.query(
    `insert into products (company_id, name, code, description, price, search_text) select $1, name, code, description,
       price, search_text from jsonb_to_recordset($2::jsonb)
       as x(name text, code text, description text, price bigint, search_text text)`,
    [c.id, JSON.stringify(products)],
  )
}
/** A seller's portfolio with two years behind it, and orders of eight lines each. */
async function pastOrders({ t }: Site, c: Company): Promise<void> {
  await aClient(t, c, { company_name: 'Padaria Pires' })
  await t.owner.query(
    `insert into users (company_id, level, name, company_name, phone, seller_id, address)
     select $1, 3, 'Cliente ' || n, 'Loja ' || n, '119' || lpad(n::text, 8, '0'), $2,
       '{"city": "São Luís do Paraitinga", "street": "Rua do Comércio"}' from generate_series(2, $3) n`,
    [c.id, c.seller.id, CLIENTS],
  )
  await t.owner.query(
    `with client as (select id, name, row_number() over (order by id) - 1 as n from users where company_id = $1 and level = 3
       and seller_id = $2)
     insert into orders (company_id, number, cart_id, lines_hash, receipt_token, status, origin, session_kind, seller_id,
       seller_name, created_by, client_id, name, phone, subtotal, total, items_count, received_at, updated_at)
     select $1, k, 'copia-' || k, '', 'copia-' || $1 || '-' || k, 'entregue', 'vendedor', 'user', $2, 'Nara', $2, client.id,
       client.name, '', 10000, 10000, 8, at, at
     from generate_series(1, $3) k join client on client.n = k % $4,
       lateral (select $5::timestamptz - make_interval(hours => k * 4) as at) x`,
    [c.id, c.seller.id, ORDERS, CLIENTS, t.clock.now()],
  )
  await t.owner.query(
    `insert into order_lines (company_id, order_id, line, product_id, code, name, quantity, unit_price, total)
     select o.company_id, o.id, line, p.id, p.code, p.name, 1 + line, p.price, p.price from orders o, generate_series(1, 8) line,
       lateral (select * from products p where p.company_id = $1 order by p.id offset (o.id * 7 + line * 11) % 300 limit 1) p
     where o.company_id = $1`,
    [c.id],
  )
  await t.owner.query(
    `insert into order_events (company_id, order_id, at, who, to_status)
     select company_id, id, received_at, 'Nara', status from orders where company_id = $1`,
    [c.id],
  )
}
/** How many bytes cross the wire until the device has everything since a version; and what it then sends. */
async function download({ t }: Site, token: string, since = ''): Promise<{ bytes: number; since: string }> {
  let bytes = 0
  for (let after = ''; ; ) {
    const r = await t.app.inject({
      url: `/api/v2/offline?${since}${after}`,
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br' },
    })
    bytes += r.rawPayload.length
    const plain = await t.call('GET', `/api/v2/offline?${since}${after}`, { token })
    const { next, version, projection } = plain.body.data
    if (next === null) return { bytes, since: `since=${version}&projection=${encodeURIComponent(projection)}` }
    after = `&after=${next}`
  }
}
/** From an act to the frame that shows what was looked for. */
const shown = (page: Page, act: { path?: string; type?: string }, selector: string, text: string) =>
  page.evaluate(
    ({ act, selector, text }) =>
      new Promise<number>((done, fail) => {
        const start = performance.now()
        if (act.path) history.pushState(null, '', act.path)
        if (act.type !== undefined) {
          const field = document.querySelector<HTMLInputElement>('input[type=search]')
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, act.type)
          field?.dispatchEvent(new Event('input', { bubbles: true }))
        }
        const look = () => {
          const there = [...document.querySelectorAll(selector)].some((el) => el.textContent?.includes(text))
          if (there) done(performance.now() - start)
          else if (performance.now() - start > 20_000) fail(new Error(`${text} did not come`))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    { act, selector, text },
  )

export async function measureOffline(rows: Row[], say: (line: string) => void): Promise<void> {
  const site = await startSite()
  const { t } = site
  const note = noter(rows, say)
  const c = await aCompany(t, { max_products: 100_000 })
  await fill(site, c, 0, 3115)
  const first = await download(site, c.client.token)
  note('Cópia de 3.115 produtos, brotli', first.bytes / 1024, 'KB', 500, 1)
  await t.owner.query(
    'update products set price = price + 100 where id in (select id from products where company_id = $1 order by id limit 50)',
    [c.id],
  )
  const delta = await download(site, c.client.token, first.since)
  note('Depois de 50 produtos alterados', delta.bytes / 1024, 'KB', 30, 1)
  await fill(site, c, 3115, 10_000)
  await pastOrders(site, c)
  await t.owner.query('vacuum analyze')
  const { page } = await site.browser(PHONE)
  await signIn(page, site.at(c.path), c.seller.email, true)
  const screens = [
    ['/clientes', '.clientrow', 'Loja'],
    ['/dashboard/orders', 'main .li', 'Entregue'],
    ['/pedido/cliente', 'main .li', 'Loja'],
    ['/inicio', 'h2', 'Lista do dia'],
  ] as const
  // Until the copy is whole: ten parts of products, and the orders within them.
  await page.waitForFunction(
    () => performance.getEntriesByType('resource').filter((r) => r.name.includes('/api/v2/offline')).length >= 10,
    undefined,
    { timeout: 120_000 },
  )
  await new Promise((r) => setTimeout(r, 5000))
  for (const [path, selector, text] of screens) await shown(page, { path }, selector, text)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const names = ['Clientes', 'Pedidos', 'Novo pedido', 'Início']
  for (const [i, [path, selector, text]] of screens.entries()) {
    const times: number[] = []
    for (let n = 0; n < 5; n++) {
      await shown(page, { path: '/sobre' }, 'h1', '')
      times.push(await shown(page, { path }, selector, text))
    }
    note(`${names[i]} desenhado do aparelho a 4× CPU`, median(times), 'ms', 100, 1)
  }
  await shown(page, { path: '/dashboard/products' }, 'article', 'cm')
  const times: number[] = []
  for (const [words, text] of [
    ['moringa 41', 'moringa'],
    ['tigela tapete', 'tigela'],
    ['20077C', 'cm'],
    ['luminaria 90', 'luminária'],
    ['cesot', 'cesto'],
  ] as const)
    times.push((await shown(page, { type: words }, 'article h2, article .name', text)) - 300)
  note('Busca em 10.000 produtos a 4× CPU, sem a espera de 300 ms', Math.max(0, median(times)), 'ms', 50, 1)
  await site.close()
}
if (process.argv[1] === import.meta.filename) {
  const server = await startTestDatabase()
  await measureOffline([], (line) => process.stdout.write(`${line}\n`))
  await server.stop()
  process.exit(0)
}
