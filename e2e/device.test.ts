// What stays on the device: the screens of sellers and clients without a server, and brought up to date with one.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCart, aClient, aCompany, aProduct, type Company, order, until } from '../test/kit.ts'
import { copied, stored } from './kept.ts'
import { axe, card, cartBar, fillBuyer, PHONE, plusOf, sheetButton, signIn, type Site, startSite } from './kit.ts'

let site: Site
let a: Company
let product: number
let pires: number
before(async () => {
  site = await startSite()
  a = await aCompany(site.t, { name: 'Casa Aroeira' })
  product = (await aProduct(site.t, a, { name: 'Tigela', price: '50,00' })).id
  await site.t.owner.query("update users set name = 'Nara Vendedora' where id = $1", [a.seller.id])
  pires = await aClient(site.t, a, { company_name: 'Padaria Pires', phone: '11955554444' })
  await aClient(site.t, a, { company_name: 'Bar do Zé' })
  await order(site.t, a, a.seller.token, aCart([{ product_id: product, quantity: 3 }], { client_id: pires }))
})
after(() => site.close())
const origin = () => site.at(a.path)
/** Told live: 5 s, three times over for a machine that is busy. Renewing by the clock takes ten minutes. */
const SOON = 15_000
/** To another screen without asking the server for a page. */
const go = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path)
const asSeller = async () => {
  const { page } = await site.browser(PHONE)
  await signIn(page, origin(), a.seller.email, true)
  return page
}

