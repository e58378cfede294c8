// The order pad: lines by keyboard and by thumb, the grid, a pasted order, the minimum, discounts and conditions.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { aCart, aCompany, aPerson, aProduct, type Company, order, type Person } from '../test/kit.ts'
import { browserOf, DESK, inBoth, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let bakery: Person
const CODES = Array.from({ length: 20 }, (_, i) => `0${String(i + 101)}`)
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá', pedido_pro: true, min_order_cents: 20_000 })
  bakery = await aPerson(site.t, a.id, 3, {
    seller_id: a.seller.id,
    company_name: 'Padaria Pires',
    phone: '11955554444',
  })
  for (const [i, code] of CODES.entries())
    await aProduct(site.t, a, {
      name: `Caneca modelo ${i + 1}`,
      code,
      price: '10,00',
      ean: i === 0 ? '7891000315507' : '',
    })
  await aProduct(site.t, a, { name: 'Prato raso', code: 'PR-6', price: '20,00', multiple: 6, min_quantity: 6 })
  await aProduct(site.t, a, {
    name: 'Camiseta lisa',
    code: 'CL',
    price: '30,00',
    attributes: ['Azul', 'Preto', 'Branco'].flatMap((Cor) =>
      ['P', 'M', 'G'].map((Tamanho) => ({ specs: { Cor, Tamanho } })),
    ),
  })
  await site.t.call('PUT', `/api/v1/companies/${a.id}`, {
    token: a.admin.token,
    body: {
      payment_terms: [
        { name: 'À vista', instalments: 1, least: '0' },
        { name: '30/60', instalments: 2, least: '150,00' },
      ],
    },
  })
})
after(async () => {
  await site.close()
})
const origin = () => site.at(a.path)
const product = async (code: string) =>
  Number(
    (await site.t.owner.query('select id from products where company_id = $1 and code = $2', [a.id, code])).rows[0].id,
  )
const lastOrder = async () =>
  (
    await site.t.owner.query(
      `select o.*, (select json_agg(json_build_object('code', l.code, 'quantity', l.quantity, 'discount_bp', l.discount_bp) order by l.line)
       from order_lines l where l.company_id = o.company_id and l.order_id = o.id) as lines
       from orders o where company_id = $1 order by id desc limit 1`,
      [a.id],
    )
  ).rows[0]
const lines = (page: Page) => page.getByRole('list', { name: 'Itens do pedido' }).getByRole('listitem')
const code = (page: Page) => page.getByRole('combobox', { name: 'Código ou nome' })
/** The pad of a seller; the whole catalogue has come. */
async function pad(options: Parameters<typeof browserOf>[3], who = a.seller): Promise<Page> {
  const page = await browserOf(site, origin(), who.email, options)
  await page.goto(`${origin()}/pedido`)
  await code(page).waitFor()
  await page.getByText('O catálogo não está inteiro').waitFor({ state: 'detached' })
  return page
}
async function type(page: Page, what: string, quantity: string): Promise<void> {
  await page.keyboard.type(what)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(quantity)
  await page.keyboard.press('Enter')
}
async function forBakery(page: Page): Promise<void> {
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  await page.getByLabel('Buscar cliente').fill('padaria')
  await page.getByRole('button', { name: 'Padaria Pires' }).click()
  await page.getByText('Pedido para Padaria Pires').waitFor()
}
/** Sends what is in the cart; answers the stored order. */
async function send(page: Page) {
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page
    .getByRole('heading', { name: /enviado/ })
    .first()
    .waitFor()
  return lastOrder()
}

