// Back to the list on a slow phone: from the tap on back to the first frame that shows the list, which must be the place
// where it was left.
import type { Page } from 'playwright-core'
import { searchText } from '#features/products/search.ts'
import { copied } from '../e2e/kept.ts'
import { launch, PHONE, signIn, startSite } from '../e2e/kit.ts'
import { buildWeb } from '../scripts/build.ts'
import { startTestDatabase } from '../test/database.ts'
import { aCompany, type Company, type TestApp } from '../test/kit.ts'
import { median } from './measure.ts'
import { keepSection } from './results.ts'
import { aside } from './screens.ts'
import { wordsFrom } from './words.ts'

const PRODUCTS = 3115
const TIMES = 7
const MOST = 50
/** How far down, in pixels: beyond what the first page brings, and in the middle of everything. */
const PLACES = [2400, 30_000, 200_000]

/** Keeps its own section of the results. */
export async function measureBack(say: (line: string) => void): Promise<void> {
  await buildWeb()
  const site = await startSite()
  const company = await aCompany(site.t, { max_products: 5000 })
  await fill(site.t, company)
  const browser = await launch()
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await signIn(page, site.at(company.path), company.seller.email, true)
  await copied(page, 'products')
  await page.goto(`${site.at(company.path)}/dashboard/products`)
  await page.locator('article').first().waitFor()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const rows: string[][] = []
  for (const place of PLACES) {
    const seen: Seen[] = []
    // The first one brings the files of both screens.
    for (let i = 0; i <= TIMES; i++) seen.push(await back(page, place + i * 37))
    const times = seen.slice(1).map((s) => s.ms)
    const off = Math.max(...seen.slice(1).map((s) => s.off ?? Number.POSITIVE_INFINITY))
    const ms = median(times)
    rows.push([
      `Voltar à lista, ${place.toLocaleString('pt-BR')} pixels abaixo do começo: o primeiro quadro`,
      `${ms.toFixed(0)} ms (o pior ${Math.max(...times).toFixed(0)} ms)`,
      `≤ ${MOST} ms ${ms <= MOST ? '✓' : '✗'}`,
    ])
    const where = off < Number.POSITIVE_INFINITY ? `${off.toFixed(0)} pixels ao lado` : 'ainda não desenhado'
    rows.push(['O que estava no meio da tela, nesse quadro', where, `no seu lugar ${off < 1 ? '✓' : '✗'}`])
    for (const r of rows.slice(-2)) say(r.join(' · '))
  }
  await browser.close()
  await site.close()
  keepSection(
    'De volta à lista',
    `390×844, CPU 4× mais lenta, um vendedor com ${PRODUCTS.toLocaleString('pt-BR')} produtos no aparelho; de outra tela, pelo voltar do navegador, até o primeiro quadro que mostra a lista, medianas de ${TIMES} (\`node bench/back.ts\`).`,
    ['medida', 'valor', 'objetivo'],
    rows,
  )
}
interface Seen {
  ms: number
  /** How far from its place the card stands that was looked at, in the first frame with cards; null: it is not there. */
  off: number | null
}
async function back(page: Page, place: number): Promise<Seen> {
  await page.evaluate((to) => scrollTo(0, to), place)
  await page.waitForTimeout(800)
  // A card in the middle of the screen, once the list has drawn what stands there.
  const seen = await page.waitForFunction(() => {
    const card = [...document.querySelectorAll('article')].find((a) => {
      const { top } = a.getBoundingClientRect()
      return top > 100 && top < 500
    })
    return card && { id: card.querySelector('a')?.href, top: card.getBoundingClientRect().top }
  })
  const was = (await seen.jsonValue()) as { id: string; top: number }
  await aside(page)
  return page.evaluate(
    (was) =>
      new Promise<Seen>((done) => {
        const began = performance.now()
        const look = () => {
          if (!document.querySelector('main article')) return requestAnimationFrame(look)
          // What is read after this frame is what it has drawn.
          const drawn = new MessageChannel()
          drawn.port1.onmessage = () => {
            const ms = performance.now() - began
            const card = [...document.querySelectorAll('article')].find((a) => a.querySelector('a')?.href === was.id)
            done({ ms, off: card ? Math.abs(card.getBoundingClientRect().top - was.top) : null })
          }
          drawn.port2.postMessage(null)
        }
        history.back()
        requestAnimationFrame(look)
      }),
    was,
  )
}
async function fill({ owner }: TestApp, company: Company): Promise<void> {
  const words = wordsFrom(3)
  const products = Array.from({ length: PRODUCTS }, (_, n) => {
    const name = `${words(3)} ${n}`
    const code = `${1000 + n}`
    return { n, name, code, price: 900 + n, search_text: searchText({ name, code, ean: '' }) }
  })
  await owner.query(
    `insert into products (company_id, name, code, price, search_text, "order")
     select $1, name, code, price, search_text, n
     from jsonb_to_recordset($2::jsonb) as x(n int, name text, code text, price bigint, search_text text)`,
    [company.id, JSON.stringify(products)],
  )
}
if (process.argv[1] === import.meta.filename) {
  const server = await startTestDatabase()
  await measureBack((line) => process.stdout.write(`${line}\n`))
  await server.stop()
  process.exit(0)
}
