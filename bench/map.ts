// 5,000 clients on the map, on a slow phone: how soon it stands there once its file is here, and how it pans.
import type { Page } from 'playwright-core'
import { copied } from '../e2e/kept.ts'
import { launch, PHONE, type Site, signIn, startSite } from '../e2e/kit.ts'
import { buildWeb } from '../scripts/build.ts'
import { startTestDatabase } from '../test/database.ts'
import { aCompany, type Company, until } from '../test/kit.ts'
import { median } from './measure.ts'

const CLIENTS = 5000
const TIMES = 7

/** Rows of the results table: name, value, goal. */
export async function measureMap(say: (line: string) => void): Promise<string[][]> {
  await buildWeb()
  const site = await startSite({ tilesUrl: '' })
  const company = await aCompany(site.t, { max_users_client: 10_000 })
  await fill(site, company)
  const browser = await launch()
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await signIn(page, site.at(company.path), company.seller.email, true)
  await copied(page, 'clients')
  await page.goto(`${site.at(company.path)}/maps`)
  await drawn(page)
  await until(async () => (await page.locator('.pinrow').count()) > 0)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const opened: { screen: number; pins: number }[] = []
  for (let i = 0; i < TIMES; i++) opened.push(await open(page))
  await drawn(page)
  const pans: number[] = []
  for (let i = 0; i < TIMES; i++) pans.push(await pan(page, i))
  await browser.close()
  await site.close()
  const screen = median(opened.map((o) => o.screen))
  const rows = [
    ['Da lista de clientes ao mapa, arquivo já aqui', screen, '≤ 150 ms', screen <= 150, 'ms'],
    ['Até os pontos no mapa', median(opened.map((o) => o.pins)), '—', null, 'ms'],
    ['Mover o mapa com 5.000 pontos', median(pans), '≥ 50', median(pans) >= 50, 'quadros/s'],
  ] as const
  const out = rows.map(([name, value, goal, met, unit]) => [
    name,
    `${value.toFixed(0)} ${unit}`,
    met === null ? goal : `${goal} ${met ? '✓' : '✗'}`,
  ])
  for (const r of out) say(r.join(' · '))
  return out
}
const drawn = (page: Page) => page.locator('.spot span, .crowd span').first().waitFor()
/** From the tap on the link to a screen that is painted with its list, and to the first pin. */
async function open(page: Page): Promise<{ screen: number; pins: number }> {
  await page.evaluate(() => {
    history.pushState(null, '', '/clientes')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await page.locator('.clientrow').first().waitFor()
  await page.waitForTimeout(500)
  return page.evaluate(
    () =>
      new Promise<{ screen: number; pins: number }>((done) => {
        const began = performance.now()
        let screen = 0
        const look = () => {
          const now = performance.now() - began
          if (!screen && document.querySelector('.pinrow') && document.querySelector('.clusters')) screen = now
          if (screen && document.querySelector('.spot span, .crowd span')) return done({ screen, pins: now })
          requestAnimationFrame(look)
        }
        document.querySelector<HTMLAnchorElement>('.list a[href="/maps"]')?.click()
        requestAnimationFrame(look)
      }),
  )
}
/** Frames in a second while a finger drags to and fro. */
async function pan(page: Page, n: number): Promise<number> {
  const box = await page.locator('.clusters .map').boundingBox()
  if (!box) throw new Error('no map')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.evaluate(() => {
    const w = window as unknown as { frames: number[] }
    w.frames = []
    const tick = (at: number) => {
      w.frames.push(at)
      requestAnimationFrame(tick)
    }
    if (!(w as unknown as { ticks?: true }).ticks) requestAnimationFrame(tick)
    ;(w as unknown as { ticks?: true }).ticks = true
  })
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.evaluate(() => {
    ;(window as unknown as { frames: number[] }).frames = []
  })
  const began = Date.now()
  for (let i = 0; Date.now() - began < 2000; i++)
    await page.mouse.move(x + Math.sin(i / 6 + n) * 120, y + Math.cos(i / 9 + n) * 100)
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames)
  await page.mouse.up()
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1000
  return (frames.length - 1) / seconds
}
/** Clients all over Brazil, most of them in one town. */
async function fill({ t }: Site, { id, seller }: Company): Promise<void> {
  await t.owner.query(
    `insert into users (company_id, level, name, seller_id, lat, lng, address)
     select $1, 3, 'Cliente de medida ' || n, $2,
       case when n % 3 = 0 then -5 - (n * 7919 % 20000) / 1000.0 else -23.55 + (n * 104729 % 3000 - 1500) / 10000.0 end,
       case when n % 3 = 0 then -40 - (n * 6007 % 15000) / 1000.0 else -46.63 + (n * 15485863::bigint % 3000 - 1500) / 10000.0 end,
       '{"city": "São Paulo", "state": "SP"}'
     from generate_series(1, $3::int) n`,
    [id, seller.id, CLIENTS],
  )
  await t.owner.query(
    `insert into orders (company_id, number, cart_id, lines_hash, receipt_token, status, origin, session_kind, seller_id,
       created_by, client_id, name, phone, subtotal, total, items_count, received_at, updated_at)
     select $1, row_number() over (), 'mapa-' || u.id, '', 'mapa-' || u.id, 'entregue', 'vendedor', 'user', $2, $2, u.id,
       u.name, '', 10000, 10000, 1, at, at
     from users u, lateral (select $3::timestamptz - make_interval(days => (u.id % 200)::int) as at) x
     where u.company_id = $1 and u.lat is not null`,
    [id, seller.id, t.clock.now()],
  )
  await t.owner.query(
    `with p as (insert into products (company_id, name, code, price, "order") values ($1, 'Tigela', 'TG-1', 100, 1) returning id)
     insert into order_lines (company_id, order_id, line, product_id, code, name, quantity, unit_price, total)
     select $1, o.id, 1, p.id, 'TG-1', 'Tigela', 1, 100, 100 from orders o, p where o.company_id = $1`,
    [id],
  )
  await t.owner.query(
    `insert into order_events (company_id, order_id, at, who, to_status)
     select company_id, id, received_at, 'Nara', status from orders where company_id = $1`,
    [id],
  )
}
if (process.argv[1] === import.meta.filename) {
  const server = await startTestDatabase()
  await measureMap((line) => process.stdout.write(`${line}\n`))
  await server.stop()
  process.exit(0)
}
