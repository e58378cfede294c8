import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { aCompany, aProduct, type Company } from '../test/kit.ts'
import { type Site, startSite } from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startSite()
  a = await aCompany(site.t)
  await aProduct(site.t, a)
})
after(() => site.close())

test('who opens a catalogue pays for what they see: at most 89 KB of scripts and 6 KB of styles', async () => {
  const { page } = await site.browser()
  await page.goto(`${site.at(a.path)}/pedidos`)
  await page.getByRole('article').first().waitFor()
  await page.waitForLoadState('networkidle')
  const sent = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map((r) => ({
      name: new URL(r.name).pathname,
      bytes: r.encodedBodySize,
    })),
  )
  const bytes = (ending: string) => sent.filter((r) => r.name.endsWith(ending)).reduce((sum, r) => sum + r.bytes, 0)
  const inline = brotliCompressSync(
    await page.evaluate(() => document.querySelector('style')?.textContent ?? ''),
  ).length
  assert.ok(bytes('.js') > 50 * 1024, `${bytes('.js')} bytes of scripts`)
  assert.ok(bytes('.js') <= 89 * 1024, JSON.stringify(sent.filter((r) => r.name.endsWith('.js'))))
  assert.ok(inline > 1024, `${inline} bytes of styles`)
  assert.ok(
    inline + bytes('.css') <= 6 * 1024,
    `${inline} bytes in the document, ${JSON.stringify(sent.filter((r) => r.name.endsWith('.css')))}`,
  )
})
