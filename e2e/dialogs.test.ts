// Dialogs whose parts share a column: on a phone each part is as high as what it holds, in every engine. WebKit gives a
// part with a flex basis of 0% no height there; here Chromium's computed values tell.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCompany, aProduct, type Company, until } from '../test/kit.ts'
import { browserOf, drawn, PHONE, type Site, startOnline } from './kit.ts'
import { zeroBases } from './layout-faults.ts'

let site: Site
let a: Company
const ids: Record<string, number> = {}
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá', pedido_pro: true, settings: JSON.stringify({}) })
  await aProduct(site.t, a, {
    name: 'Vaso Jatobá',
    code: 'VJ-1',
    price: '89,00',
    attributes: [{ specs: { Tamanho: 'P' } }, { specs: { Tamanho: 'M' } }],
  })
  const insert = async (table: string, columns: string, values: string) => {
    const { rows } = await site.t.owner.query(
      `insert into ${table} (company_id, created_at, ${columns}) values ($1, now(), ${values}) returning id`,
      [a.id],
    )
    ids[table] = Number(rows[0].id)
  }
  await insert('integrations', 'type, id_system', "'omie', ''")
  await insert('webhooks', 'name, url, events', "'Estoque', 'https://estoque.test/avisos', '{order.created}'")
  await insert('feeds', 'name, url, every_hours, user_id', `'Lista', 'https://lista.test/lista.csv', 24, ${a.admin.id}`)
})
after(() => site.close())

const button = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()
/** By the file that draws it: who opens it, where, and how. */
const SHEETS: Record<string, { who: 'admin' | 'seller'; path: () => string; open?: (page: Page) => Promise<unknown> }> =
  {
    'catalogue/web/ProductSheet.tsx': { who: 'seller', path: () => '/dashboard/products?product_code=VJ-1' },
    'catalogue/web/Presentation.tsx': { who: 'seller', path: () => '/dashboard/products', open: button('Apresentar') },
    'pad/web/PasteDialog.tsx': { who: 'seller', path: () => '/pedido', open: button('Colar pedido') },
    'pad/web/GridDialog.tsx': {
      who: 'seller',
      path: () => '/pedido',
      open: async (page) => {
        await page.getByRole('combobox', { name: 'Código ou nome' }).fill('VJ-1')
        await page.keyboard.press('Enter')
      },
    },
    'entities/web/EntityForm.tsx': { who: 'admin', path: () => '/s/artesaos', open: button('Novo perfil') },
    'integrations/web/IntegrationSheet.tsx': {
      who: 'admin',
      path: () => `/dashboard/integrations?id=${ids.integrations}`,
    },
    'webhooks/web/WebhookSheet.tsx': { who: 'admin', path: () => `/dashboard/integrations/avisos?id=${ids.webhooks}` },
    'spreadsheets/web/feeds/FeedSheet.tsx': {
      who: 'admin',
      path: () => `/dashboard/integrations/catalogo?id=${ids.feeds}`,
    },
  }

