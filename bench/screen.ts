// The first visit to a shared link, on a slow phone: what is seen when, what was sent, how it scrolls.
import { spawn } from 'node:child_process'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { alive, launch } from '../e2e/kit.ts'
import { median } from './measure.ts'
import { keepSection } from './results.ts'

/** Rows of the results table: name, value, goal. */
export async function measureScreen(say: (line: string) => void): Promise<string[][]> {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...process.env, DATA_DIR: '.test/bench', PORT: '3900', NODE_ENV: '', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (d) => {
    output += d
  })
  for (let i = 0; i < 600 && !/Mostruário em/.test(output); i++) await new Promise((r) => setTimeout(r, 100))
  const origin = /Mostruário em (\S+)/.exec(output)?.[1] ?? 'http://localhost:3900'
  const browser = await launch()
  const taps = [
    await visit(browser, origin, true),
    await visit(browser, origin, true),
    await visit(browser, origin, true),
  ]
  const looks = await visit(browser, origin, false)
  const fps = await scrolling(browser, origin)
  const change = await changing(browser, origin)
  await browser.close()
  child.kill('SIGTERM')
  await new Promise((r) => child.on('exit', r))
  const rows = [
    ['FCP', median(taps.map((r) => r.fcp)) / 1000, 0.8, 's'],
    ['LCP', median(taps.map((r) => r.lcp)) / 1000, 1.5, 's'],
    ['Adicionar funciona', median(taps.map((r) => r.usable)) / 1000, 2.1, 's'],
    ['JavaScript até poder usar', looks.js, 95, 'KB'],
    ['JavaScript depois, em segundo plano', looks.later, 25, 'KB'],
    ['CSS (no HTML e à parte)', looks.css, 6, 'KB'],
    ['Deslocamento', median(taps.map((r) => r.cls)), 0.02, ''],
  ] as [string, number, number, string][]
  const out = rows.map(([name, value, goal, unit]) => [
    name,
    `${value.toFixed(value < 1 ? 3 : 2)} ${unit}`,
    `≤ ${goal} ${unit} ${value <= goal ? '✓' : '✗'}`,
  ])
  out.push(['Rolagem da lista a 4× CPU', `${fps.toFixed(0)} quadros/s`, `≥ 50 ${fps >= 50 ? '✓' : '✗'}`])
  out.push([
    'Troca de tela a 4× CPU, dados já aqui',
    `${change.toFixed(0)} ms`,
    `≤ 100 ms ${change <= 100 ? '✓' : '✗'}`,
  ])
  for (const r of out) say(r.join(' · '))
  return out
}
/** The first visit on a slow phone. `taps`: somebody taps + from the first moment, which brings what the tap needs;
 * without, the bytes are those of the first screen alone. */
async function visit(browser: Browser, origin: string, taps: boolean) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    locale: 'pt-BR',
  })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 562,
    downloadThroughput: (1.44 * 1024 * 1024) / 8,
    uploadThroughput: (0.675 * 1024 * 1024) / 8,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
  cdp.on('Network.responseReceived', (e) => kinds.set(e.requestId, e.type))
  cdp.on('Network.loadingFinished', (e) => {
    const k = kinds.get(e.requestId) ?? ''
    bytes[k] = (bytes[k] ?? 0) + e.encodedDataLength
  })
  await page.addInitScript((tapping) => {
    const w = window as unknown as { m: { lcp: number; cls: number; usable: number } }
    w.m = { lcp: 0, cls: 0, usable: 0 }
    new PerformanceObserver((l) => {
      for (const e of l.getEntries()) w.m.lcp = e.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((l) => {
      for (const e of l.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!e.hadRecentInput) w.m.cls += e.value
    }).observe({ type: 'layout-shift', buffered: true })
    // Usable: the moment from which a tap on + puts a piece into the order.
    if (!tapping) return
    const timer = setInterval(() => {
      document.querySelectorAll<HTMLElement>('article:not(:has(.meta)) .add, article .add')[2]?.click()
      if (document.querySelector('.cartbar, dialog[open]')) {
        w.m.usable = performance.now()
        clearInterval(timer)
      }
    }, 30)
  }, taps)
  await page.goto(`${origin}/pedidos`, { waitUntil: 'commit' })
  await alive(page)
  const first = bytes.Script ?? 0
  await page.waitForLoadState('load')
  if (taps)
    await page.waitForFunction(() => (window as unknown as { m: { usable: number } }).m.usable > 0, undefined, {
      timeout: 20_000,
    })
  await page.waitForTimeout(3000)
  const m = await page.evaluate(() => ({
    ...(window as unknown as { m: { lcp: number; cls: number; usable: number } }).m,
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }))
  const inline = await page.evaluate(() => document.querySelector('style')?.textContent ?? '')
  await context.close()
  return {
    ...m,
    js: first / 1024,
    later: ((bytes.Script ?? 0) - first) / 1024,
    css: (bytes.Stylesheet ?? 0) / 1024 + brotliCompressSync(Buffer.from(inline)).length / 1024,
  }
}
async function scrolling(browser: Browser, origin: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await page.goto(`${origin}/pedidos`)
  await page.waitForTimeout(4000)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let frames = 0
        const start = performance.now()
        const step = () => {
          frames++
          scrollBy(0, 40)
          if (performance.now() - start > 4000) done((frames * 1000) / (performance.now() - start))
          else requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
  )
}
/** Median time from the click on a menu entry to the frame that shows the other screen, back and forth. */
async function changing(browser: Browser, origin: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })
  await page.goto(`${origin}/pedidos`)
  await page.waitForTimeout(4000)
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  for (const name of ['Categorias', 'Sobre nós', 'Pedido Digital']) {
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name }).click()
    await page.waitForTimeout(1500)
  }
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const times: number[] = []
  for (const [name, seen] of [
    ['Categorias', 'h1:not(.sr)'],
    ['Pedido Digital', '.titlerow'],
    ['Sobre nós', '.rich'],
    ['Categorias', 'h1:not(.sr)'],
    ['Sobre nós', '.rich'],
    ['Pedido Digital', '.titlerow'],
  ] as const) {
    times.push(
      await page.evaluate(
        ({ name, seen }) =>
          new Promise<number>((done, fail) => {
            const link = [...document.querySelectorAll<HTMLAnchorElement>('nav.menu a')].find((a) =>
              a.textContent?.startsWith(name),
            )
            const start = performance.now()
            link?.click()
            const look = () => {
              const there = link && new URL(link.href).pathname === location.pathname
              if (there && document.querySelector(`main ${seen}`)) done(performance.now() - start)
              else if (performance.now() - start > 10_000) fail(new Error(`${name} did not come`))
              else requestAnimationFrame(look)
            }
            requestAnimationFrame(look)
          }),
        { name, seen },
      ),
    )
    await page.waitForTimeout(500)
  }
  return median(times)
}
export const keepScreen = (rows: string[][]) =>
  keepSection(
    'Primeira tela de um link compartilhado',
    '390×844, CPU 4× mais lenta, rede lenta do Chromium (562 ms, 1,44 Mbit/s), medianas de 3 (`node bench/screen.ts`).',
    ['medida', 'valor', 'objetivo'],
    rows,
  )
if (process.argv[1] === import.meta.filename) {
  keepScreen(await measureScreen((line) => process.stdout.write(`${line}\n`)))
  process.exit(0)
}
