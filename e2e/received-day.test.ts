// An order that the server's wrong clock dated: the admin corrects the day at the order, and lists follow.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayIn } from '#server/clock.ts'
import { addDays, showDay } from '#shared/day.ts'
import { momentOf } from '#shared/wall.ts'
import { aCart, aCompany, aProduct, type Company, order } from '../test/kit.ts'
import { browserOf, DESK, inBoth, PHONE, type Site, startOnline } from './kit.ts'

const ZONE = 'America/Sao_Paulo'
let site: Site
let a: Company
let made: { id: number; number: number; receipt_path: string }
let today: string
let wrong: string
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jatobá' })
  const { id } = await aProduct(site.t, a, { name: 'Caneca', price: '10,00' })
  const cart = aCart([{ product_id: id, quantity: 2 }], { client_id: a.client.id })
  made = (await order(site.t, a, a.seller.token, cart)).body.data
  today = dayIn(ZONE, new Date())
  wrong = addDays(today, 37)
  const at = momentOf(`${wrong}T00:05`, ZONE)
  await site.t.owner.query('update orders set received_at = $2, changed = pg_current_xact_id() where id = $1', [
    made.id,
    at,
  ])
})
after(() => site.close())
const origin = () => site.at(a.path)
const open = async (email: string, device: object = DESK) => {
  const page = await browserOf(site, origin(), email, device)
  await page.goto(`${origin()}/dashboard/orders/${made.id}`)
  await page.getByRole('button', { name: 'Mais ações' }).last().click()
  return page
}

test('the seller of the order is offered no correction', async () => {
  const page = await open(a.seller.email)
  await page.getByRole('button', { name: 'Baixar em Excel' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Corrigir o dia' }).count(), 0)
  await page.context().close()
})
test('the admin corrects the day with a reason; order, list and receipt show it, the history keeps both', async () => {
  const page = await open(a.admin.email, PHONE)
  await page.getByRole('button', { name: 'Corrigir o dia' }).click()
  const dialog = page.getByRole('dialog', { name: 'Corrigir o dia do pedido' })
  const day = dialog.getByLabel('Dia do recebimento')
  assert.equal(await day.inputValue(), wrong)
  await day.fill(addDays(today, 1))
  await dialog.getByLabel('Motivo').fill('Relógio adiantado')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.getByText('Escolha um dia até hoje.').waitFor()
  await inBoth(page, 'received-day-dialog')
  await day.fill(today)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Dia corrigido.').waitFor()
  await page.getByText(/^hoje, 0:05, por|^hoje, 00:05, por/).waitFor()
  await page.getByText(`${showDay(wrong)} → ${showDay(today)}: Relógio adiantado`).waitFor()
  await page.goto(`${origin()}/dashboard/orders`)
  await page.getByRole('heading', { name: /^hoje/i }).waitFor()
  const { page: link } = await site.browser(PHONE)
  await link.goto(`${origin()}${made.receipt_path}`)
  await link.getByText(new RegExp(`Número ${made.number} · hoje`)).waitFor()
  await link.context().close()
  await page.context().close()
  assert.deepEqual(site.errors, [])
})
