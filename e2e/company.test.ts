import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { aCart, aCompany, aPerson, aProduct, type Company, order, until } from '../test/kit.ts'
import { type Simulator, tilesSimulator, viaCepSimulator } from '../test/simulators.ts'
import { axe, browserOf, DESK, inBoth, PHONE, signIn, type Site, startOnline } from './kit.ts'

let site: Site
let cep: Simulator
let tiles: Simulator
let a: Company
let admin: Page
let origin: string
before(async () => {
  cep = await viaCepSimulator()
  tiles = await tilesSimulator()
  site = await startOnline({ cepUrl: `${cep.origin}/ws/{cep}/json/`, tilesUrl: `${tiles.origin}/{z}/{x}/{y}.png` })
  a = await aCompany(site.t, {
    name: 'Casa Aroeira',
    primary_color: '#1f5f4a',
    price_table_active: true,
    max_users_seller: 3,
  })
  await aProduct(site.t, a, { name: 'Tigela funda', code: 'TG-008', price: '70,00', price2: '40,00' })
  origin = site.at(a.path)
  admin = await browserOf(site, origin, a.admin.email)
})
after(async () => {
  cep.close()
  tiles.close()
  await site.close()
})
test('what is searched stands in the address: reload and back find it, and back once more leaves the list', async () => {
  await admin.goto(`${origin}/dashboard/mycompany`)
  await admin.goto(`${origin}/dashboard/users`)
  const field = admin.getByPlaceholder('Nome, e-mail, telefone ou documento')
  await field.pressSequentially(a.client.email)
  await admin.waitForURL((u) => u.searchParams.get('search') === a.client.email)
  await admin.reload()
  assert.equal(await field.inputValue(), a.client.email)
  await admin.locator('tbody a').first().click()
  await admin.waitForURL(/users\/\d+$/)
  await admin.goBack()
  assert.equal(await field.inputValue(), a.client.email)
  await admin.locator('tbody tr').first().waitFor()
  assert.equal(await admin.locator('tbody tr').count(), 1)
  await admin.getByRole('button', { name: 'Vendedores' }).click()
  await admin.getByText('Ninguém com estas palavras.').waitFor()
  await admin.goBack()
  await admin.locator('tbody tr').first().waitFor()
  await admin.goBack()
  await admin.waitForURL(/mycompany$/)
})
test("another price table on a client's page, and that client sees the other price", async () => {
  const client = await site.browser(PHONE)
  await signIn(client.page, origin, a.client.email)
  const sees = async (price: RegExp) => {
    await client.page.goto(`${origin}/dashboard/products?product_code=TG-008`)
    await client.page.getByRole('dialog').getByText(price).first().waitFor()
  }
  await sees(/70,00/)
  await admin.goto(`${origin}/dashboard/users?level=3`)
  await admin.locator('tbody a').first().click()
  await admin.getByLabel('Tabela de preços').selectOption('2')
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('Salvo.').waitFor()
  await admin.getByRole('heading', { name: 'Link pessoal' }).waitFor()
  assert.deepEqual(await axe(admin), [])
  await sees(/40,00/)
})
test('a client sees the choices of a product in a grid or as a list, as the admin says', async () => {
  const many = ['P', 'M', 'G', 'GG'].flatMap((Tamanho) =>
    ['Azul', 'Verde', 'Cru', 'Preto'].map((Cor) => ({ specs: { Cor, Tamanho } })),
  )
  await aProduct(site.t, a, { name: 'Avental', code: 'AV-1', price: '50,00', attributes: JSON.stringify(many) })
  const page = await browserOf(site, origin, a.client.email, PHONE)
  /** What the device knew before may stand there for a moment. */
  const columns = async (wanted: number) => {
    await page.goto(`${origin}/dashboard/products?product_code=AV-1`)
    await page
      .getByLabel('Quantidade, GG Azul')
      .or(page.getByLabel(/Quantidade, .*Azul.*GG/))
      .first()
      .waitFor()
    await until(async () => (await page.getByRole('dialog').getByRole('columnheader').count()) === wanted)
  }
  const choose = async (how: string) => {
    await admin.goto(`${origin}/dashboard/users?level=3`)
    await admin.locator('tbody a').first().click()
    await admin.getByLabel('Como vê as variações').selectOption(how)
    await admin.getByRole('button', { name: 'Salvar' }).click()
    await admin.getByText('Salvo.').waitFor()
    await page.reload()
  }
  // Four columns are many for a phone.
  await columns(0)
  await choose('grade')
  await columns(4)
  assert.deepEqual(await axe(page), [])
  await choose('lista')
  await columns(0)
})
test('what is typed of a new person is kept for the tab, but not the password', async () => {
  await admin.goto(`${origin}/dashboard/users/new?level=2`)
  await admin.getByLabel('Senha').fill('uma frase comprida')
  await admin.getByLabel('Nome', { exact: true }).fill('Pela Metade')
  await until(() => admin.evaluate(() => JSON.stringify(sessionStorage).includes('Pela Metade')))
  assert.equal(await admin.evaluate(() => JSON.stringify(sessionStorage).includes('uma frase comprida')), false)
  await admin.reload()
  assert.equal(await admin.getByLabel('Nome', { exact: true }).inputValue(), 'Pela Metade')
  assert.equal(await admin.getByLabel('Senha').inputValue(), '')
  await admin.getByLabel('Nome', { exact: true }).fill('')
})
test('a seller is added, found by the limit, and handed over when removed', async () => {
  const add = async (name: string, email: string) => {
    await admin.goto(`${origin}/dashboard/users/new?level=2`)
    await admin.getByLabel('Nome', { exact: true }).fill(name)
    await admin.getByLabel('E-mail').fill(email)
    await admin.getByLabel('Senha').fill('uma frase comprida')
    await admin.getByRole('button', { name: 'Salvar' }).click()
  }
  await add('Rosa Lima', 'rosa@aroeira.test')
  await admin.getByText('Rosa Lima foi criado.').waitFor()
  await add('Bento Reis', 'bento@aroeira.test')
  await admin.getByText('Bento Reis foi criado.').waitFor()
  await add('Quarta Pessoa', 'quarta@aroeira.test')
  await admin.getByText('Quantidade máxima de usuários do nível selecionado excedida.').waitFor()
  await admin.goto(`${origin}/dashboard/users/${a.seller.id}`)
  await admin.getByRole('button', { name: 'Excluir pessoa' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await dialog.getByText(/Este vendedor tem 1 cliente e/).waitFor()
  await dialog.getByLabel('Quem fica com clientes, pedidos abertos e links').selectOption({ label: 'Rosa Lima' })
  assert.deepEqual(await axe(admin), [])
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await admin.waitForURL(/dashboard\/users$/)
  const rosa = await site.browser(PHONE)
  await rosa.page.goto(`${origin}/session/signin`)
  await rosa.page.getByLabel('E-mail').fill('rosa@aroeira.test')
  await rosa.page.getByLabel('Senha', { exact: true }).fill('uma frase comprida')
  await rosa.page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await rosa.page.waitForURL((u) => !u.pathname.startsWith('/session'))
  const token = await rosa.page.evaluate(
    () => sessionStorage.getItem('mo_token') ?? localStorage.getItem('mo_token') ?? '',
  )
  assert.equal((await site.t.call('GET', '/api/v2/clients', { token })).body.data[0].id, a.client.id)
})
test('a seller who becomes something else is asked who keeps the clients', async () => {
  await admin.goto(`${origin}/dashboard/users?level=2`)
  await admin.getByRole('link', { name: 'Rosa Lima' }).click()
  await admin.getByLabel('Acesso').selectOption('3')
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('Escolha quem fica com eles.').waitFor()
  await admin.getByLabel('Quem fica com clientes, pedidos abertos e links').selectOption({ label: 'Bento Reis' })
  assert.deepEqual(await axe(admin), [])
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('Salvo.').waitFor()
  const { rows } = await site.t.owner.query(
    'select s.name from users u join users s on s.id = u.seller_id where u.id = $1',
    [a.client.id],
  )
  assert.equal(rows[0].name, 'Bento Reis')
})
test('a seller with clients is removed once somebody keeps them; a server that is away marks no field as wrong', async () => {
  await admin.goto(`${origin}/dashboard/users?level=2`)
  await admin.getByRole('link', { name: 'Bento Reis' }).click()
  await admin.getByRole('button', { name: 'Excluir pessoa' }).click()
  const dialog = admin.getByRole('dialog')
  const heir = dialog.getByLabel('Quem fica com clientes, pedidos abertos e links')
  const remove = () => dialog.getByRole('button', { name: 'Confirmar' }).click()
  await admin.route('**/api/v1/users/*', (r) => r.abort())
  await remove()
  await dialog.getByRole('alert').getByText('Confira a internet e tente de novo.').waitFor()
  assert.equal(await heir.getAttribute('aria-invalid'), null)
  await inBoth(admin, 'removal-away')
  await admin.unroute('**/api/v1/users/*')
  await remove()
  await dialog.getByText('Escolha quem fica com eles. Ainda não há outro vendedor').waitFor()
  assert.equal(await dialog.getByRole('alert').count(), 0)
  assert.equal(await heir.getAttribute('aria-invalid'), 'true')
  await inBoth(admin, 'removal-alone')
  const other = await aPerson(site.t, a.id, 2, { name: 'Iara Melo' })
  await admin.reload()
  await admin.getByRole('button', { name: 'Excluir pessoa' }).click()
  await heir.selectOption({ label: 'Iara Melo' })
  await remove()
  await admin.getByText('Bento Reis foi excluído.').waitFor()
  const { rows } = await site.t.owner.query('select seller_id from users where id = $1', [a.client.id])
  assert.equal(Number(rows[0].seller_id), other.id)
})
test("the company's name, colour and who sees prices change what the next visitor gets", async () => {
  await admin.goto(`${origin}/dashboard/mycompany`)
  await admin.getByLabel('Nome', { exact: true }).fill('Casa Aroeira & Filhos')
  await admin.getByRole('link', { name: 'Aparência' }).click()
  await admin.getByLabel('Cor principal').fill('#7a3b69')
  await admin.getByRole('link', { name: 'Preços e catálogo' }).click()
  await admin.getByLabel('Preços', { exact: true }).selectOption('named')
  await admin.getByLabel('Tabela 2 opcional').fill('Atacado')
  await admin.getByRole('button', { name: 'Publicar' }).click()
  await admin.getByText('Publicado.').waitFor()
  const tigela = (await site.t.owner.query("select id from products where code = 'TG-008' and company_id = $1", [a.id]))
    .rows[0].id
  const html = (await site.t.app.inject({ url: '/pedidos', headers: { host: new URL(origin).host } })).body
  assert.match(html, /Casa Aroeira &#38; Filhos/)
  assert.match(html, /--brand:#7a3b69/)
  assert.ok(!/R\$/.test(html) && !html.includes('"price"'))
  await admin.reload()
  assert.equal(await admin.getByLabel('Preços', { exact: true }).inputValue(), 'named')
  await admin.getByLabel('Preços', { exact: true }).selectOption('all')
  await admin.getByRole('button', { name: 'Publicar' }).click()
  await admin.getByText('Publicado.').waitFor()
  await admin.goto(`${origin}/dashboard/products/${tigela}`)
  await admin.getByLabel('Atacado opcional').waitFor()
})
test('a banner is cropped and sent, and taken away again', async () => {
  await admin.goto(`${origin}/dashboard/mycompany?section=aparencia`)
  const wide = await sharp({ create: { width: 2400, height: 900, channels: 3, background: '#7a3b69' } })
    .png()
    .toBuffer()
  await admin
    .getByLabel('Banner no computador, 1920 × 200')
    .setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: wide })
  const dialog = admin.getByRole('dialog', { name: 'Recortar imagem' })
  await dialog.getByRole('img').focus()
  await admin.keyboard.press('ArrowUp')
  assert.deepEqual(await axe(admin), [])
  await dialog.getByRole('button', { name: 'Usar este recorte' }).click()
  await admin.getByText('Imagem trocada.').waitFor()
  const { rows } = await site.t.owner.query(
    "select f.width, f.height from companies c join files f on f.company_id = c.id and c.settings->>'banner_desktop' = '/files/' || f.hash || '.webp' where c.id = $1",
    [a.id],
  )
  assert.deepEqual(rows, [{ width: 1920, height: 200 }])
  await admin.getByRole('button', { name: 'Retirar' }).first().click()
  await admin.getByText('Imagem retirada.').waitFor()
})
test('twenty clean orders are confirmed in three clicks; one with a changed price stays and says why', async () => {
  const tigela = (await site.t.owner.query("select id from products where code = 'TG-008' and company_id = $1", [a.id]))
    .rows[0].id
  for (let i = 0; i < 20; i++) await order(site.t, a, a.client.token, aCart([{ product_id: tigela, quantity: 1 + i }]))
  await order(site.t, a, a.client.token, aCart([{ product_id: tigela, quantity: 1, price: '1,00' }]))
  await admin.goto(`${origin}/dashboard/orders`)
  await admin.getByRole('button', { name: 'Confirmar novos' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Confirmar 20 pedidos?' })
  await dialog.getByText('Um preço mudou depois que o cliente viu o catálogo.').waitFor()
  assert.deepEqual(await axe(admin), [])
  await dialog.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await admin.getByText('20 pedidos confirmados.').waitFor()
  const counts = (
    await site.t.owner.query(
      'select status, count(*)::int as n from orders where company_id = $1 group by 1 order by 1',
      [a.id],
    )
  ).rows
  assert.deepEqual(counts, [
    { status: 'confirmado', n: 20 },
    { status: 'novo', n: 1 },
  ])
})
test('the admin changes a quantity of a new order and leaves a note; the client sees the quantity, not the note', async () => {
  await admin.goto(`${origin}/dashboard/orders?status=novo`)
  await admin.getByRole('link', { name: /R\$/ }).first().click()
  await admin.getByRole('button', { name: 'Mudar itens' }).click()
  await admin.getByLabel('Quantidade de Tigela funda').fill('4')
  assert.deepEqual(await axe(admin), [])
  await admin.getByRole('button', { name: 'Salvar', exact: true }).click()
  await admin.getByText('Tigela funda: 1 → 4').waitFor()
  await admin.getByLabel('Anotação interna opcional').fill('Entregar na sexta')
  await admin.getByRole('button', { name: 'Salvar anotação' }).click()
  await admin.getByText('Anotação salva.').waitFor()
  await admin.reload()
  // What the device kept of the order may be there first.
  await until(async () => (await admin.getByLabel('Anotação interna opcional').inputValue()) === 'Entregar na sexta')
  const { page, context } = await site.browser(PHONE)
  await signIn(page, origin, a.client.email)
  await page.goto(`${origin}/pedidos/meus`)
  await page.getByRole('link', { name: /R\$/ }).first().click()
  await page.getByText('Tigela funda: 1 → 4').waitFor()
  assert.ok(!(await page.locator('body').textContent())?.includes('Entregar na sexta'))
  await context.close()
})
test("a client's past orders come by sheet; the client finds them and repeats one", async () => {
  await admin.goto(`${origin}/dashboard/excel`)
  await admin.getByRole('button', { name: 'Pedidos antigos' }).click()
  const sheet = `Pedido;Data;Cliente;Código;Quantidade\n77;10/02/2026;${a.client.email};TG-008;4\n`
  await admin
    .locator('input[type=file]')
    .setInputFiles({ name: 'antigos.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
  await admin.getByRole('button', { name: 'Gravar 1 linha' }).click()
  await admin.getByText('1 pedido criado.').waitFor()
  const page = await browserOf(site, origin, a.client.email, PHONE)
  await page.goto(`${origin}/pedidos/meus`)
  await page.getByRole('button', { name: 'Mostrar mais' }).click()
  await page.getByRole('link', { name: /Pedido antigo/ }).click()
  await page.getByRole('button', { name: 'Repetir' }).click()
  await page.waitForURL(/shoppingcart/)
  await page.getByText('Tigela funda').first().waitFor()
})
test('prices wait for approval: a visitor asks, the admin lets in with one tap, the link shows them', async () => {
  await admin.goto(`${origin}/dashboard/mycompany?section=precos`)
  await admin.getByLabel('Preços', { exact: true }).selectOption('approved')
  await admin.getByRole('button', { name: 'Publicar' }).click()
  await admin.getByText('Publicado.').waitFor()
  const { page } = await site.browser(PHONE)
  await page.goto(`${origin}/pedidos`)
  await page.getByRole('button', { name: 'Pedir acesso ao preço' }).click()
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('Informe seu nome.').waitFor()
  assert.deepEqual(await axe(page), [])
  await page.getByLabel('Seu nome').fill('Rosa Lima')
  await page.getByLabel('Telefone com DDD').fill('11 91234-0001')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('Você pediu para ver os preços.').waitFor()
  await admin.goto(`${origin}/dashboard/users`)
  await admin.getByRole('button', { name: 'Liberar Rosa Lima' }).click()
  const send = admin.getByRole('link', { name: 'Enviar o link' })
  assert.deepEqual(await axe(admin), [])
  const text = new URL((await send.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
  await page.goto(text.slice(text.indexOf('http')))
  await page.getByText(/70,00/).first().waitFor()
  assert.equal(await page.getByText('Pedir acesso ao preço').count(), 0)
})
test('the address fills itself in by CEP, and a tap on the map says where the company is', async () => {
  await admin.goto(`${origin}/dashboard/mycompany?section=dados`)
  await admin.getByLabel('CEP').fill('01001000')
  await admin.getByText('Endereço preenchido. Confira o número.').first().waitFor()
  assert.equal(await admin.getByLabel('Cidade').inputValue(), 'São Paulo')
  const map = admin.getByRole('img', { name: 'Mapa sem ponto marcado' })
  await map.locator('img').first().waitFor()
  await map.click({ position: { x: 200, y: 140 } })
  await admin.getByRole('img', { name: 'Mapa com o ponto da empresa' }).waitFor()
  const lat = await admin.getByLabel('Latitude').inputValue()
  assert.match(lat, /^-?\d+,\d{1,6}$/)
  assert.deepEqual(await axe(admin), [])
  await admin.getByRole('button', { name: 'Publicar' }).click()
  await admin.getByText('Publicado.').waitFor()
  const seen = (await site.t.call('GET', `/api/v2/companies/${a.id}/details`, { token: a.client.token })).body.data
    .company
  assert.deepEqual(
    [seen.city, String(seen.lat).slice(0, 5), tiles.asked.length > 0],
    ['São Paulo', lat.replace(',', '.').slice(0, 5), true],
  )
})
test('a catalogue of 50,000 products scrolls and filters without a reload, with few rows on the page', async () => {
  const big = await aCompany(site.t, { max_products: 100_000 })
  await site.t.owner.query(
    `insert into products (company_id, name, code, price, active, "order", search_text)
     select $1, 'Peça ' || n, 'P' || n, 1000 + n, n % 10 <> 0, n, ' peca ' || n || ' ~ p' || n || ' ~ p' || n || ' '
       from generate_series(1, 50000) n`,
    [big.id],
  )
  const { page, context } = await site.browser(DESK)
  await signIn(page, site.at(big.path), big.admin.email)
  await page.goto(`${site.at(big.path)}/dashboard/products`)
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  const row = (name: string) => page.getByRole('link', { name, exact: true })
  await row('Peça 1').waitFor()
  await page.getByText('50.000', { exact: false }).first().waitFor()
  const last = async () =>
    Number(
      (
        (await page
          .getByRole('link', { name: /^Peça \d+$/ })
          .last()
          .textContent()) ?? ''
      ).slice(5),
    )
  await until(async () => {
    await page.mouse.wheel(0, 3000)
    return (await last()) >= 450
  })
  assert.ok((await page.getByRole('row').count()) < 100, 'rows out of sight are not on the page')
  await page.getByRole('button', { name: /^Inativos/ }).click()
  await row('Peça 10').waitFor()
  // The list of before stands until this one has come.
  await row('Peça 11').waitFor({ state: 'detached' })
  assert.equal(await row('Peça 11').count(), 0)
  await page.getByRole('searchbox').first().fill('p49990')
  await row('Peça 49990').waitFor()
  await page.goBack()
  assert.deepEqual(loads, [])
  await context.close()
})
test('the pages of this whole run wrote no error to the console, and no rule of the content policy was broken', () => {
  assert.deepEqual(site.errors, [])
})
