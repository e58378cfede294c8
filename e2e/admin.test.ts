import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ZipFile } from 'yazl'
import { aCompany, aProduct, type Company } from '../test/kit.ts'
import { axe, browserOf, DESK, goTo, inBoth, PHONE, photo, signIn, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let admin: Page
let origin: string
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, {
    name: 'Casa Aroeira',
    primary_color: '#1f5f4a',
    price_table_active: true,
    max_users_seller: 3,
  })
  await aProduct(site.t, a, { name: 'Tigela funda', code: 'TG-008', price: '54,00', price2: '40,00' })
  await aProduct(site.t, a, { name: 'Cesto de palha', code: 'CP-021', price: '124,00' })
  origin = site.at(a.path)
  admin = await browserOf(site, origin, a.admin.email)
})
after(() => site.close())
/** What a visitor of the shared link reads of a product, on a browser of their own. */
async function visitorSees(code: string): Promise<string> {
  const { page, context } = await site.browser(PHONE)
  await page.goto(`${origin}/dashboard/products?product_code=${code}`)
  await page.getByRole('dialog').waitFor()
  const text = ((await page.getByRole('dialog').textContent()) ?? '').replace(/\s/g, ' ')
  await context.close()
  return text
}
const price = (page: Page, name: string) => page.getByLabel(`Preço de ${name}`, { exact: true })

