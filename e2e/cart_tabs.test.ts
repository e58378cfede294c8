// The cart of a visitor who looks at the catalogue in two tabs.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCompany, aProduct, type Company } from '../test/kit.ts'
import { alive, fillBuyer, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá', cpf_required: false })
  await aProduct(site.t, a, { name: 'Cesto de palha', code: 'CP-1', price: '30,00' })
  await aProduct(site.t, a, { name: 'Tigela funda', code: 'TG-008', price: '54,00' })
  await aProduct(site.t, a, { name: 'Caneca de barro', code: 'CB-300', price: '38,00' })
})
after(async () => {
  await site.close()
})
const origin = () => site.at(a.path)
const inCart = (page: Page, name: string) => page.getByRole('button', { name: `${name}: 1 no pedido` })
const add = (page: Page, name: string) => page.getByRole('button', { name: `Adicionar ${name}` }).click()
async function inTwoTabs(first: Page): Promise<[Page, Page]> {
  const pages: [Page, Page] = [first, await first.context().newPage()]
  for (const page of pages) {
    await page.goto(`${origin()}/pedidos`)
    await alive(page)
  }
  return pages
}

test('two tabs of one visitor have one cart: what each adds stands in both, and what one has sent is gone from the other', async () => {
  const [one, two] = await inTwoTabs((await site.browser(PHONE)).page)
  await add(one, 'Tigela funda')
  await inCart(two, 'Tigela funda').waitFor()
  await add(two, 'Cesto de palha')
  await inCart(one, 'Cesto de palha').waitFor()
  await add(one, 'Caneca de barro')
  await inCart(two, 'Caneca de barro').waitFor()
  await two.goto(`${origin()}/dashboard/shoppingcart`)
  await fillBuyer(two, 'Luciana Prado', '12997142208')
  await two.getByRole('button', { name: 'Enviar pedido' }).click()
  await two.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
  await one.getByRole('button', { name: 'Adicionar Tigela funda' }).waitFor()
  assert.equal(await one.getByRole('link', { name: 'Ver pedido' }).count(), 0)
  const { rows } = await site.t.owner.query('select items_count from orders where company_id = $1 order by id desc', [
    a.id,
  ])
  assert.equal(rows[0].items_count, 3)
})

test('a tab that slept finds the cart as the other one left it, and keeps what found no room on the device', async () => {
  const { page } = await site.browser(PHONE)
  await page.addInitScript(() => {
    window.BroadcastChannel = class extends EventTarget {
      postMessage() {}
      close() {}
    } as unknown as typeof BroadcastChannel
  })
  const [slept, other] = await inTwoTabs(page)
  await add(other, 'Tigela funda')
  await inCart(other, 'Tigela funda').waitFor()
  const wake = () =>
    slept.evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange'))
      // It has read the carts when this has read them after it.
      return new Promise<void>((done) => {
        const open = indexedDB.open('mostruario-cart')
        open.onsuccess = () => {
          const read = open.result.transaction('carts').objectStore('carts').getAll()
          read.onsuccess = () => {
            open.result.close()
            done()
          }
        }
      })
    })
  assert.equal(await inCart(slept, 'Tigela funda').count(), 0)
  await wake()
  await inCart(slept, 'Tigela funda').waitFor()
  await slept.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await add(slept, 'Caneca de barro')
  await slept.getByText('o pedido aberto fica só nesta página').waitFor()
  await add(other, 'Cesto de palha')
  await inCart(other, 'Cesto de palha').waitFor()
  await wake()
  assert.equal(await inCart(slept, 'Caneca de barro').count(), 1)
  await slept.reload()
  await inCart(slept, 'Cesto de palha').waitFor()
  assert.equal(await inCart(slept, 'Caneca de barro').count(), 0)
})
