// Many orders on a device, a network that comes and goes, a clock that is wrong, a browser that dies: each is stored
// once, and nothing that changed is passed over. CI sends a fifth of the orders and kills three times instead of ten;
// --long does it whole.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type BrowserContext, chromium, type Page, type Route } from 'playwright-core'
import { DEFAULT_LIMITS } from '#server/config.ts'
import { aCompany, aProduct, type Company, newCart, until } from '../test/kit.ts'
import { browserPath } from './browser.ts'
import { addProduct, fillBuyer, PHONE, signIn, type Site, startSite } from './kit.ts'

const LONG = process.env.LONG === '1'
const ORDERS = LONG ? 200 : 40
const KILLS = LONG ? 10 : 3
/** Chance that comes out alike each time. */
function dice(seed: number): () => number {
  let x = seed
  return () => {
    x = (x * 1_103_515_245 + 12_345) % 2_147_483_648
    return x / 2_147_483_648
  }
}
let site: Site
let a: Company
let mug: { id: number }
before(async () => {
  site = await startSite()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá', cpf_required: false, pedido_pro: true })
  mug = await aProduct(site.t, a, { name: 'Caneca de barro', code: 'CB-300', price: '38,00' })
})
after(() => site.close())
const origin = () => site.at(a.path)
const stored = async (name: string) =>
  (
    await site.t.owner.query('select * from orders where company_id = $1 and name like $2 order by id', [
      a.id,
      `${name} %`,
    ])
  ).rows as { name: string; status: string; taken_at: Date; received_at: Date }[]
/** What a browser asks reaches the server; what it answers is not passed on. */
const reach = (route: Route, change: object = {}) =>
  site.t.call('POST', new URL(route.request().url()).pathname, {
    token: route.request().headers().authorization?.slice(7) ?? '',
    body: { ...(route.request().postDataJSON() as object), ...change },
  })
/** One order that is kept by hand, and so many like it: "name 1", "name 2"… each a cart of its own. */
async function keepMany(page: Page, name: string, many: number): Promise<void> {
  await page.context().route('**/order_cart', (route) => route.abort())
  await addProduct(page, origin(), 'CB-300')
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  await fillBuyer(page, `${name} 1`, '11987654321')
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('link', { name: /aguardando envio/ }).waitFor()
  await page.evaluate(
    ([name, ids]) =>
      new Promise<void>((done, failed) => {
        const open = indexedDB.open('mostruario-outbox')
        open.onsuccess = () => {
          const tx = open.result.transaction('items', 'readwrite', { durability: 'strict' })
          const items = tx.objectStore('items')
          const all = items.getAll()
          all.onsuccess = () => {
            const [{ seq: _, ...one }] = all.result as [Record<string, object>]
            ids.forEach((id, i) => {
              const called = `${name} ${i + 2}`
              const phone = `119${String(10_000_000 + i)}`
              items.add({
                ...one,
                id,
                about: { ...one.about, name: called },
                body: { ...one.body, cart_id: id, name: called, phone },
                kept: { ...one.kept, cart_id: id },
              })
            })
          }
          tx.oncomplete = () => {
            open.result.close()
            done()
          }
          tx.onabort = () => failed(tx.error as DOMException)
        }
      }),
    [name, Array.from({ length: many - 1 }, newCart)] as const,
  )
  // Nothing of the page is there any more to try it once more at the old price.
  await page.goto('about:blank')
  await page.context().unroute('**/order_cart')
}
const left = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((done) => {
        const open = indexedDB.open('mostruario-outbox')
        open.onsuccess = () => {
          const all = open.result.transaction('items').objectStore('items').getAll()
          all.onsuccess = () => {
            open.result.close()
            done((all.result as { state: string }[]).map((i) => i.state))
          }
        }
      }),
  )
/** A network that is back ten times a second. */
const flap = (page: Page) => page.evaluate(() => void setInterval(() => dispatchEvent(new Event('online')), 100))
/** Of three tries one finds nobody, one loses its answer. */
function drops(context: BrowserContext, chance: () => number, change: () => object = () => ({})) {
  return context.route('**/order_cart', async (route) => {
    const n = chance()
    if (n < 1 / 3) return route.abort()
    if (n > 2 / 3) return route.continue({ postData: { ...(route.request().postDataJSON() as object), ...change() } })
    await reach(route, change())
    await route.abort()
  })
}
const DAYS = 3 * 86_400_000
const wrongClock = (context: BrowserContext, by: number) =>
  context.addInitScript((by) => {
    const Real = Date
    globalThis.Date = class extends Real {
      constructor(...args: [] | [number]) {
        super(...((args.length === 0 ? [Real.now() + by] : args) as [number]))
      }
      static override now() {
        return Real.now() + by
      }
    } as DateConstructor
  }, by)

