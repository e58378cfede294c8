// A newer build takes the place of the one that is open on phones: nobody is interrupted, nobody is left behind.
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Company, until } from '../test/kit.ts'
import { aHouse } from './house.ts'
import { installed, sendNow } from './kept.ts'
import { axe, cartBar, fillBuyer, ownBuild, PHONE, signIn, type Site, startSite } from './kit.ts'

const { root, remove } = ownBuild()
let site: Site
let a: Company
let origin: string
/** A seller's phone, through several updates; and one without a worker. */
let page: Page
let plain: Page
before(async () => {
  site = await startSite({}, root)
  a = await aHouse(site)
  await site.t.owner.query('update companies set cpf_required = false where id = $1', [a.id])
  origin = site.at(a.path)
})
after(async () => {
  await site?.close()
  remove()
})
let builds = 0
const HASHED = /-[\w-]{8}\.js\b/
/** Serves a build whose scripts all have other names; those of before are gone. */
async function deploy(): Promise<void> {
  await site.stop()
  const mark = `-${String(++builds).padStart(2, '0')}`
  const files = globSync('web/**/*.{js,json}', { cwd: root }).map((f) => join(root, f))
  const known = new Set(files.map((f) => basename(f)).filter((name) => HASHED.test(name)))
  ok(known.size > 100, `${known.size} files`)
  const renamed = (name: string) => name.replace(HASHED, (hash) => `${mark}${hash.slice(3)}`)
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      text.replaceAll(/[\w.-]+-[\w-]{8}\.js\b/g, (name) => (known.has(name) ? renamed(name) : name)),
    )
    if (known.has(basename(file))) renameSync(file, join(dirname(file), renamed(basename(file))))
  }
  for (const twin of globSync('web/**/*.br', { cwd: root })) rmSync(join(root, twin))
  await site.start()
}
const buildOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content)
const builtHere = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((n) => n.startsWith('mostruario-build-')))
async function aSeller(): Promise<Page> {
  const { page } = await site.browser(PHONE)
  await signIn(page, origin, a.seller.email, true)
  await installed(page)
  return page
}

