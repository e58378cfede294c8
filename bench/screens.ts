// Screens of every day on a slow phone: from the tap to the screen with its content, its file and its data being here.
import type { Page } from 'playwright-core'
import { copied } from '../e2e/kept.ts'
import { launch, PHONE, type Site, signIn, startSite } from '../e2e/kit.ts'
import { buildWeb } from '../scripts/build.ts'
import { startTestDatabase } from '../test/database.ts'
import { aCompany, aProduct, type Company } from '../test/kit.ts'
import { median } from './measure.ts'
import { keepSection } from './results.ts'

const CLIENTS = 400
const ORDERS = 4000
const TIMES = 7
const MOST = 150
/** What says that a screen is there, with what it is opened for. */
const SCREENS = [
  ['Agenda, mês', '/apps/calendar?view=month', '.monthgrid .dots i'],
  ['Agenda, semana', '/apps/calendar?view=week', '.timegrid .ag'],
  ['Mensagens', '/apps/messages', '.talkrow'],
  ['Visitas do dia', '/visitas', '.leg'],
  ['Indicadores', '/widgets', '.fg-card h3'],
  ['Gráficos', '/charts', '.fg-sums'],
] as const

/** Keeps its own section of the results. */
export async function measureScreens(say: (line: string) => void): Promise<void> {
  await buildWeb()
  const site = await startSite({ tilesUrl: '' })
  const company = await aCompany(site.t, { max_users_client: 10_000 })
  await fillDays(site, company)
  const browser = await launch()
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await signIn(page, site.at(company.path), company.seller.email, true)
  await copied(page, 'clients', 'calendar', 'visits')
  for (const [, path, there] of SCREENS) {
    await page.goto(site.at(company.path) + path)
    await page.locator(there).first().waitFor()
  }
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const rows: string[][] = []
  for (const [name, path, there] of SCREENS) {
    const times: number[] = []
    // The first one brings file and data into this page.
    for (let i = 0; i <= TIMES; i++) times.push(await open(page, path, there))
    const half = median(times.slice(1))
    rows.push([name, `${half.toFixed(0)} ms`, `≤ ${MOST} ms ${half <= MOST ? '✓' : '✗'}`])
    say(rows.at(-1)?.join(' · ') ?? '')
  }
  await browser.close()
  await site.close()
  keepSection(
    'Telas do dia a dia',
    `390×844, CPU 4× mais lenta, um vendedor com ${CLIENTS} clientes, ${ORDERS} pedidos, 120 conversas, 90 compromissos e visitas do mês; do toque em Comissões até a tela com o que ela mostra, medianas de ${TIMES} (\`node bench/screens.ts\`).`,
    ['medida', 'valor', 'objetivo'],
    rows,
  )
}
/** To another screen, as a tap on a link does, until nothing of it is on its way any more. */
export async function aside(page: Page): Promise<void> {
  await page.evaluate(() => {
    history.pushState(null, '', '/comissoes')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await page.locator('main h1', { hasText: /omiss/ }).waitFor()
  await page.waitForTimeout(700)
}
/** From another screen, as a tap on a link does, to the frame that shows what is waited for. */
async function open(page: Page, path: string, there: string): Promise<number> {
  await aside(page)
  return page.evaluate(
    ({ to, seen }) =>
      new Promise<number>((done) => {
        const began = performance.now()
        const look = () => {
          if (document.querySelector(`main ${seen}`)) requestAnimationFrame(() => done(performance.now() - began))
          else requestAnimationFrame(look)
        }
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
        requestAnimationFrame(look)
      }),
    { to: path, seen: there },
  )
}
/** What a seller has on busy days: clients, orders of two months, conversations, visits, appointments. */
export async function fillDays({ t }: Site, c: Company): Promise<void> {
  const product = await aProduct(t, c, { name: 'Tigela' })
  const { owner } = t
  await owner.query("select set_config('app.quiet', '1', false)")
  await owner.query(
    `insert into users (company_id, level, name, company_name, phone, seller_id, lat, lng, address)
     select $1, 3, 'Cliente ' || n, 'Mercearia ' || n, '119' || lpad(n::text, 8, '0'), $2, -23.5 - n % 50 / 300.0,
       -46.6 - n % 37 / 300.0, jsonb_build_object('street', 'Rua das Flores', 'number', n::text, 'city', 'São Paulo', 'state', 'SP')
     from generate_series(1, $3) n`,
    [c.id, c.seller.id, CLIENTS],
  )
  await owner.query(
    `with client as (select id, name, company_name, row_number() over (order by id) - 1 as n from users
       where company_id = $1 and name like 'Cliente %')
     insert into orders (company_id, number, cart_id, lines_hash, receipt_token, status, origin, session_kind, seller_id,
       created_by, client_id, name, company_name, phone, subtotal, total, items_count, received_at, updated_at)
     select $1, k, 'dia-' || k, '', 'dia-' || $1 || '-' || k, (array['entregue', 'novo', 'faturado'])[1 + k % 3],
       case when k % 4 = 0 then 'cliente' else 'vendedor' end, 'user', $2, $2, client.id, client.name,
       client.company_name, '', 2000 * (1 + k % 7), 2000 * (1 + k % 7), 1 + k % 7, at, at
     from generate_series(1, $3) k join client on client.n = k % $4,
       lateral (select now() - make_interval(mins => (k * 86400 / $3)::int) as at) x`,
    [c.id, c.seller.id, ORDERS, CLIENTS],
  )
  await owner.query(
    `insert into order_lines (company_id, order_id, line, product_id, code, name, quantity, unit_price, total)
     select company_id, id, 1, $2, 'T', 'Tigela', items_count, 2000, total from orders where company_id = $1`,
    [c.id, product.id],
  )
  await owner.query(
    `insert into order_events (company_id, order_id, at, who, to_status)
     select company_id, id, received_at, 'Nara', status from orders where company_id = $1`,
    [c.id],
  )
  await owner.query(
    `with o as (select id, client_id, name, row_number() over (order by id desc) as n from orders where company_id = $1
       order by id desc limit 120),
     k as (insert into conversations (company_id, order_id) select $1, id from o returning id, order_id),
     m as (insert into messages (company_id, conversation_id, key, at, ours, who, text)
       select $1, k.id, 'dia-mensagem-' || k.id, now() - make_interval(mins => o.n::int * 17), false, o.name,
         'Bom dia! Ainda dá tempo de somar mais uma caixa a este pedido?' from k join o on o.id = k.order_id
       returning id, conversation_id)
     select 1`,
    [c.id],
  )
  await owner.query(
    `update conversations x set last_id = m.id, asked_id = m.id from messages m
     where m.company_id = x.company_id and m.conversation_id = x.id and x.company_id = $1`,
    [c.id],
  )
  await owner.query(
    `insert into visits (company_id, key, seller_id, client_id, day, at, minutes, note, created_at)
     select $1, 'visita-de-medida-' || n, $2, u.id, current_date + (n / 6 - 4)::int,
       case when n % 3 = 0 then null else make_time(8 + n % 9, 0, 0) end, 60, '', now()
     from generate_series(0, 59) n join lateral (select id from users where company_id = $1 and level = 3
       and lat is not null order by id offset n limit 1) u on true`,
    [c.id, c.seller.id],
  )
  await owner.query(
    `insert into events (company_id, key, user_id, title, notes, all_day, starts, ends, rule, last, created_at)
     select $1, 'compromisso-de-medida-' || n, $2, (array['Reunião', 'Feira', 'Treinamento'])[1 + n % 3], '', n % 5 = 0,
       case when n % 5 = 0 then d else d + make_interval(hours => 8 + n % 9) end,
       case when n % 5 = 0 then d + interval '1 day' else d + make_interval(hours => 9 + n % 9) end, '', d::date, now()
     from generate_series(0, 29) n, lateral (select (current_date + (n - 12)::int)::timestamp as d) x`,
    [c.id, c.seller.id],
  )
  await owner.query('vacuum analyze')
}
if (process.argv[1] === import.meta.filename) {
  const server = await startTestDatabase()
  await measureScreens((line) => process.stdout.write(`${line}\n`))
  await server.stop()
  process.exit(0)
}
