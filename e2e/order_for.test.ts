// Whose order it is: a seller takes orders for one client after the other, and nothing of one reaches the next.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCart, aPerson, aProduct, aCompany, type Company, order, type Person } from '../test/kit.ts'
import { copied } from './kept.ts'
import {
  addProduct,
  axe,
  browserOf,
  fillBuyer,
  PHONE,
  sendBar,
  signIn,
  signOut,
  type Site,
  startOnline,
} from './kit.ts'

let site: Site
let a: Company
let hotel: Person
const PADARIA = { company_name: 'Padaria Pires', phone: '11955554444', client_code: 'C016', document: '52998224725' }
const HOTEL = { company_name: 'Hotel Serra Verde', phone: '12966665555', client_code: 'C048', document: '' }
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá', cpf_required: false, price_table_active: true })
  await site.t.owner.query(
    'update users set company_name = $2, phone = $3, client_code = $4, document = $5 where id = $1',
    [a.client.id, ...Object.values(PADARIA)],
  )
  hotel = await aPerson(site.t, a.id, 3, { seller_id: a.seller.id, ...HOTEL })
  await aProduct(site.t, a, { name: 'Tigela funda', code: 'TG-008', price: '54,00' })
})
after(async () => {
  await site.close()
})
const origin = () => site.at(a.path)
async function asSeller(): Promise<Page> {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  return page
}
/** One more bowl, then the cart. */
async function fill(page: Page): Promise<void> {
  await addProduct(page, origin(), 'TG-008')
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  await page.getByRole('heading', { name: 'Dados do cliente' }).waitFor()
}
async function pick(page: Page, words: string, name: string): Promise<void> {
  await page.getByLabel('Buscar cliente').fill(words)
  await page.getByRole('button', { name }).click()
  await page.getByText(`Pedido para ${name}`).waitFor()
}
async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('heading', { name: /^Pedido \d+ de .+ enviado$|^Pedido enviado$/ }).waitFor()
}
/** Everything that the form says or holds. */
const formOf = (page: Page) =>
  page
    .getByRole('group', { name: /^(Dados do cliente|Seus dados)$/ })
    .evaluate((form) =>
      [form.textContent, ...[...form.querySelectorAll<HTMLInputElement>('input, textarea')].map((i) => i.value)].join(
        ' ',
      ),
    )
async function assertNobody(page: Page): Promise<void> {
  await page.getByLabel('Buscar cliente').waitFor()
  for (const field of ['Nome', 'WhatsApp', 'CPF ou CNPJ opcional', 'E-mail opcional', 'Código do cliente opcional'])
    assert.equal(await page.getByLabel(field, { exact: true }).inputValue(), '', field)
  assert.doesNotMatch(await formOf(page), new RegExp(['Pires', 'pessoa\\d', ...Object.values(PADARIA)].join('|')))
}
const lastOrder = async () =>
  (await site.t.owner.query('select * from orders where company_id = $1 order by id desc limit 1', [a.id])).rows[0]

test('after an order is sent the next one begins with nobody: the seller picks a client anew', async () => {
  const page = await asSeller()
  await fill(page)
  await pick(page, 'pad', PADARIA.company_name)
  await page.getByRole('button', { name: 'Adicionar observação' }).click()
  await page.getByLabel('Observação').fill('Entregar pela manhã')
  await send(page)
  assert.equal((await lastOrder()).client_code, 'C016')
  await fill(page)
  await assertNobody(page)
  assert.doesNotMatch(await formOf(page), /Entregar/)
})

test("a picked client's data are shown, not typed over; who is typed afterwards is another person, and the client never reads that order", async () => {
  const page = await asSeller()
  await fill(page)
  await pick(page, 'pad', PADARIA.company_name)
  assert.equal(await page.getByLabel('Nome', { exact: true }).count(), 0)
  for (const shown of ['(11) 95555-4444', 'C016', '52998224725', a.client.email])
    assert.match(await formOf(page), new RegExp(shown.replace(/[()]/g, '\\$&')))
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Trocar' }).click()
  await fillBuyer(page, 'Mercado Novo', '12988887777')
  await send(page)
  const stored = await lastOrder()
  assert.deepEqual(
    [stored.name, stored.phone, stored.email, stored.client_code],
    ['Mercado Novo', '12988887777', '', ''],
  )
  // Somebody new, made by the order: neither of those who were there.
  assert.ok(Number(stored.client_id) > hotel.id, stored.client_id)
  const hers = await browserOf(site, origin(), a.client.email, PHONE)
  await hers.goto(`${origin()}/pedidos/meus`)
  await hers
    .getByText(/^Pedido \d|^Nenhum pedido/)
    .first()
    .waitFor()
  assert.equal(await hers.getByText(`Pedido ${stored.number}`, { exact: true }).count(), 0)
})

