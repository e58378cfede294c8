// What a company's plan has room for, as a sheet and its undoing meet it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inCompany } from '#server/db.ts'
import { aClient, aCompany, aProduct, type Company, startTestApp, type TestApp } from '../../../../test/kit.ts'

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

const sendClients = (c: Company, file: string) =>
  t.call('POST', '/api/v2/xls/apply', { token: c.admin.token, form: { kind: 'clients', file: new Blob([file]) } })
/** Clients with a sign-in that is switched off, in a company whose only seat for clients is taken. */
async function restingClients(many: number) {
  const c = await aCompany(t, { max_users_client: 1, max_price_tables: 1 })
  const resting = []
  for (let i = 0; i < many; i++)
    resting.push(
      await aClient(t, c, { phone: `1199971420${i}`, email: `r${i}@porta.test`, password_hash: 'x', active: false }),
    )
  return { c, resting }
}
const activeOf = async (ids: number[]) =>
  (await t.owner.query('select active from users where id = any($1) order by id', [ids])).rows.map((r) => r.active)
test('a sheet switches no client’s sign-in on beyond the plan, as the form does not', async () => {
  const { c, resting } = await restingClients(2)
  const rows = resting.map((_, i) => `Alguém ${i};(11) 99971-420${i};Não\n`).join('')
  const full = await sendClients(c, `Razão social;Celular;Bloqueado\n${rows}`)
  assert.deepEqual([full.status, full.body.code], [409, 'max_users'], JSON.stringify(full.body))
  assert.deepEqual(await activeOf(resting), [false, false])
  const byForm = await t.call('PUT', `/api/v1/users/${resting[0]}`, { token: c.admin.token, body: { active: 1 } })
  assert.equal(byForm.body.code, 'max_users')
  await t.owner.query('update companies set max_users_client = 3 where id = $1', [c.id])
  assert.equal((await sendClients(c, `Razão social;Celular;Bloqueado\n${rows}`)).status, 200)
  assert.deepEqual(await activeOf(resting), [true, true])
})
test('a sheet gives no client a price table that the plan does not have', async () => {
  const c = await aCompany(t, { max_price_tables: 1 })
  const give = () => sendClients(c, 'Razão social;Celular;Tabela de preços\nEmpório;(11) 99971-4300;3\n')
  const full = await give()
  assert.deepEqual([full.status, full.body.code, full.body.plan], [409, 'plan_limit', 'Silício'])
  assert.match(full.body.message, /até a tabela de preços 1\..*Silício tem lugar para 3/)
  await t.owner.query('update companies set max_price_tables = 3 where id = $1', [c.id])
  assert.equal((await give()).status, 200)
})
test('undoing a sheet brings back neither seats nor tables that the plan no longer has', async () => {
  const { c, resting } = await restingClients(1)
  await t.owner.query('update companies set max_users_client = 2, max_price_tables = 3 where id = $1', [c.id])
  await t.owner.query('update users set active = true, price_table = 3 where id = $1', [resting[0]])
  const off = await sendClients(c, 'Razão social;Celular;Bloqueado;Tabela de preços\nEmpório;(11) 99971-4200;Sim;1\n')
  assert.equal(off.status, 200, JSON.stringify(off.body))
  const undo = () => t.call('POST', `/api/v2/undos/${off.body.data.undo_id}`, { token: c.admin.token })
  await t.owner.query('update companies set max_users_client = 1 where id = $1', [c.id])
  assert.equal((await undo()).body.code, 'max_users')
  await t.owner.query('update companies set max_users_client = 2, max_price_tables = 1 where id = $1', [c.id])
  assert.equal((await undo()).body.code, 'plan_limit')
  await t.owner.query('update companies set max_price_tables = 3 where id = $1', [c.id])
  assert.equal((await undo()).status, 200)
})
test('fifty sign-ins that are switched on at once past every form keep the limit', async () => {
  const c = await aCompany(t, { max_users_client: 11 })
  const ids = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      aClient(t, c, { email: `c${i}@porta.test`, password_hash: 'x', active: false }),
    ),
  )
  // Past every form: the one check is the database's.
  const add = async (id: number) => {
    try {
      await inCompany(t.kit.pool, c.id, (tx) => tx.sql`update users set active = true where id = ${id}`)
      return 'in'
    } catch (error) {
      return (error as { code?: string }).code ?? 'failed'
    }
  }
  const all = await Promise.all(ids.map(add))
  assert.deepEqual([all.filter((r) => r === 'in').length, all.filter((r) => r === 'MO004').length], [10, 40])
})
