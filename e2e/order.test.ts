import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, aPerson, aProduct, type Company } from '../test/kit.ts'
import {
  addProduct,
  alive,
  axe,
  browserOf,
  card,
  cartBar,
  DESK,
  fillBuyer,
  PHONE,
  plusOf,
  searchFor,
  sheetButton,
  shownStatus,
  signIn,
  signOut,
  type Site,
  startOnline,
  OFFLINE,
} from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, {
    name: 'Ateliê Jequitibá',
    primary_color: '#b4532a',
    min_order_cents: 10_000,
    cpf_required: false,
    whatsapp_phone: '1133334444',
  })
  const c = await site.t.call('POST', '/api/v1/categories', { token: a.admin.token, body: { name: 'Cerâmica' } })
  const categories = JSON.stringify([c.body.data.id])
  await aProduct(site.t, a, {
    name: 'Caneca de barro 300 ml',
    code: 'CB-300',
    price: '38,00',
    price_promo: '32,50',
    categories,
    multiple: '2',
  })
  await aProduct(site.t, a, {
    name: 'Vaso Jatobá em cerâmica',
    code: 'VJ-014',
    price: '89,00',
    categories,
    tags: '["Novidade"]',
    attributes: [
      { specs: { Tamanho: 'P', Cor: 'Areia' } },
      { specs: { Tamanho: 'M', Cor: 'Areia' }, price: '118,00' },
      { specs: { Tamanho: 'P', Cor: 'Folha' } },
      { specs: { Tamanho: 'M', Cor: 'Folha' }, stock: 0 },
    ],
  })
  await aProduct(site.t, a, { name: 'Tigela funda', code: 'TG-008', price: '54,00' })
  for (let i = 0; i < 40; i++) await aProduct(site.t, a, { name: `Peça avulsa ${i}`, price: '10,00', order: '5' })
})
after(async () => {
  await site.close()
})
const amount = (text: string | null) => (text ?? '').replace(/\s/g, ' ')

