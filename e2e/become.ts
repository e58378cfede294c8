// One page for several users in turn: a new browser for each would fetch and compile every script again.
import type { Page } from 'playwright-core'
import { drawn, enter, type Site } from './kit.ts'

/** Signs the page in as another user, or out where `email` is null, without any data of the previous user, and opens
 * `path`. Its browser has no service worker: a service worker keeps screens by role. */
export async function become(
  site: Site,
  page: Page,
  origin: string,
  email: string | null,
  path = email ? '/' : '/pedidos',
): Promise<void> {
  await enter(site, page, origin, email)
  await page.goto(origin + path)
  await drawn(page)
}