test('without a server a seller finds clients, cards with habits, orders, the pad and the list of the day; with it again everything is as it is now', async () => {
  const page = await asSeller()
  await copied(page, 'products', 'clients', 'orders', 'home', 'categories', 'sellers')
  // Each screen's own script is fetched once.
  for (const path of ['/inicio', '/clientes', `/clientes/${pires}`, '/dashboard/orders', '/pedido/cliente']) {
    await go(page, path)
    await page.locator('h1').first().waitFor({ state: 'attached' })
  }
  const [only] = (await site.t.owner.query('select id from orders where company_id = $1', [a.id])).rows
  await go(page, `/dashboard/orders/${only.id}`)
  await page
    .getByRole('heading', { name: /Pedido/ })
    .first()
    .waitFor()
  await site.stop()
  await go(page, '/clientes')
  await page.getByRole('searchbox').fill('padraia')
  await page.getByRole('link', { name: /Padaria Pires.*hoje/s }).waitFor()
  await page.getByText('Sem internet').waitFor()
  await page.getByText(/Preços de hoje/).waitFor()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('link', { name: /Padaria Pires/ }).tap()
  await page.getByRole('heading', { name: 'Padaria Pires' }).waitFor()
  await page.getByText('R$ 150,00').first().waitFor()
  await go(page, '/dashboard/orders?search=pires')
  await page.getByRole('link', { name: /Padaria Pires/ }).tap()
  await page.getByRole('main').getByText('Tigela').first().waitFor()
  await go(page, '/inicio')
  await page.getByText('Lista do dia').waitFor()
  await page.getByText('Seu mês').waitFor()
  await go(page, '/pedido/cliente')
  await page.getByRole('searchbox').fill('zé')
  await page.getByRole('button', { name: /Bar do Zé.*Sem pedidos/s }).waitFor()
  assert.deepEqual(await axe(page), [])
  await site.start()
  await site.t.owner.query("update users set company_name = 'Padaria Nova' where id = $1", [pires])
  await page.getByRole('searchbox').fill('nova')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByRole('button', { name: /Padaria Nova/ }).waitFor()
  await page.getByText('Sem internet').waitFor({ state: 'detached' })
  await site.t.owner.query("update users set company_name = 'Padaria Pires' where id = $1", [pires])
  await page.context().close()
})
test('a price that the admin changes shows on an open phone, and the running cart says old and new; a client moved away leaves the open list', async () => {
  const page = await asSeller()
  await copied(page, 'products', 'clients')
  await page.goto(`${origin()}/dashboard/products`)
  await page.getByText('R$ 50,00').first().waitFor()
  await plusOf(card(page, 'Tigela')).tap()
  const change = (price: string) =>
    site.t.call('POST', `/api/v1/products/${product}`, { token: a.admin.token, body: { price } })
  await page.getByRole('link', { name: /Ver pedido/ }).waitFor()
  await change('55,00')
  await page.getByText('R$ 55,00').first().waitFor({ timeout: SOON })
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  await page.getByText('O preço mudou depois que você anotou').waitFor({ timeout: SOON })
  assert.match(
    (await page.getByText('O preço mudou depois que você anotou').locator('..').textContent()) ?? '',
    /50,00.*55,00/,
  )
  await change('50,00')
  await page.getByText('O preço mudou depois que você anotou').waitFor({ state: 'detached', timeout: SOON })
  await page.goto(`${origin()}/clientes`)
  await page.getByText('Bar do Zé').waitFor()
  const away = await aClient(site.t, a, { company_name: 'Vai embora' })
  await page.getByText('Vai embora').waitFor()
  await site.t.call('POST', '/api/v2/clients/move', { token: a.admin.token, body: { ids: [away], seller_id: null } })
  await page.getByText('Vai embora').waitFor({ state: 'detached' })
  await page.context().close()
})
test('a client’s own orders are there without a network, and the answer of the company comes with it', async () => {
  const { page } = await site.browser(PHONE)
  const placed = await order(site.t, a, a.client.token, aCart([{ product_id: product, quantity: 1 }]))
  await signIn(page, origin(), a.client.email, true)
  await copied(page, 'products', 'orders')
  await page.goto(`${origin()}/pedidos/meus`)
  await page.getByRole('link', { name: /Novo/ }).waitFor()
  await page.context().setOffline(true)
  await go(page, '/pedidos')
  await page.getByText('Tigela').first().waitFor()
  await go(page, '/pedidos/meus')
  await page.getByRole('link', { name: /Novo/ }).waitFor()
  await page.context().setOffline(false)
  await site.t.call('PUT', `/api/v1/companies/${a.id}/orders/${placed.body.data.id}`, {
    token: a.admin.token,
    body: { status: 'confirmado' },
  })
  await page.getByRole('link', { name: /Confirmado/ }).waitFor()
  await page.context().close()
})
test('a session that ended, and a company that was blocked, while the phone was away: nothing of it stays', async () => {
  for (const [end, undo] of [
    ['delete from sessions where user_id = $2 and company_id = $1', 'select $1::bigint, $2::bigint'],
    [
      'update companies set is_blocked = true where id = $1 and $2::bigint > 0',
      'update companies set is_blocked = false where id = $1 and $2::bigint > 0',
    ],
  ] as const) {
    const page = await asSeller()
    await copied(page, 'products', 'clients')
    await page.context().setOffline(true)
    await site.t.owner.query(end, [a.id, a.seller.id])
    await page.context().setOffline(false)
    // Sent away already, the page has nobody who could be told.
    await page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => {})
    await until(async () => Object.keys(await stored(page).catch(() => ({ wait: 1 }))).length === 0)
    await site.t.owner.query(undo, [a.id, a.seller.id])
    await page.context().close()
  }
  a.seller.token = (
    await site.t.call('POST', '/api/v1/auth/login', {
      body: { email: a.seller.email, password: 'segredo-de-teste' },
      headers: { 'x-forwarded-for': '10.0.0.2' },
    })
  ).body.token
})
/** Changes what is stored under names that begin so. */
const restore = (page: Page, name: string, change: { shape: string; without?: string; value?: unknown }) =>
  page.evaluate(
    ([begin, { shape, without, value }]) =>
      new Promise<void>((done) => {
        const open = indexedDB.open('mostruario-device')
        open.onsuccess = () => {
          const db = open.result
          const walk = db.transaction('copies', 'readwrite').objectStore('copies').openCursor()
          walk.onsuccess = () => {
            const at = walk.result
            if (!at) {
              db.close()
              return done()
            }
            if (String(at.key).split('|')[1]?.startsWith(begin)) {
              const now = at.value as { value: { rows?: Map<number, object>; products?: object[] } }
              for (const row of now.value.rows?.values() ?? now.value.products ?? [])
                if (without) Reflect.deleteProperty(row, without)
              at.update({ shape, value: value ?? now.value })
            }
            at.continue()
          }
        }
      }),
    [name, change] as const,
  )
