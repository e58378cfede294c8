import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { aCompany, aPerson, aProduct, type Company, until } from '../test/kit.ts'
import { aHouse } from './house.ts'
import { axe, browserOf, DESK, drawn, goTo, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let origin: string
let admin: Page
let seller: Page
let client: Page
before(async () => {
  site = await startOnline()
  a = await aHouse(site)
  origin = site.at(a.path)
  admin = await browserOf(site, origin, a.admin.email)
  seller = await browserOf(site, origin, a.seller.email)
  client = await browserOf(site, origin, a.client.email)
})
after(() => site.close())
const setCompany = (values: Record<string, unknown>) =>
  site.t.owner.query(
    `update companies set ${Object.keys(values)
      .map((k, i) => `${k} = $${i + 2}`)
      .join(', ')} where id = $1`,
    [a.id, ...Object.values(values)],
  )
const inDays = (n: number) =>
  site.t.owner.query(
    'update companies set valid_until = (now() at time zone time_zone)::date + $2::int where id = $1',
    [a.id, n],
  )
/** Where something stands once it has stopped moving. */
async function still(what: Locator) {
  await what.evaluate((el) => Promise.all(el.getAnimations().map((a) => a.finished)))
  const box = await what.boundingBox()
  assert.ok(box)
  return box
}
const menuNames = async (page: Page) => {
  const menu = page.getByRole('navigation', { name: 'Menu' })
  // On a desk it opens with the screen.
  await drawn(page)
  if (!(await menu.isVisible())) await page.getByRole('button', { name: 'Abrir menu' }).click()
  await menu.getByRole('link').first().waitFor()
  return (await menu.getByRole('link').allTextContents()).map((x) => x.replace(/\d+ (novos|no carrinho)$/, '').trim())
}
test('the menu holds what each role may do, and marks where one is', async () => {
  await admin.goto(`${origin}/dashboard/users`)
  assert.equal(
    (await menuNames(admin)).join(', '),
    'Início, Categorias, Produtos, Pedidos, Clientes, Mensagens, Agenda, Visitas, Mapa, Tirar pedido, Gerar PDF, Material de venda, Indicadores, Carrinho, Pedido Digital, Usuários, Comissões e metas, Sua empresa, Integração Excel, Integrações, Artesãos, Marcas, Fabricantes, Sobre nós',
  )
  assert.equal(
    await admin.getByRole('navigation', { name: 'Menu' }).locator('[aria-current=page]').textContent(),
    'Usuários',
  )
  await seller.goto(`${origin}/dashboard/categories`)
  assert.equal(
    (await menuNames(seller)).join(', '),
    'Início, Categorias, Produtos, Pedidos, Clientes, Mensagens, Agenda, Visitas, Mapa, Tirar pedido, Gerar PDF, Material de venda, Indicadores, Carrinho, Pedido Digital, Artesãos, Marcas, Fabricantes, Sobre nós',
  )
  await client.goto(`${origin}/dashboard/categories`)
  assert.ok(!(await client.getByRole('navigation', { name: 'Menu' }).isVisible()), "a client's menu begins closed")
  assert.equal(
    (await menuNames(client)).join(', '),
    'Categorias, Produtos, Carrinho, Pedido Digital, Artesãos, Marcas, Fabricantes, Sobre nós',
  )
  await client.goto(`${origin}/pedidos`)
  assert.deepEqual((await menuNames(client)).slice(0, 5), [
    'Categorias',
    'Produtos',
    'Catálogo',
    'Meus pedidos',
    'Carrinho',
  ])
  const operator = await browserOf(site, site.at('sistema'), (await aPerson(site.t, null, 0)).email)
  await operator.goto(`${site.at('sistema')}/dashboard/companies`)
  assert.equal(
    (await menuNames(operator)).join(', '),
    'Empresas, Assinaturas, Propostas, Planos e cupons, Revendas, Registro, Números e ajustes',
  )
  await setCompany({ pedidos: false, whatsapp: false })
  // What the device knows stands there first; it hears of the change beside it.
  await until(async () => {
    await client.reload()
    return !(await menuNames(client)).includes('Carrinho')
  })
  await setCompany({ pedidos: true, whatsapp: true })
})
test('messages turn, promotions are counted, socials are for clients and sellers, the panel opens on Avisos', async () => {
  await client.goto(`${origin}/pedidos`)
  await client.getByText('Frete grátis').waitFor()
  await client.getByRole('button', { name: /Aviso 1 de 3/ }).click()
  await client.getByText('Peças novas').waitFor()
  await client.getByRole('button', { name: /Aviso 2 de 3/ }).click()
  await client.getByRole('link', { name: /1 produto em promoção/ }).click()
  await client.getByRole('button', { name: 'Em promoção' }).waitFor()
  await client.getByRole('link', { name: 'Moringa' }).waitFor()
  assert.equal(
    await client.getByRole('link', { name: 'Instagram' }).getAttribute('href'),
    'https://instagram.com/aroeira',
  )
  await admin.goto(`${origin}/dashboard/products`)
  assert.equal(await admin.getByText('Frete grátis').count(), 0)
  assert.equal(await admin.getByRole('link', { name: 'Instagram' }).count(), 0)
  await admin.getByRole('button', { name: /Avisos e atividade/ }).click()
  const panel = admin.getByRole('dialog', { name: 'Avisos e atividade' })
  assert.equal(await panel.getByRole('tab', { name: 'Avisos' }).getAttribute('aria-selected'), 'true')
  await panel.getByText('Nenhum aviso ainda.').waitFor()
  assert.deepEqual(await axe(admin), [])
  await panel.getByRole('tab', { name: 'Atividade' }).click()
  await panel.getByText('Quem fez o quê').waitFor()
  await admin.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
})
test('the banner of the trial at days 14, 13, 8, 7, 5, 1, 0, -10, of a reseller and of a blocked company; clients see none', async () => {
  await setCompany({ trial: true })
  const bar = admin.getByRole('region', { name: 'Sua assinatura' })
  const said = async () => (await bar.innerText()).replace(/\s+/g, ' ')
  /** What the device kept of the days before may be there first. */
  const says = async (days: number, words: RegExp) => {
    await inDays(days)
    await admin.reload()
    return until(async () => {
      const text = await said()
      return words.test(text) && text
    })
  }
  const offer = /20% de desconto no plano anual.*24 horas.*(60min 00s|59min \d\ds)/
  await admin.goto(`${origin}/dashboard/categories`)
  const welcome = await says(14, offer)
  assert.deepEqual(await axe(admin), [])
  // It ticks, and a reload does not start it anew.
  await until(async () => (await said()) !== welcome)
  await says(14, /59min/)
  await says(13, /no ar.*Restam 6 dias/)
  await says(8, /resta 1 dia/)
  await says(7, /terminou.*reativar/i)
  assert.deepEqual(await axe(admin), [])
  await says(5, /sai do ar em 5 dias e depois será excluído.*apagados 30 dias depois.*Salvar meu catálogo/)
  await says(1, /sai do ar em 1 dia e depois/)
  await says(0, /sai do ar hoje e depois/)
  assert.equal(await bar.evaluate((e) => getComputedStyle(e).backgroundColor), 'rgb(163, 35, 28)')
  await says(-10, /saiu do ar e será excluído em 20 dias/)
  const { rows } = await site.t.owner.query(
    "insert into resellers (name, redirect_link) values ('Rep Norte', 'https://rep.test/assine') returning id",
  )
  await setCompany({ reseller_id: rows[0].id })
  await says(15, /Bônus de Rep Norte/)
  assert.equal(await bar.getByRole('link').getAttribute('href'), 'https://rep.test/assine')
  await client.goto(`${origin}/pedidos`)
  await client.getByText('Moringa').first().waitFor()
  assert.equal(await client.getByRole('region', { name: 'Sua assinatura' }).count(), 0)
  await setCompany({ is_blocked: true })
  await says(15, /Último aviso.*Impedir a exclusão/)
  await setCompany({ is_blocked: false, trial: false, reseller_id: null, valid_until: '2035-01-01' })
})
test('look and language are chosen once and kept; options come before the catalogue; tags wait for a yes', async () => {
  const { page } = await site.browser({ ...DESK, locale: 'fr-FR' })
  await page.goto(`${origin}/pedidos`)
  await page.getByRole('heading', { name: 'Tous les produits' }).waitFor()
  await page.getByRole('button', { name: /Plus d.options/ }).click()
  await page.getByRole('button', { name: 'Apparence et langue' }).click()
  await page.getByLabel('Apparence', { exact: true }).selectOption('dark')
  await page.getByRole('switch', { name: /Page encadrée/ }).click()
  assert.deepEqual(await axe(page), [])
  await page.getByLabel('Langue', { exact: true }).selectOption('en')
  await page.getByRole('heading', { name: 'All products' }).waitFor()
  assert.deepEqual(
    await page.evaluate(() => [
      document.documentElement.dataset.theme,
      document.documentElement.dataset.boxed,
      document.documentElement.lang,
    ]),
    ['dark', 'true', 'en'],
  )

  await setCompany({
    settings: JSON.stringify({
      landing_page_active: true,
      landing_page_config: [{ link: '/sobre', titulo: 'Conhecer a casa', recusar: 'Só ver produtos', opcao: 1 }],
      tag_google: 'G-ABC1234',
    }),
  })
  const fresh = await site.browser(PHONE)
  await fresh.page.goto(`${origin}/pedidos`)
  await fresh.page.getByText('Conhecer a casa').waitFor()
  await fresh.page.getByRole('button', { name: 'Só ver produtos' }).click()
  await fresh.page.route('https://www.googletagmanager.com/**', (r) =>
    r.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  const asked = fresh.page.waitForRequest('https://www.googletagmanager.com/gtag/js?id=G-ABC1234')
  assert.equal(await fresh.page.locator('iframe').count(), 0)
  await fresh.page.getByRole('button', { name: 'Permitir' }).click()
  await asked
  assert.equal(await fresh.page.getByRole('button', { name: 'Permitir' }).count(), 0)
  await setCompany({ settings: '{}' })
})
test('a dialog is closed by a press beside it; by none inside of its edges, by no drag out of it, and not by a choice of files that was called off', async () => {
  const page = client
  await page.goto(`${origin}/pedidos`)
  await page.getByRole('button', { name: /Mais opções/ }).click()
  await page.getByRole('button', { name: 'Aparência e idioma' }).click()
  const dialog = page.getByRole('dialog', { name: 'Aparência e idioma' })
  const edge = await still(dialog)
  await page.mouse.click(edge.x + 8, edge.y + 8)
  await page.mouse.move(edge.x + edge.width / 2, edge.y + 40)
  await page.mouse.down()
  await page.mouse.move(edge.x - 40, edge.y + 40)
  await page.mouse.up()
  assert.ok(await dialog.isVisible())
  await page.mouse.click(edge.x - 40, edge.y + 40)
  await dialog.waitFor({ state: 'detached' })

  await goTo(admin, '/s/artesaos')
  await admin.getByRole('button', { name: 'Novo perfil' }).click()
  const form = admin.getByRole('dialog', { name: 'Novo perfil' })
  await form.locator('input[type=file]').first().dispatchEvent('cancel', { bubbles: true })
  assert.ok(await form.isVisible())
  await admin.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
})
test('an iPhone is told once in two weeks how to keep the catalogue', async () => {
  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1'
  const { page } = await site.browser({ ...PHONE, userAgent: agent })
  await page.goto(`${origin}/pedidos`)
  await page.getByText('Adicionar à Tela de Início').waitFor()
  await page.getByRole('button', { name: 'Fechar a dica' }).click()
  await page.reload()
  await page.getByText('Moringa').first().waitFor()
  assert.equal(await page.getByText('Adicionar à Tela de Início').count(), 0)
})
test('the parts of the design in three colours, light and dark, pass axe', async () => {
  const page = client
  await page.goto(`${origin}/ui`)
  await page.getByRole('heading', { name: 'Partes da interface' }).waitFor()
  assert.equal(await page.getByRole('region', { name: /^#\w+ (light|dark)$/ }).count(), 6)
  assert.deepEqual(await axe(page), [])
})
test('at 200 % zoom, and on a screen of 320 px, nothing is wider than the screen', async () => {
  const wide: string[] = []
  for (const [page, paths] of [
    [client, ['/pedidos', '/sobre', '/s/artesaos', '/dashboard/shoppingcart']],
    [
      admin,
      [
        '/dashboard/products',
        '/dashboard/orders',
        '/dashboard/users',
        '/dashboard/mycompany',
        '/dashboard/excel',
        '/tables',
      ],
    ],
  ] as const) {
    await page.goto(origin + paths[0])
    for (const width of [720, 320])
      for (const path of paths) {
        await page.setViewportSize({ width, height: 450 })
        await goTo(page, path)
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (over > 1) wide.push(`${path} at ${width}: ${over} px too wide`)
      }
  }
  for (const page of [client, admin]) await page.setViewportSize({ width: 1440, height: 900 })
  assert.deepEqual(wide, [])
})
test('what is odd stays whole: 200 categories, a name of 80 letters, 40 lines of messages, a broken logo, a server that fails', async () => {
  const b = await aCompany(site.t, {
    name: 'Cooperativa Agroextrativista dos Produtores Artesanais do Vale do Jequitinhonha e',
    logo: '/files/nada.webp',
    settings: JSON.stringify({ general_message: Array.from({ length: 40 }, (_, i) => `Linha ${i + 1}`).join('\n') }),
  })
  await site.t.owner.query(
    "insert into categories (company_id, name) select $1, 'Categoria ' || n from generate_series(1, 200) n",
    [b.id],
  )
  await aProduct(site.t, b, { name: 'Única', code: 'U-1' })
  const { page } = await site.browser(PHONE)
  await page.goto(`${site.at(b.path)}/pedidos`)
  await page.getByText('Linha 1', { exact: true }).waitFor()
  await page.getByText('Única').first().waitFor()
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'nothing runs out of the screen')
  await page.goto(`${site.at(b.path)}/sobre`)
  await page.getByRole('link', { name: 'Ver produtos' }).click()
  await page.getByRole('link', { name: 'Categoria 200' }).waitFor({ state: 'attached' })
  await page.goto(`${site.at(b.path)}/s/marcas/%E0%A4%A`)
  await page.waitForURL(/\/session\/404$/)
  await site.t.owner.query(
    'update companies set about = \'<p>ok</p>\', settings = settings || \'{"website_link":"javascript:alert(1)"}\' where id = $1',
    [b.id],
  )
  await page.goto(`${site.at(b.path)}/sobre`)
  await page.getByRole('heading', { name: /Conheça/ }).waitFor()
  assert.equal(await page.locator('a[href^="javascript"]').count(), 0)
  assert.equal(
    await page
      .getByRole('img', { name: 'Logo' })
      .locator('..')
      .evaluate((e) => getComputedStyle(e).backgroundColor),
    'rgb(255, 255, 255)',
    'a broken logo stands on white',
  )
})
test('the pages of this run wrote no error to the console, and no rule of the content policy was broken', () => {
  assert.deepEqual(site.errors, [])
})