test('the seller on the admin’s form is the seller of the order: the client’s own, the house for the house’s client, or who is chosen', async () => {
  const other = await aPerson(site.t, a.id, 2, { name: 'Bia Vendas' })
  await site.t.owner.query("update users set name = 'Ana Vendas' where id = $1", [a.seller.id])
  await aPerson(site.t, a.id, 3, { company_name: 'Bistrô da Casa', phone: '11944443333' })
  const page = await browserOf(site, origin(), a.admin.email, PHONE)
  const shown = () => page.getByLabel('Vendedor').locator('option:checked').textContent()
  const options = () => page.getByLabel('Vendedor').locator('option').allTextContents()
  for (const [words, name, seller, choose] of [
    ['pad', PADARIA.company_name, 'Ana Vendas', ''],
    ['bist', 'Bistrô da Casa', 'Da casa', ''],
    ['pad', PADARIA.company_name, 'Bia Vendas', 'Bia Vendas'],
  ] as const) {
    await fill(page)
    await pick(page, words, name)
    if (choose) await page.getByLabel('Vendedor').selectOption(choose)
    assert.equal(await shown(), seller)
    assert.equal((await options()).includes('Da casa'), name === 'Bistrô da Casa')
    await send(page)
    assert.equal((await lastOrder()).seller_name || 'Da casa', seller)
  }
  await site.t.owner.query('update users set active = false where id = $1', [other.id])
})

test('*Trocar* lets go of the whole client: name, phone, e-mail, document, code and note', async () => {
  const page = await asSeller()
  await fill(page)
  await pick(page, 'pad', PADARIA.company_name)
  await page.getByRole('button', { name: 'Adicionar observação' }).click()
  await page.getByLabel('Observação').fill('Entregar pela manhã')
  await page.getByRole('button', { name: 'Trocar' }).click()
  await assertNobody(page)
  assert.doesNotMatch(await formOf(page), /Entregar/)
})

test("*Repetir* brings the order's own client, also over a cart that was for somebody else, which can be brought back", async () => {
  const page = await asSeller()
  await fill(page)
  await pick(page, 'serra', HOTEL.company_name)
  await send(page)
  const { id } = await lastOrder()
  await fill(page)
  await pick(page, 'pad', PADARIA.company_name)
  await page.goto(`${origin()}/dashboard/orders/${id}`)
  await page.getByRole('button', { name: 'Repetir' }).click()
  await page.getByText(`Pedido para ${HOTEL.company_name}`).waitFor()
  assert.match(await formOf(page), /C048/)
  assert.doesNotMatch(await formOf(page), /Pires|C016/)
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByText(`Pedido para ${PADARIA.company_name}`).waitFor()
  await page.goto(`${origin()}/dashboard/orders/${id}`)
  await page.getByRole('button', { name: 'Repetir' }).click()
  await page.getByText(`Pedido para ${HOTEL.company_name}`).waitFor()
  await send(page)
  const stored = await lastOrder()
  assert.deepEqual(
    [Number(stored.client_id), stored.name, stored.phone, stored.client_code],
    [hotel.id, HOTEL.company_name, HOTEL.phone, HOTEL.client_code],
  )
})

test('*Esvaziar*, and taking the last item out, leave nobody; bringing the item back brings its client back', async () => {
  const page = await asSeller()
  await fill(page)
  await pick(page, 'pad', PADARIA.company_name)
  await page.getByRole('button', { name: 'Esvaziar' }).click()
  await page.getByRole('dialog').getByText('o cliente').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText('Seu pedido está vazio').waitFor()
  await fill(page)
  await assertNobody(page)
  await pick(page, 'pad', PADARIA.company_name)
  await page.getByRole('button', { name: 'Tirar 1 de Tigela funda' }).click()
  await page.getByText('Seu pedido está vazio').waitFor()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByText(`Pedido para ${PADARIA.company_name}`).waitFor()
  await page.getByRole('button', { name: 'Tirar 1 de Tigela funda' }).click()
  await page.getByText('Seu pedido está vazio').waitFor()
  await fill(page)
  await assertNobody(page)
})

