// The button that sends, the tap that adds, and the seller whose link was opened.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { aCompany, aPerson, aProduct, type Company, type Person, until } from '../test/kit.ts'
import {
  addProduct,
  alive,
  axe,
  browserOf,
  DESK,
  fillBuyer,
  PHONE,
  sendBar,
  sheetButton,
  type Site,
  startOnline,
  still,
} from './kit.ts'

let site: Site
let a: Company
let other: Person
let hidden: number
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, {
    name: 'Ateliê Jequitibá',
    cpf_required: false,
    whatsapp_phone: '1133334444',
    promo_price_active: true,
  })
  await site.t.owner.query("update users set phone = '11955550001' where id = $1", [a.seller.id])
  const c = await site.t.call('POST', '/api/v1/categories', { token: a.admin.token, body: { name: 'Cestaria' } })
  hidden = c.body.data.id
  other = await aPerson(site.t, a.id, 2, { name: 'Outra Vendedora', phone: '11955550002', hidden_categories: [hidden] })
  const categories = JSON.stringify([hidden])
  await aProduct(site.t, a, { name: 'Cesto de palha', code: 'CP-1', price: '30,00', categories })
  await aProduct(site.t, a, { name: 'Tigela funda', code: 'TG-008', price: '54,00' })
  await aProduct(site.t, a, { name: 'Caneca de barro', code: 'CB-300', price: '38,00', price_promo: '32,50' })
  await aProduct(site.t, a, {
    name: 'Vaso Jatobá',
    code: 'VJ-014',
    price: '89,00',
    attributes: [{ specs: { Cor: 'Areia' } }, { specs: { Cor: 'Folha' } }],
  })
  for (let i = 0; i < 40; i++) await aProduct(site.t, a, { name: `Peça avulsa ${i}`, price: '10,00', order: '5' })
})
after(async () => {
  await site.close()
})
const origin = () => site.at(a.path)
async function fill(page: Page, codes = ['TG-008']): Promise<void> {
  for (const code of codes) {
    await addProduct(page, origin(), code)
  }
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  await page.getByRole('button', { name: /^Enviar p/ }).waitFor()
}
async function typeBuyer(page: Page): Promise<void> {
  await fillBuyer(page, 'Luciana Prado', '12997142208')
}
const whatsapp = (page: Page | Locator) => page.locator('a[href*="api.whatsapp.com"]')
const phoneOf = (href: string | null) => new URL(href ?? '').searchParams.get('phone')

// A phone, and the same one with 300 px of keyboard.
for (const height of [844, 544]) {
  test(`a form that lacks something says so beside the button and shows the field above it, at 390×${height}`, async () => {
    const { page } = await site.browser({ ...PHONE, viewport: { width: 390, height } })
    await fill(page, ['TG-008', 'CB-300', 'CP-1'])
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    const message = page.getByText('Informe um nome com pelo menos 2 letras.')
    await message.waitFor()
    await still(page)
    const top = (await page.getByRole('banner').boundingBox())?.height ?? 0
    const bar = (await sendBar(page).boundingBox())?.y ?? 0
    for (const [what, place] of [
      ['label', page.locator('label', { hasText: /^Nome/ })],
      ['field', page.getByLabel('Nome', { exact: true })],
      ['message', message],
    ] as const) {
      const box = await place.boundingBox()
      assert.ok(
        box && box.y >= top && box.y + box.height <= bar,
        `${what} at ${JSON.stringify(box)}, between ${top} and ${bar}`,
      )
    }
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'name')
    assert.match(
      (await sendBar(page).getByRole('alert').textContent()) ?? '',
      /Confira antes de enviar: Nome, WhatsApp\./,
    )
    assert.deepEqual(await axe(page), [])
    await page.getByLabel('Nome', { exact: true }).fill('Luciana Prado')
    await message.waitFor({ state: 'detached' })
    assert.match((await sendBar(page).getByRole('alert').textContent()) ?? '', /enviar: WhatsApp\./)
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'phone')
    const phone = await page.getByLabel('WhatsApp', { exact: true }).boundingBox()
    assert.ok(
      phone && phone.y >= top && phone.y + phone.height <= ((await sendBar(page).boundingBox())?.y ?? 0),
      JSON.stringify(phone),
    )
  })
}