test('takes the product whose whole name was typed, where another name begins with it', async () => {
  for (const name of ['Tonica Antarct 1L', 'Tonica Antarct 1L Baixa Cal'])
    await aProduct(site.t, a, { name, code: `T${name.length}`, price: '9,00', order: name.endsWith('Cal') ? '0' : '9' })
  const page = await pad(DESK)
  await code(page).focus()
  await type(page, 'tonica antarct 1l', '2')
  const line = lines(page).filter({ hasText: 'Tonica' })
  assert.match((await line.textContent()) ?? '', /Tonica Antarct 1L(?! Baixa)/)
  assert.equal(await line.count(), 1)
  await page.context().close()
})
test('takes the whole name before the list has come, from the server while the catalogue is not here', async () => {
  const page = await browserOf(site, origin(), a.seller.email, DESK)
  await page.route('**/api/v2/offline?**', () => {})
  await page.goto(`${origin()}/pedido`)
  await page.getByText('O catálogo não está inteiro').waitFor()
  await code(page).fill('caneca modelo 1')
  await page.keyboard.press('Enter')
  const quantity = page.getByLabel('Quantidade', { exact: true })
  await quantity.and(page.locator(':focus')).waitFor()
  await quantity.fill('2')
  await page.keyboard.press('Enter')
  assert.equal(await page.getByLabel('Quantidade de Caneca modelo 1', { exact: true }).inputValue(), '2')
  // A part of several names: the list is on its way, and nothing is said to be missing.
  await code(page).fill('caneca modelo')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /Caneca modelo 12/ }).waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
  assert.equal(await lines(page).count(), 1)
  await page.context().close()
})
test('twenty lines by the keyboard alone: code, Enter, quantity, Enter; a reload keeps them; admin and client read them', async () => {
  const page = await pad(DESK)
  await code(page).focus()
  for (const [i, c] of CODES.entries()) {
    await type(page, c, String(i + 1))
    if (i === 9) {
      await lines(page).nth(9).waitFor()
      await page.reload()
      await lines(page).nth(9).waitFor()
      await page.getByText('O catálogo não está inteiro').waitFor({ state: 'detached' })
      // The field waits for the next item by itself.
      await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
    }
  }
  await lines(page).nth(19).waitFor()
  // Part of a name: the list answers, the arrow chooses.
  await page.keyboard.type('camis')
  await page.getByRole('option', { name: /Camiseta lisa/ }).waitFor()
  await page.keyboard.press('Escape')
  await inBoth(page)
  await page.getByRole('link', { name: 'Revisar e enviar' }).click()
  await forBakery(page)
  const stored = await send(page)
  assert.deepEqual(
    stored.lines.map((l: { code: string; quantity: number }) => [l.code, l.quantity]),
    CODES.map((c, i) => [c, i + 1]),
  )
  for (const who of [a.admin, bakery]) {
    const seen = await site.t.call('GET', `/api/v1/companies/${a.id}/orders/${stored.id}`, { token: who.token })
    assert.equal(seen.body.data.lines.length, 20)
    assert.equal(seen.body.data.total, '2100,00')
  }
})
test('by thumb on a phone: what is typed is tapped in the list, a quantity off the box is said and mended', async () => {
  const page = await pad(PHONE)
  await code(page).tap()
  await page.keyboard.type('prato')
  await page.getByRole('option', { name: /Prato raso/ }).tap()
  const amount = page.getByLabel('Quantidade', { exact: true })
  await amount.fill('7')
  await page.getByRole('button', { name: 'Pôr no pedido' }).tap()
  await page.getByText('Vem em caixas de 6. Trocamos para 12: Enter confirma.').waitFor()
  await page.getByRole('button', { name: 'Pôr no pedido' }).tap()
  await lines(page).first().waitFor()
  assert.equal(await page.getByLabel('Quantidade de Prato raso').inputValue(), '12')
  await code(page).fill('não há isto')
  await page.getByText(/Nada com “não há isto”/).waitFor()
  await inBoth(page)
})
test('two axes are a grid with its own number keys: a row repeats, 60 are shared out 1:2:1, every step comes back', async () => {
  const page = await pad(PHONE)
  await code(page).fill('CL')
  await page.keyboard.press('Enter')
  const grid = page.getByRole('dialog', { name: 'Camiseta lisa' })
  await grid.waitFor()
  const keys = grid.getByRole('group', { name: 'Teclado de números' })
  const cell = (label: string) => grid.getByRole('button', { name: new RegExp(`^${label}:`) })
  for (const [where, digits] of [
    ['Azul · P', '4'],
    ['Azul · M', '12'],
  ] as const) {
    await cell(where).tap()
    for (const d of digits) await keys.getByRole('button', { name: d, exact: true }).tap()
  }
  await grid.getByRole('button', { name: 'Repetir linha' }).tap()
  assert.match((await cell('Branco · M').textContent()) ?? '', /^12/)
  await grid.getByRole('button', { name: 'Desfazer' }).tap()
  assert.match((await cell('Branco · M').textContent()) ?? '', /^0/)
  await cell('Preto · P').tap()
  await grid.getByRole('button', { name: 'Distribuir' }).tap()
  await grid.getByLabel('Peças', { exact: true }).fill('60')
  await grid.getByLabel('Em partes').fill('1:2')
  await grid.getByText(/Uma parte para cada/).waitFor()
  await grid.getByLabel('Em partes').fill('1:2:1')
  await grid.getByText('P 15 · M 30 · G 15').waitFor()
  await inBoth(page)
  await grid.getByRole('form', { name: 'Distribuir' }).getByRole('button', { name: 'Distribuir' }).tap()
  await inBoth(page)
  await grid.getByRole('button', { name: /Pôr 76 peças no pedido/ }).tap()
  await grid.waitFor({ state: 'detached' })
  assert.equal(await lines(page).count(), 5)
  assert.equal(await page.getByLabel('Quantidade de Camiseta lisa, Preto · M').inputValue(), '30')
  // Opened again it shows what stands in the order; the whole act can be taken back.
  await page.getByRole('button', { name: 'Desfazer' }).tap()
  assert.equal(await lines(page).count(), 0)
})
test('a pasted order: sure lines go in, doubtful ones are asked with candidates, unknown ones are shown; nothing is guessed', async () => {
  const page = await pad(PHONE)
  await page.getByRole('button', { name: 'Colar pedido' }).tap()
  const paste = page.getByRole('dialog', { name: 'Colar pedido' })
  await paste
    .getByRole('textbox')
    .fill(
      [
        '[10:32, 22/11/2026] Ana: Bom dia! 🙏',
        '3x 0101',
        '2 dz 0102',
        '1/2 caneca modelo 3',
        '102 5',
        '5 un caneca modelo 4',
        '7 prato raso',
        '<b>9 geladeiras</b>',
      ].join('\n'),
    )
  await paste.getByRole('button', { name: 'Ler', exact: true }).tap()
  await paste.getByRole('heading', { name: '2 certas' }).waitFor()
  await paste.getByRole('heading', { name: '4 para conferir' }).waitFor()
  await paste.getByRole('heading', { name: '2 não reconhecidas' }).waitFor()
  await inBoth(page)
  const group = (n: number): Locator => paste.getByRole('group', { name: `Candidatos da linha ${n}` })
  await paste.getByText('“2 dz”: dúzia de 12, são 24 peças?').waitFor()
  await group(3).getByRole('button').first().tap()
  await paste.getByText('O código bate, fora os zeros da frente.').waitFor()
  await group(5)
    .getByRole('button', { name: /Caneca modelo 2/ })
    .tap()
  await group(4)
    .getByRole('button', { name: /Caneca modelo 3/ })
    .tap()
  assert.ok(await paste.getByRole('button', { name: /no pedido$/ }).isDisabled(), 'half a cup has no quantity yet')
  await paste.getByLabel('Quantidade da linha 4').fill('1')
  await paste.getByText('1 linha ainda sem resposta fica de fora.').waitFor()
  await paste.getByRole('button', { name: 'Pôr 5 itens no pedido' }).tap()
  await paste.waitFor({ state: 'detached' })
  const held = (name: string) => page.getByLabel(`Quantidade de ${name}`, { exact: true }).inputValue()
  assert.deepEqual(
    [
      await held('Caneca modelo 1'),
      await held('Caneca modelo 2'),
      await held('Caneca modelo 3'),
      await held('Caneca modelo 4'),
    ],
    ['3', '29', '1', '5'],
  )
  assert.equal(await lines(page).count(), 4)
})
test('the usual quantity stands beside, the last order comes with one tap, and the minimum is closed by what this client buys', async () => {
  const usual = [
    [CODES[4] as string, 12],
    [CODES[5] as string, 6],
  ] as const
  for (let n = 0; n < 2; n++) {
    const cart = []
    for (const [c, quantity] of usual) cart.push({ product_id: await product(c), quantity })
    const r = await order(site.t, a, a.seller.token, aCart(cart, { client_id: bakery.id }))
    assert.equal(r.status, 201, JSON.stringify(r.body))
  }
  const page = await pad(PHONE)
  await code(page).focus()
  await type(page, CODES[8] as string, '1')
  await lines(page).first().waitFor()
  await forBakery(page)
  await page.goto(`${origin()}/pedido`)
  const coach = page.getByRole('region', { name: 'Pedido mínimo' })
  await coach.getByText('190,00').first().waitFor()
  await inBoth(page)
  await coach.getByRole('button', { name: /19 × Caneca modelo 5/ }).tap()
  await coach.getByText('Pedido mínimo atingido').waitFor()
  await page.getByText('costuma 12').waitFor()
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /^PDF do pedido/ })
      .first()
      .tap(),
  ])
  assert.match(paper.suggestedFilename(), /^pedido-\d+\.pdf$/)
  const taps = page.getByRole('button', { name: 'Repetir o último pedido' })
  await taps.tap()
  assert.equal(await page.getByLabel('Quantidade de Caneca modelo 5').inputValue(), '31')
  assert.equal(await page.getByLabel('Quantidade de Caneca modelo 6').inputValue(), '6')
  await page.getByRole('button', { name: 'Desfazer' }).tap()
  assert.equal(await lines(page).count(), 2)
})
test('a line above the limit sends the order to approval, with its terms, freight and signature; 100,01 % is refused', async () => {
  const page = await pad(PHONE)
  await code(page).focus()
  await type(page, CODES[0] as string, '30')
  await lines(page).first().waitFor()
  const share = page.getByLabel('Desconto de Caneca modelo 1 (%)')
  await share.fill('100,01')
  await page.getByText('Informe uma porcentagem entre 0 e 100.').waitFor()
  await share.fill('12,5')
  await page.getByText('acima de 10% o pedido vai para aprovação', { exact: false }).waitFor()
  await page.reload()
  assert.equal(await share.inputValue(), '12,5')
  await page.getByRole('link', { name: 'Revisar e enviar' }).tap()
  await forBakery(page)
  await page.getByLabel('Frete').fill('abc')
  await page.getByRole('button', { name: 'Enviar pedido' }).tap()
  await page.getByText('Informe um frete entre 0 e 9.999.999,99.').waitFor()
  await page.getByLabel('Frete').fill('20,00')
  await page.getByLabel('Pagamento').selectOption('30/60')
  await page.getByText(/cada parcela precisa ser de pelo menos R\$.150,00/).waitFor()
  await page.getByLabel('Pagamento').selectOption('À vista')
  const box = page.getByRole('img', { name: 'Assine com o dedo ou o mouse' })
  await box.scrollIntoViewIfNeeded()
  const at = await box.boundingBox()
  assert.ok(at)
  await page.mouse.move(at.x + 20, at.y + 30)
  await page.mouse.down()
  for (let i = 0; i < 12; i++) await page.mouse.move(at.x + 20 + i * 15, at.y + 40 + (i % 3) * 10)
  await page.mouse.up()
  const signed = page.getByRole('img', { name: 'Assinado' })
  await signed.waitFor()
  // A second stroke on a phone that is too busy to draw before the finger is gone.
  await signed.evaluate((el) => {
    el.setPointerCapture = () => {}
    const { x, y, width, height } = el.getBoundingClientRect()
    const go = (type: string, n: number) =>
      el.dispatchEvent(
        new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: x + width * n, clientY: y + height * n }),
      )
    go('pointerdown', 0.2)
    for (const n of [0.4, 0.6, 0.8]) go('pointermove', n)
    go('pointerup', 0.8)
  })
  await inBoth(page)
  const stored = await send(page)
  // 300,00 − 12,5 % + 20,00
  assert.deepEqual(
    [stored.status, stored.total, stored.freight, stored.payment_term, stored.lines[0].discount_bp],
    ['aguardando_aprovacao', 28250, 2000, 'À vista', 1250],
  )
  assert.match(stored.signature, /^M\d+ \d+L.*M120 40L240 80L360 120L480 160$/)
  const admin = await browserOf(site, origin(), a.admin.email, DESK)
  await admin.goto(`${origin()}/dashboard/orders/${stored.id}`)
  await admin.getByText('O desconto passa do limite de quem vendeu.').waitFor()
  await admin.getByRole('img', { name: 'Assinatura' }).waitFor()
  await admin.getByText('desconto de 12,5%', { exact: false }).waitFor()
  const client = await browserOf(site, origin(), bakery.email, PHONE)
  await client.goto(`${origin()}/pedidos/meus/${stored.id}`)
  await client.getByText('282,50').first().waitFor()
  assert.equal(await client.getByRole('img', { name: 'Assinatura' }).count(), 0)
})
test('a refused camera says what to do, and the typed bar code works', async () => {
  const page = await pad(PHONE)
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await page.getByRole('button', { name: 'Ler código de barras' }).tap()
  const scan = page.getByRole('dialog', { name: 'Ler código de barras' })
  await scan.getByText('A câmera não foi liberada.', { exact: false }).waitFor()
  await inBoth(page)
  await scan.getByLabel('Código digitado').fill('7890000000000')
  await scan.getByRole('button', { name: 'Usar código' }).tap()
  await scan.getByText('Nenhum produto com o código 7890000000000.').waitFor()
  await scan.getByLabel('Código digitado').fill('7891000315507')
  await scan.getByRole('button', { name: 'Usar código' }).tap()
  await page.getByLabel('Quantidade de Caneca modelo 1', { exact: true }).waitFor()
})
test('without the digital order the pad leads to the catalogue; nothing was written to the console', async () => {
  const b = await aCompany(site.t, { pedido_pro: false })
  await aProduct(site.t, b, { name: 'Tigela' })
  const page = await browserOf(site, site.at(b.path), b.seller.email, PHONE)
  await page.goto(`${site.at(b.path)}/pedido`)
  await page.waitForURL(/\/dashboard\/products/)
  assert.deepEqual(site.errors, [])
})
