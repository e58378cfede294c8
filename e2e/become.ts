// One page for several people in turn: a new browser for each would fetch and compile every script again.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { PASSWORD } from '../test/kit.ts'
import { drawn, type Site } from './kit.ts'

/** The page belongs to this person from here on, or to nobody, with nothing of the one before; it opens `path`. Its
 * browser has no service worker: one keeps screens by role. */
export async function become(
  site: Site,
  page: Page,
  origin: string,
  email: string | null,
  path = email ? '/' : '/pedidos',
): Promise<void> {
  const r = email ? await site.t.call('POST', '/api/v1/auth/login', { body: { email, password: PASSWORD } }) : null
  if (r) assert.equal(r.status, 200, JSON.stringify(r.body))
  await page.goto(`${origin}/healthz`)
  await page.evaluate((signedIn) => {
    localStorage.clear()
    sessionStorage.clear()
    if (!signedIn) return
    const { token, ...account } = signedIn
    sessionStorage.setItem('mo_token', token)
    sessionStorage.setItem('mo_account', JSON.stringify(account))
  }, r?.body)
  await page.goto(origin + path)
  await drawn(page)
}