for (const finger of ['mouse', 'touch'] as const) {
  test(`a tap that lasts while the list is drawn anew still adds what was tapped, by ${finger}`, async () => {
    const { page, context } = await site.browser(PHONE)
    await page.goto(`${origin()}/pedidos`)
    await alive(page)
    const cdp = await context.newCDPSession(page)
    const press = async (name: string, words: string) => {
      const add = page.getByRole('button', { name: `Adicionar ${name}` })
      // At the field everything else makes room first.
      await page.getByPlaceholder('Buscar por nome ou código').last().focus()
      await page.waitForFunction(() => {
        const [bar, find] = ['header', 'search'].map((name) => document.querySelector(name)?.getBoundingClientRect())
        return bar && find && Math.abs(find.top - bar.bottom) < 1
      })
      await add.scrollIntoViewIfNeeded()
      await still(page)
      const box = await add.boundingBox()
      const at = { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 10 }
      await page.getByPlaceholder('Buscar por nome ou código').last().fill(words)
      if (finger === 'mouse') {
        await page.mouse.move(at.x, at.y)
        await page.mouse.down()
      } else await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
      await page.waitForTimeout(450)
      if (finger === 'mouse') await page.mouse.up()
      else await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await press('Vaso Jatobá', 'jatoba')
    await page.getByRole('dialog', { name: 'Vaso Jatobá' }).waitFor()
    await page.keyboard.press('Escape')
    // What lies behind an open dialog takes no keys.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('Tigela funda').first().waitFor({ state: 'detached' })
    await page.getByPlaceholder('Buscar por nome ou código').last().fill('')
    await page.getByRole('button', { name: 'Adicionar Tigela funda' }).waitFor()
    await press('Tigela funda', 'tigela')
    await page.getByRole('button', { name: 'Tigela funda: 1 no pedido. Adicionar mais' }).waitFor()
    await page.getByText('Vaso Jatobá').first().waitFor({ state: 'detached' })
  })
}

test("a client who opens another seller's link sees that seller's catalogue, chats with that seller and orders there", async () => {
  const page = await browserOf(site, origin(), a.client.email)
  await page.goto(`${origin()}/pedidos`)
  await page.getByText('Cesto de palha').first().waitFor()
  const chat = page.getByRole('link', { name: 'Conversar via WhatsApp' }).first()
  await page.waitForFunction(() => document.querySelector('a[href*="phone=5511955550001"]'))
  await page.goto(`${origin()}/pedidos?vend=${other.id}`)
  await page.waitForFunction(() => document.querySelector('a[href*="phone=5511955550002"]'))
  assert.equal(phoneOf(await chat.getAttribute('href')), '5511955550002')
  await page.getByText('Tigela funda').first().waitFor()
  assert.equal(await page.getByText('Cesto de palha').count(), 0)
  await fill(page)
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
  assert.equal(phoneOf(await whatsapp(page).getAttribute('href')), '5511955550002')
  const { rows } = await site.t.owner.query(
    'select seller_id from orders where client_id = $1 order by id desc limit 1',
    [a.client.id],
  )
  assert.equal(Number(rows[0].seller_id), other.id)
})

test("a product that the link's seller hides does not open by its code, not from the page's first HTML either, and the top of the page says so", async () => {
  for (const size of [PHONE, DESK]) {
    const { page } = await site.browser(size)
    const opens = async (address: string) => {
      await page.goto(`${origin()}${address}`)
      const said = page.getByText('O produto CP-1 não está neste catálogo.')
      await said.waitFor()
      const box = await said.boundingBox()
      assert.ok(box && box.y > 0 && box.y + box.height < 500, JSON.stringify(box))
      assert.equal(await page.getByRole('dialog').count(), 0)
    }
    const first = await page.goto(`${origin()}/dashboard/products?product_code=CP-1&vend=${other.id}`)
    assert.doesNotMatch((await first?.text()) ?? '', /Cesto de palha/)
    await opens(`/dashboard/products?product_code=CP-1&vend=${other.id}`)
    // The link is kept: the address that no longer names the seller shows no more.
    await opens('/dashboard/products?product_code=CP-1')
    await page.getByText('Cesto de palha').first().waitFor({ state: 'detached' })
  }
})

test("a seller's promotions lead to the promotions; /pedidos keeps what its address says", async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  await page.goto(`${origin()}/dashboard/products`)
  await page.getByText('Tigela funda').first().waitFor()
  await page.getByRole('link', { name: /produto em promoção/ }).click()
  await page.getByRole('button', { name: 'Em promoção' }).waitFor()
  await page.getByText('Caneca de barro').first().waitFor()
  await page.getByText('Tigela funda').first().waitFor({ state: 'detached' })
  await page.goto(`${origin()}/pedidos?vend=${a.seller.id}`)
  await page.waitForURL((u) => u.pathname === '/dashboard/orders' && u.searchParams.get('vend') === String(a.seller.id))
  await page.goto(`${origin()}/pedidos?promo=1`)
  await page.waitForURL((u) => u.pathname === '/dashboard/products' && u.searchParams.get('promo') === '1')
  await page.goto(`${origin()}/dashboard/products?product_code=NADA`)
  const box = await page.getByText('O produto NADA não está neste catálogo.').boundingBox()
  assert.ok(box && box.y + box.height < 500, JSON.stringify(box))
})