test('after signing out, and in a cart that an older version kept, nobody is left', async () => {
  const page = await asSeller()
  await fill(page)
  await pick(page, 'pad', PADARIA.company_name)
  await page.reload()
  await page.getByText(`Pedido para ${PADARIA.company_name}`).waitFor()
  await page.goto(`${origin()}/dashboard/products`)
  await signOut(page)
  const asked = page.getByRole('dialog', { name: 'Sair apaga 1 pedido aberto' })
  await asked.getByText(PADARIA.company_name).waitFor()
  assert.deepEqual(await axe(page), [])
  await asked.getByRole('button', { name: 'Confirmar' }).click()
  await page.waitForURL(/session\/signin/)
  await signIn(page, origin(), a.seller.email)
  await fill(page)
  await assertNobody(page)
  await page.goto(`${origin()}/session/404`)
  await page.evaluate(
    ([owner, form]) =>
      new Promise<void>((done) => {
        const open = indexedDB.open('mostruario-cart')
        open.onsuccess = () => {
          const carts = open.result.transaction('carts', 'readwrite').objectStore('carts')
          carts.getAllKeys().onsuccess = (e) => {
            const [key] = (e.target as IDBRequest<string[]>).result.filter((k) => k.startsWith(`${owner as string}#`))
            carts.get(key as string).onsuccess = (e) => {
              const { buyer: _, ...old } = (e.target as IDBRequest<Record<string, unknown>>).result
              carts.delete(key as string)
              carts.put({ ...old, form }, owner as string).onsuccess = () => done()
            }
          }
        }
      }),
    [
      `${a.id}:${a.seller.id}`,
      {
        client_id: String(a.client.id),
        name: 'Padaria Pires',
        phone: PADARIA.phone,
        client_code: 'C016',
        description: 'Entregar',
      },
    ] as const,
  )
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  await page.getByText('Tigela funda').first().waitFor()
  await assertNobody(page)
})

test('between the orders of a visitor name and phone stay, the note does not', async () => {
  const { page } = await site.browser(PHONE)
  const add = async () => {
    await addProduct(page, origin(), 'TG-008')
    await page.goto(`${origin()}/dashboard/shoppingcart`)
    await page.getByRole('heading', { name: 'Seus dados' }).waitFor()
  }
  await add()
  await fillBuyer(page, 'Luciana Prado', '12997142208')
  await page.getByRole('button', { name: 'Adicionar observação' }).click()
  await page.getByLabel('Observação').fill('Embrulhar para presente')
  await send(page)
  assert.equal((await lastOrder()).description, 'Embrulhar para presente')
  await add()
  assert.equal(await page.getByLabel('Nome', { exact: true }).inputValue(), 'Luciana Prado')
  assert.equal(await page.getByLabel('WhatsApp', { exact: true }).inputValue(), '(12) 99714-2208')
  assert.doesNotMatch(await formOf(page), /Embrulhar/)
})

