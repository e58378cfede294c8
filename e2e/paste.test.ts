// *Colar pedido* through the screen: a long list full of what chats and sheets bring, and a catalogue that no device holds.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { searchText } from '#features/products/search.ts'
import { aCompany, aProduct, type Company, until } from '../test/kit.ts'
import { browserOf, DESK, inBoth, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let large: Company
/** More than a device keeps. */
const MANY = 20_001
/** Products straight into the table: what is tried is the paste. */
async function stock(c: Company, many: number, codeOf: (n: number) => string, name: string): Promise<void> {
  const rows = Array.from({ length: many }, (_, n) => {
    const p = { name: `${name} ${n + 1}`, code: codeOf(n + 1), ean: '' }
    return { ...p, search_text: searchText(p) }
  })
  await site.t.owner.query(
    'insert into products (company_id, name, code, price, search_text) select $1, name, code, 1000, search_text from jsonb_to_recordset($2::jsonb) as x(name text, code text, search_text text)',
    [c.id, JSON.stringify(rows)],
  )
}
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { pedido_pro: true })
  await stock(a, 500, (n) => String(n).padStart(5, '0'), 'Caneca modelo')
  large = await aCompany(site.t, { pedido_pro: true, max_products: 100_000 })
  await stock(large, MANY, (n) => `Z${String(n).padStart(5, '0')}`, 'Peça de série')
  await aProduct(site.t, large, { name: 'Moringa de barro', code: '0077', price: '12,00' })
  await aProduct(site.t, large, { name: 'Tigela funda', code: 'TG-8', price: '20,00', multiple: 6, min_quantity: 6 })
})
after(async () => {
  await site.close()
})
const lines = (page: Page) => page.getByRole('list', { name: 'Itens do pedido' }).getByRole('listitem')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Colar pedido' })
const held = (page: Page, name: string) => page.getByLabel(`Quantidade de ${name}`, { exact: true }).inputValue()
async function pad(c: Company, options: Parameters<typeof browserOf>[3]): Promise<Page> {
  const page = await browserOf(site, site.at(c.path), c.seller.email, options)
  await page.goto(`${site.at(c.path)}/pedido`)
  await page.getByRole('combobox', { name: 'Código ou nome' }).waitFor()
  return page
}
async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Colar pedido' }).click()
  await dialog(page).getByRole('textbox').fill(text)
  await dialog(page).getByRole('button', { name: 'Ler', exact: true }).click()
}