test('a shared link becomes an order: search, two products with choices, cart, order, chat; the seller sees it live, the admin confirms, the client sees that on the receipt', async () => {
  const origin = site.at(a.path)
  const seller = await site.browser(DESK)
  await signIn(seller.page, origin, a.seller.email)
  await seller.page.goto(`${origin}/dashboard/orders`)
  await seller.page.getByText('Nenhum pedido ainda').waitFor()

  const { page } = await site.browser(PHONE)
  await page.goto(`${origin}/pedidos?vend=${a.seller.id}`)
  await alive(page)
  await searchFor(page, 'jatoba')
  await page.getByRole('button', { name: 'Adicionar Vaso Jatobá em cerâmica' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Quantidade, P Areia').fill('2')
  await sheet.getByLabel('Quantidade, M Areia').fill('1')
  assert.match(amount(await sheetButton(page).textContent()), /Adicionar 3 peças.*R\$ 296,00/)
  assert.deepEqual(await axe(page), [])
  await sheetButton(page).click()
  await searchFor(page, 'CB300')
  const add = page.getByRole('button', { name: 'Adicionar Caneca de barro 300 ml' })
  await add.click()
  await page.getByRole('button', { name: /Caneca de barro 300 ml: 2 no pedido/ }).waitFor()
  assert.match(amount(await cartBar(page).textContent()), /Pedido mínimo atingido.*R\$ 361,00/)
  await page.getByRole('link', { name: /Ver pedido/ }).click()

  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByText('Informe um nome com pelo menos 2 letras.').waitFor()
  assert.deepEqual(await axe(page), [])
  await fillBuyer(page, 'Luciana Prado', '(12) 99714-2208')
  await page.reload()
  assert.equal(await page.getByLabel('Nome', { exact: true }).inputValue(), 'Luciana Prado')
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
  const chat = new URL((await page.getByRole('link', { name: /no WhatsApp/ }).getAttribute('href')) ?? '')
  assert.equal(chat.searchParams.get('phone'), '5511912345678')
  const text = amount(chat.searchParams.get('text'))
  assert.match(text, /Pedido 1 · Ateliê Jequitibá/)
  assert.match(text, /2 × Vaso Jatobá em cerâmica \(.*Areia.*\)/)
  assert.match(text, /Total: R\$ 361,00/)
  assert.match(text, /\/pedido\/[\w-]{24}/)
  assert.deepEqual(await axe(page), [])

  await seller.page.getByRole('link', { name: /Luciana Prado/ }).waitFor()
  assert.deepEqual(await axe(seller.page), [])

  const admin = await site.browser(DESK)
  await signIn(admin.page, origin, a.admin.email)
  await admin.page.goto(`${origin}/dashboard/orders`)
  await admin.page.getByRole('link', { name: /Luciana Prado/ }).click()
  await admin.page.getByRole('button', { name: 'Confirmar pedido' }).click()
  await shownStatus(admin.page, 'Confirmado').waitFor()
  assert.deepEqual(await axe(admin.page), [])

  await page.reload()
  await shownStatus(page, 'Confirmado').waitFor()
  await page.goto(`${origin}/pedidos/meus`)
  await page.getByRole('link', { name: /Pedido 1/ }).waitFor()
})

test('the cart: same choice grows, 0 and −1 remove, undo brings back, it survives a reload and can be emptied', async () => {
  const { page } = await site.browser(PHONE)
  await page.goto(`${site.at(a.path)}/pedidos`)
  const tigela = plusOf(card(page, 'Tigela funda'))
  await alive(page)
  await tigela.click()
  await tigela.click()
  await page.getByRole('button', { name: /Tigela funda.*: 2 no pedido/ }).waitFor()
  await page.goto(`${site.at(a.path)}/dashboard/shoppingcart`)
  const quantity = page.getByLabel('Quantidade de Tigela funda')
  assert.equal(await quantity.inputValue(), '2')
  await quantity.fill('-1')
  await quantity.press('Enter')
  await page.getByText('Seu pedido está vazio').waitFor()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  assert.equal(await quantity.inputValue(), '2')
  await page.getByRole('button', { name: 'Tirar 1 de Tigela funda' }).click()
  assert.equal(await quantity.inputValue(), '1')
  await page.reload()
  assert.equal(await quantity.inputValue(), '1')
  await page.getByRole('button', { name: 'Faltam R$ 46,00 para o mínimo'.replace('$ ', '$\u00a0') }).waitFor()
  await quantity.fill('0')
  await quantity.press('Enter')
  await page.getByText('Seu pedido está vazio').waitFor()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByRole('button', { name: 'Esvaziar' }).click()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText('Seu pedido está vazio').waitFor()
})

test('without a network the order stays on the device and leaves when there is one: one order, cancelled by its sender', async () => {
  const { page, context } = await site.browser({ ...PHONE, ...OFFLINE })
  await addProduct(page, site.at(a.path), 'TG-008')
  await page.goto(`${site.at(a.path)}/dashboard/shoppingcart`)
  await page.getByLabel('Quantidade de Tigela funda').fill('3')
  await fillBuyer(page, 'Sem Sinal', '11912345678')
  await page.waitForFunction(
    () =>
      performance.getEntriesByType('resource').some((r) => /OutboxPage.*\.js/.test(r.name)) &&
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every((l) => l.sheet),
  )
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('heading', { name: 'Pedido guardado neste aparelho' }).waitFor()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Ver pedido' }).click()
  await page.getByRole('heading', { name: 'Pedido recebido' }).waitFor()
  const { rows } = await site.t.owner.query("select count(*) from orders where name = 'Sem Sinal'")
  assert.equal(Number(rows[0].count), 1)
  await page.getByRole('button', { name: 'Cancelar pedido' }).click()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
  await page.getByRole('heading', { name: 'Pedido cancelado' }).waitFor()
})

test('a whole order by keyboard alone', async () => {
  const { page } = await site.browser(DESK)
  await page.goto(`${site.at(a.path)}/pedidos`)
  await page.getByPlaceholder('Buscar por nome ou código').first().focus()
  await page.keyboard.type('tigela')
  await page.getByText('Tigela funda').waitFor()
  await page.locator('h2[aria-busy=false]').waitFor()
  const tabTo = async (what: () => Promise<boolean>) => {
    for (let i = 0; i < 60; i++) {
      if (await what()) return
      await page.keyboard.press('Tab')
    }
    throw new Error('not reached by Tab')
  }
  const focusSays = (pattern: RegExp) => async () =>
    pattern.test(
      await page.evaluate(
        () =>
          `${document.activeElement?.getAttribute('aria-label') ?? ''} ${document.activeElement?.textContent ?? ''}`,
      ),
    )
  await tabTo(focusSays(/Adicionar Tigela funda/))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await tabTo(focusSays(/Ver pedido/))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Seu pedido' }).waitFor()
  const focusIs = (name: string) => async () =>
    (await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name ?? '')) === name
  await tabTo(focusIs('name'))
  await page.keyboard.type('Só Teclado')
  await tabTo(focusIs('phone'))
  await page.keyboard.type('11912345678')
  await tabTo(focusSays(/Enviar pedido/))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
})

test('what is tapped and typed before the script has come is not lost', async () => {
  const { page } = await site.browser(PHONE)
  let go = () => {}
  const script = new Promise<void>((done) => {
    go = done
  })
  await page.route(/assets\/main-/, async (route) => {
    await script
    await route.continue()
  })
  await page.goto(`${site.at(a.path)}/pedidos`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Adicionar Tigela funda' }).click()
  await page.getByRole('button', { name: 'Adicionar Tigela funda' }).click()
  assert.equal(await page.evaluate(() => document.early?.length), 2, 'both taps are noted')
  await page.getByRole('search').getByRole('searchbox').pressSequentially('tig')
  go()
  await page.getByRole('button', { name: /^Tigela funda: 2 no pedido/ }).waitFor()
  await page.keyboard.type('ela')
  assert.equal(await page.getByRole('search').getByRole('searchbox').inputValue(), 'tigela')
  await page.getByText('Caneca de barro').first().waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('button', { name: /^Tigela funda: 2 no pedido/ }).waitFor()
})
test('without a session a guarded address asks to sign in and comes back; signing out forgets everything and stops the automatic visit', async () => {
  const origin = site.at(a.path)
  const { page } = await site.browser(DESK)
  await page.goto(`${origin}/dashboard/orders?status=novo`)
  await page.waitForURL(/session\/signin\?returnUrl=/)
  assert.deepEqual(await axe(page), [])
  await page.getByLabel('E-mail').fill(a.client.email)
  await page.getByLabel('Senha', { exact: true }).fill('errada')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByText('E-mail ou senha não conferem.').waitFor()
  await page.getByLabel('E-mail').fill(a.seller.email)
  await page.getByLabel('Senha', { exact: true }).fill('segredo-de-teste')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL(/dashboard\/orders\?status=novo/)
  await signOut(page)
  await page.waitForURL(/session\/signin/)
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), ['mo_signed_out'])
  await page.goto(`${origin}/pedidos`)
  await page.waitForURL(/session\/signin/)
  await page.getByRole('button', { name: 'Ver catálogo' }).click()
  await page.getByText('Tigela funda').first().waitFor()
  await page.goto(`${origin}/pedidos?id=7&vend=${a.seller.id}`)
  await page.getByText('Tigela funda').first().waitFor()
})

