// A page that the browser translates: every text node is replaced by <font> elements, so React may neither remove nor
// change a text node that has siblings (react#11538). The buyer's main screens keep such pieces in elements.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { aCompany, aProduct, type Company } from '../test/kit.ts'
import {
  alive,
  card,
  cartBar,
  fillBuyer,
  PHONE,
  plusOf,
  searchFor,
  sendBar,
  sheetButton,
  shownStatus,
  type Site,
  startOnline,
} from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, {
    name: 'Ateliê Jequitibá',
    min_order_cents: 10_000,
    cpf_required: false,
    whatsapp_phone: '1133334444',
    promo_price_active: true,
    tag_active: true,
  })
  const c = await site.t.call('POST', '/api/v1/categories', { token: a.admin.token, body: { name: 'Cerâmica' } })
  const categories = JSON.stringify([c.body.data.id])
  await aProduct(site.t, a, {
    name: 'Caneca de barro',
    code: 'CB-300',
    price: '38,00',
    price_promo: '32,50',
    categories,
    multiple: '2',
    stock: '9',
    tags: '["Novidade"]',
  })
  await aProduct(site.t, a, {
    name: 'Vaso Jatobá',
    code: 'VJ-014',
    price: '89,00',
    description: 'De barro.\nFeito à mão.',
    attributes: [
      { specs: { Tamanho: 'P', Cor: 'Areia' } },
      { specs: { Tamanho: 'M', Cor: 'Areia' }, price: '118,00' },
      { specs: { Tamanho: 'M', Cor: 'Folha' }, stock: 0 },
    ],
  })
  await aProduct(site.t, a, { name: 'Tigela funda', code: 'TG-008', price: '54,00' })
  await aProduct(site.t, a, { name: 'Prato raso', code: 'PR-1', price: '' })
})
after(() => site.close())

