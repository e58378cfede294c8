// Text of strangers is text in every PDF: what looks like an address is no link. A PDF links only to the installation's own
// pages, and a proposal to its consultant's chat.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { catalogueOrigin } from '#server/addresses.ts'
import { Pen } from '#server/paper.ts'
import { pdfOf } from '#server/paper_pdf.ts'
import { brochuresOf } from './brochure_kit.ts'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from './kit.ts'
import { readPdf } from './pdf_reader.ts'

const [WEB, CODE] = ['http://golpe.test/a?b=1', 'javascript:alert(1)']
let t: TestApp
let a: Company
let product: number
const { made } = brochuresOf(() => t)
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  await t.jobs()
  a = await aCompany(t, {
    name: `Loja ${WEB}`,
    about: `${WEB} ${CODE}`,
    city: 'www.golpe.test',
    additional_name: WEB,
    promo_price_active: true,
    payment_terms: JSON.stringify([{ name: CODE, instalments: 1, least: 0 }]),
  })
  await t.owner.query('update users set name = $2 where id = $1', [a.seller.id, `Bia ${CODE}`])
  const category = await t.call('POST', '/api/v1/categories', { token: a.admin.token, body: { name: WEB } })
  assert.equal(category.status, 200, JSON.stringify(category.body))
  const named = { name: `Vaso ${WEB}`, code: CODE, description: `${WEB} <a href="${WEB}">x</a>`, price_promo: '8,00' }
  product = (await aProduct(t, a, { ...named, categories: [category.body.data.id] })).id
})
after(() => t.close())

/** Where the file's links lead, and what beside them a reader would open or run. */
function leavesOf(pdf: Buffer): { links: string[]; text: string; runs: string[] } {
  const { pages } = readPdf(pdf)
  return {
    links: pages.flatMap((p) => p.links),
    text: pages.map((p) => p.text).join('\n'),
    runs: pdf.toString('latin1').match(/\/S\s*\/(JavaScript|Launch|SubmitForm|GoToR)|\/OpenAction|\/AA\b/g) ?? [],
  }
}
/** `shows`: what was typed is there, so that its link would be, too. */
function isPlain(pdf: Buffer, shows: string): void {
  const own = [catalogueOrigin(t.config, a.path), t.config.publicUrl].map((u) => new URL(u).origin)
  const { links, text, runs } = leavesOf(pdf)
  const strange = links.filter((l) => !l.startsWith('#page=') && !own.includes(new URL(l).origin))
  assert.deepEqual([strange, runs], [[], []])
  assert.ok(text.replace(/\s/g, '').includes(shows.replace(/\s/g, '')), `«${shows}» is not in:\n${text}`)
}
const get = async (url: string, token = '') => {
  const r = await t.app.inject({ method: 'GET', url, headers: token ? { authorization: `Bearer ${token}` } : {} })
  assert.equal(r.statusCode, 200, r.body.slice(0, 300))
  return r.rawPayload
}

test('catalogues of every model link to the company’s pages only', async () => {
  for (const model of ['vitrine', 'lista', 'tabela']) {
    const { pdf } = await made(a.seller.token, { title: WEB, client: CODE, model, index: '1', closing: '1' })
    assert.ok(leavesOf(pdf).links.length > 3, 'it has links')
    isPlain(pdf, `Vaso ${WEB}`)
  }
})
test('orders, quotes and receipts link to their own page only', async () => {
  for (const quote of [0, 1]) {
    if (quote) await t.owner.query('update companies set pedido_pro = true where id = $1', [a.id])
    const cart = aCart([{ product_id: product, quantity: 1 }], {
      name: WEB,
      company_name: CODE,
      description: `${CODE} ${WEB}`,
      additional_field: CODE,
      payment_term: CODE,
      quote,
    })
    const { body } = await order(t, a, a.seller.token, cart)
    assert.ok(body.data, JSON.stringify(body))
    isPlain(await get(`/api/v2/companies/${a.id}/orders/${body.data.id}/pdf`, a.seller.token), `Vaso ${WEB}`)
    isPlain(await get(`/api/v2/receipts/${body.data.receipt_path.split('/').at(-1)}/pdf`), `${CODE} ${WEB}`)
  }
})
test('labels, posters, flyers, cards and price lists link to nothing', async () => {
  for (const kind of ['poster', 'card', 'labels', 'flyer', 'prices']) {
    const body = { kind, format: 'pdf', title: WEB, message: WEB, ids: JSON.stringify([product]), prices: 1 }
    const more = { poster: 'a4', shape: 'quadrado', subject: 'produto', model: 'A4363', symbol: 'nenhum' }
    const headers = { authorization: `Bearer ${a.seller.token}` }
    const r = await t.app.inject({ method: 'POST', url: '/api/v2/material', headers, payload: { ...body, ...more } })
    assert.equal(r.statusCode, 200, `${kind}: ${r.body.slice(0, 300)}`)
    assert.deepEqual(leavesOf(r.rawPayload).links, [], kind)
    isPlain(r.rawPayload, 'golpe.test')
  }
})
test('a proposal links to its page and its consultant’s chat only', async () => {
  const { token } = await aPerson(t, null, 0)
  const need = { selectedProducts: 100, selectedSellers: 1, consultantName: WEB, prospect: CODE }
  for (const consultantPhone of [undefined, '(11) 91234-5678']) {
    const p = await t.call('POST', '/api/v2/proposals', { token, body: { ...need, consultantPhone } })
    assert.equal(p.status, 200, JSON.stringify(p.body))
    const pdf = await get(`/api/v2/proposals/${p.body.data.token}/pdf`)
    const [page, ...chat] = leavesOf(pdf).links
    assert.equal(page, p.body.data.link)
    assert.deepEqual(
      chat.map((l) => l.slice(0, l.indexOf('&'))),
      consultantPhone ? ['https://api.whatsapp.com/send?phone=5511912345678'] : [],
    )
    if (!consultantPhone) isPlain(pdf, CODE)
  }
})
test('negative control: a typed address that is drawn as a link is found', async () => {
  for (const href of [WEB, CODE]) {
    const pen = new Pen('x', 'y').page()
    pen.words(WEB, 20, 20, 10, { width: 300, tag: 'P' })
    pen.link(20, 20, 100, 20, href)
    const pdf = await pdfOf(pen.paper)
    assert.throws(() => isPlain(pdf, WEB), { code: 'ERR_ASSERTION' })
  }
})
