import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { aCompany, type Company, startTestApp, type TestApp, UNLIMITED } from '../../../../test/kit.ts'
import { KEYS, PLATFORM } from '../../../../test/erp_simulator.ts'
import { seal, unseal } from '#server/seal.ts'

let t: TestApp
let a: Company
let b: Company
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED, ...PLATFORM } })
  a = await aCompany(t)
  b = await aCompany(t)
})
after(() => t.close())
const link = (company: Company, body: object) =>
  t.call('POST', '/api/v2/integration', { token: company.admin.token, body })
const change = (company: Company, id: number, body: object) =>
  t.call('POST', `/api/v2/integration/${id}`, { token: company.admin.token, body })
const read = async (company: Company, id: number) =>
  (await t.call('GET', `/api/v2/integration/${id}`, { token: company.admin.token })).body.data

test('an admin links Omie: it is Ativa, its keys are never answered, only that they are set and how they end', async () => {
  const made = await link(a, { sync_system_id: 1, company_id: String(a.id), ...KEYS.omie, ignore_stock: 1 })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { id } = made.body.data
  const found = await read(a, id)
  assert.equal(found.status, 'Ativa')
  assert.deepEqual(
    [found.type, found.system_name, found.sync_system_id, found.company_id, found.ignore_stock, found.sync_categories],
    ['omie', 'Omie', 1, a.id, 1, 1],
  )
  assert.deepEqual(
    [found.api_key_set, found.api_key_last4, found.additional_field_2_set, found.token_set],
    [true, '1234', false, false],
  )
  const all = await t.call('GET', '/api/v2/integration?name=omi&level=1&limit=5&page=1', { token: a.admin.token })
  assert.deepEqual([all.body.total, all.body.data[0].id], [1, id])
  const logs = await t.call('GET', `/api/v2/logs/${a.id}/show_logs?integration_id=${id}`, { token: a.admin.token })
  assert.equal(logs.body.data[0].action, 'create')
  // Nowhere in answers, log or database does a key stand as it was typed.
  const stored = JSON.stringify(
    (await t.owner.query("select *, encode(sealed, 'escape') as text from integration_secrets")).rows,
  )
  const said = [made, all, logs, await t.call('GET', '/api/v2/integration/systems', { token: a.admin.token })]
    .map((r) => JSON.stringify(r.body))
    .join()
  for (const secret of Object.values(KEYS.omie)) assert.ok(!said.includes(secret) && !stored.includes(secret))
})
test('each system has a mark of its own, and the mark is a file that pages can show', async () => {
  const c = await aCompany(t)
  for (const type of ['omie', 'bling', 'sankhya', 'tagplus', 'pedidook'] as const) {
    const made = await link(c, { type, ...(type === 'bling' ? {} : KEYS[type]) })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    assert.equal(made.body.data.logo, `/assets/erp/${type}.svg`)
    assert.ok(existsSync(`public${made.body.data.logo}`))
  }
})
test('changing it: active and inactive, an empty key keeps the one that stands, a filter of nothing is empty, options by 0 and 1 only', async () => {
  const { id } = (await link(b, { type: 'tagplus', ...KEYS.tagplus })).body.data
  const sealed = async () =>
    (
      await t.owner.query('select sealed from integration_secrets where integration_id = $1 and company_id = $2', [
        id,
        b.id,
      ])
    ).rows.map((r) => String(r.sealed))
  const before = await sealed()
  const off = await change(b, id, {
    _method: 'PUT',
    status: 'inactive',
    filter: '10,20',
    api_key: '',
    additional_field_1: '',
    send_order_to_integration: '1',
    ignore_stock: '',
    sync_categories: 0,
  })
  assert.deepEqual([off.status, off.body.data.status, off.body.data.filter], [200, 'Inativa', '10,20'])
  assert.deepEqual(
    [off.body.data.send_order_to_integration, off.body.data.ignore_stock, off.body.data.sync_categories],
    [1, 0, 0],
  )
  assert.deepEqual(await sealed(), before)
  // What was shown and comes back is no new key either.
  assert.equal((await change(b, id, { status: 'active', filter: null, api_key: '••••9012' })).body.data.status, 'Ativa')
  assert.deepEqual(await sealed(), before)
  assert.equal((await read(b, id)).filter, '')
  const renewed = await change(b, id, { api_key: '  outra-chave-77AA \n' })
  assert.equal(renewed.body.data.api_key_last4, '77AA')
  assert.notDeepEqual(await sealed(), before)
  assert.equal((await change(b, id, { ignore_stock: 'talvez' })).status, 422)
  assert.equal((await change(b, id, { status: 'desligada' })).status, 422)
})
test('what is missing or unknown is said by field, and a system is linked once', async () => {
  const bare = await link(b, { type: 'omie', api_key: 'x' })
  assert.deepEqual([bare.status, bare.body.errors], [422, { additional_field_1: ['Preencha App Secret.'] }])
  assert.equal((await link(b, { type: 'contaazul' })).status, 422)
  assert.match((await link(b, {})).body.errors.type[0], /Escolha um dos sistemas/)
  const twice = await link(a, { type: 'omie', ...KEYS.omie })
  assert.deepEqual([twice.status, twice.body.code], [409, 'integration_exists'])
})
test('another company’s link is not found, whatever is asked of it; a seller and a client are refused', async () => {
  const id = (await t.call('GET', '/api/v2/integration', { token: a.admin.token })).body.data[0].id
  const calls = [
    ['GET', `/api/v2/integration/${id}`],
    ['POST', `/api/v2/integration/${id}`],
    ['DELETE', `/api/v2/integration/${id}`],
    ['GET', `/api/v2/integration/${id}/runs`],
    ['GET', `/api/v2/integration/${id}/categories`],
    ['GET', `/api/v2/integration/${id}/connect`],
    ['POST', `/api/v2/integration/${id}/retire`],
    ['POST', '/api/v1/integration/omie/update_products'],
  ] as const
  for (const [method, url] of calls) {
    const body = method === 'POST' ? { body: { integration_id: id, filter: 'x' } } : {}
    assert.equal((await t.call(method, url, { token: b.admin.token, ...body })).status, 404, url)
    for (const p of [a.seller, a.client])
      assert.equal((await t.call(method, url, { token: p.token, ...body })).status, 403, url)
  }
  assert.equal((await read(a, id)).filter, '')
})
test('a sealed key opens only where it was put: not in another company, link or field, not changed, not with another key', () => {
  const place = { company_id: 1, of: 2, field: 'api_key' }
  const sealed = seal('chave', place, 'segredo')
  assert.equal(unseal('chave', place, sealed), 'segredo')
  assert.notDeepEqual(seal('chave', place, 'segredo'), sealed)
  for (const other of [
    { ...place, company_id: 3 },
    { ...place, of: 3 },
    { ...place, field: 'token' },
  ])
    assert.throws(() => unseal('chave', other, sealed))
  assert.throws(() => unseal('outra', place, sealed))
  const bent = Buffer.from(sealed)
  bent[30] = (bent[30] as number) ^ 1
  assert.throws(() => unseal('chave', place, bent))
})
test('unlinking erases the keys, keeps the log, and the system may be linked anew', async () => {
  const [{ id }] = (await t.call('GET', '/api/v2/integration', { token: a.admin.token })).body.data
  assert.equal((await t.call('DELETE', `/api/v2/integration/${id}`, { token: a.admin.token })).status, 200)
  assert.equal((await t.call('GET', `/api/v2/integration/${id}`, { token: a.admin.token })).status, 404)
  assert.equal(
    Number(
      (await t.owner.query('select count(*) from integration_secrets where company_id = $1', [a.id])).rows[0].count,
    ),
    0,
  )
  const logs = await t.call('GET', `/api/v2/logs/${a.id}/show_logs?integration_id=${id}`, { token: a.admin.token })
  assert.deepEqual(
    logs.body.data.map((l: { action: string }) => l.action),
    ['delete', 'create'],
  )
  assert.equal((await link(a, { type: 'omie', ...KEYS.omie })).status, 200)
})
test('a system that needs the platform’s own key is offered only where there is one', async () => {
  const bare = await startTestApp({ config: { limits: UNLIMITED } })
  try {
    const c = await aCompany(bare)
    const systems = await bare.call('GET', '/api/v2/integration/systems', { token: c.admin.token })
    assert.deepEqual(systems.body.data, ['omie', 'sankhya', 'tagplus'])
    const made = await bare.call('POST', '/api/v2/integration', { token: c.admin.token, body: { type: 'bling' } })
    const refused = await bare.call('GET', `/api/v2/integration/${made.body.data.id}/connect`, { token: c.admin.token })
    assert.deepEqual(
      [refused.status, refused.body.message],
      [409, 'O Bling ainda não pode ser conectado nesta plataforma. Fale com o Mostruário.'],
    )
  } finally {
    await bare.close()
  }
})
