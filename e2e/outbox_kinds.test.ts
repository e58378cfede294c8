// Everything else that leaves by the same line: quotes, clients and notes; rows of other builds; a device that keeps
// nothing; a company that sells only what it has.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCompany, aProduct, type Company, newCart, until } from '../test/kit.ts'
import { sendNow } from './kept.ts'
import { addProduct, axe, browserOf, fillBuyer, PHONE, type Site, startSite } from './kit.ts'

let site: Site
let a: Company
let bowl: { id: number }
before(async () => {
  site = await startSite()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá', cpf_required: false, pedido_pro: true })
  await site.t.owner.query(
    "update users set company_name = 'Padaria Pires', phone = '11955554444', notes = 'Fecha às segundas' where id = $1",
    [a.client.id],
  )
  await aProduct(site.t, a, { name: 'Caneca de barro', code: 'CB-300', price: '38,00' })
  bowl = await aProduct(site.t, a, { name: 'Tigela funda', code: 'TG-008', price: '54,00' })
})
after(() => site.close())
const origin = () => site.at(a.path)
const orders = async (where: string) =>
  (await site.t.owner.query(`select * from orders where company_id = $1 and ${where} order by id`, [a.id])).rows
const clients = async (name: string) =>
  (await site.t.owner.query('select * from users where company_id = $1 and name = $2', [a.id, name])).rows
const pill = (page: Page) => page.getByRole('link', { name: /aguardando envio/ })
const SENDING = /\/(order_cart|clients(\/\d+)?)$/
const deaf = (page: Page) =>
  page.context().route(SENDING, (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()))
const heard = (page: Page) => page.context().unroute(SENDING)
const ready = (page: Page) =>
  page.waitForFunction(
    () =>
      performance.getEntriesByType('resource').some((r) => /OutboxPage.*\.js/.test(r.name)) &&
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every((l) => l.sheet),
  )
async function fill(page: Page, code = 'CB-300', quantity = '1'): Promise<void> {
  await addProduct(page, origin(), code)
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  await page
    .getByLabel(/^Quantidade de/)
    .first()
    .fill(quantity)
  await page
    .getByLabel(/^Quantidade de/)
    .first()
    .press('Enter')
  await ready(page)
}
async function forPadaria(page: Page): Promise<void> {
  await page.getByLabel('Buscar cliente').fill('pad')
  await page.getByRole('button', { name: 'Padaria Pires' }).click()
  await page.getByText('Pedido para Padaria Pires').waitFor()
}

test('a quote without a network is offered when there is one, once', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  await fill(page)
  await forPadaria(page)
  await deaf(page)
  await page.getByRole('button', { name: 'Enviar como orçamento' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText('Orçamento de Padaria Pires').waitFor()
  await heard(page)
  await sendNow(page)
  await pill(page).waitFor({ state: 'detached' })
  const quotes = await orders("status = 'orcamento'")
  assert.deepEqual([quotes.length, quotes[0].queued, quotes[0].revision], [1, true, 1])
})

test('a client and a note without a network: made once, and nobody’s newer words are written over', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  await page.goto(`${origin()}/clientes/novo`)
  await page.getByLabel('Nome de quem compra').fill('Doceria Nova')
  await page.getByLabel('Telefone com DDD').fill('11933332222')
  await deaf(page)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText('Cliente novo: Doceria Nova').waitFor()
  assert.equal((await clients('Doceria Nova')).length, 0)
  await page.goto(`${origin()}/clientes/${a.client.id}`)
  await page.getByLabel('Anotações').fill('Pede às terças')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText('Guardado neste aparelho').waitFor()
  assert.equal(await pill(page).textContent(), '2')
  // What waits is shown where it was written, also by who opens the page anew.
  await page.reload()
  await until(async () => (await page.getByLabel('Anotações').inputValue()) === 'Pede às terças')
  const meanwhile = await site.t.call('POST', `/api/v2/clients/${a.client.id}`, {
    token: a.admin.token,
    body: { notes: 'Só à tarde' },
  })
  assert.equal(meanwhile.status, 200)
  await pill(page).click()
  await page.getByText('Cadastro de Padaria Pires').waitFor()
  await heard(page)
  await sendNow(page)
  await page.getByText('Outra pessoa mudou estes campos').waitFor()
  assert.deepEqual(await axe(page), [])
  assert.equal((await clients('Doceria Nova')).length, 1)
  await page.getByRole('button', { name: 'Editar' }).click()
  await pill(page).waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Anotações').inputValue(), 'Pede às terças')
  const { rows } = await site.t.owner.query('select notes from users where id = $1', [a.client.id])
  assert.equal(rows[0].notes, 'Só à tarde')
})