test('a seller who has sent an order, or opened the own link, is not offered a chat with herself', async () => {
  const page = await browserOf(site, origin(), a.seller.email)
  await page.goto(`${origin()}/dashboard/products?vend=${a.seller.id}`)
  await page.waitForFunction(() => document.querySelector('header a[href*="api.whatsapp.com"]'))
  assert.equal(phoneOf(await whatsapp(page).first().getAttribute('href')), '551133334444')
  await fill(page)
  await typeBuyer(page)
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('heading', { name: /^Pedido \d+ de .+ enviado$/ }).waitFor()
  // Not with herself, nor as if she were the client: the client is told.
  const id = Number(/orders\/(\d+)/.exec(page.url())?.[1])
  const { rows } = await site.t.owner.query('select receipt_token, phone from orders where id = $1', [id])
  assert.equal(phoneOf(await whatsapp(page.getByRole('main')).getAttribute('href')), `55${rows[0].phone}`)
  await page.goto(`${origin()}/pedido/${rows[0].receipt_token}?novo=1`)
  await page.getByRole('heading', { name: 'Andamento' }).waitFor()
  await page.getByText('Este é o recibo que o cliente vê.').waitFor()
  assert.equal(await page.getByText('Guarde este link').count(), 0)
  assert.equal(await whatsapp(page).count(), 0)
})

test('a choice that is gone is said on its own line, not on the others of the product', async () => {
  const { page } = await site.browser(PHONE)
  await page.goto(`${origin()}/dashboard/products?product_code=VJ-014`)
  await page.getByLabel('Quantidade, Areia').fill('1')
  await page.getByLabel('Quantidade, Folha').fill('1')
  await sheetButton(page).click()
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  await page.getByLabel('Quantidade de Vaso Jatobá, Folha').waitFor()
  await site.t.owner.query(
    `delete from variations where company_id = $1 and specs->>'Cor' = 'Folha'
    and product_id = (select id from products where company_id = $1 and code = 'VJ-014')`,
    [a.id],
  )
  await typeBuyer(page)
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  const gone = page.locator('li', { hasText: 'Escolha de novo as opções deste produto' })
  await gone.first().waitFor()
  assert.equal(await gone.count(), 1)
  await gone.getByLabel('Quantidade de Vaso Jatobá, Folha').waitFor()
  await gone.getByRole('button', { name: 'Retirar' }).click()
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
})

test('a company that does not chat offers none on the receipt', async () => {
  await site.t.owner.query('update companies set whatsapp = false where id = $1', [a.id])
  const { page } = await site.browser(PHONE)
  await fill(page)
  await typeBuyer(page)
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('heading', { name: 'Andamento' }).waitFor()
  assert.equal(await whatsapp(page).count(), 0)
  await site.t.owner.query('update companies set whatsapp = true where id = $1', [a.id])
})

test("a company that only chats opens the chat of the link's seller, also before the list of sellers has come", async () => {
  await site.t.owner.query('update companies set pedidos = false where id = $1', [a.id])
  const { page, context } = await site.browser(PHONE)
  await context.route(/\/companies\/\d+\/sellers/, () => {})
  await context.route('https://api.whatsapp.com/**', (route) => route.fulfill({ body: 'chat' }))
  await page.goto(`${origin()}/pedidos?vend=${other.id}`)
  await fill(page)
  await typeBuyer(page)
  await page.getByRole('button', { name: 'Enviar pelo WhatsApp' }).click()
  await page.waitForURL(/api\.whatsapp\.com/)
  assert.equal(phoneOf(page.url()), '5511955550002')
  await site.t.owner.query('update companies set pedidos = true where id = $1', [a.id])
})

test("*Sob consulta* on the cards opens the chat of the link's seller as soon as the list of sellers has come", async () => {
  const { id } = await aProduct(site.t, a, { name: 'Banco de ipê', code: 'BI-1', price: '', order: '1' })
  const { page, context } = await site.browser(PHONE)
  const sellers = Promise.withResolvers<void>()
  await context.route(/\/companies\/\d+\/sellers/, (route) => sellers.promise.then(() => route.continue()))
  await page.goto(`${origin()}/pedidos?vend=${other.id}`)
  const link = page.locator('article', { hasText: 'Banco de ipê' }).getByRole('link', { name: 'Sob consulta' })
  assert.equal(phoneOf(await link.getAttribute('href')), '551133334444', 'nobody else is known yet')
  sellers.resolve()
  await until(async () => phoneOf(await link.getAttribute('href')) === '5511955550002')
  await site.t.call('DELETE', `/api/v1/products/${id}`, { token: a.admin.token })
})

