// Between screens: the way from a list to one of its things and back is drawn, and gives the focus back; what stands
// beside a list; where the menu lies over a screen; a photo is found by its product's name.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCart, aClient, aCompany, aPerson, aProduct, type Company, order } from '../test/kit.ts'
import {
  axe,
  browserOf,
  DESK,
  drawn,
  inBoth,
  PHONE,
  photo,
  productRows,
  rowsOf,
  type Site,
  startOnline,
} from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Casa Aroeira', settings: JSON.stringify({ show_entity_on_menu: true }) })
  const p = await aProduct(site.t, a, { name: 'Moringa com copo', code: 'MO-1', price: '96,00' })
  await aProduct(site.t, a, { name: 'Cesto de palha', code: 'CE-1', price: '48,00' })
  await aClient(site.t, a, { company_name: 'Padaria Pires', seller_id: a.seller.id })
  await aPerson(site.t, a.id, 2, { name: 'Bento Vendedor' })
  for (let n = 0; n < 2; n++)
    assert.equal((await order(site.t, a, a.client.token, aCart([{ product_id: p.id, quantity: 2 }]))).status, 201)
  const e = await site.t.call('POST', '/api/v2/entities', {
    token: a.admin.token,
    body: { name: 'Dona Zefa', code: 'zefa', type: 'artesaos' },
  })
  assert.equal(e.status, 200, JSON.stringify(e.body))
})
after(() => site.close())
const at = (path: string) => site.at(a.path) + path
/** Counts the movements that the browser is asked to draw. */
const counting = (page: Page) =>
  page.addInitScript(() => {
    const draw = document.startViewTransition?.bind(document)
    if (draw)
      document.startViewTransition = (change) => {
        document.documentElement.dataset.drawn = String(Number(document.documentElement.dataset.drawn ?? 0) + 1)
        return draw(change)
      }
  })