test('500 lines with HTML, emoji, dozens, halves and lost zeros: what is sure goes in, every other line is asked, nothing is lost', async () => {
  const page = await pad(a, PHONE)
  await page.getByText('O catálogo não está inteiro').waitFor({ state: 'detached' })
  const kinds = [
    (n: number, code: string) => `${(n % 9) + 1}x ${code}`,
    (n: number, code: string) => `<b>${code}</b>&nbsp;<i>${(n % 9) + 1} un</i> 🙏🏽`,
    (n: number, code: string) => `✅ *${code}* - ${(n % 9) + 1}`,
    (_: number, code: string) => `2 dz ${code}`,
    (n: number) => `1/2 caneca modelo ${n}`,
    (n: number) => `${n} 3 un`,
    () => '<script>alert(1)</script>bom dia, tudo bem? 😀',
  ]
  const text = Array.from({ length: 500 }, (_, i) =>
    (kinds[i % kinds.length] as (n: number, code: string) => string)(i + 1, String(i + 1).padStart(5, '0')),
  )
  await paste(page, text.join('\n'))
  const count = async (words: RegExp) =>
    Number(/^\d+/.exec((await dialog(page).getByRole('heading', { name: words }).textContent()) ?? '')?.[0])
  await dialog(page)
    .getByRole('heading', { name: /certas$/ })
    .waitFor()
  const [sure, asked, unknown] = [await count(/certas$/), await count(/para conferir$/), await count(/reconhecidas$/)]
  const of = (kind: number) => text.filter((_, i) => i % kinds.length === kind).length
  assert.equal(sure + asked + unknown, 500)
  assert.equal(sure, of(0) + of(1) + of(2))
  // Dozens, halves, and codes without their zeros are asked about; a greeting names nothing.
  assert.deepEqual([asked, unknown], [of(3) + of(4) + of(5), of(6)])
  await dialog(page)
    .getByRole('button', { name: `Pôr ${sure} itens no pedido` })
    .tap()
  await dialog(page).waitFor({ state: 'detached' })
  await lines(page)
    .nth(sure - 1)
    .waitFor({ state: 'attached' })
  assert.equal(await lines(page).count(), sure)
  assert.equal(await held(page, 'Caneca modelo 1'), '2')
  assert.equal(await held(page, 'Caneca modelo 2'), '3')
  await page.reload()
  await lines(page)
    .nth(sure - 1)
    .waitFor({ state: 'attached' })
})
test('a line is left out and brought back, sure or asked; read again after other words nothing of the first reading stays', async () => {
  const page = await pad(a, DESK)
  await page.getByText('O catálogo não está inteiro').waitFor({ state: 'detached' })
  await paste(page, '4x 00010\n2x 00011\n2 dz 00012')
  const sheet = dialog(page)
  await sheet.getByRole('button', { name: 'Retirar a linha 1' }).click()
  await sheet.getByRole('button', { name: 'Pôr 1 item no pedido' }).waitFor()
  await sheet.getByRole('button', { name: 'Trazer de volta', exact: true }).click()
  await sheet.getByRole('button', { name: 'Pôr 2 itens no pedido' }).waitFor()
  await sheet.getByRole('group', { name: 'Candidatos da linha 3' }).getByRole('button').first().click()
  await sheet.getByRole('button', { name: 'Pôr 3 itens no pedido' }).waitFor()
  await sheet.getByRole('button', { name: 'Deixar de fora' }).click()
  await sheet.getByRole('button', { name: 'Pôr 2 itens no pedido' }).waitFor()
  await sheet.getByRole('button', { name: 'Fica de fora. Trazer de volta' }).click()
  await sheet.getByRole('button', { name: 'Pôr 3 itens no pedido' }).waitFor()
  await sheet.getByRole('button', { name: 'Retirar a linha 2' }).click()
  await sheet.getByRole('button', { name: 'Voltar' }).click()
  await sheet.getByRole('textbox').fill('1x 00020\n7x 00021\n3 dz 00022')
  await sheet.getByRole('button', { name: 'Ler', exact: true }).click()
  await sheet.getByText('1 linha ainda sem resposta fica de fora.').waitFor()
  await sheet.getByRole('button', { name: 'Pôr 2 itens no pedido' }).click()
  await lines(page).nth(1).waitFor()
  assert.deepEqual([await held(page, 'Caneca modelo 20'), await held(page, 'Caneca modelo 21')], ['1', '7'])
})
test('beyond what a device holds the server is asked: sure, asked and unknown stand as they would; without an answer the text stays', async () => {
  const page = await pad(large, PHONE)
  await page.getByText('O catálogo não está inteiro').waitFor()
  const text = '3x Z04321\n2 moringa de barro\n77 4 un\n7 tigela funda\n9 geladeiras'
  await page.route('**/api/v2/products/named', (route) => route.abort())
  await paste(page, text)
  await dialog(page).getByRole('alert').waitFor()
  await inBoth(page)
  assert.equal(await dialog(page).getByRole('textbox').inputValue(), text)
  await page.unroute('**/api/v2/products/named')
  await dialog(page).getByRole('button', { name: 'Ler', exact: true }).tap()
  await dialog(page).getByRole('heading', { name: '2 certas' }).waitFor()
  await dialog(page).getByRole('heading', { name: '2 para conferir' }).waitFor()
  await dialog(page).getByRole('heading', { name: '1 não reconhecida' }).waitFor()
  await dialog(page).getByText('O código bate, fora os zeros da frente.').waitFor()
  await inBoth(page)
  await dialog(page).getByRole('button', { name: 'Pôr 2 itens no pedido' }).tap()
  await lines(page).nth(1).waitFor()
  assert.deepEqual([await held(page, 'Peça de série 4321'), await held(page, 'Moringa de barro')], ['3', '2'])
})
test('the company takes the digital order away and gives it back: the paste goes and comes with the pad', async () => {
  const give = (on: boolean) => site.t.owner.query('update companies set pedido_pro = $2 where id = $1', [a.id, on])
  await give(false)
  const page = await browserOf(site, site.at(a.path), a.seller.email, PHONE)
  await page.goto(`${site.at(a.path)}/pedido`)
  await page.waitForURL(/\/dashboard\/products/)
  await give(true)
  // What the device knows stands there first; it hears of the change beside it.
  await until(async () => {
    await page.goto(`${site.at(a.path)}/pedido`)
    const there = page.getByRole('button', { name: 'Colar pedido' }).waitFor({ timeout: 5000 })
    return there.then(
      () => true,
      () => false,
    )
  })
  assert.deepEqual(
    site.errors.filter((e) => !e.includes('ERR_FAILED')),
    [],
  )
})
