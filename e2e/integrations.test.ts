import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { ErpSimulator } from '../test/erp_shapes.ts'
import { erpSimulator, KEYS, PLATFORM } from '../test/erp_simulator.ts'
import { aCart, aCompany, type Company, order, until } from '../test/kit.ts'
import { alive, axe, browserOf, DESK, inBoth, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let erp: ErpSimulator
let a: Company
let origin: string
let admin: Page
before(async () => {
  erp = await erpSimulator()
  site = await startOnline({ ...PLATFORM, pedidookPartner: '', erpHosts: erp.hosts, erpPace: 0.001 })
  erp.omie.families = [
    { codigo: 77, nomeFamilia: 'Canecas' },
    { codigo: 88, nomeFamilia: 'Pratos' },
  ]
  erp.omie.products = Array.from({ length: 30 }, (_, i) => ({
    codigo_produto: i + 1,
    codigo: `OM-${i + 1}`,
    descricao: `Caneca de barro ${i + 1}`,
    valor_unitario: 39.9,
    codigo_familia: i < 20 ? 77 : 88,
  }))
  Object.assign(erp.omie.products[0] as object, { imagens: [{ url_imagem: `${erp.origin}/fotos/nao-existe.jpg` }] })
  a = await aCompany(site.t, { name: 'Ateliê do Barro', primary_color: '#2f6b4f', settings: JSON.stringify({}) })
  origin = site.at(a.path)
  admin = await browserOf(site, origin, a.admin.email)
})
after(async () => {
  await site.close()
  erp.close()
})

test('the admin links Omie, its products come by themselves, and a client finds them; a filter and a new key are kept after reload', async () => {
  await admin.goto(`${origin}/mobi`)
  await admin.getByRole('navigation', { name: 'Menu' }).getByText('Integrações').click()
  await admin.getByRole('heading', { name: 'Disponíveis' }).waitFor()
  assert.deepEqual(await axe(admin), [])
  await admin.getByText('Falta: o Mostruário ainda não tem as chaves deste sistema.').waitFor()
  assert.equal(await admin.getByRole('button', { name: 'Ligar o PedidoOK' }).count(), 0)
  await admin.getByRole('button', { name: 'Ligar o Omie' }).click()
  await admin.getByLabel('App Key').fill(KEYS.omie.api_key)
  assert.deepEqual(await axe(admin), [])
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('Preencha App Secret.').first().waitFor()
  await admin.getByLabel('App Secret').fill('errado')
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('O Omie recusou a chave: A chave de acesso está inválida').first().waitFor()
  const sheet = admin.getByRole('dialog', { name: 'Omie' })
  await sheet.getByText('Parou').or(sheet.getByText('O Omie recusou a chave').first()).first().waitFor()
  await sheet.getByRole('button', { name: 'Trocar App Secret' }).click()
  await admin.getByRole('textbox', { name: 'App Secret' }).fill(KEYS.omie.additional_field_1)
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('Chave trocada.').waitFor()
  await sheet.getByRole('button', { name: 'Atualizar agora' }).click()
  await sheet.getByText('30 produtos conferidos, 30 novos').waitFor()
  assert.deepEqual(await axe(admin), [])
  await sheet.getByText('1 aviso').click()
  await sheet.getByText('OM-1 Caneca de barro 1').waitFor()
  // No key is kept by the browser.
  assert.ok(
    !(await admin.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).includes(
      KEYS.omie.additional_field_1,
    ),
  )

  const client = (await site.browser(PHONE)).page
  const find = async (words: string) => {
    await client.goto(`${origin}/pedidos`)
    await alive(client)
    await client.getByRole('searchbox').fill(words)
  }
  await find('barro 12')
  await client.getByText('Caneca de barro 12').first().waitFor()

  await sheet.getByRole('button', { name: 'Escolher categorias' }).click()
  await sheet.getByRole('button', { name: 'Canecas' }).click()
  await sheet.getByText('Só os de 1 categoria.').waitFor()
  await sheet.getByRole('switch', { name: 'Ignorar estoque' }).check()
  await admin.reload()
  await sheet.getByText('Só os de 1 categoria.').waitFor()
  assert.ok(await sheet.getByRole('switch', { name: 'Ignorar estoque' }).isChecked())
  await sheet.getByText('•••• 5678').waitFor()
  // Ten of thirty would go: the admin is asked.
  await sheet.getByRole('button', { name: 'Tudo de novo' }).click()
  await sheet.getByText('10 produtos não vieram na última atualização inteira.').waitFor()
  await sheet.getByRole('button', { name: 'Tirar do catálogo' }).click()
  assert.deepEqual(await axe(admin), [])
  await admin.getByRole('button', { name: 'Confirmar' }).click()
  await admin.getByText('10 produtos saíram do catálogo.').waitFor()
  await find('barro 25')
  await client.getByText('Nada com “barro 25”.').waitFor()
})
test('confirmed orders go to Omie: the admin turns it on, chooses account and category, confirms one and sees its number there; the seller sees the order only', async () => {
  const sheet = admin.getByRole('dialog', { name: 'Omie' })
  await sheet.getByRole('switch', { name: 'Enviar pedidos para o Omie' }).check()
  await sheet.getByText('Escolha para que os pedidos possam ir.').first().waitFor()
  assert.deepEqual(await axe(admin), [])
  const place = async () => {
    const product_id = Number(
      (await site.t.owner.query("select id from products where company_id = $1 and code = 'OM-2'", [a.id])).rows[0].id,
    )
    return (await order(site.t, a, a.client.token, aCart([{ product_id, quantity: 2 }]))).body.data.id as number
  }
  const first = await place()
  const confirm = async (id: number) => {
    await admin.goto(`${origin}/dashboard/orders/${id}`)
    await admin.getByRole('button', { name: 'Confirmar pedido' }).click()
  }
  await confirm(first)
  await admin.getByText('Escolha a conta corrente e a categoria de receita do Omie').waitFor()
  assert.deepEqual(await axe(admin), [])
  await admin.getByRole('button', { name: /Avisos/ }).click()
  await admin.getByRole('link', { name: '1 pedido não foi aceito. Abra-o em Pedidos.' }).waitFor()
  await admin.goto(`${origin}/dashboard/integrations?id=1`)
  await sheet.getByText('1 pedido não foi aceito.').waitFor()
  await sheet.getByLabel('Conta corrente').selectOption({ label: 'Caixinha' })
  await sheet.getByLabel('Categoria de receita').selectOption({ label: 'Clientes - Revenda de Mercadoria' })
  await until(
    async () =>
      (await site.t.call('GET', '/api/v2/integration/1', { token: a.admin.token })).body.data.settings.category ===
      '1.01.03',
  )
  await admin.reload()
  await sheet.getByLabel('Conta corrente').waitFor()
  assert.equal(await sheet.getByLabel('Conta corrente').inputValue(), '427619317')
  await admin.goto(`${origin}/dashboard/orders/${first}`)
  await admin.getByRole('button', { name: 'Enviar de novo' }).click()
  await admin.getByText('Enviado, nº OM1').waitFor()
  await confirm(await place())
  await admin.getByText('Enviado, nº OM2').waitFor()
  assert.deepEqual(await axe(admin), [])
  assert.equal(erp.taken.omie.orders.length, 2)
  const seller = await browserOf(site, origin, a.seller.email, PHONE)
  await seller.goto(`${origin}/dashboard/orders/${first}`)
  await seller.locator('article').getByText('Confirmado').first().waitFor()
  assert.equal(await seller.getByText('Omie').count(), 0)
})
test('an admin sees what a held update would take, discards it, and applies the next one', async () => {
  const before = erp.omie.products
  erp.omie.products = Array.from({ length: 40 }, (_, i) => ({
    codigo_produto: i + 1,
    codigo: `H-${i + 1}`,
    descricao: `Vaso ${i + 1}`,
    valor_unitario: 39.9,
  }))
  const b = await aCompany(site.t, { settings: JSON.stringify({}) })
  const made = await site.t.call('POST', '/api/v2/integration', {
    token: b.admin.token,
    body: { type: 'omie', ...KEYS.omie, ignore_stock: 1 },
  })
  const page = await browserOf(site, site.at(b.path), b.admin.email, PHONE)
  await page.goto(`${site.at(b.path)}/dashboard/integrations?id=${made.body.data.id}`)
  const sheet = page.getByRole('dialog', { name: 'Omie' })
  const held = sheet.getByRole('region', { name: 'Atualização retida' })
  const whole = async () => {
    // Everything anew is allowed once an hour.
    await site.t.owner.query(
      "update sync_runs set started_at = started_at - interval '2 hours' where company_id = $1",
      [b.id],
    )
    await sheet.getByRole('button', { name: 'Tudo de novo' }).click()
  }
  const priced = async () => {
    const { rows } = await site.t.owner.query(
      'select count(*)::int as n from products where company_id = $1 and price is not null',
      [b.id],
    )
    return rows[0].n as number
  }
  await whole()
  await sheet.getByText('40 produtos conferidos, 40 novos').waitFor()
  for (const p of erp.omie.products.slice(0, 30)) p.valor_unitario = 0
  await whole()
  await held.getByText('A última atualização mexeria em 30 dos 40 produtos: 30 ficariam sem preço.').waitFor()
  assert.equal(await priced(), 40)
  await inBoth(page, 'held-run-phone')
  await page.setViewportSize(DESK.viewport)
  await inBoth(page, 'held-run-desk')
  await page.setViewportSize(PHONE.viewport)
  await page.reload()
  await held.getByRole('button', { name: 'Descartar' }).click()
  await page.getByText('Descartada. Nada mudou no catálogo.').waitFor()
  await held.waitFor({ state: 'detached' })
  await page.reload()
  await sheet.getByText('Descartada: tiraria algo de 30 dos 40 produtos.').waitFor()
  assert.deepEqual([await held.count(), await priced()], [0, 40])
  await whole()
  await held.getByRole('button', { name: 'Aplicar assim mesmo' }).click()
  await until(async () => (await priced()) === 10)
  await held.waitFor({ state: 'detached' })
  await page.reload()
  await sheet.getByText('40 produtos conferidos, 30 mudaram').waitFor()
  assert.equal(await held.count(), 0)
  erp.omie.products = before
})
test('Bling is linked by its own consent page and comes back to the same place', async () => {
  erp.bling.callback = `http://127.0.0.1:${new URL(origin).port}/api/v2/integration/consent`
  erp.bling.products = [{ id: 1, codigo: 'BL-1', nome: 'Vestido longo', preco: 89.9, situacao: 'A' }]
  await admin.goto(`${origin}/dashboard/integrations`)
  await admin.getByRole('button', { name: 'Ligar o Bling' }).click()
  const sheet = admin.getByRole('dialog', { name: 'Bling' })
  assert.deepEqual(await axe(admin), [])
  await sheet.getByRole('button', { name: 'Conectar ao Bling' }).click()
  await admin.getByText('Conectado. Use Atualizar agora para trazer os produtos.').waitFor()
  await sheet.getByRole('button', { name: 'Atualizar agora' }).click()
  await sheet.getByText('1 produto conferido, 1 novo').waitFor()
  await sheet.getByRole('button', { name: 'Fechar' }).click()
  await admin.getByRole('button', { name: 'Abrir Bling' }).waitFor()
  assert.deepEqual(await axe(admin), [])
})
test('on the phone: a link is off and on again, an ERP that is away is said, a failed answer keeps the screen, unlinking asks and keeps the products', async () => {
  const page = await browserOf(site, origin, a.admin.email, { ...PHONE, colorScheme: 'dark' })
  await page.goto(`${origin}/dashboard/integrations`)
  await page.getByRole('button', { name: 'Abrir Omie' }).click()
  const sheet = page.getByRole('dialog', { name: 'Omie' })
  await sheet.getByText('produtos conferidos').first().waitFor()
  assert.deepEqual(await axe(page), [])
  const toggle = sheet.getByRole('switch', { name: 'Integração ativa' })
  await toggle.uncheck()
  await until(
    async () =>
      (await site.t.call('GET', '/api/v2/integration', { token: a.admin.token })).body.data[0].status === 'Inativa',
  )
  await page.reload()
  assert.ok(!(await toggle.isChecked()))
  assert.ok(await sheet.getByRole('button', { name: 'Atualizar agora' }).isDisabled())
  await toggle.check()
  erp.fault = () => ({ cut: true })
  await sheet.getByRole('button', { name: 'Escolher categorias' }).click()
  await sheet.getByText('O Omie não respondeu.').first().waitFor()
  await sheet.getByRole('button', { name: 'Atualizar agora' }).click()
  await sheet.getByText('Próxima tentativa:').first().waitFor()
  erp.fault = null
  await page.route('**/api/v2/integration/*', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: '{"status":"error","code":"internal","message":"Algo deu errado do nosso lado."}',
        }),
  )
  await sheet.getByRole('switch', { name: 'Trazer categorias' }).click()
  await page.getByText('Algo deu errado do nosso lado.').waitFor()
  assert.ok(
    await sheet.getByRole('switch', { name: 'Trazer categorias' }).isChecked(),
    'what was not saved does not look saved',
  )
  await page.unroute('**/api/v2/integration/*')
  await sheet.getByRole('button', { name: 'Desligar o Omie' }).click()
  await page.getByText('Os produtos ficam.').waitFor()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText('Omie foi desligado.').waitFor()
  await page.getByRole('button', { name: 'Ligar o Omie' }).waitFor()
  assert.deepEqual(await axe(page), [])
  await page.route('**/api/v2/integration?*', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: '{"status":"error","code":"internal","message":"Algo deu errado do nosso lado."}',
    }),
  )
  await page.reload()
  await page.getByRole('alert').filter({ hasText: 'Não conseguimos carregar as integrações.' }).waitFor()
  await page.unroute('**/api/v2/integration?*')
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await page.getByRole('button', { name: 'Ligar o Omie' }).waitFor()
  const stay = await site.t.owner.query('select count(*) from products where company_id = $1 and active', [a.id])
  assert.equal(Number(stay.rows[0].count), 21)
  assert.deepEqual(site.errors, [])
})
