// Avisos in the browser: the bell and its panel, what is asked after the first order, and who is not asked.
import { deepEqual, equal, match } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCart, aCompany, aProduct, type Company, order } from '../test/kit.ts'
import { axe, browserOf, DESK, PHONE, type Site, signIn, startSite } from './kit.ts'

let site: Site
let a: Company
let origin: string
let product: number
before(async () => {
  site = await startSite()
  a = await aCompany(site.t, { name: 'Casa Aroeira' })
  product = (await aProduct(site.t, a, { name: 'Moringa' })).id
  origin = site.at(a.path)
})
after(() => site?.close())
const place = async (name = 'Luciana Prado', token = a.client.token) =>
  (await order(site.t, a, token, aCart([{ product_id: product, quantity: 1 }], { name }))).body.data as {
    id: number
    number: number
  }
test('a client orders while the seller looks elsewhere: the bell counts within two seconds, the line leads there and is read', async () => {
  const page = await browserOf(site, origin, a.seller.email, PHONE)
  const bell = page.getByRole('button', { name: /Avisos e atividade/ })
  await bell.waitFor()
  const o = await place()
  await page.getByRole('button', { name: 'Avisos e atividade, 1 aviso não lido' }).waitFor()
  await bell.click()
  const panel = page.getByRole('dialog', { name: 'Avisos e atividade' })
  const line = panel.getByRole('listitem').filter({ hasText: `Pedido ${o.number} de Luciana Prado` })
  await line.getByText(/hoje, /).waitFor()
  deepEqual(await axe(page), [])
  // Read and back, then by opening it.
  await line.getByRole('button', { name: /^Marcar como lido/ }).click()
  await line.getByText('lido').waitFor()
  await line.getByRole('button', { name: /^Marcar como não lido/ }).click()
  await line.getByRole('link').click()
  await page.waitForURL(`**/dashboard/orders/${o.id}`)
  await page.getByRole('button', { name: 'Avisos e atividade', exact: true }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Avisos e atividade', exact: true }).waitFor()
  // The admin has not read his own.
  const admin = await browserOf(site, origin, a.admin.email, DESK)
  await admin.getByRole('button', { name: 'Avisos e atividade, 1 aviso não lido' }).click()
  await admin.getByRole('link', { name: 'Ver todos' }).click()
  await admin.getByRole('heading', { name: 'Avisos', exact: true }).waitFor()
  await admin.getByRole('button', { name: 'Marcar tudo como lido' }).click()
  await admin.getByText('lido', { exact: false }).first().waitFor()
  await admin.getByRole('button', { name: 'Avisos e atividade', exact: true }).waitFor()
  deepEqual(await axe(admin), [])
  // Without the server the newest are still here.
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Avisos e atividade' }).click()
  await panel.getByText(`Pedido ${o.number} de Luciana Prado`).waitFor()
  await page.context().close()
  await admin.context().close()
})
test('who has refused is told so and not asked; an iPhone outside the app says how to get them', async () => {
  const { page, context } = await site.browser(PHONE)
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await signIn(page, origin, a.client.email)
  const mine = await place('Eu mesma')
  await page.goto(`${origin}/aparelho`)
  await page.getByText(/Os avisos foram recusados neste navegador/).waitFor()
  const { receipt_path } = (
    await site.t.call('GET', `/api/v1/companies/${a.id}/orders/${mine.id}`, { token: a.client.token })
  ).body.data
  await page.goto(`${origin}${receipt_path}?novo=1`)
  await page.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
  equal(await page.getByRole('button', { name: 'Ativar avisos' }).count(), 0)
  await context.close()

  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1'
  const iphone = await site.browser({ ...PHONE, userAgent: agent })
  await iphone.context.addInitScript(() => {
    for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name)
  })
  await signIn(iphone.page, origin, a.client.email)
  await iphone.page.goto(`${origin}${receipt_path}?novo=1`)
  const asks = iphone.page.getByRole('region', { name: 'Avisos neste aparelho' })
  match((await asks.textContent()) ?? '', /No iPhone os avisos só chegam pelo aplicativo/)
  await asks.getByRole('button', { name: 'Entendi' }).click()
  await iphone.page.reload()
  await iphone.page.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
  equal(await asks.count(), 0)
  await iphone.context.close()
})