test('a refusal of what the form has no field for is shown in its own words', async () => {
  const buyer = await aPerson(site.t, a.id, 3, { currency: 'EUR' })
  await site.t.owner.query("update companies set importer = true, exchange_rate = '5' where id = $1", [a.id])
  const page = await browserOf(site, origin(), buyer.email)
  await fill(page)
  if (await page.getByLabel('Nome', { exact: true }).count()) await typeBuyer(page)
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('alert').getByText('Esta empresa vende em dólar ou em real.').waitFor()
  await site.t.owner.query('update companies set importer = false where id = $1', [a.id])
})

test('a bare ?id= fills in the number as the code of the client, and says nothing of anybody', async () => {
  const { page, context } = await site.browser(PHONE)
  await site.t.owner.query("update users set name = 'Secreta Silva', client_code = 'C777' where id = $1", [a.client.id])
  const answers: string[] = []
  context.on('response', (r) => {
    if (r.url().includes('/api/') || r.request().resourceType() === 'document')
      void r.text().then(
        (text) => answers.push(text),
        () => {},
      )
  })
  await page.goto(`${origin()}/pedidos?id=${a.client.id}`)
  await alive(page)
  await fill(page)
  assert.equal(await page.getByLabel('Código do cliente').inputValue(), String(a.client.id))
  for (const field of ['Nome', 'WhatsApp', 'CPF ou CNPJ opcional'])
    assert.equal(await page.getByLabel(field, { exact: true }).inputValue(), '')
  assert.doesNotMatch(answers.join(), /Secreta|C777/)
  await typeBuyer(page)
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
  const { rows } = await site.t.owner.query(
    "select client_id, client_code from orders where name = 'Luciana Prado' order by id desc limit 1",
  )
  assert.deepEqual([rows[0].client_id, rows[0].client_code], [null, String(a.client.id)])
  // What is typed stands, until it is taken out again.
  await fill(page)
  await page.getByLabel('Código do cliente').fill('C-9')
  await page.goto(`${origin()}/pedidos?id=${a.client.id}`)
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  assert.equal(await page.getByLabel('Código do cliente').inputValue(), 'C-9')
})

test('what was added in the moment in which the page is left is in the order', async () => {
  const { page } = await site.browser(PHONE)
  await page.goto(`${origin()}/pedidos`)
  for (let pieces = 1; pieces <= 10; pieces++) {
    await alive(page)
    if (pieces > 1) await page.getByRole('button', { name: `Tigela funda: ${pieces - 1} no pedido` }).waitFor()
    const add = page.getByRole('button', { name: /^(Adicionar )?Tigela funda/ })
    const gone = page.waitForEvent('load')
    await add.evaluate((button) => {
      ;(button as HTMLElement).click()
      location.reload()
    })
    await gone
  }
  await page.getByRole('button', { name: 'Tigela funda: 10 no pedido' }).waitFor()
})

test('the hint of an empty chat button says the words that the button has', async () => {
  await site.t.owner.query(`update companies set settings = '{"website_cta":"Site"}' where id = $1`, [a.id])
  const page = await browserOf(site, origin(), a.admin.email)
  await page.goto(`${origin()}/sobre`)
  const words = (await page.locator('a[href*="api.whatsapp.com"]').last().textContent())?.trim()
  assert.ok(words)
  await page.goto(`${origin()}/dashboard/mycompany`)
  await page
    .getByRole('link', { name: 'Barra e redes' })
    .or(page.getByRole('tab', { name: 'Barra e redes' }))
    .or(page.getByRole('button', { name: 'Barra e redes' }))
    .first()
    .click()
  const field = page.getByLabel('Botão na página Sobre')
  const hint = page.locator(`[id='${await field.getAttribute('aria-describedby')}']`)
  assert.equal((await hint.textContent())?.trim(), `Vazio: ${words}.`)
  await page.getByLabel('Botão na página de artesão ou marca').fill('Fale com a gente')
  assert.equal((await hint.textContent())?.trim(), 'Vazio: Fale com a gente.')
})
test('no page of these journeys wrote an error to the console', () => assert.deepEqual(site.errors, []))
