// A device that is full: photos go first, orders never, and what is missing is said in megabytes. LONG: the browser's own
// room is filled to the last byte; else its databases refuse as they do then, because a browser counts what was given
// back whenever it likes.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCompany, aProduct, type Company, until } from '../test/kit.ts'
import { copied, stored } from './kept.ts'
import { addProduct, axe, PHONE, signIn, type Site, startSite } from './kit.ts'

let site: Site
let a: Company
let vase: number
before(async () => {
  site = await startSite()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá', cpf_required: false })
  await site.t.owner.query("update users set company_name = 'Padaria Pires', phone = '11955554444' where id = $1", [
    a.client.id,
  ])
  vase = (await aProduct(site.t, a, { name: 'Vaso', code: 'VA-1', price: '40,00' })).id
})
after(() => site.close())
const origin = () => site.at(a.path)
const orders = async () =>
  (await site.t.owner.query('select * from orders where company_id = $1 order by id', [a.id])).rows
const pill = (page: Page) => page.getByRole('link', { name: /aguardando envio/ })
const LONG = process.env.LONG === '1'
const QUOTA = 24_000_000
/** Databases of this page take nothing while a cache of this name, which stands in `full`, is there. */
function refuse(): void {
  const full = () => localStorage.getItem('full')
  for (const name of ['put', 'add'] as const) {
    const write = IDBObjectStore.prototype[name]
    IDBObjectStore.prototype[name] = function (this: IDBObjectStore, ...value) {
      const request = write.apply(this, value)
      if (full())
        // As the browser does it: the request succeeds, its transaction does not.
        request.addEventListener('success', () => {
          const { transaction } = this
          Object.defineProperty(transaction, 'error', { value: new DOMException('no room', 'QuotaExceededError') })
          transaction.abort()
        })
      return request
    }
  }
  const { commit } = IDBTransaction.prototype
  IDBTransaction.prototype.commit = function (this: IDBTransaction) {
    if (!full()) commit.call(this)
  }
  const drop = CacheStorage.prototype.delete
  CacheStorage.prototype.delete = function (this: CacheStorage, name) {
    if (full() === name) localStorage.removeItem('full')
    return drop.call(this, name)
  }
}
/** Writes into a cache of the site until the browser takes no more. */
const fillUp = (page: Page, name: string) =>
  LONG
    ? reallyFillUp(page, name)
    : page.evaluate(async (cacheName) => {
        await (await caches.open(cacheName)).put('/ballast', new Response('full'))
        localStorage.setItem('full', cacheName)
      }, name)
const reallyFillUp = (page: Page, name: string) =>
  page.evaluate(async (cacheName) => {
    const cache = await caches.open(cacheName)
    // Few and large: of many small photos what nobody chose goes by itself.
    for (const size of [1_000_000, 100_000])
      for (let n = 0; ; n++) {
        const full = await cache.put(`/ballast-${size}-${n}`, new Response(new Uint8Array(size))).then(
          () => false,
          (e: DOMException) => e.name === 'QuotaExceededError',
        )
        if (full) break
      }
    // For a database the browser asks anew how much room there is where what it last knew is too little.
    const db = await new Promise<IDBDatabase>((done) => {
      const open = indexedDB.open(`ballast of ${cacheName}`)
      open.onupgradeneeded = () => open.result.createObjectStore('rows', { autoIncrement: true })
      open.onsuccess = () => done(open.result)
    })
    const refused = (size: number) =>
      new Promise<boolean>((done) => {
        const tx = db.transaction('rows', 'readwrite')
        tx.objectStore('rows').add(new Uint8Array(size))
        tx.oncomplete = () => done(false)
        tx.onabort = () => done(tx.error?.name === 'QuotaExceededError')
      })
    await refused(30_000_000)
    for (const size of [10_000, 1000]) while (!(await refused(size)));
    db.close()
  }, name)
const photos = (page: Page) => page.evaluate(() => caches.has('mostruario-photos'))
async function fill(page: Page): Promise<void> {
  await addProduct(page, origin(), 'VA-1')
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  await page.getByLabel('Buscar cliente').fill('pad')
  await page.getByRole('button', { name: 'Padaria Pires' }).click()
  await page.getByText('Pedido para Padaria Pires').waitFor()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some((r) => /OutboxPage.*\.js/.test(r.name)),
  )
}
const send = (page: Page) => page.getByRole('button', { name: 'Enviar pedido' }).click()

test('a full device lets photos go for an order, a cart and the copy; what finds no room even so says how much is missing, and no order is lost', async () => {
  const { page, context } = await site.browser(PHONE)
  if (LONG)
    await (await context.newCDPSession(page)).send('Storage.overrideQuotaForOrigin', {
      origin: origin(),
      quotaSize: QUOTA,
    })
  else await page.addInitScript(refuse)
  await signIn(page, origin(), a.seller.email, true)
  await copied(page, 'products', 'clients')
  await fill(page)
  await fillUp(page, 'mostruario-photos')
  await context.route('**/order_cart', (route) => route.abort())
  // A busy browser says late what it gave back: who is told that there is no room sends again.
  const kept = page.getByRole('heading', { name: 'Pedido guardado neste aparelho' })
  await until(async () => {
    if (await kept.isVisible()) return true
    await send(page)
    return kept.waitFor({ timeout: 15_000 }).then(
      () => true,
      () => false,
    )
  })
  assert.equal(await photos(page), false)
  assert.equal(await pill(page).textContent(), '1')

  await fill(page)
  // What is no photo stays: now there is nothing that could go.
  await fillUp(page, 'of another kind')
  await send(page)
  await page.getByText(/não há espaço neste aparelho: faltam \d+ MB/).waitFor()
  assert.deepEqual(await axe(page), [])
  await page.getByLabel('Quantidade de Vaso').fill('3')
  await page.getByLabel('Quantidade de Vaso').press('Enter')
  await page.getByText(/Faltam \d+ MB neste aparelho: o pedido aberto fica só nesta página/).waitFor()
  assert.equal(await pill(page).textContent(), '1')
  await site.t.call('POST', `/api/v1/products/${vase}`, { token: a.admin.token, body: { price: '41,00' } })
  const catalogue = page.getByText(/Faltam \d+ MB neste aparelho: ao fechar a página/)
  await catalogue.waitFor()

  // Room again: what waited for it is written with the next change, and both orders arrive.
  await page.evaluate(() => caches.delete('of another kind'))
  await site.t.call('POST', `/api/v1/products/${vase}`, { token: a.admin.token, body: { price: '42,00' } })
  await catalogue.waitFor({ state: 'detached' })
  await until(async () => {
    const copy = Object.entries(await stored(page)).find(([name]) => name.startsWith('products'))
    return JSON.stringify(copy).includes('4200')
  })
  await context.unroute('**/order_cart')
  await send(page)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await until(async () => (await orders()).length === 2)
  assert.deepEqual(
    (await orders()).map((o) => Number(o.items_count)).toSorted((x, y) => x - y),
    [1, 3],
  )
})
