// A sheet that still knows a client by a card that was merged finds the one that stayed.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aClient, aCompany, aProduct, type Company, startTestApp, type TestApp } from '../../../../test/kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
  await aProduct(t, a, { name: 'Vaso', code: 'VA-1', price: '10,00' })
})
after(() => t.close())
const give = (call: string, kind: string, file: string) =>
  t.call('POST', `/api/v2/xls/${call}`, { token: a.admin.token, form: { kind, file: new Blob([file]) } })
const card = async (id: number) => (await t.call('GET', `/api/v2/clients/${id}`, { token: a.admin.token })).body.data
const count = async () =>
  (await t.owner.query('select count(*)::int as n from users where company_id = $1', [a.id])).rows[0].n

test('document and code of a merged card lead to the client that stayed, who keeps the own; taken apart they lead back', async () => {
  const stays = await aClient(t, a, { company_name: 'Padaria Pires', document: '11222333000181', client_code: 'ERP-1' })
  const gone = await aClient(t, a, { company_name: 'Pires Pães', document: '52998224725', client_code: 'ERP-9' })
  const merged = await t.call('POST', `/api/v2/clients/${stays}/merge`, {
    token: a.admin.token,
    body: { other: gone },
  })
  const before = await count()
  const sheet = 'Empresa;CPF;Código do cliente;Cidade\nPires Pães;529.982.247-25;ERP-9;Cunha\n'
  const done = await give('apply', 'clients', sheet)
  assert.deepEqual(
    [done.status, done.body.data?.created, done.body.data?.changed],
    [200, 0, 1],
    JSON.stringify(done.body),
  )
  assert.equal(await count(), before, 'nobody was made a second time')
  const c = await card(stays)
  assert.deepEqual(
    [c.company_name, c.document, c.client_code, c.address.city],
    ['Padaria Pires', '11222333000181', 'ERP-1', 'Cunha'],
  )
  assert.deepEqual((await give('preview', 'clients', sheet)).body.data.counts, {
    new: 0,
    changed: 0,
    same: 1,
    refused: 0,
  })
  const history = 'Pedido;Data;Cliente;Código;Quantidade;Preço\nA-1;01/10/2026;ERP-9;VA-1;2;10,00\n'
  const past = await give('apply', 'orders', history)
  assert.equal(past.status, 200, JSON.stringify(past.body))
  const { rows } = await t.owner.query("select client_id from orders where company_id = $1 and origin = 'historico'", [
    a.id,
  ])
  assert.deepEqual(
    rows.map((r) => Number(r.client_id)),
    [stays],
  )
  const merge = merged.body.data.merges[0].id
  await t.call('DELETE', `/api/v2/clients/${stays}/merges/${merge}`, { token: a.admin.token })
  await give('apply', 'clients', 'Empresa;Código do cliente;Cidade\nPires Pães;ERP-9;Paraty\n')
  assert.deepEqual([(await card(gone)).address.city, (await card(stays)).address.city], ['Paraty', 'Cunha'])
})
test('refuses a row that names two cards alike, and finds the one that its other values name', async () => {
  const [one, two] = [
    await aClient(t, a, { company_name: 'Loja Um', phone: '12977770001', document: '39053344705' }),
    await aClient(t, a, { company_name: 'Loja Dois', phone: '12977770001', seller_id: null }),
  ]
  const counts = async (sheet: string) => (await give('preview', 'clients', sheet)).body.data.counts
  const head = 'Empresa;CPF;Telefone;Cidade\n'
  assert.deepEqual(await counts(`${head}Terceira;;12977770001;Cunha\n`), { new: 0, changed: 0, same: 0, refused: 1 })
  await give('apply', 'clients', `${head}Loja Dois;;12977770001;Paraty\nOutro nome;390.533.447-05;12977770001;Cunha\n`)
  assert.deepEqual(
    [(await card(one)).address.city, (await card(two)).address.city, (await card(two)).company_name],
    ['Cunha', 'Paraty', 'Loja Dois'],
  )
})
test('an e-mail of another user stays shared through a sheet and its undoing', async () => {
  const id = await aClient(t, a, { client_code: 'SH-1', phone: '', email: a.admin.email, shared_email: true })
  const state = async () => (await t.owner.query('select email, shared_email from users where id = $1', [id])).rows[0]
  const done = await give('apply', 'clients', 'Código do cliente;E-mail\nSH-1;proprio@loja.test\n')
  assert.deepEqual(await state(), { email: 'proprio@loja.test', shared_email: false })
  const undone = await t.call('POST', `/api/v2/undos/${done.body.data.undo_id}`, { token: a.admin.token, body: {} })
  assert.equal(undone.status, 200)
  assert.deepEqual(await state(), { email: a.admin.email, shared_email: true })
})