test('what the server finds wrong in a field is marked there when it comes back, until it is typed over', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  await fill(page)
  await fillBuyer(page, 'Empório Novo', '11944443333')
  await deaf(page)
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('heading', { name: 'Pedido guardado neste aparelho' }).waitFor()
  await page.goto(`${origin()}/clientes/novo`)
  await page.getByLabel('Nome de quem compra').fill('Quitanda Velha')
  await page.getByLabel('E-mail').fill('quitanda.teste')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText('Cliente novo: Quitanda Velha').waitFor()
  await site.t.owner.query('update companies set cpf_required = true where id = $1', [a.id])
  await heard(page)
  await sendNow(page)
  await page.getByText('Não aceito').nth(1).waitFor()
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await card('Pedido de Empório Novo').getByRole('button', { name: 'Editar' }).click()
  const document = page.locator('[name=document][aria-invalid=true]')
  await document.waitFor()
  await page.reload()
  await document.waitFor()
  assert.deepEqual(await axe(page), [])
  await document.fill('529.982.247-25')
  await document.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('heading', { name: /^Pedido \d+ de Empório Novo enviado$/ }).waitFor()
  await pill(page).click()
  await card('Quitanda Velha').getByRole('button', { name: 'Editar' }).click()
  const email = page.getByLabel('E-mail')
  await until(async () => (await email.getAttribute('aria-invalid')) === 'true')
  await email.fill('quitanda@teste.br')
  assert.equal(await email.getAttribute('aria-invalid'), null)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await until(async () => (await clients('Quitanda Velha')).length === 1)
  await site.t.owner.query('update companies set cpf_required = false where id = $1', [a.id])
})

test('what a company does not have is shown per line, and what there is goes with one tap', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  await fill(page, 'TG-008', '5')
  await forPadaria(page)
  await deaf(page)
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('heading', { name: 'Pedido guardado neste aparelho' }).waitFor()
  await site.t.owner.query('update companies set refuse_without_stock = true where id = $1', [a.id])
  await site.t.owner.query('update products set stock = 2 where id = $1', [bowl.id])
  await heard(page)
  await sendNow(page)
  const card = page.getByRole('listitem').filter({ hasText: 'Tigela funda' }).last()
  assert.match((await card.innerText()).replaceAll(/\s/g, ' '), /5 peças → 2 peças/)
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Aceitar o que há e enviar' }).click()
  await pill(page).waitFor({ state: 'detached' })
  const [stored] = (await orders("status = 'novo'")).slice(-1)
  assert.deepEqual([Number(stored.items_count), Number(stored.total)], [2, 10_800])
  await site.t.owner.query('update companies set refuse_without_stock = false where id = $1', [a.id])
  await site.t.owner.query('update products set stock = null where id = $1', [bowl.id])
})

test('rows that the first build wrote leave with this one; those of a newer build stay and are spoken of', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  const owner = `${a.id}:${a.seller.id}`
  const id = newCart()
  const product = { product_id: bowl.id, quantity: 1, specs: {}, price: '54,00' }
  // As version 1 wrote it: this text stays as it is, whatever later versions write.
  const row = {
    v: 1,
    id,
    owner,
    kind: 'order',
    at: 1_763_800_000_000,
    method: 'POST',
    path: `/api/v2/companies/${a.id}/order_cart`,
    body: {
      name: 'Mercado Antigo',
      phone: '11911112222',
      cart_id: id,
      taken_at: '2025-11-22T08:26:40.000Z',
      product_json: [product],
    },
    about: { name: 'Mercado Antigo', pieces: 1, total: 5400, currency: 'BRL', quote: false },
    kept: {
      cart_id: id,
      lines: [],
      staff: true,
      buyer: { kind: 'person', data: { name: 'Mercado Antigo' } },
      details: {},
      discount: '',
    },
    state: 'waiting',
    queued: true,
    tries: 3,
  }
  await page.evaluate(
    (rows) =>
      new Promise<void>((done) => {
        const open = indexedDB.open('mostruario-outbox', 1)
        open.onupgradeneeded = () => {
          const items = open.result.createObjectStore('items', { keyPath: 'seq', autoIncrement: true })
          items.createIndex('id', ['owner', 'id'], { unique: true })
          items.createIndex('line', ['owner', 'state'])
        }
        open.onsuccess = () => {
          const tx = open.result.transaction('items', 'readwrite')
          for (const r of rows) tx.objectStore('items').add(r)
          tx.oncomplete = () => {
            open.result.close()
            done()
          }
        }
      }),
    [{ ...row, v: 2, id: newCart() }, row],
  )
  await page.goto(`${origin()}/aguardando`)
  await until(async () => (await orders("name = 'Mercado Antigo'")).length === 1)
  await page.getByText('por uma versão mais nova').waitFor()
  assert.equal(await pill(page).textContent(), '1')
  assert.deepEqual(await axe(page), [])
})

test('a device that keeps nothing sends what it can; without a network it says what is missing and the order stays open', async () => {
  const { page, context } = await site.browser(PHONE)
  await context.addInitScript(() => {
    const add = IDBObjectStore.prototype.add
    IDBObjectStore.prototype.add = function (...args) {
      if (this.name === 'items') throw new DOMException('full', 'QuotaExceededError')
      return add.apply(this, args)
    }
  })
  await fill(page)
  await fillBuyer(page, 'Sem Espaço', '11912345678')
  await deaf(page)
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByText(/não há espaço neste aparelho: faltam \d+ MB/).waitFor()
  assert.equal(await pill(page).count(), 0)
  await page.reload()
  await page.getByText('Caneca de barro').first().waitFor()
  await heard(page)
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
  assert.equal((await orders("name = 'Sem Espaço'")).length, 1)
})
