import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCompany, aProduct, type Company } from '../test/kit.ts'
import { axe, DESK, PHONE, type Site, signIn, startSite } from './kit.ts'

let site: Site
let a: Company
let zefa: number
const write = async (method: 'POST' | 'PUT', url: string, body: object) =>
  (await site.t.call(method, url, { token: a.admin.token, body })).body.data
before(async () => {
  site = await startSite()
  a = await aCompany(site.t, {
    name: 'Casa Aroeira',
    tag_active: true,
    settings: JSON.stringify({ general_message: 'Peças novas\nFrete grátis' }),
  })
  zefa = (await write('POST', '/api/v2/entities', { name: 'Dona Zefa', type: 'artesaos', about: 'Barro e fogo.' })).id
  await write('POST', '/api/v2/entities', { name: 'Mestre Guardado', type: 'artesaos', active: '0' })
  const shown = await aProduct(site.t, a, {
    name: 'Moringa',
    code: 'MO-1',
    price: '96,00',
    tags: 'Presente',
    order: '99',
  })
  // A first page without the product that has a tag.
  for (let n = 0; n < 25; n++) await aProduct(site.t, a, { name: `Tigela ${n}`, code: `TI-${n}`, order: '1' })
  const hidden = await aProduct(site.t, a, { name: 'Moringa antiga', code: 'MO-0', price: '10,00', active: '0' })
  await write('PUT', `/api/v2/entities/${zefa}`, { product_ids: JSON.stringify([shown.id, hidden.id]) })
})
after(() => site.close())
const bootOf = async (path: string) => {
  const { body } = await site.t.app.inject({ url: path, headers: { host: `${a.path}.localhost` } })
  return JSON.parse(/id="boot">([^<]*)</.exec(body)?.[1] ?? '') as {
    entities?: { name: string }[]
    entity?: { products: { code: string }[] }
    account?: object
  }
}

/** How far things have moved by themselves since the page began (cumulative layout shift). */
async function watchMoves(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { moved: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const e of list.getEntries()) seen.moved += (e as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { seen: { moved: number } }).seen.moved)
}

test('the first HTML of the profiles brings what a visitor sees of them and nothing else; a change is in the next one', async () => {
  assert.deepEqual(
    (await bootOf('/s/artesaos/')).entities?.map((e) => e.name),
    ['Dona Zefa'],
  )
  assert.deepEqual(
    (await bootOf('/s/artesaos/Dona-Zefa')).entity?.products.map((p) => p.code),
    ['MO-1'],
  )
  assert.equal((await bootOf('/s/artesaos/Mestre-Guardado')).entity, undefined)
  await write('PUT', `/api/v2/entities/${zefa}`, { name: 'Zefa do Barro' })
  assert.deepEqual(
    (await bootOf('/s/artesaos/')).entities?.map((e) => e.name),
    ['Zefa do Barro'],
  )
  await site.t.owner.query("update companies set is_blocked = '1' where id = $1", [a.id])
  assert.deepEqual(Object.keys(await bootOf('/s/artesaos/')), ['closed'])
  await site.t.owner.query("update companies set is_blocked = '0' where id = $1", [a.id])
})
test('a link to a profile, to the list, to the company or to the catalogue opens on a slow phone without a further answer, and nothing moves', async () => {
  for (const [path, heading] of [
    ['/s/artesaos', 'Artesãos'],
    ['/s/artesaos/dona-zefa', 'Zefa do Barro'],
    ['/sobre', 'Conheça Casa Aroeira'],
    ['/pedidos', 'Todos os produtos'],
  ] as const) {
    const { page, context } = await site.browser(PHONE)
    const asked: string[] = []
    page.on('request', (r) => /entities/.test(r.url()) && asked.push(r.url()))
    // The screen's styles come late, and one after the other.
    await page.route(/assets\/.*\.css/, async (route) => {
      await new Promise((done) => setTimeout(done, /pages-/.test(route.request().url()) ? 300 : 700))
      await route.continue()
    })
    const moved = await watchMoves(page)
    const whole = path === '/pedidos' && page.waitForResponse(/api\/v2\/offline/)
    await page.goto(site.at(a.path) + path)
    await page.getByRole('heading', { name: heading }).waitFor()
    if (path === '/pedidos') {
      await whole
      await page.getByRole('button', { name: 'Filtros' }).waitFor()
    }
    assert.ok((await moved()) < 0.01, `${path} moved by ${await moved()}`)
    assert.deepEqual(asked, [], path)
    await context.close()
  }
})
test("the banner of a trial, an iPhone's tip and the line about prices come late and move nothing", async () => {
  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1'
  const b = await aCompany(site.t, {
    name: 'Sem Preço',
    trial: true,
    valid_until: new Date(Date.now() + 9 * 86_400_000),
  })
  assert.equal(
    (
      await site.t.call('PUT', `/api/v1/companies/${b.id}`, {
        token: b.admin.token,
        body: { public_hide_price: '1', price_approval: '1' },
      })
    ).status,
    200,
  )
  for (let n = 0; n < 6; n++) await aProduct(site.t, b, { name: `Cuia ${n}`, code: `CU-${n}`, price: '9,00' })
  const sees = async (size: typeof DESK | typeof PHONE, origin: string, path: string, words: RegExp, as?: string) => {
    const { page, context } = await site.browser({ ...size, ...(size === PHONE && { userAgent: agent }) })
    if (as) await signIn(page, origin, as)
    await page.route(/assets\/(TrialBar|SafariNotice|AskPrices|bars)-/, async (route) => {
      await new Promise((done) => setTimeout(done, 600))
      await route.continue()
    })
    const moved = await watchMoves(page)
    await page.goto(origin + path)

    await page.getByText(words).waitFor()
    await page.waitForTimeout(300)
    assert.ok((await moved()) < 0.01, `${words} moved by ${await moved()}`)
    await context.close()
  }
  await sees(PHONE, site.at(a.path), '/pedidos', /Adicionar à Tela de Início/)
  await sees(PHONE, site.at(b.path), '/pedidos', /Os preços aparecem para quem/)
  await sees(DESK, site.at(b.path), '/dashboard/orders', /Seu catálogo está no ar/, b.admin.email)
})
test('a company without profiles says so; where the server fails, list and profile say it and offer to try again', async () => {
  const b = await aCompany(site.t)
  const { page } = await site.browser(PHONE)
  await page.goto(`${site.at(b.path)}/s/marcas`)
  await page.getByText('Ainda não há perfis por aqui.').waitFor()
  await page.context().close()
  for (const [path, said] of [
    ['/s/marcas', 'Não conseguimos carregar a lista.'],
    ['/s/marcas/x', 'Não conseguimos abrir este perfil.'],
  ] as const) {
    // A device that was never here keeps nothing that it could show instead.
    const { page } = await site.browser(PHONE)
    for (const call of ['**/entities/**', '**/api/v2/offline?**'])
      await page.route(call, (r) =>
        r.fulfill({
          status: 500,
          contentType: 'application/json',
          body: '{"status":"error","code":"internal","message":"Algo deu errado."}',
        }),
      )
    await page.goto(site.at(b.path) + path)
    // The list comes with the page itself; what it asks for later is a search.
    if (path === '/s/marcas') await page.getByLabel('Pesquisar entidades').fill('ana')
    await page.getByText(said).waitFor()
    assert.deepEqual(await axe(page), [])
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await page.getByText(said).waitFor({ state: 'hidden' })
    await page.context().close()
  }
})
test('the pages of this run wrote no error to the console, and no rule of the content policy was broken', () => {
  assert.deepEqual(site.errors, [])
})
