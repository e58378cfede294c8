// A full disk is said as what it is, wherever it is met.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { rename } from 'node:fs/promises'
import sharp from 'sharp'
import { aCart, aCompany, aProduct, type Company, order, startTestApp, type TestApp, until } from './kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
})
after(() => t.close())
const SENTENCE =
  'O servidor está sem espaço para guardar. Nada foi gravado: tente de novo em alguns minutos ou avise o suporte.'

test('a photo that no longer fits on the disk is 507 with a sentence, and nothing is stored', async () => {
  const image = new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 60, height: 60, channels: 3, background: '#b4532a' } })
          .png()
          .toBuffer(),
      ),
    ],
    'foto.png',
    { type: 'image/png' },
  )
  const { hold } = t.kit.storage
  t.kit.storage.hold = () =>
    Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))
  const category = { name: 'Sem espaço', file: image }
  const r = await t.call('POST', '/api/v1/categories', { token: a.admin.token, form: category })
  t.kit.storage.hold = hold
  assert.deepEqual(
    [r.status, r.body.code, r.body.message, r.headers['retry-after']],
    [507, 'storage_full', SENTENCE, '60'],
  )
  assert.deepEqual((await t.call('GET', '/api/v1/categories', { token: a.admin.token })).body.data, [])
  assert.equal(
    (await t.call('POST', '/api/v1/categories', { token: a.admin.token, form: category })).status,
    200,
    'with room again it works by itself',
  )
})
test('a database without room is 507 with the same sentence', async () => {
  await t.owner.query(`
    create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger full_disk before insert on categories for each row execute function full_disk()`)
  const r = await t.call('POST', '/api/v1/categories', { token: a.admin.token, body: { name: 'Cheio' } })
  await t.owner.query('drop trigger full_disk on categories')
  assert.deepEqual([r.status, r.body.code, r.body.message], [507, 'storage_full', SENTENCE])
})
test('is not ready while the data folder takes no write, and ready again afterwards', async () => {
  const status = async () => (await t.app.inject('/readyz')).statusCode
  assert.equal(await status(), 200)
  const { dataDir } = t.config
  await rename(dataDir, `${dataDir}-away`)
  assert.ok(await until(async () => (await status()) === 503))
  await rename(`${dataDir}-away`, dataDir)
  assert.ok(await until(async () => (await status()) === 200))
})
for (const [code, answer] of [
  ['disk_full', 507],
  ['read_only_sql_transaction', 503],
] as const)
  test(`orders refused with ${answer} do not count against the limits of orders`, async () => {
    const b = await aCompany(t)
    const product = await aProduct(t, b, { price: '500,00', stock: '1000' })
    const visitor = (await t.call('POST', '/api/v2/auth/loginClient', { body: { company_path: b.path } })).body
    const tokens = [visitor.token ?? visitor.data.token, b.seller.token]
    const place = (token: string) => order(t, b, token, aCart([{ product_id: product.id, quantity: 1 }]))
    await t.owner.query(`
      create function no_order() returns trigger language plpgsql as $$ begin raise exception 'x' using errcode = '${code}'; end $$;
      create trigger no_order before insert on orders for each row execute function no_order()`)
    const { order_session, order_user } = t.config.limits
    const [strangers, users] = [order_session + 5, order_user + 5]
    for (const [token, many] of [
      [tokens[0], strangers],
      [tokens[1], users],
    ] as const)
      for (let n = 0; n < many; n++) assert.equal((await place(token)).status, answer, `order ${n}`)
    await t.owner.query('drop trigger no_order on orders; drop function no_order')
    const good = await Promise.all(tokens.map(place))
    assert.deepEqual(
      good.map((r) => r.status),
      [201, 201],
    )
    // Negative control: orders that are taken count.
    let last = 201
    for (let n = 0; n < strangers && last === 201; n++) last = (await place(tokens[0])).status
    assert.equal(last, 429)
  })
