// A buyer by the link asks to be forgotten: the admin erases the person at the order.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCart, aCompany, aProduct, aVisitor, type Company, order } from '../test/kit.ts'
import { browserOf, inBoth, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Casa Aroeira' })
})
after(() => site.close())

test('an order by link is erased by the admin; the receipt ends and the seller finds no name', async () => {
  const home = site.at(a.path)
  const p = await aProduct(site.t, a, { name: 'Gamela', price: '10,00' })
  const place = async (form: Record<string, unknown>) =>
    (
      await order(
        site.t,
        a,
        await aVisitor(site.t, a),
        aCart([{ product_id: p.id, quantity: 1 }], { ...form, seller_id: a.seller.id }),
      )
    ).body.data as { id: number; number: number; receipt_path: string }
  const form = { name: 'Quitéria Quaresma', phone: '(11) 91234-0001' }
  const [one, other] = [await place(form), await place({ ...form, name: 'Irmã Quaresma' })]
  const page = await browserOf(site, home, a.admin.email)
  await page.goto(`${home}/dashboard/orders/${one.id}`)
  await page.getByRole('heading', { name: 'Dados de quem pediu' }).waitFor()
  await page.getByRole('button', { name: 'Apagar os dados' }).click()
  await page.getByText(`Ainda em andamento, e sem contato depois disso: pedido ${one.number}.`).waitFor()
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /Irmã Quaresma/ })
    .uncheck()
  for (const width of [360, 1366]) {
    await page.setViewportSize({ width, height: 800 })
    await inBoth(page, `person-${width}`)
  }
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await page.getByText('Dados apagados, também em 1 pedido.').waitFor()
  await page.goto(`${home}${one.receipt_path}`)
  await page.getByText('Este recibo não existe ou já passou da validade de 90 dias.').waitFor()
  const seller = await browserOf(site, home, a.seller.email)
  await seller.goto(`${home}/dashboard/orders`)
  await seller.getByText(`Cliente do pedido ${one.number}`).first().waitFor()
  await seller.getByText('Irmã Quaresma').first().waitFor()
  assert.equal(await seller.getByText('Quitéria').count(), 0)
  assert.notEqual(one.id, other.id)
})
