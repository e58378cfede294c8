// What waits leaves while no page of the site is open: the browser wakes the service worker when there is a network.
// The browser of these tests has Background Sync switched off: what a page asks of it is noted here, and the event
// itself comes over the debugging protocol, as the browser's own would.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { aClient, aCompany, aPerson, aProduct, type Company, type Person, until } from '../test/kit.ts'
import { installed } from './kept.ts'
import { PHONE, signIn, signOut, type Site, startSite } from './kit.ts'

let site: Site
let a: Company
let other: Person
let bowl: { id: number }
before(async () => {
  site = await startSite()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá', cpf_required: false, pedido_pro: true })
  await site.t.owner.query("update users set company_name = 'Padaria Pires', phone = '11955554444' where id = $1", [
    a.client.id,
  ])
  other = await aPerson(site.t, a.id, 2)
  await aClient(site.t, a, { company_name: 'Bar do Zé', phone: '11955553333', seller_id: other.id })
  bowl = await aProduct(site.t, a, { name: 'Tigela', code: 'TG-1', price: '40,00' })
})
after(() => site.close())
afterEach(() => site.start())
const origin = () => site.at(a.path)
const orders = async () =>
  (await site.t.owner.query('select * from orders where company_id = $1 order by id', [a.id])).rows
const pill = (page: Page) => page.getByRole('link', { name: /aguardando envio/ })

interface Phone {
  context: BrowserContext
  page: Page
  /** The browser says that there is a network; answers when the worker is done with it. */
  wake(): Promise<void>
}
async function aPhone(who: Person, stay: boolean): Promise<Phone> {
  const { page, context } = await site.browser(PHONE)
  await context.addInitScript(() => {
    Object.assign((globalThis as unknown as { SyncManager: { prototype: object } }).SyncManager.prototype, {
      getTags: async () => JSON.parse(localStorage.getItem('mo_waits:tags') ?? '[]') as string[],
      register: async (tag: string) => localStorage.setItem('mo_waits:tags', JSON.stringify([tag])),
    })
  })
  await signIn(page, origin(), who.email, stay)
  await installed(page)
  const cdp = await context.newCDPSession(await context.newPage())
  const found = new Promise<string>((done) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => one && done(one.registrationId)),
  )
  await cdp.send('ServiceWorker.enable')
  const registrationId = await found
  const [worker] = context.serviceWorkers()
  assert.ok(worker)
  // Counts what its events began and is over, however it ended.
  await worker.evaluate(() => {
    const { prototype } = (globalThis as unknown as { ExtendableEvent: { prototype: Waiting } }).ExtendableEvent
    interface Waiting {
      waitUntil(work: Promise<unknown>): void
    }
    const wait = prototype.waitUntil
    const all = globalThis as { woken?: number }
    prototype.waitUntil = function (work) {
      const over = () => (all.woken = (all.woken ?? 0) + 1)
      work.then(over, over)
      wait.call(this, work)
    }
  })
  const woken = () => worker.evaluate(() => (globalThis as { woken?: number }).woken ?? 0)
  return {
    context,
    page,
    async wake() {
      const before = await woken()
      await cdp.send('ServiceWorker.dispatchSyncEvent', {
        origin: origin(),
        registrationId,
        tag: 'mostruario-outbox',
        lastChance: false,
      })
      await until(async () => (await woken()) > before)
    },
  }
}
/** An order that found no server: it waits on this device. */
async function anOrder(page: Page, client = 'Padaria Pires'): Promise<void> {
  await page.goto(`${origin()}/pedido/cliente`)
  await page.getByRole('button', { name: new RegExp(client) }).tap()
  await page.getByRole('button', { name: 'Adicionar Tigela' }).tap()
  await page.getByRole('link', { name: /Ver pedido/ }).tap()
  await page.getByText(`Pedido para ${client}`).waitFor()
  await site.stop()
  await page.getByRole('button', { name: 'Enviar pedido' }).tap()
  await page.getByRole('heading', { name: 'Pedido guardado neste aparelho' }).waitFor()
}
/** Whose token stands where the worker finds it. */
const wakes = (page: Page) =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some((d) => d.name === 'mostruario-wake')) return []
    return new Promise<string[]>((done) => {
      const open = indexedDB.open('mostruario-wake')
      open.onsuccess = () => {
        const keys = open.result.transaction('tokens').objectStore('tokens').getAllKeys()
        keys.onsuccess = () => {
          open.result.close()
          done(keys.result as string[])
        }
      }
    })
  })

