// Links that former sellers have opened: the admin sees the offer, answers it once, and the old links are dead.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aClient, aCompany, aPerson, type Company, until } from '../test/kit.ts'
import { axe, browserOf, DESK, inBoth, rowsOf, type Site, snack, startOnline } from './kit.ts'

const MANY = 450
let site: Site
let a: Company
let link: string
before(async () => {
  site = await startOnline()
  const { t } = site
  a = await aCompany(t, { name: 'Ateliê Jequitibá' })
  const [before, heir] = [await aPerson(t, a.id, 2, { name: 'Nara Vendedora' }), await aPerson(t, a.id, 2)]
  const id = await aClient(t, a, { company_name: 'Padaria Pires', seller_id: before.id })
  link = (await t.call('GET', `/api/v2/clients/${id}/link`, { token: before.token })).body.data.token
  await t.owner.query(
    `with made as (insert into users (company_id, level, name, company_name, seller_id)
       select $1, 3, 'Cliente', 'Mercado ' || n, $2 from generate_series(2, $3::int) n returning id)
     insert into link_views (company_id, client_id, user_id, at) select $1, id, $2, now() from made`,
    [a.id, before.id, MANY],
  )
  await t.owner.query('update users set seller_id = $2 where company_id = $1 and level = 3 and seller_id is not null', [
    a.id,
    heir.id,
  ])
})
after(() => site.close())
const opens = async () =>
  (await site.t.call('POST', '/api/v2/auth/loginClient', { body: { user_id: link, company_path: a.path } })).status
const offered = (page: Page) => page.getByRole('region', { name: 'Links pessoais que vendedores anteriores abriram' })
/** The calls that answer offers; from the `fails`-th on the network is gone. */
async function answersOf(page: Page, fails = Number.POSITIVE_INFINITY): Promise<number[]> {
  const sizes: number[] = []
  await page.route('**/api/v2/link_offers', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const { ids } = route.request().postDataJSON() as { ids: string | number[] }
    sizes.push((typeof ids === 'string' ? (JSON.parse(ids) as number[]) : ids).length)
    return sizes.length >= fails ? route.abort() : route.fallback()
  })
  return sizes
}
async function renewAll(page: Page): Promise<void> {
  await offered(page).getByRole('button', { name: 'Trocar todos' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
}

test('hundreds of links are replaced in portions; what fails half-way stays offered, and the old links are dead', async () => {
  const page = await browserOf(site, site.at(a.path), a.admin.email, DESK)
  await page.goto(`${site.at(a.path)}/clientes`)
  await offered(page).getByText('Nara Vendedora').first().waitFor()
  assert.deepEqual([await offered(page).getByRole('listitem').count(), await opens()], [MANY, 200])
  assert.deepEqual(await axe(page), [])
  await inBoth(page, 'offers')
  const cut = await answersOf(page, 3)
  await renewAll(page)
  await until(async () => cut.length === 3)
  await snack(page).first().waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.unroute('**/api/v2/link_offers')
  await page.reload()
  await offered(page).waitFor()
  assert.deepEqual([cut.slice(0, 2), await offered(page).getByRole('listitem').count()], [[200, 200], MANY - 400])
  await answersOf(page)
  await renewAll(page)
  await page.getByText('50 links pessoais trocados.').waitFor()
  await offered(page).waitFor({ state: 'detached' })
  const read = page.waitForResponse('**/api/v2/link_offers')
  await page.reload()
  await (await read).finished()
  await rowsOf(page, 'Lista de clientes').first().waitFor()
  assert.deepEqual([await offered(page).count(), await opens()], [0, 403])
  await page.context().close()
})