/** Replaces each text node as Google Translate does, now and whenever the page changes. */
const translate = () => {
  const skip = 'script, style, title, textarea, option, font'
  const replace = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.textContent?.trim() && !(node.parentElement as Element).closest(skip)) found.push(node as Text)
    for (const text of found) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  addEventListener('DOMContentLoaded', () => {
    replace(document.body)
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.isConnected) replace(node.parentNode as Node)
    }).observe(document.body, { childList: true, subtree: true })
  })
}
/** Notes every text node that is changed, added or removed beside siblings, and every element put before a text node. */
const watchText = () => {
  const broken: string[] = []
  Object.assign(window, { broken })
  const isText = (node: Node | null | undefined) => node?.nodeType === Node.TEXT_NODE
  const note = (what: string, where: Node) => {
    const at = (where instanceof Element ? where : where.parentElement) as HTMLElement
    const path = `${at.tagName.toLowerCase()}.${at.className} "${at.textContent?.slice(0, 60)}"`
    if (!broken.includes(`${what}: ${path}`)) broken.push(`${what}: ${path}`)
  }
  addEventListener('DOMContentLoaded', () =>
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes, removedNodes, nextSibling, previousSibling } of changes) {
        if ((target as Element).id === 'app') continue
        const beside = nextSibling !== null || previousSibling !== null
        if (type === 'characterData') {
          if ((target.parentNode?.childNodes.length ?? 0) > 1) note('changed', target)
          continue
        }
        for (const node of addedNodes) if (isText(node) ? beside : isText(nextSibling)) note('added', target)
        for (const node of removedNodes) if (isText(node) && beside) note('removed', target)
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true }),
  )
}
const amount = async (where: Locator) => ((await where.textContent()) ?? '').replace(/\s/g, ' ')
/** Link, search, filters, two products, minimum missed and reached, form errors, order, receipt, confirmation. */
async function buy(page: Page): Promise<void> {
  await page.goto(`${site.at(a.path)}/pedidos?vend=${a.seller.id}`)
  await alive(page)
  await searchFor(page, 'jatoba')
  await searchFor(page, 'nada assim')
  await searchFor(page, '')
  await page.getByRole('button', { name: /Filtr/ }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Novidade' }).click()
  await page.locator('h2', { hasText: '1' }).first().waitFor()
  await page
    .locator('main')
    .getByRole('button', { name: /Novidade/ })
    .first()
    .click()
  await plusOf(card(page, 'Caneca de barro')).click()
  assert.match(await amount(cartBar(page).getByRole('paragraph')), /R\$ 35,00/)
  await page.getByRole('button', { name: 'Adicionar Vaso Jatobá' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Quantidade, P Areia').fill('2')
  await sheet.getByLabel('Quantidade, M Areia').fill('1')
  await sheet.getByLabel('Quantidade, M Areia').fill('0')
  await sheetButton(page).click()
  assert.match(await amount(cartBar(page)), /R\$ 243,00/)
  await page
    .getByRole('link', { name: /Tigela funda/ })
    .first()
    .click()
  await sheetButton(page).waitFor()
  await sheet
    .getByRole('button', { name: /^Pôr mais/ })
    .first()
    .click()
  await page.keyboard.press('Escape')
  await cartBar(page).getByRole('link').click()
  await page.getByLabel(/^Quantidade de Vaso/).fill('0')
  await page.keyboard.press('Enter')
  await page.getByText('Faltam').first().waitFor()
  assert.match(await amount(sendBar(page)), /R\$ 65,00/)
  await page.getByLabel('Quantidade de Caneca de barro').fill('4')
  await page.keyboard.press('Enter')
  assert.match(await amount(sendBar(page)), /R\$ 130,00/)
  await page.getByRole('button', { name: /^Enviar p/ }).click()
  await page.getByText('pelo menos 2 letras').first().waitFor()
  await fillBuyer(page, 'Luciana Prado', '12997142208')
  await page.getByRole('button', { name: /^Enviar p/ }).click()
  await page.waitForURL(/\/pedido\//)
  await shownStatus(page, 'Novo').waitFor()
  const orders = await site.t.call('GET', `/api/v1/companies/${a.id}/orders`, { token: a.admin.token })
  const { id } = orders.body.data[0]
  const status = { body: { _method: 'PUT', status: 'confirmado' }, token: a.admin.token }
  assert.equal((await site.t.call('POST', `/api/v1/companies/${a.id}/orders/${id}`, status)).status, 200)
  await shownStatus(page, 'Confirmado').waitFor()
}
test('a translated page takes the order: link, products, minimum, cart, receipt', async () => {
  const { page, context } = await site.browser(PHONE)
  await page.addInitScript(translate)
  await buy(page)
  assert.ok((await page.locator('font').count()) > 10)
  assert.deepEqual(site.errors, [])
  await context.close()
})
test('changes no text beside other nodes on catalogue, product, cart and receipt', async () => {
  const { page, context } = await site.browser(PHONE)
  await page.addInitScript(watchText)
  const broken: string[] = []
  const collect = async () => {
    broken.push(...(await page.evaluate(() => (window as unknown as { broken: string[] }).broken)))
  }
  page.on('framenavigated', () => void collect().catch(() => {}))
  await buy(page)
  await collect()
  assert.deepEqual([...new Set(broken)], [])
  await context.close()
})
test('negative control: a text node that changes beside others is noted', async () => {
  const { page, context } = await site.browser(PHONE)
  await page.addInitScript(watchText)
  await page.goto(`${site.at(a.path)}/pedidos`)
  await page.evaluate(() => {
    const p = document.body.appendChild(document.createElement('p'))
    p.append('Faltam ', document.createElement('b'), ' para o mínimo')
    return new Promise((done) => setTimeout(done)).then(() => ((p.lastChild as Text).data = ' para nada'))
  })
  await page.waitForFunction(() => (window as unknown as { broken: string[] }).broken.length === 1)
  await context.close()
})