test('a hidden page without unsaved input loads the newer version', async () => {
  page = await aSeller()
  await page.goto(`${origin}/dashboard/categories`)
  await page.evaluate(() => Object.assign(window, { stays: true }))
  await deploy()
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await page.getByText('Nova versão pronta.').waitFor()
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.waitForFunction(() => !(window as unknown as { stays?: boolean }).stays)
})
test('a newer version that wants to know more of an account than the device kept says, without a network, what is missing, and not to sign in', async () => {
  await page.goto(`${origin}/dashboard/categories`)
  await site.stop()
  // Before the page reads it: what the server said last may be written down until this one goes.
  await page.addInitScript(() => {
    if (sessionStorage.getItem('older')) return
    sessionStorage.setItem('older', '1')
    const { company, ...account } = JSON.parse(localStorage.getItem('mo_account') ?? '') as { company: object }
    const known = Object.entries(company).slice(1)
    localStorage.setItem('mo_account', JSON.stringify({ ...account, company: Object.fromEntries(known) }))
  })
  await page.goto(`${origin}/dashboard/products`)
  const said = page.getByRole('alert').filter({ hasText: 'Esta parte ainda não está aqui' })
  await said.waitFor()
  match(page.url(), /dashboard\/products$/)
  deepEqual(await axe(page), [])
  await site.start()
  await said.getByRole('button', { name: 'Tentar de novo' }).click()
  await page.getByRole('link', { name: 'Moringa' }).waitFor()
})
test('a newer version arrives while a cart is being written: it waits, says so in a line, and comes with a tap; nothing is lost', async () => {
  await page.goto(`${origin}/dashboard/products`)
  await page
    .getByRole('button', { name: /^Adicionar/ })
    .first()
    .click()
  await page.goto(`${origin}/dashboard/shoppingcart`)
  await page.getByText('Moringa').waitFor()
  const first = await buildOf(page)
  await page.evaluate(() => Object.assign(window, { stays: true }))
  await deploy()
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  const line = page.getByRole('status').filter({ hasText: 'Nova versão pronta.' })
  await line.waitFor()
  deepEqual(await axe(page), [])
  // Looked away and back: the cart is no place to be taken from.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  // The screens of this version are still here, though the server has them no more.
  const old = await page.evaluate(async () => {
    const names = await Promise.all(
      (await caches.keys())
        .filter((n) => n.includes('build'))
        .map(async (n) => (await (await caches.open(n)).keys()).map((r) => r.url)),
    )
    return names.flat().find((u) => /CartPage-.*\.js$/.test(u)) as string
  })
  equal(await page.evaluate(async (u) => (await fetch(u)).status, old), 200)
  equal(await page.evaluate(() => (window as unknown as { stays?: boolean }).stays), true)
  await line.getByRole('button', { name: 'Atualizar' }).click()
  await page.waitForFunction(() => !(window as unknown as { stays?: boolean }).stays)
  await page.getByText('Moringa').waitFor()
  notEqual(await buildOf(page), first)
  equal((await builtHere(page)).length, 2, 'the build before stays for pages that are still open')
})
test('an order waits through an update, and leaves once from a page that is two releases old', async () => {
  const stored = async () =>
    (
      await site.t.owner.query('select queued from orders where company_id = $1 and name = $2', [
        a.id,
        'Mercado Central',
      ])
    ).rows
  await page.context().route('**/order_cart', (route) => route.abort())
  await fillBuyer(page, 'Mercado Central', '11988887777')
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('heading', { name: 'Pedido guardado neste aparelho' }).waitFor()
  const first = await buildOf(page)
  await deploy()
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await page.getByRole('button', { name: 'Atualizar' }).click()
  await page.waitForFunction(
    (before) => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content !== before,
    first,
  )
  await page.getByText('Pedido de Mercado Central').waitFor()
  const second = await buildOf(page)
  await deploy()
  await deploy()
  equal(await buildOf(page), second)
  deepEqual(await stored(), [])
  await page.context().unroute('**/order_cart')
  await sendNow(page)
  await until(async () => (await stored()).length > 0)
  deepEqual(await stored(), [{ queued: true }])
  equal(await buildOf(page), second, 'the page is the one that was open')
  await page.context().close()
})
test('a screen whose file is gone after a deploy: the page stays, says so, and a tap opens it', async () => {
  plain = (await site.browser({ ...PHONE, serviceWorkers: 'block' })).page
  await plain.goto(`${origin}/pedidos`)
  await plain
    .getByRole('button', { name: /^Adicionar/ })
    .first()
    .click()
  await cartBar(plain).waitFor()
  await deploy()
  await cartBar(plain).getByRole('link').click()
  const said = plain.getByRole('alert').filter({ hasText: 'Esta parte ainda não está aqui' })
  await said.waitFor()
  await plain.getByRole('button', { name: 'Abrir menu' }).waitFor()
  deepEqual(await axe(plain), [])
  await said.getByRole('button', { name: 'Tentar de novo' }).click()
  await plain.getByText('Moringa').first().waitFor()
  match(plain.url(), /shoppingcart/)
  await said.waitFor({ state: 'hidden' })
})
test('who is signed in and whose first file does not come reads that, on a page without a veil, and a tap opens it', async () => {
  await signIn(plain, origin, a.seller.email, true)
  await plain.route('**/assets/account-*.js', (route) => route.abort())
  await plain.goto(`${origin}/dashboard/products`)
  const said = plain.getByRole('alert').filter({ hasText: 'Esta parte ainda não está aqui' })
  await said.waitFor()
  await plain.locator('html:not(.veiled)').waitFor()
  deepEqual(await axe(plain), [])
  await plain.unroute('**/assets/account-*.js')
  await said.getByRole('button', { name: 'Tentar de novo' }).click()
  await plain.getByRole('link', { name: 'Moringa' }).waitFor()
  await plain.context().close()
})
test('a worker of an old build that does not end does not block updates: the next page has the newer build', async () => {
  page = await aSeller()
  const first = await buildOf(page)
  await deploy()
  // What its successor begins with is not there: that one never comes to be.
  const veil = join(root, 'web/veil.js')
  renameSync(veil, `${veil}.away`)
  await page.goto(`${origin}/dashboard/categories`)
  await until(() => page.evaluate(async () => (await caches.match('/passed')) !== undefined))
  await page.goto(`${origin}/dashboard/products`)
  await page.getByRole('link', { name: 'Moringa' }).waitFor()
  notEqual(await buildOf(page), first)
  equal((await builtHere(page)).filter((n) => n.endsWith(first as string)).length, 1, 'its worker is still there')
  renameSync(`${veil}.away`, veil)
})
const alone = { skip: process.env.SERVERS ? 'several servers read their settings at the start' : false }
test('the operator switches workers off: those that are out there take what they kept away and go', alone, async () => {
  site.t.config.worker = false
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await until(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length === 0))
  deepEqual(await builtHere(page), [])
  site.t.config.worker = true
  await page.context().close()
})