test(`${ORDERS} orders over a network that drops two of three tries, with a clock three days off: each stored once; those at another price are all flagged`, async () => {
  const { page, context } = await site.browser(PHONE)
  await wrongClock(context, -DAYS)
  await keepMany(page, 'Fila', ORDERS)
  await site.t.call('PUT', `/api/v1/products/${mug.id}`, { token: a.admin.token, body: { price: '41,00' } })
  await drops(context, dice(16))
  await page.goto(`${origin()}/aguardando`)
  await flap(page)
  await until(async () => (await left(page)).every((s) => s === 'changed'))
  const orders = await stored('Fila')
  assert.equal(orders.length, ORDERS)
  assert.equal(new Set(orders.map((o) => o.name)).size, ORDERS)
  // The first one had found the network gone by itself; every order was taken at 38,00 and came in at 41,00.
  const changed = orders.filter((o) => o.status === 'ajuste_solicitado').length
  assert.equal(changed, ORDERS)
  assert.equal((await left(page)).length, changed)
  assert.equal(await page.getByText('Espera sua resposta').count(), changed)
  for (const o of orders) assert.ok(o.received_at.getTime() - o.taken_at.getTime() > DAYS - 3_600_000)
  await page.close()
})

test('twin: a random key instead of the cart’s id, and what lost its answer is stored twice', async () => {
  const { page, context } = await site.browser(PHONE)
  await keepMany(page, 'Sorte', 12)
  await drops(context, dice(7), () => ({ cart_id: newCart() }))
  await page.goto(`${origin()}/aguardando`)
  await flap(page)
  await until(async () => (await left(page)).every((s) => s === 'changed'))
  assert.ok((await stored('Sorte')).length > 12, String((await stored('Sorte')).length))
  await page.close()
})

/** A browser with a profile on the disk, which can be killed. */
async function killable(profile: string): Promise<{ context: BrowserContext; kill(): Promise<void> }> {
  const process = spawn(
    await browserPath(),
    [
      '--headless',
      '--no-sandbox',
      '--lang=pt-BR',
      '--accept-lang=pt-BR',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const address = await new Promise<string>((found, failed) => {
    let said = ''
    process.stderr?.on('data', (chunk: Buffer) => {
      said += String(chunk)
      const ws = /listening on (ws:\S+)/.exec(said)?.[1]
      if (ws) found(ws)
    })
    process.once('exit', () => failed(new Error(said)))
  })
  const browser = await chromium.connectOverCDP(address)
  return { context: browser.contexts()[0] as BrowserContext, kill: () => killAll(process) }
}
async function killAll(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const ended = new Promise((done) => process.once('exit', done))
  globalThis.process.kill(-(process.pid as number), 'SIGKILL')
  await ended
}
test(`the browser is killed in mid-send ${KILLS} times, before, while and after the server stores: each order is there once, in order`, async () => {
  const profile = mkdtempSync(join(tmpdir(), 'mostruario-profile-'))
  const chance = dice(2026)
  const many = KILLS * 6
  let running: Awaited<ReturnType<typeof killable>> | undefined
  const begin = async () => (running = await killable(profile))
  try {
    const first = await begin()
    await keepMany(await first.context.newPage(), 'Queda', many)
    // At once: nothing but the row itself is surely on the disk.
    await first.kill()
    for (let i = 0; i < KILLS; i++) {
      const { context, kill } = await begin()
      let n = Math.floor(chance() * 5)
      const how = Math.floor(chance() * 3)
      await new Promise<void>((killed) => {
        void context.route('**/order_cart', async (route) => {
          if (n-- > 0) return route.continue()
          // Not sent, sent and not waited for, stored and not answered.
          if (how === 1) void route.continue().catch(() => {})
          if (how === 2) await reach(route)
          await kill()
          killed()
        })
        void context.newPage().then((page) => page.goto(`${origin()}/pedidos`).catch(() => {}))
      })
    }
    const { context } = await begin()
    const page = await context.newPage()
    await page.goto(`${origin()}/pedidos`)
    await until(async () => (await left(page)).every((s) => s === 'changed'))
    assert.deepEqual(
      (await stored('Queda')).map((o) => o.name),
      Array.from({ length: many }, (_, i) => `Queda ${i + 1}`),
    )
  } finally {
    await running?.kill()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})

for (const many of LONG ? [120, 200] : [])
  test(`${many} orders drain under the default limits`, async (t) => {
    const own = await startSite({ limits: DEFAULT_LIMITS })
    try {
      const kept = [site, a, mug] as const
      site = own
      a = await aCompany(own.t, { name: 'Ateliê', cpf_required: false, pedido_pro: true })
      mug = await aProduct(own.t, a, { name: 'Caneca de barro', code: 'CB-300', price: '38,00' })
      const { page } = await own.browser(PHONE)
      await signIn(page, origin(), a.seller.email, true)
      await keepMany(page, 'Medida', many)
      const at = Date.now()
      await page.goto(`${origin()}/inicio`)
      await until(async () => (await left(page)).length === 0)
      const seconds = (Date.now() - at) / 1000
      t.diagnostic(`${many} orders drained in ${seconds} s`)
      assert.equal((await stored('Medida')).length, many)
      assert.ok(seconds <= (many === 120 ? 30 : 150), `${seconds} s`)
      ;[site, a, mug] = kept
    } finally {
      await own.close()
    }
  })
