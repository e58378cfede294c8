// How many products a company's plan has room for, as a sheet meets it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, aProduct, type Company, startTestApp, type TestApp } from '../../../../test/kit.ts'

let t: TestApp
before(async () => {
  t = await startTestApp()
})
after(() => t.close())
const send = (call: string, c: Company, file: string) =>
  t.call('POST', `/api/v2/xls/${call}`, { token: c.admin.token, form: { file: new Blob([file]) } })

test('in a full plan a sheet brings as many products as it takes off, and any that are not on sale', async () => {
  const c = await aCompany(t, { max_products: 2 })
  for (const code of ['L1', 'L2']) await aProduct(t, c, { code, name: `Cesto ${code}` })
  const head = 'Código;Nome;Preço;Ativo\n'
  const full = await send('apply', c, `${head}L3;Balaio;9,00;Sim\nL4;Peneira;9,00;Não\n`)
  assert.deepEqual([full.status, full.body.code], [409, 'plan_limit'])
  assert.match(full.body.message, /lugar para mais 0 produtos e a planilha traz 1\./)
  const rows = 'L3;Balaio;9,00;Sim\nL4;Peneira;9,00;Não\nL1;Cesto L1;10,00;Não\n'
  const seen = (await send('preview', c, head + rows)).body.data
  assert.deepEqual([seen.counts.new, seen.coming, seen.room], [2, 0, 0])
  const done = await send('apply', c, head + rows)
  assert.equal(done.status, 200, JSON.stringify(done.body))
  const active = async (code: string) =>
    (await t.call('GET', `/api/v2/products/by_code/${code}`, { token: c.admin.token })).body.data.active
  assert.deepEqual(await Promise.all(['L1', 'L2', 'L3', 'L4'].map(active)), [0, 1, 1, 0])
})
test('a sheet is looked at while an order is being kept: nobody waits for the other', async () => {
  const c = await aCompany(t)
  const other = await t.owner.connect()
  await other.query('begin')
  await other.query('select 1 from company_counters where company_id = $1 for update', [c.id])
  const r = await send('preview', c, 'Código;Nome;Preço\nW1;Bule;5,00\n')
  await other.query('rollback')
  other.release()
  assert.equal(r.status, 200, JSON.stringify(r.body))
})
