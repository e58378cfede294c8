// A sheet of another system comes in by the screen; a change in bulk is undone hours later, from the list in Atividade.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { writeXlsx } from 'hucre/xlsx'
import { aCompany, aProduct, type Company } from '../test/kit.ts'
import { axe, browserOf, inBoth, PHONE, signIn, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let admin: Page
let origin: string
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Casa Aroeira', price_table_active: true })
  await aProduct(site.t, a, { name: 'Tigela funda', code: 'TG-008', price: '54,00' })
  await aProduct(site.t, a, { name: 'Cesto de palha', code: 'CP-021', price: '124,00' })
  origin = site.at(a.path)
  admin = await browserOf(site, origin, a.admin.email)
})
after(() => site.close())
const seen = async (code: string) =>
  (await site.t.call('GET', `/api/v2/products/by_code/${code}`, { token: a.client.token })).body.data
const column = (name: string) => admin.getByLabel(`O que é a coluna ${name}`, { exact: true })

test("an ERP's sheet: the table is found on its tab and below its title, columns are chosen quickly with the panel open, and it is written", async () => {
  const buffer = Buffer.from(
    await writeXlsx({
      sheets: [
        { name: 'Instruções', rows: [['Relatório do sistema'], ['Não altere']] },
        {
          name: 'Produtos',
          rows: [
            ['Relatório de produtos — novembro'],
            ['CÓD. PROD.', 'DESCRIÇÃO DO PRODUTO', 'VLR UNIT (R$)', 'Qualquer', 'Número da peça'],
            ['ER-1', 'Vaso de barro', 12.5, 'x', 'N-1'],
            ['ER-2', 'Moringa', 30, 'y', 'N-2'],
          ],
        },
      ],
    }),
  )
  await admin.goto(`${origin}/dashboard/excel`)
  await admin
    .locator('input[type=file]')
    .setInputFiles({ name: 'erp.xlsx', mimeType: 'application/octet-stream', buffer })
  await admin.getByText('Conferir antes de gravar').waitFor()
  assert.equal(await admin.getByLabel('Aba').inputValue(), '1')
  assert.equal(await admin.getByLabel('Linha dos títulos').inputValue(), '2')
  await admin.getByText('Planilha do Excel').waitFor()
  await admin.getByText('Colunas', { exact: true }).click()
  // Each choice is made before the answer to the one before it is here.
  await admin.route('**/api/v2/xls/preview', async (route) => {
    await new Promise((r) => setTimeout(r, 700))
    await route.continue()
  })
  await column('CÓD. PROD.').selectOption('code_2')
  await column('Número da peça').selectOption('code')
  await column('Qualquer').selectOption('description')
  const chosen = async () =>
    Promise.all(['CÓD. PROD.', 'Número da peça', 'Qualquer'].map((name) => column(name).inputValue()))
  assert.deepEqual(await chosen(), ['code_2', 'code', 'description'])
  await admin.getByRole('button', { name: 'Gravar 2 linhas' }).waitFor()
  await admin.unroute('**/api/v2/xls/preview')
  assert.deepEqual(
    [await chosen(), await column('Qualquer').isVisible()],
    [['code_2', 'code', 'description'], true],
    'the panel stays open and keeps what was chosen',
  )
  assert.deepEqual(await axe(admin), [])
  await admin.getByRole('button', { name: 'Gravar 2 linhas' }).click()
  await admin.getByText('2 produtos criados.').waitFor()
  assert.deepEqual(
    [(await seen('N-1')).name, (await seen('N-1')).description, (await seen('N-1')).price],
    ['Vaso de barro', 'x', '12,50'],
  )
})
test('a file that is no sheet says what it is and what to do', async () => {
  await admin.goto(`${origin}/dashboard/excel`)
  await admin
    .locator('input[type=file]')
    .setInputFiles({ name: 'tabela.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('%PDF-1.7') })
  await admin
    .getByText('Este arquivo é um PDF. Abra-o no programa que o fez, salve como .xlsx ou .csv e envie de novo.')
    .waitFor()
})
test('what stopped a sheet stands where it was asked for; what its days lack, at their field', async () => {
  await admin.goto(`${origin}/dashboard/excel`)
  await admin.route('**/api/v2/xls/export', (r) => r.abort())
  await admin.getByRole('button', { name: 'Baixar produtos' }).click()
  await admin.getByRole('alert').getByText('Confira a internet').waitFor()
  assert.equal(await admin.getByLabel('Até').getAttribute('aria-invalid'), null)
  await inBoth(admin, 'export-away')
  await admin.unroute('**/api/v2/xls/export')
  await admin.getByLabel('Até').fill('2020-01-01')
  await admin.getByRole('button', { name: 'Baixar vendas' }).click()
  await admin.waitForFunction(() => document.querySelector('[type="date"][aria-invalid="true"]'))
  assert.equal(await admin.getByRole('alert').count(), 0)
  await inBoth(admin, 'export-period')
})
test('prices changed in bulk are undone from Atividade after the page was left, what somebody changed since is named, and a client sees the old prices', async () => {
  await admin.goto(`${origin}/dashboard/products`)
  await admin.getByLabel('Selecionar Tigela funda').check()
  await admin.getByLabel('Selecionar Cesto de palha').check()
  await admin.getByRole('button', { name: 'Preço %' }).click()
  await admin.getByRole('textbox', { name: 'Porcentagem' }).fill('10')
  await admin.getByRole('button', { name: 'Confirmar' }).click()
  await admin.getByText('2 produtos mudados.').waitFor()
  assert.deepEqual([(await seen('TG-008')).price, (await seen('CP-021')).price], ['59,40', '136,40'])
  const straw = (await seen('CP-021')).id
  await site.t.call('PUT', `/api/v1/products/${straw}`, { token: a.admin.token, body: { price: '140,00' } })
  await admin.reload()
  await admin.getByRole('button', { name: /Avisos e atividade/ }).click()
  const panel = admin.getByRole('dialog', { name: 'Avisos e atividade' })
  await panel.getByRole('tab', { name: 'Atividade' }).click()
  const line = panel.getByRole('listitem').filter({ hasText: 'Preços mudados por porcentagem' })
  assert.match((await line.textContent()) ?? '', /2 linhas.*hoje, .*até /)
  assert.deepEqual(await axe(admin), [])
  await line.getByRole('button', { name: /^Desfazer/ }).click()
  const question = admin.getByRole('dialog', { name: 'Desfazer: Preços mudados por porcentagem' })
  await question.getByText('O que alguém mudou depois fica como está.').waitFor()
  await question.getByRole('button', { name: 'Confirmar' }).click()
  await panel.getByText('1 linha como antes. Ficou como alguém deixou depois: CP-021 Cesto de palha.').waitFor()
  await line.waitFor({ state: 'detached' })
  const { page, context } = await site.browser(PHONE)
  await signIn(page, origin, a.client.email)
  await page.goto(`${origin}/dashboard/products`)
  await page.getByText('R$ 54,00').first().waitFor()
  await page.getByText('R$ 140,00').first().waitFor()
  await context.close()
})
test('Selecionar todos takes what is not loaded as well', async () => {
  const rows = Array.from({ length: 130 }, (_, i) => `K-${i};Peça ${i};1,00`).join('\n')
  await site.t.call('POST', '/api/v2/xls/insert', {
    token: a.admin.token,
    form: { file: new Blob([`Código;Nome;Preço\n${rows}\n`]) },
  })
  await admin.goto(`${origin}/dashboard/products`)
  await admin.getByLabel('Selecionar todos os 100 carregados').check()
  assert.deepEqual(await axe(admin), [])
  await admin.getByRole('button', { name: 'Selecionar todos os 134' }).click()
  await admin.getByText('134 selecionados').waitFor()
  await admin.getByRole('button', { name: 'Desativar' }).click()
  await admin.getByText('134 produtos mudados.').waitFor()
  assert.equal((await site.t.call('GET', '/api/v1/products', { token: a.client.token })).body.total, 0)
})
test('the last tag goes by the word empty, and comes back by Desfazer', async () => {
  const { id } = (await site.t.call('GET', '/api/v2/products/by_code/TG-008', { token: a.admin.token })).body.data
  await site.t.call('PUT', `/api/v1/products/${id}`, { token: a.admin.token, body: { tags: ['natal'] } })
  await site.t.call('PUT', `/api/v1/companies/${a.id}`, { token: a.admin.token, body: { tag_active: '1' } })
  await admin.goto(`${origin}/dashboard/products`)
  await admin.getByRole('button', { name: 'Etiquetas' }).click()
  await admin.getByRole('button', { name: 'Excluir a etiqueta natal' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  const tags = async () => (await site.t.call('GET', `/api/v1/products/${id}`, { token: a.admin.token })).body.data.tags
  const back = admin.getByRole('button', { name: 'Desfazer', exact: true })
  await back.waitFor()
  assert.deepEqual(await tags(), [])
  await back.click()
  await admin.getByText('1 linha como antes.').waitFor()
  assert.deepEqual(await tags(), ['natal'])
})
test('the pages wrote no error to the console', () => assert.deepEqual(site.errors, []))