test('the admin creates a product with three photos and two variations, and a visitor finds it', async () => {
  await admin.goto(`${origin}/dashboard/products`)
  await admin.getByRole('link', { name: 'Novo produto' }).click()
  await admin
    .getByLabel('Adicionar fotos')
    .setInputFiles([await photo('a.png', '#b4532a'), await photo('b.png', '#1f5f4a'), await photo('c.png', '#f2c230')])
  await admin.getByAltText('Foto 3').waitFor()
  await admin.getByRole('button', { name: 'Foto 3 para a esquerda' }).click()
  await admin.getByLabel('Nome', { exact: true }).fill('Moringa com copo')
  await admin.getByLabel('Preço', { exact: true }).first().fill('96,00')
  // Beside it stands the card as a buyer will see it; what is seldom needed unfolds.
  const live = admin.getByRole('complementary', { name: 'Como seu cliente vê' })
  await live.getByText('Moringa com copo').waitFor()
  await live.getByText(/R\$\s96,00/).waitFor()
  assert.equal(await admin.getByLabel('Código opcional', { exact: true }).isVisible(), false)
  await admin.getByText('Mais detalhes').click()
  await admin.getByLabel('Código opcional', { exact: true }).fill('MO-012')
  await admin.getByLabel('Valores, separados por vírgula').first().fill('Areia, Folha')
  await admin.getByRole('button', { name: 'Criar variações' }).click()
  await admin.getByLabel('Preço, Folha').fill('110,00')
  assert.deepEqual(await axe(admin), [])
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.waitForURL(/\/dashboard\/products\/\d+$/)
  await admin.reload()
  assert.equal(await admin.getByLabel('Preço, Folha').inputValue(), '110,00')
  assert.equal(await admin.getByAltText(/^Foto \d$/).count(), 3)
  const seen = await visitorSees('MO-012')
  assert.match(seen, /Moringa com copo/)
  assert.match(seen, /Areia/)
  assert.match(seen, /R\$ 96,00/)
})
test('a tag gets another name in its dialog, and the visitor sees the new one; one that came meanwhile stays', async () => {
  const product = await aProduct(site.t, a, { name: 'Cesto de palha', code: 'CE-77', tags: JSON.stringify(['palha']) })
  await admin.goto(`${origin}/dashboard/products`)
  await admin.getByRole('button', { name: 'Etiquetas' }).click()
  await admin.getByLabel('Nome da etiqueta palha').fill('trançado')
  const other = await aProduct(site.t, a, { name: 'Balaio', tags: JSON.stringify(['feira']) })
  assert.deepEqual(await axe(admin), [])
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('Etiquetas salvas.').waitFor()
  await admin.reload()
  await admin.getByRole('button', { name: 'trançado' }).first().waitFor()
  await admin.getByRole('button', { name: 'feira' }).first().waitFor()
  assert.match(await visitorSees('CE-77'), /trançado/)
  for (const { id } of [product, other]) await site.t.call('DELETE', `/api/v1/products/${id}`, { token: a.admin.token })
})
test('a bad field is said beside it and takes the focus; nothing typed is lost when the session ends in between', async () => {
  const page = await browserOf(site, origin, a.admin.email)
  await page.goto(`${origin}/dashboard/products/new`)
  await page.getByLabel('Nome', { exact: true }).fill('X')
  await page.getByLabel('Preço', { exact: true }).first().fill('doze')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Preço inválido. Ex.: 12,90.').first().waitFor()
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid')), 'true')
  await page.getByLabel('Nome', { exact: true }).fill('Panela de barro')
  await page.getByLabel('Preço', { exact: true }).first().fill('186,00')
  await site.t.owner.query('delete from sessions where user_id = $1', [a.admin.id])
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.waitForURL(/session\/signin\?returnUrl=/)
  await page.getByLabel('E-mail').fill(a.admin.email)
  await page.getByLabel('Senha', { exact: true }).fill('segredo-de-teste')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL(/dashboard\/products\/new/)
  assert.equal(await page.getByLabel('Nome', { exact: true }).inputValue(), 'Panela de barro')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.waitForURL(/\/dashboard\/products\/\d+$/)
  await signIn(admin, origin, a.admin.email)
})
test('prices are typed into the list, saved together and undone', async () => {
  await admin.goto(`${origin}/dashboard/products`)
  await price(admin, 'Tigela funda').fill('60,00')
  await price(admin, 'Cesto de palha').fill('cem')
  await admin.getByText('um preço precisa de correção').waitFor()
  assert.ok(await admin.getByRole('button', { name: 'Salvar' }).isDisabled())
  await price(admin, 'Cesto de palha').fill('130,00')
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('2 produtos com preço novo.').waitFor()
  assert.match(await visitorSees('TG-008'), /R\$ 60,00/)
  await admin.getByRole('button', { name: 'Desfazer' }).click()
  await admin.getByText('2 linhas como antes.').waitFor()
  assert.match(await visitorSees('TG-008'), /R\$ 54,00/)
})
test('a selection goes up 10 %, gets a tag and leaves the shop window, each with an undo', async () => {
  await admin.goto(`${origin}/dashboard/products`)
  await admin.getByLabel('Selecionar Tigela funda').check()
  await admin.getByLabel('Selecionar Cesto de palha').check()
  await admin.getByRole('button', { name: 'Preço %' }).click()
  await admin.getByRole('textbox', { name: 'Porcentagem' }).fill('10')
  assert.deepEqual(await axe(admin), [])
  await admin.getByRole('button', { name: 'Confirmar' }).click()
  await admin.getByText('2 produtos mudados.').waitFor()
  await admin.reload()
  assert.equal(await price(admin, 'Tigela funda').inputValue(), '59,40')
  await admin.getByLabel('Selecionar Cesto de palha').check()
  // A server that is away is said, whether a button or a dialog asked it, and is no fault of what was typed.
  await admin.route('**/api/v2/products/bulk', (r) => r.abort())
  await admin.getByRole('button', { name: 'Desativar' }).click()
  await admin.getByText('Confira a internet e tente de novo.').waitFor()
  await admin.getByRole('button', { name: 'Preço %' }).click()
  const percent = admin.getByRole('textbox', { name: 'Porcentagem' })
  await percent.fill('5')
  await admin.getByRole('button', { name: 'Confirmar' }).click()
  await admin.getByRole('dialog').getByRole('alert').waitFor()
  assert.equal(await percent.getAttribute('aria-invalid'), null)
  await admin.unroute('**/api/v2/products/bulk')
  await percent.fill('muito')
  await admin.getByRole('button', { name: 'Confirmar' }).click()
  await admin.waitForFunction(() => document.querySelector('dialog [aria-invalid="true"]'))
  await inBoth(admin, 'bulk-wrong')
  await admin.keyboard.press('Escape')
  await admin.getByRole('button', { name: 'Desativar' }).click()
  await admin.getByText('1 produto mudado.').waitFor()
  await admin.getByRole('button', { name: /Inativos 1/ }).click()
  await admin.getByRole('link', { name: 'Cesto de palha' }).waitFor()
  await admin.getByRole('link', { name: 'Tigela funda' }).waitFor({ state: 'hidden' })
  await admin.getByRole('switch', { name: 'Cesto de palha na vitrine' }).click()
  await admin.getByText('Cesto de palha está na vitrine.').waitFor()
})
test('two admins change one field: the second sees both values and chooses', async () => {
  const id = (await site.t.owner.query("select id from products where code = 'TG-008' and company_id = $1", [a.id]))
    .rows[0].id
  await admin.goto(`${origin}/dashboard/products/${id}`)
  await admin.getByLabel('Preço', { exact: true }).first().fill('70,00')
  await site.t.call('POST', `/api/v1/products/${id}`, {
    token: (
      await site.t.call('POST', '/api/v1/auth/login', { body: { email: a.admin.email, password: 'segredo-de-teste' } })
    ).body.token,
    body: { price: '65,00' },
  })
  await admin.getByRole('button', { name: 'Salvar' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Outra pessoa mudou este produto' })
  await dialog.getByText('65,00').waitFor()
  await dialog.getByText('70,00').waitFor()
  assert.deepEqual(await axe(admin), [])
  await dialog.getByRole('button', { name: 'Salvar o meu' }).click()
  await admin.getByText('Salvo.').waitFor()
  await admin.reload()
  assert.equal(await admin.getByLabel('Preço', { exact: true }).first().inputValue(), '70,00')
  await admin.getByText('O que mudou').waitFor()
})
test('the shelf is put into another order, marked ones together or one by number and arrow, and a visitor finds it so', async () => {
  await admin.goto(`${origin}/dragndrop`)
  const names = () =>
    admin.getByLabel(/^Lugar de /).evaluateAll((all) => all.map((e) => (e.ariaLabel ?? '').slice('Lugar de '.length)))
  const marks = admin.getByRole('checkbox', { name: /^Selecionar/ })
  const bar = admin.getByRole('region', { name: 'Selecionados' })
  await marks.first().check()
  const stood = await names()
  const [one, two] = stood as [string, string]
  // Reached with the shift key, by keyboard, all between are marked.
  await marks.nth(1).focus()
  await admin.keyboard.press('Shift+Space')
  await bar.getByText('2 selecionados').waitFor()
  assert.deepEqual(await axe(admin), [])
  await bar.getByRole('button', { name: 'Ao fim' }).click()
  assert.deepEqual((await names()).slice(-2), [one, two])
  await admin.getByRole('checkbox', { name: `Selecionar ${one}` }).check()
  await admin.getByRole('checkbox', { name: `Selecionar ${two}` }).check()
  await bar.getByRole('button', { name: 'Ao lugar…' }).click()
  const where = admin.getByRole('dialog', { name: 'Mover 2 produtos' })
  await where.getByRole('button', { name: `Antes de ${stood[2]}` }).waitFor()
  await inBoth(admin, 'shelf-move')
  await where.getByLabel('Para o lugar, ou antes de').fill('1')
  await admin.keyboard.press('Enter')
  assert.deepEqual(await names(), stood)
  await admin.getByText('2 mudanças por salvar').waitFor()
  await admin.getByRole('button', { name: 'Desfazer' }).click()
  assert.deepEqual((await names()).slice(-2), [one, two])
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('A vitrine está nesta ordem.').waitFor()
  await admin.getByRole('button', { name: 'Desfazer' }).click()
  await admin.getByText(/linhas? como antes/).waitFor()
  await admin.reload()
  await marks.first().waitFor()
  assert.deepEqual(await names(), stood)
  await admin.getByLabel('Lugar de Tigela funda').fill('1')
  await admin.keyboard.press('Enter')
  assert.equal((await names())[0], 'Tigela funda')
  await admin.getByRole('button', { name: 'Descer Tigela funda' }).click()
  const first = (await names())[0]
  assert.deepEqual(await axe(admin), [])
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('A vitrine está nesta ordem.').waitFor()
  const list = (await site.t.call('GET', '/api/v1/products', { token: a.client.token })).body.data.map(
    (p: { name: string }) => p.name,
  )
  assert.deepEqual(list.slice(0, 2), [first, 'Tigela funda'])
})
test('photos dropped at once find their products by code; the library says where each is', async () => {
  await admin.goto(`${origin}/apps/media`)
  await admin
    .getByLabel(/^Solte aqui muitas fotos/)
    .setInputFiles([
      await photo('CP-021.png', '#888833'),
      await photo('cp-021_2.png', '#338888'),
      await photo('nada.png', '#883388'),
    ])
  await admin.getByText('2 fotos acharam seu produto. 1 não achou.').waitFor()
  assert.deepEqual(await axe(admin), [])
  await admin.getByRole('button', { name: 'Enviar 2 fotos' }).click()
  await admin.getByText('2 fotos no lugar.').waitFor()
  await admin.reload()
  await admin.getByRole('link', { name: 'Cesto de palha' }).first().click()
  await admin.getByAltText('Foto 2').waitFor()
  assert.equal(await admin.getByAltText(/^Foto \d$/).count(), 2)
})
test('a zip of photos is opened here, each photo finds its product; a photo is replaced everywhere', async () => {
  const zip = new ZipFile()
  for (const [name, colour] of [
    ['fotos/CP-021_3.png', '#226644'],
    ['fotos/cp-021_4.png', '#446622'],
    ['fotos/sem-codigo.png', '#662244'],
  ] as const)
    zip.addBuffer((await photo('x', colour)).buffer, name)
  zip.addBuffer(Buffer.from('sombra'), '__MACOSX/fotos/._CP-021_3.png')
  zip.addBuffer(Buffer.from('leia'), 'fotos/leia.txt')
  zip.end()
  const buffer = Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>))
  const drop = admin.getByLabel(/^Solte aqui muitas fotos/)
  await admin.goto(`${origin}/apps/media`)
  await drop.setInputFiles({ name: 'quebrado.zip', mimeType: 'application/zip', buffer: buffer.subarray(0, 300) })
  await admin.getByText('quebrado.zip: não conseguimos abrir este .zip.').waitFor()
  await drop.setInputFiles({ name: 'fotos.zip', mimeType: 'application/zip', buffer })
  await admin.getByText('2 fotos acharam seu produto. 1 não achou.').waitFor()
  await admin.getByRole('button', { name: 'Enviar 2 fotos' }).click()
  await admin.getByText('2 fotos no lugar.').waitFor()
  await admin
    .getByLabel(/^Trocar a foto de Cesto/)
    .first()
    .setInputFiles(await photo('nova.png', '#aa33aa'))
  await admin.getByText('Foto trocada em 1 lugar.').waitFor()
  assert.deepEqual(await axe(admin), [])
  await admin.getByRole('button', { name: 'Sem uso' }).click()
  await admin.getByRole('button', { name: 'Excluir' }).first().waitFor()
  await admin.goto(`${origin}/dashboard/mycompany?section=atividade`)
  await admin.getByText('trocou a foto').first().waitFor()
})
test('the page of a product says why a client does not see it, and links to the way out', async () => {
  const id = (await site.t.owner.query("select id from products where code = 'CP-021' and company_id = $1", [a.id]))
    .rows[0].id
  await site.t.owner.query('update users set hide_price = true where id = $1', [a.client.id])
  const name = (await site.t.owner.query('select name from users where id = $1', [a.client.id])).rows[0].name
  await admin.goto(`${origin}/dashboard/products/${id}`)
  await admin.getByRole('searchbox', { name: 'Cliente ou vendedor' }).fill(name)
  await admin.getByRole('button', { name, exact: true }).click()
  await admin.getByText('Os preços estão escondidos desta pessoa.').waitFor()
  await admin.getByRole('link', { name: 'Mudar' }).first().click()
  await admin.getByRole('switch', { name: /Esconder preços/ }).click()
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('Salvo.').waitFor()
  await admin.goto(`${origin}/dashboard/mycompany?section=atividade`)
  await admin.getByText('Esconde preços: sim → não').first().waitFor()
})
test('a product is edited by keyboard alone', async () => {
  await admin.goto(`${origin}/dashboard/products`)
  await admin.getByRole('link', { name: 'Cesto de palha' }).focus()
  await admin.keyboard.press('Enter')
  await admin.getByLabel('Descrição opcional').waitFor()
  for (let i = 0; i < 60 && !(await admin.evaluate(() => document.activeElement?.tagName === 'TEXTAREA')); i++)
    await admin.keyboard.press('Tab')
  await admin.keyboard.type('Trançado à mão.')
  await admin.keyboard.press('Tab')
  await admin.keyboard.press('Tab')
  await admin.keyboard.press('Space')
  for (let i = 0; i < 60 && (await admin.evaluate(() => document.activeElement?.textContent)) !== 'Salvar'; i++)
    await admin.keyboard.press('Tab')
  await admin.keyboard.press('Enter')
  await admin.getByText('Salvo.').waitFor()
  await admin.reload()
  assert.equal(await admin.getByLabel('Descrição opcional').inputValue(), 'Trançado à mão.')
  assert.equal(await admin.getByRole('switch', { name: /Na vitrine/ }).isChecked(), false)
  await admin.getByRole('switch', { name: /Na vitrine/ }).click()
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('Salvo.').waitFor()
})
test('categories are made, put below one another and moved; the visitor sees their order', async () => {
  await admin.goto(`${origin}/dashboard/categories`)
  for (const name of ['Cerâmica', 'Palha']) {
    await admin.getByRole('button', { name: 'Nova categoria' }).click()
    await admin.getByLabel('Nome', { exact: true }).fill(name)
    assert.deepEqual(await axe(admin), [])
    await admin.getByRole('button', { name: 'Salvar' }).click()
    await admin.getByRole('button', { name, exact: true }).waitFor()
  }
  const categories = admin.getByRole('list', { name: 'Categorias' })
  await admin.getByRole('button', { name: 'Subir Palha' }).click()
  await categories.getByRole('listitem').first().filter({ hasText: 'Palha' }).waitFor()
  await admin.getByRole('button', { name: 'Nova categoria' }).click()
  await admin.getByLabel('Nome', { exact: true }).fill('Cestos')
  await admin.getByLabel('Dentro de opcional').selectOption({ label: 'Palha' })
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await categories.getByRole('listitem', { level: 2 }).getByText('Cestos').waitFor()
  await admin.reload()
  // What the device kept is there first, then what the server says.
  await categories.filter({ hasText: /Palha.*Cestos.*Cerâmica/s }).waitFor()
  const list = (await site.t.call('GET', '/api/v1/categories', { token: a.client.token })).body.data
  assert.deepEqual(
    list.filter((c: { master_id: number | null }) => c.master_id === null).map((c: { name: string }) => c.name),
    ['Palha', 'Cerâmica'],
  )
})
test('a sheet with three bad rows is named row by row, mended, written and undone', async () => {
  await admin.goto(`${origin}/dashboard/excel`)
  const give = (text: string) =>
    admin
      .locator('input[type=file]')
      .setInputFiles({ name: 'tabela.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await give('Código;Nome;Preço\nTG-008;Tigela funda;77,00\nN-1;;1,00\nN-2;Copo;abc\nTG-008;Tigela;1,00\n')
  await admin.getByText('Conferir antes de gravar').waitFor()
  for (const text of [
    'Informe um nome com pelo menos 2 letras.',
    '“abc” não é um preço. Ex.: 12,90.',
    'O código TG-008 já está na linha 2.',
  ])
    await admin.getByText(text).waitFor()
  assert.deepEqual(await axe(admin), [])
  await admin.getByRole('button', { name: 'Trocar arquivo' }).click()
  await give('Código;Nome;Preço\nTG-008;Tigela funda;77,00\nN-1;Copo de barro;1,00\n')
  await admin.getByRole('button', { name: /Alterados/ }).click()
  await admin.getByText('70,00').waitFor()
  await admin.getByRole('button', { name: 'Gravar 2 linhas' }).click()
  await admin.getByText('1 produto criado e 1 produto alterado.').waitFor()
  assert.match(await visitorSees('TG-008'), /R\$ 77,00/)
  await admin.getByRole('button', { name: /Desfazer/ }).click()
  await admin.getByText('2 linhas como antes.').waitFor()
  assert.match(await visitorSees('TG-008'), /R\$ 70,00/)
  const download = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'Baixar produtos' }).click()
  assert.match((await download).suggestedFilename(), /^produtos-.*\.xlsx$/)
})
test('every screen of the admin passes axe on phone and desktop, light and dark', async () => {
  const product = (
    await site.t.owner.query("select id from products where code = 'MO-012' and company_id = $1", [a.id])
  ).rows[0].id
  const sections = ['dados', 'aparencia', 'barra', 'pedidos', 'precos', 'sobre', 'entrada', 'atividade'].map(
    (s) => `/dashboard/mycompany?section=${s}`,
  )
  for (const size of [PHONE, DESK]) {
    const { page, context } = await site.browser(size)
    await signIn(page, origin, a.admin.email)
    for (const path of [
      '/dashboard/products',
      '/dashboard/products/new',
      `/dashboard/products/${product}`,
      '/dashboard/categories',
      '/dashboard/users',
      '/dashboard/users/new',
      `/dashboard/users/${a.client.id}`,
      '/dashboard/excel',
      ...sections,
    ]) {
      await goTo(page, path)
      await inBoth(page)
    }
    await context.close()
  }
})
test('the admin pages wrote no error to the console, and no rule of the content policy was broken', () => {
  assert.deepEqual(site.errors, [])
})
