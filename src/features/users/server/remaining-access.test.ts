// What a person who leaves would go on reaching ends, unless the admin keeps it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, aPerson, startTestApp, type TestApp, UNLIMITED } from '../../../../test/kit.ts'

let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
})
after(() => t.close())

test('keys and catalogues by address end with the admin who made them, unless another admin takes them over', async () => {
  const b = await aCompany(t, { max_users_admin: 20 })
  const gone = await aPerson(t, b.id, 1)
  const off = await aPerson(t, b.id, 1)
  const call = (method: string, url: string, token: string, body?: object) =>
    t.call(method, url, { token, ...(body && { body }) })
  const makeKey = async (token: string, name: string) => {
    const r = await call('POST', '/api/v2/keys', token, { name, scopes: ['products:read'] })
    assert.equal(r.status, 200, JSON.stringify(r.body))
    return { id: r.body.data.key.id as number, token: r.body.data.token as string }
  }
  const makeFeed = async (user: number, name: string) =>
    (
      await t.owner.query(
        `insert into feeds (company_id, name, url, columns, mode, retire, every_hours, percent, next_at, user_id, created_at)
         values ($1, $2, 'https://loja.test/x.csv', '{}', 'both', false, 24, 50, now(), $3, now()) returning id::int`,
        [b.id, name, user],
      )
    ).rows[0].id as number
  const [kept, ended, rested] = [
    await makeKey(gone.token, 'fica'),
    await makeKey(gone.token, 'sai'),
    await makeKey(off.token, 'desligada'),
  ]
  const [stays] = [await makeFeed(gone.id, 'fica'), await makeFeed(gone.id, 'sai'), await makeFeed(off.id, 'desligado')]
  const left = (await call('GET', `/api/v2/users/${gone.id}/left`, b.admin.token)).body.data
  assert.deepEqual(left.map((l: { kind: string; name: string }) => `${l.kind} ${l.name}`).toSorted(), [
    'feed fica',
    'feed sai',
    'key fica',
    'key sai',
  ])
  await call('DELETE', `/api/v1/users/${gone.id}?keep=key:${kept.id},feed:${stays}`, b.admin.token)
  await call('PUT', `/api/v1/users/${off.id}`, b.admin.token, { active: 0 })
  const opens = async (key: { token: string }) => (await call('GET', '/api/v1/products', key.token)).status
  assert.deepEqual([await opens(kept), await opens(ended), await opens(rested)], [200, 401, 401])
  const { rows } = await t.owner.query(
    'select name, active, user_id::int from feeds where company_id = $1 order by id',
    [b.id],
  )
  assert.deepEqual(rows, [
    { name: 'fica', active: true, user_id: b.admin.id },
    { name: 'sai', active: false, user_id: gone.id },
    { name: 'desligado', active: false, user_id: off.id },
  ])
  await call('PUT', `/api/v1/users/${off.id}`, b.admin.token, { active: 1 })
  assert.equal(await opens(rested), 401, 'a key that ended does not come back')
})