test('signing out on a slow network forgets everything at once: no refusal and no answer that comes late brings anything back', async () => {
  const origin = site.at(a.path)
  const { page } = await site.browser(DESK)
  await signIn(page, origin, a.seller.email, true)
  // The server ends the session at once; its word of it and the counts arrive late, what the device keeps is asked late.
  await page.addInitScript(() => {
    const real = window.fetch.bind(window)
    const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
    let ended = () => {}
    const over = new Promise<void>((done) => {
      ended = done
    })
    window.fetch = async (input, init) => {
      const url = String(input)
      if (/v2\/offline/.test(url)) await over
      const response = await real(input, init)
      if (/auth\/logout/.test(url)) {
        ended()
        await wait(1500)
      }
      if (/order_counts/.test(url)) await over.then(() => wait(500))
      return response
    }
  })
  const refused: string[] = []
  page.on('response', (r) => r.status() === 401 && refused.push(new URL(r.url()).pathname))
  await page.goto(`${origin}/dashboard/orders`)
  await page.getByPlaceholder('Cliente ou número').waitFor()
  await signOut(page)
  await page.waitForURL(/session\/signin/)
  assert.equal(new URL(page.url()).search, '')
  assert.ok(refused.includes('/api/v2/offline'), refused.join())
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), ['mo_signed_out'])
})

test('"Continuar conectado" outlives the tab; without it a new tab starts signed out', async () => {
  const origin = site.at(a.path)
  const gone = await site.browser(DESK)
  await signIn(gone.page, origin, a.admin.email)
  const second = await gone.context.newPage()
  await second.goto(`${origin}/dashboard/orders`)
  await second.waitForURL(/session\/signin/)
  const kept = await site.browser(DESK)
  await signIn(kept.page, origin, a.admin.email, true)
  const third = await kept.context.newPage()
  await third.goto(`${origin}/dashboard/orders`)
  await third.getByRole('heading', { name: 'Pedidos' }).waitFor()
})

test('a client sees its own orders and prices, hides nothing of others, and finds the catalogue from the menu', async () => {
  const origin = site.at(a.path)
  const blind = await aPerson(site.t, a.id, 3, { hide_price: true, seller_id: a.seller.id })
  const page = await browserOf(site, origin, blind.email, PHONE)
  await page.goto(`${origin}/inicio`)
  await page.waitForURL(/dashboard\/categories/)
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('dialog').getByRole('link', { name: 'Produtos' }).click()
  await page.getByText('Tigela funda').first().waitFor()
  assert.ok(!(await page.locator('body').textContent())?.includes('R$'))
  await page.goto(`${origin}/pedidos/meus`)
  await page.getByText('Nenhum pedido por aqui ainda.').waitFor()
})

test('the pages of this whole run wrote no error to the console, and no rule of the content policy was broken', () => {
  assert.deepEqual(site.errors, [])
})