test('every dialog that lays out its parts in a column is opened here', () => {
  const names = globSync('src/**/*.css').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\.([\w-]+)\[open\]\s*\{[^}]*flex-direction: column/g)].map((m) => m[1]),
  )
  assert.ok(names.length > 0)
  const dialog = new RegExp(`<Modal\\s+className="(${names.join('|')})\\b`)
  const columns = globSync('src/**/*.tsx').filter((path) => dialog.test(readFileSync(path, 'utf8')))
  assert.deepEqual(columns.map((path) => path.replace('src/features/', '')).sort(), Object.keys(SHEETS).sort())
})
test('no part of an open dialog is without height on a phone', async () => {
  const found: string[] = []
  for (const who of ['admin', 'seller'] as const) {
    const page = await browserOf(site, site.at(a.path), a[who].email, PHONE)
    for (const [file, sheet] of Object.entries(SHEETS).filter(([, s]) => s.who === who)) {
      await page.goto(site.at(a.path) + sheet.path())
      await drawn(page)
      await sheet.open?.(page)
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'))
      found.push(...(await page.evaluate(zeroBases)).map((fault) => `${file}: ${fault}`))
      const heights = await dialog.evaluate((el) => [...el.children].map((part) => part.clientHeight))
      if (heights.some((height) => height < 20)) found.push(`${file}: ${heights.join(', ')} px`)
    }
    await page.context().close()
  }
  assert.deepEqual(found, [])
})
test('negative control: a part with a basis of 0% in a column of its own height is found', async () => {
  const { page } = await site.browser(PHONE)
  const faults = async (style: string, part = 'flex: 1') => {
    await page.setContent(`<main><div style="display:flex;${style}"><div style="${part}">Vaso</div></div></main>`)
    return page.evaluate(zeroBases)
  }
  assert.equal((await faults('flex-direction:column;max-height:300px')).length, 1)
  assert.deepEqual(await faults('flex-direction:column;max-height:300px', 'flex: 1 1 auto'), [])
  assert.deepEqual(await faults('flex-direction:column;height:300px'), [])
  assert.deepEqual(await faults('flex-direction:row'), [])
  await page.context().close()
})
test('negative control: the dialogs of every journey are watched for parts without height', async () => {
  const { page } = await site.browser(PHONE)
  await page.goto(`${site.at(a.path)}/session/login`)
  await page.evaluate(() => {
    const dialog = document.createElement('dialog')
    Object.assign(dialog.style, { display: 'flex', flexDirection: 'column' })
    for (const style of [{ height: '0', flex: 'none', overflow: 'hidden' }, { flex: '1' }]) {
      const part = document.createElement('div')
      part.append('Vaso')
      Object.assign(part.style, style)
      dialog.append(part)
    }
    document.body.append(dialog)
    dialog.showModal()
  })
  await until(async () => site.flat.size === 2)
  assert.match([...site.flat].join('\n'), /div\. has no height\n.*div\. has a flex basis of 0%/)
  site.flat.clear()
  await page.context().close()
})
test('a form in a dialog says inside it that saving failed, and keeps what was typed; a second tap saves once', async () => {
  const page = await browserOf(site, site.at(a.path), a.admin.email, PHONE)
  await page.goto(`${site.at(a.path)}/dashboard/integrations/chaves`)
  await drawn(page)
  await page.getByRole('button', { name: 'Nova chave' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Nova chave' })
  await dialog.getByLabel('Nome').fill('Loja Jatobá')
  let posts = 0
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    posts += 1
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Salvar' }).dblclick()
  await dialog.getByRole('alert').waitFor()
  assert.notEqual(await dialog.getByRole('alert').innerText(), '')
  assert.equal(await dialog.getByLabel('Nome').inputValue(), 'Loja Jatobá')
  assert.ok(posts > 0)
  await page.unroute('**/api/**')
  await dialog.getByRole('button', { name: 'Salvar' }).dblclick()
  await page.getByRole('dialog', { name: 'Guarde a chave' }).waitFor()
  const { rows } = await site.t.owner.query('select count(*)::int n from api_keys where company_id = $1', [a.id])
  assert.equal(rows[0].n, 1)
  await page.context().close()
})
test('an event that cannot be saved says so inside its dialog, keeps what was typed and is saved by the next tap', async () => {
  const page = await browserOf(site, site.at(a.path), a.seller.email, PHONE)
  await page.goto(`${site.at(a.path)}/apps/calendar`)
  await drawn(page)
  await page.getByRole('button', { name: 'Novo compromisso' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Título').fill('Feira de Cunha')
  let posts = 0
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    posts += 1
    await route.fulfill({ status: 409, json: { status: 'error', code: 'conflict', message: 'A agenda está fechada.' } })
  })
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.getByRole('alert').getByText('A agenda está fechada.').waitFor()
  assert.equal(await dialog.getByLabel('Título').inputValue(), 'Feira de Cunha')
  assert.ok(posts > 0)
  await page.unroute('**/api/**')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { rows } = await site.t.owner.query('select title from events where company_id = $1', [a.id])
  assert.deepEqual(rows, [{ title: 'Feira de Cunha' }])
  await page.context().close()
})
