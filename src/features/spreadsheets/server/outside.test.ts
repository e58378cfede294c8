// What goes out in sheets and comes in again: times as the company's clock has them, codes with what nobody sees.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { DEFAULT_LIMITS } from '#server/config.ts'
import {
  aCart,
  aCompany,
  aProduct,
  type Company,
  movableClock,
  order,
  startTestApp,
  type TestApp,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({
    clock: movableClock('2026-12-01T02:30:00Z'),
    config: { limits: { ...DEFAULT_LIMITS, login_ip: 1000 } },
  })
  a = await aCompany(t)
})
after(() => t.close())
const bytes = async (call: string, body: object, token = a.admin.token) =>
  (
    await t.app.inject({
      method: 'POST',
      url: `/api/v2/xls/${call}`,
      headers: { authorization: `Bearer ${token}` },
      payload: body,
    })
  ).rawPayload
const rowsOf = async (b: Buffer) => (await readXlsx(b)).sheets[0]?.rows ?? []
const byCode = async (code: string) =>
  (await t.call('GET', `/api/v2/products/by_code/${encodeURIComponent(code)}`, { token: a.client.token })).body.data
const preview = async (file: Blob, more: Record<string, string> = {}) =>
  (await t.call('POST', '/api/v2/xls/preview', { token: a.admin.token, form: { file, ...more } })).body.data

test("an order of the evening stands in sales sheets on its day and at its hour by the company's clock", async () => {
  const p = await aProduct(t, a, { price: '10,00' })
  const { id } = (await order(t, a, a.client.token, aCart([{ product_id: p.id, quantity: 1 }]))).body.data
  const evening = new Date('2026-11-30T23:30:00Z')
  const sales = await rowsOf(await bytes('sales/export', { start_date: '2026-11-30', end_date: '2026-11-30' }))
  assert.deepEqual(sales[1]?.[1], evening)
  assert.deepEqual((await rowsOf(await bytes('sales/order_export', { order_id: id }, a.client.token)))[1]?.[1], evening)
  await t.owner.query("update companies set time_zone = 'America/Manaus' where id = $1", [a.id])
  assert.deepEqual(
    (await rowsOf(await bytes('sales/order_export', { order_id: id })))[1]?.[1],
    new Date('2026-11-30T22:30:00Z'),
  )
})
test('a code with what nobody sees is found again: by its address, in the search, in a sheet and in its own export', async () => {
  await aProduct(t, a, { code: 'IN\u200bV-1', name: 'Invisível', price: '1,00', ean: '789\u2060100' })
  await aProduct(t, a, { code: 'CR-1_x000D_', name: 'Quebra', price: '2,00' })
  await aProduct(t, a, { code: 'LIT_x0041_', name: 'Ao pé da letra', price: '3,00' })
  for (const code of ['INV-1', 'INV\u200b-1', '\ufeffinv-1', 'INV-1\u00a0'])
    assert.equal((await byCode(code)).name, 'Invisível', code)
  assert.deepEqual(
    [(await byCode('CR-1')).code, (await byCode('CR-1_x000d_')).code, (await byCode('INV-1')).ean],
    ['CR-1', 'CR-1', '789100'],
  )
  const found = await t.call('GET', `/api/v1/products?name=${encodeURIComponent('IN\u200bV-1')}`, {
    token: a.client.token,
  })
  assert.deepEqual(
    found.body.data.map((x: { code: string }) => x.code),
    ['INV-1'],
  )
  const again = await preview(new Blob([new Uint8Array(await bytes('export', {}))]), { mode: 'update' })
  assert.deepEqual([again.counts.changed, again.counts.refused], [0, 0], JSON.stringify(again.rows))
  const typed = await preview(new Blob(['Código;Preço\nINV\u200b-1;9,00\nCR-1_x000D_;9,00\nLIT_x0041_;9,00\n']), {
    mode: 'update',
  })
  assert.deepEqual(typed.counts, { new: 0, changed: 3, same: 0, refused: 0 })
})
test('codes that were stored with what nobody sees are mended once; two that would become one both stay', async () => {
  const dirty = async (code: string, name: string) =>
    Number(
      (
        await t.owner.query(
          'insert into products (company_id, name, code, search_text) values ($1, $2, $3, $2) returning id',
          [a.id, name, code],
        )
      ).rows[0].id,
    )
  const ids = [
    await dirty('OLD\u200b-1', 'a'),
    await dirty('OLD-2_x000D_', 'b'),
    await dirty('OLD\u00ad-3', 'c'),
    await dirty('OLD-3', 'd'),
  ]
  await t.owner.query(
    'begin; ' +
      readFileSync(join(import.meta.dirname, '../../../../migrations/0035_visible_codes.sql'), 'utf8') +
      '; commit',
  )
  const codes = (
    await t.owner.query('select code from products where id = any($1::bigint[]) order by id', [ids])
  ).rows.map((r) => r.code)
  assert.deepEqual(codes, ['OLD-1', 'OLD-2', 'OLD\u00ad-3', 'OLD-3'])
})
