// Orders and quotes on paper, read back by tools that did not write them.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { codesIn } from '../../../../../test/code_reader.ts'
import {
  aCart,
  aClient,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
  until,
} from '../../../../../test/kit.ts'
import { pictureOfPage, readPdf } from '../../../../../test/pdf_reader.ts'
import { outboxOf } from '#server/mail.ts'
import { zonedTime } from '#shared/zoned-time.ts'

let t: TestApp
let a: Company
let b: Company
let vase: { id: number }
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t, {
    name: 'Ateliê Jequitibá',
    primary_color: '#f2c230',
    whatsapp_phone: '1131234567',
    city: 'Cunha',
    state: 'SP',
    payment_terms: JSON.stringify([{ name: '30/60 dias', instalments: 2, least: 0 }]),
  })
  b = await aCompany(t)
  vase = await aProduct(t, a, { name: 'Vaso torneado', code: 'VT-1', price: '129,90' })
})
after(() => t.close())
const SIGNED = 'M10 100L200 40L400 160'
const place = async (
  lines: { product_id: number; quantity: number; discount?: string }[],
  more: object = {},
  token = '',
) =>
  (await order(t, a, token || a.seller.token, aCart(lines, { company_name: 'Casa Prado', ...more }))).body.data as {
    id: number
    number: number
    receipt_path: string
  }
async function pdf(url: string, token = ''): Promise<Buffer> {
  const r = await t.app.inject({ method: 'GET', url, headers: token ? { authorization: `Bearer ${token}` } : {} })
  assert.equal(r.statusCode, 200, r.body.slice(0, 300))
  assert.equal(r.headers['content-type'], 'application/pdf')
  return r.rawPayload
}
const ofOrder = (id: number, token = a.seller.token, query = '') =>
  pdf(`/api/v2/companies/${a.id}/orders/${id}/pdf${query}`, token)
const receiptOf = (o: { receipt_path: string }) => `/api/v2/receipts/${o.receipt_path.split('/').at(-1)}/pdf`
const textOf = (bytes: Buffer) =>
  readPdf(bytes)
    .pages.map((p) => p.text)
    .join('\n')
const has = (text: string, ...words: string[]) => {
  for (const w of words) assert.ok(text.includes(w), `«${w}» is not in:\n${text}`)
}