test('all pages are closed when the server is back: the worker sends, once; what costs more by now waits for its answer', async () => {
  const { context, page, wake } = await aPhone(a.seller, true)
  await anOrder(page)
  await until(async () => (await wakes(page)).includes(`${a.id}:${a.seller.id}`))
  await page.close()
  await site.start()
  await wake()
  const [first, ...more] = await orders()
  assert.deepEqual(more, [])
  assert.deepEqual([first.status, first.queued, Number(first.client_id)], ['novo', true, a.client.id])
  await wake()
  assert.equal((await orders()).length, 1)

  const back = await context.newPage()
  await back.goto(`${origin()}/inicio`)
  await back.getByText(`Pedido ${first.number} de Padaria Pires enviado.`).waitFor()
  await pill(back).waitFor({ state: 'detached' })
  assert.deepEqual(await wakes(back), [], 'the token went with the last that waited')

  await anOrder(back)
  await back.close()
  await site.start()
  await site.t.call('PUT', `/api/v1/products/${bowl.id}`, { token: a.admin.token, body: { price: '44,00' } })
  await wake()
  const [, dearer] = await orders()
  assert.equal(dearer.status, 'ajuste_solicitado')
  const asks = await context.newPage()
  await asks.goto(`${origin()}/aguardando`)
  await asks.getByText('R$ 44,00').first().waitFor()
  await asks.getByRole('button', { name: /^Aceitar/ }).waitFor()
  assert.equal((await orders()).length, 2)
  await context.close()
})
test('a page is open as well: each order leaves once, and the page says so', async () => {
  const before = (await orders()).length
  const { context, page, wake } = await aPhone(a.seller, true)
  await anOrder(page)
  await site.start()
  await Promise.all([wake(), page.evaluate(() => dispatchEvent(new Event('online')))])
  await pill(page).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: /^Pedido \d+ de Padaria Pires enviado/ }).waitFor()
  assert.equal((await orders()).length, before + 1)
  // The page sleeps, as phones let them: what the worker brings is seen to by the page.
  await anOrder(page)
  await site.start()
  await wake()
  await pill(page).waitFor({ state: 'detached' })
  assert.equal((await orders()).length, before + 2)
  assert.deepEqual(await wakes(page), [])
  await context.close()
})
test('without “Continuar conectado” the token is not on the disk, and nothing leaves without a page', async () => {
  const before = (await orders()).length
  const { context, page, wake } = await aPhone(a.seller, false)
  await anOrder(page)
  await pill(page).waitFor()
  assert.deepEqual(await wakes(page), [])
  await page.close()
  await site.start()
  await wake()
  assert.equal((await orders()).length, before)
  await context.close()
})
test('signed out: what waits stays for its person, whoever is here next and whenever the browser wakes the worker', async () => {
  const before = (await orders()).length
  const { context, page, wake } = await aPhone(a.seller, true)
  await anOrder(page)
  await until(async () => (await wakes(page)).length === 1)
  await signOut(page)
  await Promise.all([
    page.waitForURL(/session\/signin/),
    page.getByRole('button', { name: 'Guardar em um arquivo e sair' }).click(),
  ])
  assert.deepEqual(await wakes(page), [])
  await site.start()
  await wake()
  assert.equal((await orders()).length, before)

  await signIn(page, origin(), other.email, true)
  await anOrder(page, 'Bar do Zé')
  await until(async () => (await wakes(page)).includes(`${a.id}:${other.id}`))
  assert.equal((await wakes(page)).length, 1)
  await page.close()
  await site.start()
  await wake()
  const stored = (await orders()).slice(before)
  assert.deepEqual(
    stored.map((o) => Number(o.seller_id)),
    [other.id],
  )
  await context.close()
})
test('a session that was ended while the phone was away: the worker gives the token up, and the order waits for its person', async () => {
  const before = (await orders()).length
  const { context, page, wake } = await aPhone(a.seller, true)
  await anOrder(page)
  await until(async () => (await wakes(page)).length === 1)
  await page.close()
  await site.start()
  await site.t.owner.query('delete from sessions where user_id = $1', [a.seller.id])
  await wake()
  assert.equal((await orders()).length, before)
  const back = await context.newPage()
  await back.goto(`${origin()}/aguardando`)
  await back.waitForURL(/session\/signin/)
  assert.deepEqual(await wakes(back), [])
  await signIn(back, origin(), a.seller.email)
  await until(async () => (await orders()).length === before + 1)
  await context.close()
})
test('no page of these journeys wrote an error to the console', () => assert.deepEqual(site.errors, []))