const drawnSoFar = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.drawn ?? 0))
/** Into the first thing of a list, back by its link, and once more back by the browser: the focus is on it each time. */
async function thereAndBack(page: Page, list: string): Promise<number> {
  await page.goto(at(list))
  await drawn(page)
  const link = page.locator(`main a[href^="${list}/"]:not([href^="${list}/nov"]):not([href^="${list}/new"])`).first()
  const address = new URL((await link.getAttribute('href')) ?? '', page.url()).pathname
  const focused = () =>
    page.waitForFunction((to) => (document.activeElement as HTMLAnchorElement | null)?.pathname === to, address)
  const back = page.locator(`main a[href="${list}"]:visible, main a[href^="${list}?"]:visible`).first()
  await link.click()
  await page.waitForURL((u) => u.pathname === address)
  await drawn(page)
  await back.click()
  await page.waitForURL((u) => u.pathname === list)
  await focused()
  await link.press('Enter')
  await page.waitForURL((u) => u.pathname === address)
  await page.goBack()
  await focused()
  return drawnSoFar(page)
}
test('on a phone the way from every list to one of its things and back is drawn, and the focus is where it was', async () => {
  const page = await browserOf(site, site.at(a.path), a.admin.email, {
    ...PHONE,
    reducedMotion: 'no-preference',
  })
  await counting(page)
  for (const list of ['/dashboard/orders', '/clientes', '/dashboard/users', '/s/artesaos'])
    assert.ok((await thereAndBack(page, list)) >= 3, list)
  assert.deepEqual(await axe(page), [])
  await page.context().close()
})
test('two things tapped in one breath: the second opens, drawn, and the first is no error', async () => {
  const page = await browserOf(site, site.at(a.path), a.admin.email, { ...PHONE, reducedMotion: 'no-preference' })
  await page.goto(at('/dashboard/users'))
  await drawn(page)
  const links = page.locator('main a[href^="/dashboard/users/"]:not([href$="/new"])')
  await links.nth(1).waitFor()
  const second = await links.evaluateAll((all) => {
    const [one, two] = all as HTMLAnchorElement[]
    one?.click()
    two?.click()
    return [two?.pathname, document.documentElement.dataset.way]
  })
  assert.equal(second[1], 'in')
  await page.waitForURL((u) => u.pathname === second[0])
  await page.locator('html:not([data-way])').waitFor()
  assert.deepEqual(site.errors, [])
  await page.context().close()
})
test('who asked for less movement gets a cut, and the focus all the same', async () => {
  const page = await browserOf(site, site.at(a.path), a.admin.email, { ...PHONE, reducedMotion: 'reduce' })
  await counting(page)
  assert.equal(await thereAndBack(page, '/dashboard/orders'), 0)
  await page.context().close()
})
test('on a desk the first client stands open beside the list; a chosen one takes the place', async () => {
  const page = await browserOf(site, site.at(a.path), a.seller.email, DESK)
  await page.goto(at('/clientes?order=name'))
  const first = rowsOf(page, 'Lista de clientes').first()
  const name = await first.locator('b').textContent()
  await page
    .getByRole('article')
    .getByRole('heading', { name: name ?? '' })
    .waitFor()
  assert.equal(await first.getAttribute('aria-current'), 'true')
  await page.getByRole('link', { name: /Padaria Pires/ }).click()
  await page.getByRole('heading', { name: 'Padaria Pires' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Padaria Pires' }).waitFor()
  await inBoth(page)
  await page.context().close()
})
test('on messages and photos the menu lies over the screen, on a desk too, and Escape gives the screen back', async () => {
  const page = await browserOf(site, site.at(a.path), a.admin.email, DESK)
  await page.goto(at('/dashboard/orders'))
  await page.getByRole('navigation', { name: 'Menu' }).waitFor()
  for (const path of ['/apps/messages', '/apps/media']) {
    await page.goto(at(path))
    await drawn(page)
    assert.equal(await page.getByRole('navigation', { name: 'Menu' }).count(), 0, path)
    const opener = page.getByRole('button', { name: /menu/i }).first()
    await opener.click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Pedidos' }).waitFor()
    assert.deepEqual(await axe(page), [])
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    assert.ok(await opener.evaluate((e) => e === document.activeElement), 'the focus is on the button again')
  }
  await page.context().close()
})
test('who comes to know the company finds the faces behind the goods, and from one of them the way back to all', async () => {
  const { page } = await site.browser(PHONE)
  await page.goto(at('/sobre'))
  await page.getByRole('heading', { name: 'Artesãos' }).waitFor()
  await inBoth(page)
  await page.getByRole('link', { name: 'Dona Zefa' }).click()
  await page.getByRole('heading', { name: 'Dona Zefa' }).waitFor()
  await page.getByRole('link', { name: 'Ver Artesãos' }).click()
  await page.getByRole('heading', { name: 'Artesãos', level: 1 }).waitFor()
  await page.context().close()
})
test('what a category counts is one tap away, the products of what stands below it too', async () => {
  const make = async (body: object) =>
    (await site.t.call('POST', '/api/v1/categories', { token: a.admin.token, body })).body.data.id as number
  const below = await make({ name: 'Potes' })
  await make({ name: 'Barro', is_master_category: 1, sub_categories: JSON.stringify([below]) })
  await site.t.owner.query(
    "insert into product_categories (company_id, product_id, category_id) select $1, id, $2 from products where company_id = $1 and code = 'CE-1'",
    [a.id, below],
  )
  const page = await browserOf(site, site.at(a.path), a.admin.email, PHONE)
  await page.goto(at('/dashboard/categories'))
  await inBoth(page)
  await page.getByRole('link', { name: '1 produto em Barro' }).click()
  await page.getByRole('link', { name: 'Cesto de palha' }).waitFor()
  assert.equal(await productRows(page).count(), 1)
  await page.context().close()
})
test('a photo is found by its product’s name, also after a reload', async () => {
  const page = await browserOf(site, site.at(a.path), a.admin.email, PHONE)
  await page.goto(at('/apps/media'))
  await page
    .getByLabel(/^Solte aqui muitas fotos/)
    .setInputFiles([await photo('MO-1.png', '#884422'), await photo('CE-1.png', '#224488')])
  await page.getByRole('button', { name: 'Enviar 2 fotos' }).click()
  await page.getByText('2 fotos no lugar.').waitFor()
  await page.getByRole('searchbox').fill('copo moringa')
  await page.waitForURL(/search=copo/)
  await page.reload()
  await page.getByRole('link', { name: 'Moringa com copo' }).waitFor()
  assert.equal(await page.getByRole('main').getByRole('listitem').count(), 1)
  await inBoth(page)
  await page.getByRole('searchbox').fill('xilofone')
  await page.getByText('Nenhuma foto de produto com “xilofone”.').waitFor()
  await page.getByRole('button', { name: 'Ver todas as fotos' }).click()
  await page.getByRole('link', { name: 'Moringa com copo' }).waitFor()
  // Marked ones go together, once it is said which products lose them.
  await page.getByRole('checkbox', { name: 'Selecionar a foto de Moringa com copo' }).check()
  const bar = page.getByRole('region', { name: 'Selecionados' })
  await bar.getByRole('button', { name: 'Marcar todas' }).click()
  await bar.getByRole('button', { name: 'Excluir' }).click()
  const asked = page.getByRole('dialog', { name: 'Excluir 2 fotos?' })
  await asked.getByText('2 produtos as mostram e ficam sem elas.').waitFor()
  await asked.getByText('Cesto de palha').waitFor()
  await inBoth(page, 'photos-delete')
  await asked.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText('2 fotos excluídas.').waitFor()
  await page.reload()
  await page.getByText('Nenhuma foto ainda.').waitFor()
  assert.deepEqual(site.errors, [])
  await page.context().close()
})
test('who comes back to the list of products finds the same cards in their place, with what has changed meanwhile, and nothing open over them', async () => {
  const page = await browserOf(site, site.at(a.path), a.seller.email, PHONE)
  await page.goto(at('/comissoes'))
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Produtos', exact: true }).click()
  const card = page.locator('article', { hasText: 'Moringa com copo' })
  await card.evaluate((it) => (it.dataset.left = 'here'))
  await page.getByRole('button', { name: 'Apresentar' }).click()
  await page.getByRole('dialog').waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Comissões' }).waitFor()
  assert.deepEqual([await page.locator('article').count(), await page.locator('dialog').count()], [0, 0])
  const list = await site.t.call('GET', '/api/v1/products?name=moringa', { token: a.admin.token })
  const changed = await site.t.call('PUT', `/api/v1/products/${list.body.data[0].id}`, {
    token: a.admin.token,
    body: { price: '99,00' },
  })
  assert.equal(changed.status, 200)
  await page.goForward()
  await page.locator('article[data-left=here]', { hasText: '99,00' }).waitFor()
  assert.equal(await page.locator('dialog').count(), 0)
})
test('over a slow network, too: where the list was it is again, and what was being loaded when somebody left it comes', async () => {
  const many = await aCompany(site.t, { name: 'Muitas Peças' })
  await Promise.all(Array.from({ length: 60 }, (_, n) => aProduct(site.t, many, { name: `Peça ${100 + n}` })))
  const { page, context } = await site.browser({ ...PHONE, serviceWorkers: 'block' })
  // A catalogue that is too large for a device stands there page by page.
  await page.route('**/api/v2/offline?**', () => {})
  let go = () => {}
  const later = new Promise<void>((done) => (go = done))
  await page.route(/products\?.*page=2/, (r) => later.then(() => r.continue()).catch(() => {}))
  await page.goto(`${site.at(many.path)}/pedidos`)
  const card = page.locator('article', { hasText: 'Peça 119' })
  await card.scrollIntoViewIfNeeded()
  await page.waitForRequest(/page=2/)
  const place = () => card.evaluate((it) => Math.round(it.getBoundingClientRect().top))
  const before = await place()
  // The other screen's file takes until the list has been laid aside.
  await page.route(/assets\/screens-/, async (r) => {
    await page.waitForFunction(() => !document.querySelector('article')?.checkVisibility())
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await r.continue()
  })
  await page.evaluate(() => {
    history.pushState(null, '', '/sobre')
  })
  await page.getByRole('heading', { name: 'Muitas Peças', level: 1 }).waitFor()
  await page.goBack()
  await card.waitFor()
  assert.ok(Math.abs((await place()) - before) < 40, `${await place()} px from the top, it was ${before}`)
  go()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page
    .locator('article', { hasText: /Peça 1(2[4-9]|3)/ })
    .first()
    .waitFor()
  await context.close()
})
