// Paper that leaves the screen: an order saved on the desk, printed, shared from the phone, read by whoever holds its link.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCart, aCompany, aProduct, type Company, order } from '../test/kit.ts'
import { readPdf } from '../test/pdf_reader.ts'
import { browserOf, DESK, PHONE, type Site, startOnline, OFFLINE } from './kit.ts'

let site: Site
let a: Company
let placed: { id: number; number: number; receipt_path: string }
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá' })
  const vase = await aProduct(site.t, a, { name: 'Vaso torneado', code: 'VT-1', price: '129,90' })
  placed = (
    await order(site.t, a, a.seller.token, aCart([{ product_id: vase.id, quantity: 3 }], { client_id: a.client.id }))
  ).body.data
})
after(() => site.close())
const origin = () => site.at(a.path)
async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  const { pages } = readPdf(readFileSync(await download.path()))
  return { name: download.suggestedFilename(), text: pages.map((p) => p.text).join('\n') }
}
/** A phone whose share sheet keeps what it is given. */
async function sharing(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const given: string[] = []
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => {
        for (const f of files) given.push(`${f.name} ${f.type} ${f.size > 5000} ${(await f.text()).slice(0, 5)}`)
      },
    })
    Object.assign(window, { given })
  })
  return () => page.evaluate(() => (window as unknown as { given: string[] }).given)
}

/** What is seldom done with an order stands behind three dots. */
const unfold = (page: Page) => page.getByRole('button', { name: 'Mais ações' }).click()

test('on the desk the seller saves the order as PDF, and opens it in the reader that prints', async () => {
  const page = await browserOf(site, origin(), a.seller.email, DESK)
  await page.goto(`${origin()}/dashboard/orders/${placed.id}`)
  await unfold(page)
  const { name, text } = await saved(page, 'Baixar o PDF')
  assert.equal(name, `pedido-${placed.number}.pdf`)
  for (const words of ['Vaso torneado', 'R$ 389,70', 'Ateliê Jequitibá']) assert.ok(text.includes(words), text)
  const [reader] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Imprimir' }).click(),
  ])
  assert.ok(reader)
  await page.context().close()
})
test('from the phone it goes to the share sheet with the file, from the order and from what was just sent', async () => {
  const page = await browserOf(site, origin(), a.seller.email, { ...PHONE, isMobile: true })
  const given = await sharing(page)
  for (const address of [`/dashboard/orders/${placed.id}`, `/dashboard/orders/${placed.id}/enviado`]) {
    await page.goto(origin() + address)
    if (!address.endsWith('enviado')) await unfold(page)
    await page.getByRole('button', { name: 'Enviar PDF' }).click()
    await page.waitForFunction(() => (window as unknown as { given: string[] }).given.length > 0)
    assert.deepEqual(await given(), [`pedido-${placed.number}.pdf application/pdf true %PDF-`])
  }
  await page.context().close()
})
test('without a session, by the link alone, the receipt gives the same PDF with phone and document masked', async () => {
  const { page, context } = await site.browser(DESK)
  await page.goto(origin() + placed.receipt_path)
  const { text } = await saved(page, 'Baixar o PDF')
  assert.ok(text.includes('R$ 389,70') && text.includes(`Pedido ${placed.number}`), text)
  assert.doesNotMatch(text, /91234-5678/)
  await context.close()
})
test('without a network the PDF says so, and the page stays', async () => {
  const page = await browserOf(site, origin(), a.seller.email, { ...DESK, ...OFFLINE })
  await page.goto(`${origin()}/dashboard/orders/${placed.id}`)
  await unfold(page)
  await page.getByRole('button', { name: 'Baixar o PDF' }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Baixar o PDF' }).click()
  await page.getByText('Não conseguimos falar com o servidor').waitFor()
  await page.context().close()
})
test('no page of these journeys wrote an error to the console', () => assert.deepEqual(site.errors, []))
