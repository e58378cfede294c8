// Avisos in the browser: the bell and its panel, what is asked after the first order, and a push on a locked phone.
import { deepEqual, equal, match } from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page, Worker } from 'playwright-core'
import { aCart, aCompany, aPerson, aProduct, type Company, order, until } from '../test/kit.ts'
import { type PushSimulator, pushSimulator, type SimulatedBrowser } from '../test/push_simulator.ts'
import { axe, browserOf, DESK, ownBuild, PHONE, signIn, signOut, type Site, startSite } from './kit.ts'

let site: Site
let a: Company
let origin: string
let product: number
let service: PushSimulator
/** A browser without a screen has no place for notices: what its worker shows is put aside where pages read it.
 * Nor has it an icon: asked to put a number on one, it dies; nor does it open a window for a tap that no finger made. */
const TRAY = `
delete WorkerNavigator.prototype.setAppBadge
clients.openWindow = async (href) => {
  const tray = await caches.open('simulated-tray')
  await tray.put('/window', new Response(JSON.stringify({ href })))
}
registration.showNotification = async (title, { body, tag, data: { href } }) => {
  const tray = await caches.open('simulated-tray')
  await tray.put('/' + tag, new Response(JSON.stringify({ title, body, tag, href })))
}
`
const build = ownBuild()
before(async () => {
  service = await pushSimulator()
  const worker = join(build.root, 'worker/sw.js')
  writeFileSync(worker, TRAY + readFileSync(worker, 'utf8'))
  site = await startSite({ pushHosts: [service.origin] }, build.root)
  a = await aCompany(site.t, { name: 'Casa Aroeira' })
  product = (await aProduct(site.t, a, { name: 'Moringa' })).id
  origin = site.at(a.path)
})
after(async () => {
  service?.close()
  await site?.close()
  build.remove()
})
const place = async (name = 'Luciana Prado', token = a.client.token) =>
  (await order(site.t, a, token, aCart([{ product_id: product, quantity: 1 }], { name }))).body.data as {
    id: number
    number: number
  }
/** The tests' browser reaches no push service: what its `subscribe` would answer comes from the simulator. */
async function subscribes(context: BrowserContext): Promise<SimulatedBrowser> {
  const { key } = (await site.t.call('GET', '/api/v2/notices/settings', { token: a.admin.token })).body.data
  const one = service.browser(key)
  await context.grantPermissions(['notifications'], { origin })
  await context.addInitScript(
    ({ endpoint, p256dh, auth }) => {
      const bytes = (text: string) =>
        Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
      const made = (key: string) => ({
        endpoint,
        options: { applicationServerKey: bytes(key).buffer },
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => {
          localStorage.removeItem('simulated-push')
          return true
        },
      })
      // A browser without a screen has no question to ask: the person says yes when asked.
      Object.defineProperty(Notification, 'permission', {
        get: () => localStorage.getItem('simulated-permission') ?? 'default',
      })
      Object.assign(Notification, {
        requestPermission: async () => {
          const said = localStorage.getItem('simulated-answer') ?? 'granted'
          localStorage.setItem('simulated-permission', said)
          return said
        },
      })
      Object.assign(PushManager.prototype, {
        getSubscription: async () => {
          const key = localStorage.getItem('simulated-push')
          return key ? made(key) : null
        },
        subscribe: async (o: { applicationServerKey: string }) => {
          localStorage.setItem('simulated-push', o.applicationServerKey)
          return made(o.applicationServerKey)
        },
      })
    },
    { endpoint: one.endpoint, p256dh: one.p256dh, auth: one.auth },
  )
  return one
}
/** Hands the browser's worker a push, as its service would. */
async function deliver(page: Page, push: object): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const seen = new Promise<string>((done) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations.filter((r) => r.scopeURL.startsWith(origin))
      if (first) done(first.registrationId)
    }),
  )
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await seen,
    data: JSON.stringify(push),
  })
  await cdp.detach()
}
interface Shown {
  title: string
  body: string
  tag: string
  href: string
}
const shown = (page: Page) =>
  page.evaluate(async () => {
    const found = await (await caches.open('simulated-tray')).matchAll()
    return Promise.all(found.map((r) => r.json() as Promise<Shown>))
  })
