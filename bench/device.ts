// What a device keeps: how soon it opens again, without a network and with a slow one, and what its photos cost.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { qualityOf } from '#features/images/rules.ts'
import { launch, PHONE, type Site, signIn, startSite } from '../e2e/kit.ts'
import { buildWeb } from '../scripts/build.ts'
import { startTestDatabase } from '../test/database.ts'
import { aCompany, type Company, until } from '../test/kit.ts'
import { median } from './measure.ts'

const PRODUCTS = 3115
const PICTURES = 48

/** Rows of the results table: name, value, goal. */
export async function measureDevice(say: (line: string) => void): Promise<string[][]> {
  await buildWeb()
  const site = await startSite()
  const company = await aCompany(site.t, { max_products: 5000 })
  await fill(site, company)
  const origin = site.at(company.path)
  const browser = await launch()
  const context = await browser.newContext({ ...PHONE, deviceScaleFactor: 2 })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await signIn(page, origin, company.seller.email, true)
  const line = { offline: false, latency: 40, downloadThroughput: 4e6 / 8, uploadThroughput: 1e6 / 8 }
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', line)
  const began = Date.now()
  const count = () => page.evaluate(async () => (await (await caches.open('mostruario-photos')).keys()).length)
  await until(async () => (await count()) >= PRODUCTS, 300)
  const took = (Date.now() - began) / 1000
  const bytes = await page.evaluate(async () => {
    const all = await (await caches.open('mostruario-photos')).matchAll()
    return (await Promise.all(all.map(async (r) => (await r.blob()).size))).reduce((sum, n) => sum + n, 0)
  })
  await until(() => page.evaluate(async () => (await caches.match('/kept')) !== undefined), 60)
  await cdp.detach()
  const reopened = async (slow: boolean) => {
    const times: number[] = []
    for (let i = 0; i < 5; i++) times.push(await open(context, origin, slow))
    return median(times) / 1000
  }
  const slow = await reopened(true)
  await site.stop()
  const away = await reopened(false)
  await browser.close()
  await site.close()
  const rows = [
    ['Reabrir sem rede até a lista, CPU 4× mais lenta', away, 1, 's'],
    ['Voltar com rede lenta do Chromium até a lista, CPU 4× mais lenta', slow, 1, 's'],
    [`Miniaturas de ${PRODUCTS.toLocaleString('pt-BR')} produtos`, bytes / 1024 / 1024, 12, 'MB'],
    ['As mesmas a 4 Mbit/s, 40 ms', took, 60, 's'],
  ] as [string, number, number, string][]
  const out = rows.map(([name, value, goal, unit]) => [
    name,
    `${value.toFixed(2)} ${unit}`,
    `≤ ${goal} ${unit} ${value <= goal ? '✓' : '✗'}`,
  ])
  for (const r of out) say(r.join(' · '))
  return out
}
/** From the address to cards that can be used, in a page of its own. */
async function open(context: BrowserContext, origin: string, slow: boolean): Promise<number> {
  const page: Page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  if (slow) {
    await cdp.send('Network.enable')
    const line = {
      offline: false,
      latency: 562,
      downloadThroughput: (1.44 * 1024 * 1024) / 8,
      uploadThroughput: 86_400,
    }
    await cdp.send('Network.emulateNetworkConditions', line)
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(() => {
    const w = window as unknown as { usable: number }
    w.usable = 0
    const look = () => {
      const card = document.querySelector('.card .add')
      if (card && Object.keys(card).some((k) => k.startsWith('__react'))) w.usable = performance.now()
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto(`${origin}/dashboard/products`, { waitUntil: 'commit' })
  await page.waitForFunction(() => (window as unknown as { usable: number }).usable > 0)
  const usable = await page.evaluate(() => (window as unknown as { usable: number }).usable)
  await page.close()
  return usable
}
/** Products with a photo each, as heavy as photos of things are. */
async function fill({ t }: Site, { id }: Company): Promise<void> {
  const widths = [160, 400] as const
  const pictures = await Promise.all(
    Array.from({ length: PICTURES }, async (_, n) => {
      const size = { width: 800, height: 800, channels: 3 as const }
      const ground = { r: (n * 37) % 256, g: (n * 91) % 256, b: (n * 53) % 256 }
      const grain = await sharp({
        create: { ...size, background: ground, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
      })
        .blur(2.2)
        .linear(1.6, -76)
        .png()
        .toBuffer()
      return Promise.all(
        widths.map((width) =>
          sharp(grain)
            .resize(width)
            .webp({ quality: qualityOf(width) })
            .toBuffer(),
        ),
      )
    }),
  )
  const hashes = Array.from({ length: PRODUCTS }, (_, n) =>
    createHash('sha256').update(`${n}`).digest('hex').slice(0, 32),
  )
  for (const [n, hash] of hashes.entries())
    for (const [w, width] of widths.entries()) {
      const path = t.kit.storage.path(`${hash}-${width}.webp`)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, pictures[n % PICTURES]?.[w] as Buffer)
    }
  await t.owner.query(
    `insert into files (company_id, hash, type, bytes, width, height, ready)
     select $1, h, 'webp', 200000, 800, 800, true from unnest($2::text[]) h`,
    [id, hashes],
  )
  await t.owner.query(
    `with made as (insert into products (company_id, name, code, price, "order", description)
       select $1, 'Produto de medida ' || n, 'M-' || n, 1000 + n, n, 'Feito à mão, em barro e fibra.' from generate_series(1, $2::int) n
       returning id, "order")
     insert into product_images (company_id, product_id, slot, hash) select $1, m.id, 1, ($3::text[])[m."order"] from made m`,
    [id, PRODUCTS, hashes],
  )
}
if (process.argv[1] === import.meta.filename) {
  const server = await startTestDatabase()
  await measureDevice((line) => process.stdout.write(`${line}\n`))
  await server.stop()
  process.exit(0)
}