test("whoever opens somebody else's order is told so at the first answer; one's own has its heading", async () => {
  const { id } = await aProduct(site.t, a, { name: 'Jarra', price: '20,00' })
  const { body } = await order(site.t, a, hotel.token, aCart([{ product_id: id, quantity: 1 }]))
  assert.ok(body.data?.id, JSON.stringify(body))
  for (const [email, address] of [
    [(await aPerson(site.t, a.id, 3, {})).email, '/pedidos/meus'],
    [(await aPerson(site.t, a.id, 2, {})).email, '/dashboard/orders'],
  ] as const) {
    const page = await browserOf(site, origin(), email, PHONE)
    const asked: string[] = []
    page.on('request', (r) => /\/api\/.*\/orders\/\d+$/.test(r.url()) && asked.push(r.url()))
    await page.goto(`${origin()}${address}/${body.data.id}`)
    await page.getByRole('heading', { name: 'Pedido não encontrado', level: 1 }).waitFor()
    assert.equal(asked.length, 1, `asked ${asked.join(', ')}`)
    assert.deepEqual(await axe(page), [])
    await page.getByRole('link', { name: 'Voltar para a lista' }).click()
    await page.getByText(/^Nenhum pedido/).waitFor()
    await page.context().close()
  }
  const own = await browserOf(site, origin(), hotel.email, PHONE)
  await own.goto(`${origin()}/pedidos/meus/${body.data.id}`)
  await own.getByRole('heading', { name: `Pedido ${body.data.number}`, level: 1 }).waitFor()
  assert.deepEqual(await axe(own), [])
  // On paper it is dark on white, in whatever colours the screen is.
  await own.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const [ink, paper] = await own.evaluate(() =>
    [document.querySelector('main th, main td'), document.body].map((e, i) => {
      const said = e && getComputedStyle(e)[i === 0 ? 'color' : 'backgroundColor']
      return (said?.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, n) => sum + Number(n), 0)
    }),
  )
  assert.ok((ink ?? 999) < 380 && paper === 765, `${ink} on ${paper}`)
  assert.equal(await own.getByRole('button', { name: 'Imprimir' }).isVisible(), false)
})
test('while an order is on its way nothing can be typed into it; the fields of the next one are open', async () => {
  const page = await asSeller()
  await fill(page)
  await pick(page, 'pad', PADARIA.company_name)
  await page.getByRole('button', { name: 'Adicionar observação' }).click()
  const fields = [page.getByLabel('Observação'), page.getByLabel('Desconto (%)')]
  for (const [i, field] of fields.entries()) await field.fill(String(i + 5))
  const wide = () => page.getByRole('group', { name: 'Dados do cliente' }).boundingBox()
  const before = await wide()
  let arrive = () => {}
  const slow = new Promise<void>((done) => (arrive = done))
  await page.route('**/order_cart', (r) => slow.then(() => r.continue()))
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('button', { name: 'Enviando…' }).waitFor()
  for (const field of fields) assert.equal(await field.isDisabled(), true)
  assert.deepEqual(await wide(), before)
  arrive()
  await page.getByRole('heading', { name: /enviado$/ }).waitFor()
  const stored = await lastOrder()
  assert.deepEqual([stored.description, Number(stored.discount_bp)], ['5', 600])
  await fill(page)
  assert.equal(await page.getByLabel('Nome', { exact: true }).isEnabled(), true)
  assert.equal(await page.getByLabel('Desconto (%)').isEnabled(), true)
})
test('goods that are taken from a client, or go to a new one, are at once at the prices that the new one has', async () => {
  await aProduct(site.t, a, { name: 'Cesto de palha', code: 'CP-021', price: '80,00', price3: '50,00' })
  await aPerson(site.t, a.id, 3, { seller_id: a.seller.id, company_name: 'Atacado Sul', price_table: 3 })
  const page = await asSeller()
  const total = sendBar(page)
  await addProduct(page, origin(), 'CP-021')
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  await pick(page, 'atacado', 'Atacado Sul')
  await total.getByText('50,00').waitFor()
  await page.getByRole('button', { name: 'Trocar' }).click()
  await total.getByText('80,00').waitFor()
  await pick(page, 'atacado', 'Atacado Sul')
  await total.getByText('50,00').waitFor()
  await page.goto(`${origin()}/pedido/cliente?trocar=1`)
  await page.getByRole('button', { name: 'Cliente novo' }).click()
  await fillBuyer(page, 'Empório Novo', '12977776666')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.waitForURL((u) => !u.pathname.startsWith('/pedido/cliente'))
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  await total.getByText('80,00').waitFor()
  await send(page)
  const stored = await lastOrder()
  assert.deepEqual([stored.name, stored.total, stored.reasons], ['Empório Novo', 8000, []])
})
test('without a network the cart finds the clients that are on the device', async () => {
  const page = await asSeller()
  await fill(page)
  await copied(page, 'clients')
  await page.context().setOffline(true)
  await pick(page, 'serra', HOTEL.company_name)
  assert.match(await formOf(page), /C048/)
  await page.context().close()
})
test('no page of these journeys wrote an error to the console', () => assert.deepEqual(site.errors, []))