/** A tap on a notice, as the worker is told of it. */
const tap = (context: BrowserContext, href: string) =>
  until(() =>
    (context.serviceWorkers().at(-1) as Worker)
      .evaluate((to) => {
        const notification = { data: { href: to }, close() {} }
        return dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil() {} }))
      }, href)
      .catch(() => false),
  )
const working = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null)

test('a client orders while the seller looks elsewhere: the bell counts within two seconds, the line leads there and is read', async () => {
  const page = await browserOf(site, origin, a.seller.email, PHONE)
  const bell = page.getByRole('button', { name: /Avisos e atividade/ })
  await bell.waitFor()
  const o = await place()
  await page.getByRole('button', { name: 'Avisos e atividade, 1 aviso não lido' }).waitFor()
  await bell.click()
  const panel = page.getByRole('dialog', { name: 'Avisos e atividade' })
  const line = panel.getByRole('listitem').filter({ hasText: `Pedido ${o.number} de Luciana Prado` })
  await line.getByText(/hoje, /).waitFor()
  deepEqual(await axe(page), [])
  // Read and back, then by opening it.
  await line.getByRole('button', { name: /^Marcar como lido/ }).click()
  await line.getByText('lido').waitFor()
  await line.getByRole('button', { name: /^Marcar como não lido/ }).click()
  await line.getByRole('link').click()
  await page.waitForURL(`**/dashboard/orders/${o.id}`)
  await page.getByRole('button', { name: 'Avisos e atividade', exact: true }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Avisos e atividade', exact: true }).waitFor()
  // The admin has not read his own.
  const admin = await browserOf(site, origin, a.admin.email, DESK)
  await admin.getByRole('button', { name: 'Avisos e atividade, 1 aviso não lido' }).click()
  await admin.getByRole('link', { name: 'Ver todos' }).click()
  await admin.getByRole('heading', { name: 'Avisos', exact: true }).waitFor()
  await admin.getByRole('button', { name: 'Marcar tudo como lido' }).click()
  await admin.getByText('lido', { exact: false }).first().waitFor()
  await admin.getByRole('button', { name: 'Avisos e atividade', exact: true }).waitFor()
  deepEqual(await axe(admin), [])
  // Without the server the newest are still here.
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Avisos e atividade' }).click()
  await panel.getByText(`Pedido ${o.number} de Luciana Prado`).waitFor()
  await page.context().close()
  await admin.context().close()
})
test('after her first order a seller is asked, a push comes to the locked phone without a name, and a tap opens the order', async () => {
  const { page, context } = await site.browser(PHONE)
  const phone = await subscribes(context)
  await signIn(page, origin, a.seller.email, true)
  await working(page)
  equal(await page.getByRole('button', { name: 'Ativar avisos' }).count(), 0)
  const own = await place('Ana Melo', a.seller.token)
  await page.goto(`${origin}/dashboard/orders/${own.id}/enviado`)
  const asks = page.getByRole('region', { name: 'Avisos neste aparelho' })
  await asks.waitFor()
  deepEqual(await axe(page), [])
  await asks.getByRole('button', { name: 'Ativar avisos' }).click()
  await page.getByText('Pronto: os avisos chegam neste aparelho.').waitFor()
  await asks.waitFor({ state: 'detached' })

  const o = await place('Vera Lemos')
  await until(async () => phone.received.length === 1)
  deepEqual(phone.refusals, [])
  const [mine] = phone.received
  await deliver(page, mine as object)
  await until(async () => (await shown(page)).length === 1)
  const { id, number } = o
  deepEqual(await shown(page), [
    { title: `Pedido ${number} chegou`, body: '', tag: mine?.tag, href: `/dashboard/orders/${id}` },
  ])
  // The page that is open is taken there, not loaded anew: what is typed there would stay.
  await page.evaluate(() => Object.assign(window, { same: true }))
  await tap(context, `/dashboard/orders/${id}`)
  await page.waitForURL(`**/dashboard/orders/${id}`)
  equal(await page.evaluate(() => 'same' in window), true)
  await page.getByRole('heading', { name: `Pedido ${number}` }).waitFor()
  // Nobody has the product open: a tap opens it at the order.
  await page.goto('about:blank')
  await tap(context, `/dashboard/orders/${own.id}`)
  await page.goto(`${origin}/avisos`)
  await until(() =>
    page.evaluate(
      async (href) => (await (await caches.match('/window'))?.json())?.href === href,
      `/dashboard/orders/${own.id}`,
    ),
  )
  // The service knows this browser no more (410): it is forgotten, and registers anew when it is opened again.
  const devices = async () =>
    (await site.t.owner.query('select 1 from push_devices where user_id = $1', [a.seller.id])).rowCount
  phone.answer = 410
  // Not where notices are read as they come: what has been read is sent nowhere.
  await page.goto(`${origin}/inicio`)
  await place('Rui Prado')
  await until(async () => (await devices()) === 0)
  phone.answer = 201
  await page.evaluate(() => localStorage.removeItem('simulated-push'))
  await page.reload()
  await until(async () => (await devices()) === 1)
  const before = phone.received.length
  await place('Rui Prado')
  await until(async () => phone.received.length === before + 1)
  await context.close()
})
test('a phone that two people share: what was meant for the one who left is shown to nobody, and the other gets the own', async () => {
  const [first, second] = [await aPerson(site.t, a.id, 1), await aPerson(site.t, a.id, 1)]
  const { page, context } = await site.browser(PHONE)
  const phone = await subscribes(context)
  const activate = async (email: string) => {
    await signIn(page, origin, email, true)
    await working(page)
    await page.goto(`${origin}/aparelho`)
    const receives = page.getByRole('switch', { name: /Receber avisos neste aparelho/ })
    await receives.click()
    await until(() => receives.isChecked())
  }
  await activate(first.email)
  await place('Ana Melo')
  const [hers] = await until(async () => phone.received.length > 0 && phone.received)
  await signOut(page)
  await page.waitForURL(/signin/)
  await deliver(page, hers as object)
  await activate(second.email)
  await deliver(page, hers as object)
  const seen = phone.received.length
  await place('Vera Lemos')
  const [, his] = await until(async () => phone.received.length > seen && [hers, phone.received.at(-1)])
  await deliver(page, his as object)
  await until(async () => (await shown(page)).length > 0)
  deepEqual(
    (await shown(page)).map((n) => n.tag),
    [his?.tag],
  )
  // Registered for the second one, it is the first one's no more.
  const { rows } = await site.t.owner.query('select user_id::int from push_devices where user_id = any ($1)', [
    [first.id, second.id],
  ])
  deepEqual(rows, [{ user_id: second.id }])
  await context.close()
})
test('a person finds what reaches her in Neste aparelho: kinds, quiet hours, names; signing out ends the device', async () => {
  const seller = await aPerson(site.t, a.id, 2)
  const { page, context } = await site.browser(PHONE)
  await subscribes(context)
  await signIn(page, origin, seller.email, true)
  await working(page)
  await page.goto(`${origin}/aparelho`)
  const part = page.locator('#avisos')
  await part.getByRole('switch', { name: /Receber avisos neste aparelho/ }).click()
  await part.getByRole('switch', { name: /Nomes na tela bloqueada/ }).click()
  await part.getByText('O que me avisa, e quando').click()
  await part.getByRole('switch', { name: 'Andamento do pedido' }).click()
  await part.getByRole('switch', { name: /Horas de silêncio/ }).click()
  await part.getByLabel('Das', { exact: true }).fill('20:15')
  await part.getByLabel('Das', { exact: true }).blur()
  const stands = () =>
    site.t.owner
      .query(
        `select s.off, s.quiet_from, s.quiet_until, d.names from notice_settings s join push_devices d using (company_id, user_id)
          where s.user_id = $1`,
        [seller.id],
      )
      .then((r) => r.rows[0])
  // Each choice is saved by itself.
  await until(async () => {
    const now = await stands()
    return now?.quiet_from === '20:15' && now.off.length === 1 && now.names
  })
  deepEqual(await stands(), { off: ['status'], quiet_from: '20:15', quiet_until: '07:00', names: true })
  await page.reload()
  // Folded, it says what is chosen.
  await part.getByText(/^\d de \d assuntos · silêncio das 20:15 às 07:00$/).waitFor()
  await part.getByText('O que me avisa, e quando').click()
  for (const [name, is] of [
    [/Receber avisos neste aparelho/, true],
    [/Nomes na tela bloqueada/, true],
    ['Andamento do pedido', false],
    ['Pedido novo', true],
  ] as const)
    await until(async () => (await part.getByRole('switch', { name }).isChecked()) === is)
  equal(await part.getByLabel('Das', { exact: true }).inputValue(), '20:15')
  deepEqual(await axe(page), [])
  await page.emulateMedia({ colorScheme: 'dark' })
  deepEqual(await axe(page), [])
  await signOut(page)
  await page.waitForURL(/signin/)
  await until(async () => (await stands()) === undefined)
  equal(await page.evaluate(() => localStorage.getItem('simulated-push')), null)
  await context.close()
})
test('who has refused is told so and not asked; an iPhone outside the app says how to get them', async () => {
  const { page, context } = await site.browser(PHONE)
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await signIn(page, origin, a.client.email)
  const mine = await place('Eu mesma')
  await page.goto(`${origin}/aparelho`)
  await page.getByText(/Os avisos foram recusados neste navegador/).waitFor()
  const { receipt_path } = (
    await site.t.call('GET', `/api/v1/companies/${a.id}/orders/${mine.id}`, { token: a.client.token })
  ).body.data
  await page.goto(`${origin}${receipt_path}?novo=1`)
  await page.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
  equal(await page.getByRole('button', { name: 'Ativar avisos' }).count(), 0)
  await context.close()

  // Refused when asked: said once, and nothing was registered.
  const refusing = await site.browser(PHONE)
  await subscribes(refusing.context)
  await refusing.context.addInitScript(() => localStorage.setItem('simulated-answer', 'denied'))
  await signIn(refusing.page, origin, a.client.email)
  await refusing.page.goto(`${origin}${receipt_path}?novo=1`)
  await refusing.page.getByRole('button', { name: 'Ativar avisos' }).click()
  await refusing.page.getByText(/O navegador não deixou/).waitFor()
  await refusing.page.reload()
  await refusing.page.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
  equal(await refusing.page.getByRole('button', { name: 'Ativar avisos' }).count(), 0)
  equal((await site.t.owner.query('select 1 from push_devices where user_id = $1', [a.client.id])).rowCount, 0)
  await refusing.context.close()

  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1'
  const iphone = await site.browser({ ...PHONE, userAgent: agent })
  await iphone.context.addInitScript(() => {
    for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name)
  })
  await signIn(iphone.page, origin, a.client.email)
  await iphone.page.goto(`${origin}${receipt_path}?novo=1`)
  const asks = iphone.page.getByRole('region', { name: 'Avisos neste aparelho' })
  match((await asks.textContent()) ?? '', /No iPhone os avisos só chegam pelo aplicativo/)
  await asks.getByRole('button', { name: 'Entendi' }).click()
  await iphone.page.reload()
  await iphone.page.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
  equal(await asks.count(), 0)
  await iphone.context.close()
})