test('rows of an older build are shown until they are fetched whole, with the fields added since', async () => {
  const page = await asSeller()
  await copied(page, 'products', 'clients', 'orders')
  const { shape } = (await stored(page)).clients as { shape: string }
  assert.match(shape, /^[\w-]{12}$/)
  await restore(page, 'products', { shape: 'older', without: 'min_quantity' })
  await restore(page, 'clients', { shape: 'older', without: 'credit_note' })
  await restore(page, 'orders', { shape: 'older', without: 'revision' })
  const hold = (url: URL) => url.pathname === '/api/v2/offline'
  await page.route(hold, (r) => r.abort())
  await page.goto(`${origin()}/clientes/${pires}`)
  await page.getByRole('heading', { name: 'Padaria Pires' }).waitFor()
  await go(page, '/dashboard/products')
  await page.getByRole('article').filter({ hasText: 'Tigela' }).waitFor()
  await page
    .getByRole('link', { name: /Tigela/ })
    .first()
    .tap()
  await sheetButton(page).waitFor()
  await page.unroute(hold)
  await page.goto(`${origin()}/clientes`)
  await until(async () => {
    const now = Object.entries(await stored(page))
    const kinds = now.filter(([name]) => /^(products|clients|orders)/.test(name))
    return kinds.length === 3 && kinds.every(([, kept]) => kept.shape === shape)
  })
  const whole = await page.evaluate(
    () =>
      new Promise<boolean>((done) => {
        const open = indexedDB.open('mostruario-device')
        open.onsuccess = () => {
          const all = open.result.transaction('copies').objectStore('copies').getAll()
          all.onsuccess = () => {
            open.result.close()
            const kept = (all.result as { value: { rows?: Map<number, object>; products?: object[] } }[]).flatMap(
              ({ value }) => [...(value.rows?.values() ?? value.products ?? [])],
            )
            done(kept.length > 3 && kept.every((r) => 'min_quantity' in r || 'credit_note' in r || 'revision' in r))
          }
        }
      }),
  )
  assert.ok(whole)
  await page.context().close()
})
test('half a download leaves the copy of before; a value of another version is fetched again; the next person finds nothing of it', async () => {
  const page = await asSeller()
  await copied(page, 'products', 'clients')
  await restore(page, 'clients', { shape: 'another', value: { rows: 'another build' } })
  await page.goto(`${origin()}/clientes`)
  await page.getByText('Padaria Pires').waitFor()
  await until(async () => (await stored(page)).clients?.shape !== 'another')
  await site.t.owner.query(
    `insert into products (company_id, name, code, price, search_text)
     select $1, 'Copo ' || n, 'C' || n, 100, 'copo ' || n || ' c' || n from generate_series(1, 1500) n`,
    [a.id],
  )
  let parts = 0
  await page.route('**/api/v2/offline?**', (route) => (++parts === 2 ? route.abort() : route.continue()))
  await page.goto(`${origin()}/dashboard/products`)
  await page.getByText('Tigela').first().waitFor()
  await until(async () => parts >= 2)
  await page.unroute('**/api/v2/offline?**')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByRole('searchbox').first().fill('copo 1499')
  await page.getByText('Copo 1499').first().waitFor()
  await site.t.owner.query("update products set deleted_at = now() where company_id = $1 and name like 'Copo %'", [
    a.id,
  ])
  const mine = Object.keys(await stored(page))
  assert.ok(mine.includes('clients'))
  await signIn(page, origin(), a.client.email, true)
  await copied(page, 'products')
  await until(async () => !Object.keys(await stored(page)).includes('clients'))
  await page.context().close()
})
test('a clock that is days off, and a browser that stores nothing: the screens say what they say', async () => {
  const { page } = await site.browser(PHONE)
  await page.addInitScript(() => {
    const off = 3 * 86_400_000
    const Real = Date
    const Wrong = function (this: unknown, ...given: []) {
      return new.target
        ? given.length
          ? new Real(...given)
          : new Real(Real.now() + off)
        : new Real(Real.now() + off).toString()
    } as unknown as DateConstructor
    Object.assign(Wrong, { now: () => Real.now() + off, parse: Real.parse, UTC: Real.UTC })
    Object.defineProperty(Wrong, 'prototype', { value: Real.prototype })
    window.Date = Wrong
  })
  await signIn(page, origin(), a.seller.email)
  await page.goto(`${origin()}/clientes`)
  await page.getByRole('link', { name: /Padaria Pires.*hoje/s }).waitFor()
  await page.context().close()
  const { page: refused } = await site.browser(PHONE)
  await refused.addInitScript(() => {
    const real = IDBFactory.prototype.open
    IDBFactory.prototype.open = function (name, ...more) {
      if (name === 'mostruario-device') throw new DOMException('refused', 'SecurityError')
      return real.call(this, name, ...more)
    }
  })
  await signIn(refused, origin(), a.seller.email)
  await refused.goto(`${origin()}/clientes`)
  await refused.getByText('Padaria Pires').waitFor()
  await refused.context().setOffline(true)
  await refused.getByRole('searchbox').fill('zé')
  await refused.getByText('Bar do Zé').waitFor()
  await refused.context().close()
})
test('a private window that lets nothing be kept still sells', async () => {
  await site.t.owner.query('update companies set cpf_required = false where id = $1', [a.id])
  const { page: bare, context } = await site.browser(PHONE)
  await context.addInitScript(() => {
    const refused = () => Promise.reject(new DOMException('refused', 'SecurityError'))
    IDBFactory.prototype.open = IDBFactory.prototype.deleteDatabase = () => {
      throw new DOMException('refused', 'SecurityError')
    }
    IDBFactory.prototype.databases = refused
    CacheStorage.prototype.open = CacheStorage.prototype.match = CacheStorage.prototype.delete = refused
    ServiceWorkerContainer.prototype.register = refused
  })
  await bare.goto(`${origin()}/pedidos`)
  await bare.getByRole('button', { name: 'Adicionar Tigela' }).click()
  await cartBar(bare).getByRole('link').click()
  await fillBuyer(bare, 'Janela Anônima', '11912345678')
  await bare.getByRole('button', { name: 'Enviar pedido' }).click()
  await bare.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
  await context.close()
})
test('a device that the browser has emptied begins anew, and counts nothing that is not there', async () => {
  const page = await asSeller()
  await copied(page, 'products', 'clients')
  const browser = await page.context().newCDPSession(page)
  const storageTypes = 'indexeddb,cache_storage,service_workers'
  await browser.send('Storage.clearDataForOrigin', { origin: origin(), storageTypes })
  // What the number says is not there any more.
  await page.evaluate((owner) => localStorage.setItem(`mo_waits:${owner}`, '1'), `${a.id}:${a.seller.id}`)
  await page.goto(`${origin()}/clientes`)
  await page.getByText('Padaria Pires').waitFor()
  await copied(page, 'products', 'clients')
  await page.getByRole('link', { name: /aguardando envio/ }).waitFor({ state: 'detached' })
  await page.context().close()
})
test('no page of these journeys wrote an error to the console', () => assert.deepEqual(site.errors, []))
