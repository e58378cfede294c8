// What somebody was writing when the line broke, an answer failed or somebody else was quicker: it stands there still.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCart, aCompany, aProduct, type Company, order } from '../test/kit.ts'
import { browserOf, DESK, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let mug: { id: number }
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá' })
  await site.t.owner.query('update users set company_name = $2, phone = $3 where id = $1', [
    a.client.id,
    'Padaria Pires',
    '11955554444',
  ])
  mug = await aProduct(site.t, a, { name: 'Caneca', code: 'CN-001', price: '10,00', stock: 500 })
})
after(async () => {
  await site.close()
})
const origin = () => site.at(a.path)
type Made = { id: number; number: number; receipt_path: string; revision: number }
async function made(more: object = {}): Promise<Made> {
  const cart = aCart([{ product_id: mug.id, quantity: 3 }], { client_id: a.client.id, ...more })
  const r = await order(site.t, a, a.seller.token, cart)
  assert.equal(r.status, 201, JSON.stringify(r.body))
  return r.body.data
}
const one = async (id: number) => (await site.t.owner.query('select * from orders where id = $1', [id])).rows[0]

test('a client whose line breaks while a quote is answered finds quantities and words as they were, also after a reload, and sends them', async () => {
  const q = await made({ quote: 1 })
  const { page } = await site.browser(PHONE)
  await page.goto(`${origin()}${q.receipt_path}`)
  await page.getByRole('button', { name: 'Mudar quantidades' }).click()
  await page.getByRole('button', { name: 'Pôr mais 1 de Caneca' }).click()
  await page.getByRole('button', { name: /Enviar mudanças/ }).click()
  await page.getByLabel('Recado ao vendedor').fill('Só de manhã, por favor.')
  await page.context().setOffline(true)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
  await dialog.getByRole('alert').getByText('Não conseguimos falar com o servidor').waitFor()
  assert.equal(await page.getByLabel('Recado ao vendedor').inputValue(), 'Só de manhã, por favor.')
  // Longer than the page waits until it asks by itself.
  await page.waitForTimeout(11_000)
  await page.getByText('No orçamento: 3').waitFor()
  await page.context().setOffline(false)
  await page.reload()
  await page.getByText('No orçamento: 3').waitFor()
  await page.getByRole('button', { name: /Enviar mudanças/ }).click()
  assert.equal(await page.getByLabel('Recado ao vendedor').inputValue(), 'Só de manhã, por favor.')
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByText('Resposta enviada.').waitFor()
  assert.equal((await one(q.id)).answer, 'ajuste')
})
test('what a seller writes to a client stands there still when the client answers meanwhile', async () => {
  const q = await made({ quote: 1 })
  const page = await browserOf(site, origin(), a.seller.email, DESK)
  await page.goto(`${origin()}/dashboard/orders/${q.id}`)
  await page.getByRole('button', { name: 'Responder', exact: true }).click()
  await page.getByLabel('Recado ao cliente').fill('Entregamos na sexta.')
  const token = q.receipt_path.split('/').at(-1) as string
  const said = await site.t.call('PUT', `/api/v2/receipts/${token}/quote`, {
    body: { revision: (await one(q.id)).revision, answer: 'ajuste', text: 'E na quinta?', lines: [] },
  })
  assert.equal(said.status, 200, JSON.stringify(said.body))
  await page.getByText('E na quinta?').first().waitFor({ state: 'attached' })
  assert.equal(await page.getByLabel('Recado ao cliente').inputValue(), 'Entregamos na sexta.')
})
test('the reason for cancelling stands there still when the line is away, and goes with the next try', async () => {
  const o = await made()
  const page = await browserOf(site, origin(), a.admin.email, PHONE)
  await page.goto(`${origin()}/dashboard/orders/${o.id}`)
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('button', { name: 'Cancelar pedido' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancelar este pedido?' })
  await dialog.getByLabel('Motivo').fill('O cliente desistiu.')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await dialog.getByRole('alert').waitFor()
  assert.equal(await dialog.getByLabel('Motivo').inputValue(), 'O cliente desistiu.')
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual([(await one(o.id)).status, (await one(o.id)).status_reason], ['cancelado', 'O cliente desistiu.'])
})
test('two people note at one order: the second sees what the first wrote, and chooses', async () => {
  const o = await made()
  const page = await browserOf(site, origin(), a.admin.email, DESK)
  await page.goto(`${origin()}/dashboard/orders/${o.id}`)
  const note = page.getByLabel('Anotação interna')
  await note.fill('Cobrar antes.')
  const put = await site.t.call('PUT', `/api/v2/companies/${a.id}/orders/${o.id}/note`, {
    token: a.seller.token,
    body: { internal_note: 'Só recebe de manhã.' },
  })
  assert.equal(put.status, 200, JSON.stringify(put.body))
  await page.getByRole('button', { name: 'Salvar anotação' }).click()
  const dialog = page.getByRole('dialog', { name: 'Alguém mudou esta anotação' })
  await dialog.getByText('Só recebe de manhã.').waitFor()
  assert.equal((await one(o.id)).internal_note, 'Só recebe de manhã.')
})
test('*Confirmar novos* that could not ask says so, and claims nothing', async () => {
  const page = await browserOf(site, origin(), a.admin.email, DESK)
  await made()
  await page.goto(`${origin()}/dashboard/orders`)
  await page.getByRole('button', { name: 'Confirmar novos' }).waitFor()
  await page.route(/\/orders\?.*status=novo/, (r) => r.abort())
  await page.getByRole('button', { name: 'Confirmar novos' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Não conseguimos carregar os pedidos novos.').waitFor()
  assert.equal(await dialog.getByText('Nenhum pedido novo').count(), 0)
  await page.unroute(/\/orders\?.*status=novo/)
  await dialog.getByRole('button', { name: 'Tentar de novo' }).click()
  await dialog.getByText('São os novos em que não há nada a olhar.').waitFor()
})
