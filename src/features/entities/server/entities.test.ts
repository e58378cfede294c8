import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import {
  aCompany,
  aProduct,
  aVisitor,
  type Company,
  startTestApp,
  type TestApp,
  untilLocked,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
})
after(() => t.close())
const add = (body: object, token = a.admin.token) => t.call('POST', '/api/v2/entities', { token, body })
const details = (id: number | string, token = a.client.token) =>
  t.call('GET', `/api/v2/entities/${id}/details`, { token })
const put = (id: number, body: object, token = a.admin.token) =>
  t.call('PUT', `/api/v2/entities/${id}`, { token, body })

test('an artisan is created with a code from the name, a logo and a phone that carries its country; a visitor finds the profile and its products', async () => {
  const logo = new Blob([
    Buffer.from(
      await sharp({ create: { width: 300, height: 300, channels: 3, background: '#b4532a' } })
        .png()
        .toBuffer(),
    ),
  ])
  const made = await t.call('POST', '/api/v2/entities', {
    token: a.admin.token,
    form: {
      name: 'Dona Zefa',
      type: 'artesaos',
      about: 'Primeira linha\nSegunda',
      phone: '(11) 91234-5678',
      social_link: 'https://instagram.com/zefa',
      logo,
    },
  })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { id, code, phone, logo: path } = made.body.data
  assert.deepEqual([code, phone], ['dona-zefa', '5511912345678'])
  assert.match(path, /^\/files\/.+\.webp$/)
  const p = await aProduct(t, a, { name: 'Moringa', code: 'MO-1', price: '10,00', entity_id: id })
  await aProduct(t, a, { name: 'Guardada', code: 'MO-2', entity_id: id, active: 0 })
  const seen = await details('DONA-ZEFA', await aVisitor(t, a))
  assert.equal(seen.body.data.about, 'Primeira linha\nSegunda')
  assert.deepEqual(seen.body.products, [{ id: p.id, name: 'Moringa', code: 'MO-1', foto1: '' }])
  const q = await aProduct(t, a, { name: 'Cuia', code: 'CU-1' })
  assert.equal((await put(id, { product_ids: [q.id] })).status, 200)
  assert.deepEqual(
    (await details(id)).body.products.map((x: { code: string }) => x.code),
    ['CU-1'],
  )
  const b = await aCompany(t)
  assert.equal((await put(id, { product_ids: [(await aProduct(t, b)).id] })).status, 422)
  assert.equal((await put(id, { product_ids: [p.id] })).status, 200)
  assert.equal((await details(id)).body.data.name, 'Dona Zefa')
  assert.equal(
    (await t.call('GET', `/api/v1/products/${p.id}`, { token: a.client.token })).body.data.entity.code,
    'dona-zefa',
  )
})
test('a profile is made with its products or not at all', async () => {
  const p = await aProduct(t, a, { name: 'Gamela' })
  const b = await aCompany(t)
  const wrong = await add({ name: 'Mestre Tião', product_ids: [p.id, (await aProduct(t, b)).id] })
  assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [422, ['product_ids']])
  const { code } = (await add({ name: 'Mestre Tião', product_ids: [p.id] })).body.data
  assert.equal(code, 'mestre-tiao')
  assert.deepEqual(
    (await details(code)).body.products.map((x: { name: string }) => x.name),
    ['Gamela'],
  )
})
test('a form that showed some of the products takes away what it showed and no longer names, and nothing else', async () => {
  const e = (await add({ name: 'Mãos de Areia' })).body.data
  const of = { entity_id: e.id }
  const [shown, kept, hidden, since, free] = [
    await aProduct(t, a, { name: 'Pote', ...of }),
    await aProduct(t, a, { name: 'Jarra', ...of }),
    await aProduct(t, a, { name: 'Guardado', active: 0, ...of }),
    await aProduct(t, a, { name: 'De agora há pouco', ...of }),
    await aProduct(t, a, { name: 'Alguidar' }),
  ]
  const named = async () =>
    (
      await t.owner.query<{ name: string }>('select name from products where entity_id = $1 order by id', [e.id])
    ).rows.map((x) => x.name)
  const was = { product_ids: [shown.id, kept.id] }
  assert.equal((await put(e.id, { product_ids: [kept.id, free.id], was })).status, 200)
  assert.deepEqual(await named(), ['Jarra', 'Guardado', 'De agora há pouco', 'Alguidar'])
  // What somebody else took away or deleted meanwhile is not named here.
  await put((await add({ name: 'Outra' })).body.data.id, { product_ids: [kept.id] })
  const later = { product_ids: [kept.id, free.id, shown.id], was: { product_ids: [kept.id, free.id] } }
  assert.equal((await put(e.id, later)).status, 200)
  assert.deepEqual(await named(), ['Pote', 'Guardado', 'De agora há pouco', 'Alguidar'])
  assert.equal((await put(e.id, { product_ids: [hidden.id, since.id] })).status, 200)
  assert.deepEqual(await named(), ['Guardado', 'De agora há pouco'], 'without what was shown they are all of them')
})
test("a code that changes keeps leading to the profile; two of one name get two codes; a code is nobody else's", async () => {
  const one = (await add({ name: 'Barro Vivo', type: 'marcas' })).body.data
  const two = (await add({ name: 'Barro Vivo' })).body.data
  assert.deepEqual([one.code, two.code, two.type], ['barro-vivo', 'barro-vivo-2', 'outros'])
  assert.equal((await put(one.id, { code: 'Barro-Novo' })).status, 200)
  assert.equal((await details('barro-vivo')).body.data.code, 'Barro-Novo')
  const taken = await put(two.id, { code: 'barro-novo' })
  assert.deepEqual([taken.status, Object.keys(taken.body.errors)], [422, ['code']])
})
test('a new name changes the products of that profile, and no other product, of this company or another', async () => {
  const own = (await add({ name: 'Palha Fina' })).body.data
  const p = await aProduct(t, a, { name: 'Cesto', code: 'CE-1', entity_id: own.id })
  const q = await aProduct(t, a, { name: 'Bule', code: 'BU-1' })
  const b = await aCompany(t)
  const r = await aProduct(t, b)
  const versions = async () =>
    (
      await t.owner.query<{ version: string }>('select version from products where id = any ($1) order by id', [
        [p.id, q.id, r.id],
      ])
    ).rows.map((row) => row.version)
  const before = await versions()
  assert.equal((await put(own.id, { name: 'Palha Larga' })).status, 200)
  const after = await versions()
  assert.deepEqual(
    after.map((v, i) => v !== before[i]),
    [true, false, false],
  )
  // What no product shows of it changes none.
  assert.equal((await put(own.id, { about: 'Desde 1970' })).status, 200)
  assert.deepEqual(await versions(), after)
})
test('what is wrong is said by field: a link that runs, a phone without area code, a code of digits, no name', async () => {
  const r = await add({ name: 'Zé', social_link: 'javascript:alert(1)', phone: '1234', code: '123' })
  assert.deepEqual([r.status, Object.keys(r.body.errors).sort()], [422, ['code', 'phone', 'social_link']])
  assert.equal((await add({ name: '' })).status, 422)
  assert.equal((await add({ name: 'Zé', type: 'tribos' })).status, 422)
})
test('the list and the empty search give all, whatever the type; words without accents find; inactive ones only the admin sees', async () => {
  const off = (await add({ name: 'Açaí Fino', active: '0' })).body.data
  const names = async (url: string, token: string) =>
    (await t.call('GET', url, { token })).body.data.map((e: { name: string }) => e.name)
  assert.ok(!(await names(`/api/v2/companies/${a.id}/entities`, a.client.token)).includes('Açaí Fino'))
  assert.ok((await names('/api/v2/entities/search/', a.admin.token)).includes('Açaí Fino'))
  assert.deepEqual(await names('/api/v2/entities/search/acai', a.admin.token), ['Açaí Fino'])
  assert.deepEqual(await names('/api/v2/entities/search/zefa', a.seller.token), ['Dona Zefa'])
  assert.equal((await details(off.id)).status, 404)
})
test('deleting unlinks the products; another company and lower roles change nothing', async () => {
  const e = (await add({ name: 'Passageiro' })).body.data
  const p = await aProduct(t, a, { entity_id: e.id })
  const b = await aCompany(t)
  assert.equal((await put(e.id, { name: 'Roubado' }, b.admin.token)).status, 404)
  assert.equal((await t.call('DELETE', `/api/v2/entities/${e.id}`, { token: b.admin.token })).status, 404)
  assert.equal((await details(e.id, b.client.token)).status, 404)
  assert.equal((await put(e.id, { name: 'Roubado' }, a.seller.token)).status, 403)
  const foreign = await t.call('POST', '/api/v1/products', {
    token: b.admin.token,
    body: { name: 'Deles', price: '1,00', entity_id: e.id },
  })
  assert.equal(foreign.status, 422)
  assert.equal((await t.call('DELETE', `/api/v2/entities/${e.id}`, { token: a.admin.token })).status, 200)
  assert.equal((await t.call('GET', `/api/v1/products/${p.id}`, { token: a.admin.token })).body.data.entity, null)
  assert.equal((await details(e.id)).status, 404)
  assert.equal((await add({ name: 'Passageiro' })).body.data.code, 'passageiro', 'the code is free again')
})
test('a profile is saved and deleted while somebody orders its products or gives it one: neither is stuck', async () => {
  const e = (await add({ name: 'Paneleira' })).body.data
  const p = await aProduct(t, a, { entity_id: e.id })
  const q = await aProduct(t, a)
  /** While others hold the company's counter, as an order and a product's form do, and then want `next`. */
  const meanwhile = async (call: () => Promise<{ status: number }>, next: string, ids: number[]) => {
    const other = await t.owner.connect()
    try {
      await other.query('begin')
      await other.query('select 1 from company_counters where company_id = $1 for update', [a.id])
      const calling = call()
      await untilLocked(t.owner)
      await other.query(next, ids)
      await other.query('commit')
      return (await calling).status
    } finally {
      await other.query('rollback')
      other.release()
    }
  }
  const named = 'update products set entity_id = $1 where id = $2'
  assert.equal(await meanwhile(() => put(e.id, { name: 'Paneleira de Goiabeiras' }), named, [e.id, q.id]), 200)
  const remove = () => t.call('DELETE', `/api/v2/entities/${e.id}`, { token: a.admin.token })
  assert.equal(await meanwhile(remove, 'select 1 from products where id = $1 for update', [p.id]), 200)
})