test('an order of ten lines is one page: company, client, every line with its discount, sums, terms, delivery, note; fonts embedded, tagged, with title and language', async () => {
  const cnpj = await t.call('PUT', `/api/v1/companies/${a.id}`, {
    token: a.admin.token,
    body: { document: '12.345.678/0001-95' },
  })
  assert.deepEqual([cnpj.status, cnpj.body.data?.document], [200, '12345678000195'])
  const products = []
  for (let n = 1; n <= 10; n++)
    products.push(await aProduct(t, a, { name: `Tigela de barro ${n}`, code: `TB-${n}`, price: `${n},50` }))
  const o = await place(
    products.map((p, n) => ({ product_id: p.id, quantity: n + 1, ...(n === 2 && { discount: '10' }) })),
    {
      name: 'Luciana Prado',
      phone: '(12) 99714-1234',
      document: '529.982.247-25',
      email: 'luciana@prado.test',
      description: 'Entregar na doca 3.\n<b>Cuidado</b>',
      payment_term: '30/60 dias',
      delivery_date: '2026-12-10',
      freight: '35,00',
      discount: '5',
      signature: SIGNED,
    },
  )
  const bytes = await ofOrder(o.id)
  const read = readPdf(bytes)
  assert.equal(read.pages.length, 1)
  assert.deepEqual([read.title, read.language, read.tagged], [`Pedido ${o.number} de Luciana Prado`, 'pt-BR', true])
  assert.ok(read.fonts.size === 2 && [...read.fonts.values()].every(Boolean), [...read.fonts].join())
  const text = read.pages[0]?.text ?? ''
  has(text, `Pedido ${o.number}`, 'Ateliê Jequitibá', '12.345.678/0001-95', '(11) 3123-4567', 'Cunha, SP')
  has(text, 'Luciana Prado', '529.982.247-25', '(12) 99714-1234', 'luciana@prado.test', '30/60 dias', '10/12/2026')
  has(text, 'doca 3', '<b>Cuidado</b>', 'Assinatura do cliente', '10%', 'Página 1 de 1')
  const stored = (await t.call('GET', `/api/v1/companies/${a.id}/orders/${o.id}`, { token: a.seller.token })).body.data
  const money = (v: string) => v.replace(/\B(?=(\d{3})+,)/g, '.')
  for (const l of stored.lines) has(text, l.name, l.code, money(l.price), money(l.total))
  has(text, money(stored.subtotal), money(stored.discount), money(stored.freight), money(stored.total))
})
test('the QR code of an order opens its receipt under its number, and a quote says until when and opens the page that answers it', async () => {
  const o = await place([{ product_id: vase.id, quantity: 2 }])
  const link = (x: typeof o) => `${x.receipt_path}#${x.number}`
  const codes = await codesIn(pictureOfPage(await ofOrder(o.id), 1, 3))
  assert.equal(codes.length, 1)
  assert.equal(codes[0]?.kind, 'QRCode')
  assert.ok(codes[0]?.text.endsWith(link(o)), codes[0]?.text)
  const quote = await place([{ product_id: vase.id, quantity: 2 }], { quote: 1, client_id: a.client.id })
  const bytes = await pdf(receiptOf(quote))
  has(textOf(bytes), `Orçamento ${quote.number}`, 'Válido até 28/11/2026', 'Aponte a câmera e responda', 'R$ 259,80')
  const read = await codesIn(pictureOfPage(bytes, 1, 3))
  assert.ok(read[0]?.text.endsWith(link(quote)), JSON.stringify(read))
  assert.ok(readPdf(bytes).pages[0]?.links.some((l) => l.endsWith(link(quote))))
  await t.jobs()
  const mail = await until(
    async () =>
      (await t.owner.query("select params from mails where template = 'quote' and company_id = $1", [a.id])).rows[0],
  )
  assert.ok(mail.params.paper.endsWith(receiptOf(quote)), JSON.stringify(mail.params))
})
test('by mail the order comes along as a PDF with its prices; the quote as its client may see it', async () => {
  await t.call('PUT', `/api/v1/companies/${a.id}`, {
    token: a.admin.token,
    body: { orders_email: 'pedidos@jequitiba.test' },
  })
  const hidden = await aPerson(t, a.id, 3, { seller_id: a.seller.id, hide_price: true })
  const o = await place([{ product_id: vase.id, quantity: 2 }])
  const offer = { quote: 1, client_id: hidden.id, email: 'cliente@prado.test' }
  const quote = await place([{ product_id: vase.id, quantity: 3 }], offer)
  await t.jobs()
  const fileOf = async (start: string) => {
    const folder = outboxOf(t.config.dataDir)
    const name = () =>
      (existsSync(folder) ? readdirSync(folder) : []).find((f) => f.startsWith(start) && f.endsWith('.eml'))
    const eml = readFileSync(join(folder, await until(async () => name())), 'latin1')
    const [, named, body = ''] = /application\/pdf; name=(\S+)[^]*?\r?\n\r?\n([^-]+)/.exec(eml) ?? []
    return [named, textOf(Buffer.from(body, 'base64'))] as const
  }
  const [name, text] = await fileOf(`pedido-${a.id}-${o.id}`)
  assert.equal(name, `pedido-${o.number}.pdf`)
  has(text, `Pedido ${o.number}`, 'Vaso torneado', 'R$ 259,80')
  const [called, offered] = await fileOf(`orcamento-${a.id}-${quote.id}-`)
  assert.equal(called, `orcamento-${quote.number}.pdf`)
  has(offered, `Orçamento ${quote.number}`, 'Vaso torneado', '3 peças')
  assert.doesNotMatch(offered, /R\$|389|129,90/)
})
test('two hundred lines break between rows, each page with the head of the table, its number and every line once', async () => {
  const o = await place([{ product_id: vase.id, quantity: 1 }])
  await t.owner.query(
    `insert into order_lines (company_id, order_id, line, product_id, code, name, specs, quantity, unit_price, total)
      select company_id, order_id, n, product_id, 'L-' || n, 'Linha ' || n || ' fim', '{}', 1, 100, 100 from order_lines,
      generate_series(2, 200) n where order_id = $1 and line = 1`,
    [o.id],
  )
  const { pages } = readPdf(await ofOrder(o.id))
  assert.ok(pages.length >= 8 && pages.length <= 12, `${pages.length} pages`)
  const text = pages.map((p) => p.text).join('\n')
  for (let n = 2; n <= 200; n++) assert.equal(text.split(`Linha ${n} fim`).length, 2, `line ${n}`)
  for (const [n, p] of pages.entries())
    has(p.text, 'Produto', 'Qtd.', `Página ${n + 1} de ${pages.length}`, `Pedido ${o.number}`)
})
test('who may not know prices gets none: the client itself, the holder of its link, and what its seller sends it; the seller alone reads them', async () => {
  const hidden = await aPerson(t, a.id, 3, { seller_id: a.seller.id, hide_price: true })
  const o = await place([{ product_id: vase.id, quantity: 3 }], { client_id: hidden.id, signature: SIGNED })
  const own = await ofOrder(o.id)
  has(textOf(own), 'R$ 389,70')
  for (const bytes of [
    await ofOrder(o.id, hidden.token),
    await pdf(receiptOf(o)),
    await ofOrder(o.id, a.seller.token, '?client=1'),
  ]) {
    const text = textOf(bytes)
    has(text, 'Vaso torneado', 'VT-1', '3 peças')
    assert.doesNotMatch(text, /R\$|389|129,90|Total|Preço/)
    // Nor does it bring the company's copy of the signature.
    assert.ok(bytes.length < own.length)
  }
})
test('names of 300 letters, emoji, right-to-left text and a broken photo make no holes: what cannot be written is left out, the code stands for it', async () => {
  const long = `Vaso ${'comprido '.repeat(32)}fim`.slice(0, 300)
  const odd = await aProduct(t, a, { name: '🌻 مزهرية', code: 'RTL-7', price: '10,00' })
  const o = await place([
    { product_id: (await aProduct(t, a, { name: 'Longo', code: 'LG' })).id, quantity: 1 },
    { product_id: odd.id, quantity: 1 },
  ])
  await t.owner.query('update order_lines set name = $2, photo = $3 where order_id = $1 and line = 1', [
    o.id,
    long,
    '/files/0123456789abcdef0123456789abcdef.webp',
  ])
  await t.kit.storage.put('0123456789abcdef0123456789abcdef-original.jpeg', Buffer.from('not a jpeg'))
  const bytes = await ofOrder(o.id)
  const text = textOf(bytes)
  assert.equal(text.match(/comprido/g)?.length, long.match(/comprido/g)?.length)
  has(text, 'RTL-7')
  assert.doesNotMatch(text, /[\u0600-\u06ff\ufffd\u{1f33b}]/u)
})
test('another company, a colleague and who invents a link find no PDF; a client finds the own order', async () => {
  const client_id = await aClient(t, a)
  const o = await place([{ product_id: vase.id, quantity: 1 }], { client_id })
  const colleague = await aPerson(t, a.id, 2)
  const url = (company: number) => `/api/v2/companies/${company}/orders/${o.id}/pdf`
  const asked: [string, string | undefined, number][] = [
    [url(a.id), undefined, 401],
    [url(a.id), b.admin.token, 404],
    [url(b.id), b.admin.token, 404],
    [url(a.id), colleague.token, 404],
    [url(a.id), a.client.token, 404],
    [`/api/v2/receipts/${'x'.repeat(32)}/pdf`, undefined, 404],
  ]
  for (const [address, token, status] of asked)
    assert.equal((await t.call('GET', address, { ...(token && { token }) })).status, status, address)
  const mine = await place([{ product_id: vase.id, quantity: 1 }], {}, a.client.token)
  has(textOf(await ofOrder(mine.id, a.client.token)), `Pedido ${mine.number}`)
})
test('a document that is none is refused by name, one that is stands on paper as what it is, and an empty one takes it away', async () => {
  const put = (document: string) =>
    t.call('PUT', `/api/v1/companies/${a.id}`, { token: a.admin.token, body: { document } })
  const wrong = await put('12.345.678/0001-00')
  assert.deepEqual([wrong.status, wrong.body.errors.document], [422, ['CNPJ inválido. Confira os 14 caracteres.']])
  const o = await place([{ product_id: vase.id, quantity: 1 }])
  await put('529.982.247-25')
  has(textOf(await ofOrder(o.id)), 'CPF 529.982.247-25')
  await put('12.345.678/0001-95')
  has(textOf(await ofOrder(o.id)), 'CNPJ 12.345.678/0001-95')
  assert.equal((await put('')).body.data.document, '')
})
test('paper prints the day received, and beside it the day on which it was taken, when the device is believed', async () => {
  const day = (at: Date) => zonedTime(at, 'America/Sao_Paulo').day.split('-').reverse().join('/')
  const now = t.clock.now()
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const lines = [{ product_id: vase.id, quantity: 1 }]
  const printed = async (at: Date, more: object = { queued: '1' }) => {
    const { id } = await place(lines, { taken_at: at.toISOString(), ...more })
    return readPdf(await ofOrder(id)).pages[0]?.text ?? ''
  }
  const late = await printed(ago(2))
  assert.ok(late.includes(day(now)) && late.includes(`Tirado em ${day(ago(2))}`), late)
  for (const [at, more] of [[ago(2), {}], [ago(-365)], [ago(31)], [now]] as [Date, object?][]) {
    const text = await printed(at, more)
    assert.ok(text.includes(day(now)) && !text.includes('Tirado em'), text)
  }
})
