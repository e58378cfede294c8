// The log in words: every field has a name that people use, ids have names, an act is one line.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, aProduct, type Company, startTestApp, type TestApp } from '../../../../test/kit.ts'
import type { LogLine } from '../contract.ts'
import { FIELD_LABELS, OWN_LABELS } from '../fields.ts'
import { actsOf, alike } from '../rules.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t, { has_sub_categories: true })
})
after(() => t.close())
const linesOf = async (query = '') => {
  const r = await t.call('GET', `/api/v2/logs/${a.id}/show_logs${query}`, { token: a.admin.token })
  assert.equal(r.status, 200)
  return (r.body.data as (Omit<LogLine, 'at'> & { at: string })[]).map((l) => ({ ...l, at: new Date(l.at) }))
}

test('every column that the log can name is called as people call it', async () => {
  const { rows } = await t.owner.query<{ object: string; column_name: string }>(`
    select case c.relname when 'categories' then 'category' when 'users' then 'user'
      when 'companies' then 'company' when 'entities' then 'entity' end as object, k.column_name
    from pg_trigger g join pg_class c on c.oid = g.tgrelid join information_schema.columns k on k.table_name = c.relname
    where g.tgname = 'log' and c.relname in ('categories', 'users', 'companies', 'entities') and k.table_schema = 'public'
      and (g.tgattr::text = '' or exists (select 1 from pg_attribute x where x.attrelid = c.oid and x.attname = k.column_name
        and x.attnum = any (g.tgattr::int2[])))`)
  const silent = ['id', 'company_id', 'settings', 'purged_at']
  const changes = await t.owner.query<{ key: string }>(
    "select key from jsonb_object_keys(app.changes('{}', $1::jsonb)) key",
    [JSON.stringify({ ...Object.fromEntries(rows.map((r) => [r.column_name, 1])), settings: {} })],
  )
  const told = new Set(changes.rows.map((r) => r.key).filter((k) => !silent.includes(k)))
  assert.ok(told.size > 70, `${told.size} columns`)
  assert.deepEqual(
    rows
      .filter((r) => told.has(r.column_name))
      .filter((r) => !FIELD_LABELS[r.column_name] && !OWN_LABELS[r.object]?.[r.column_name])
      .map((r) => `${r.object}.${r.column_name}`),
    [],
  )
})
test('ids in the log have names: the seller of a client, the category above, the product of a variation', async () => {
  const category = async (name: string) =>
    (await t.call('POST', '/api/v1/categories', { token: a.admin.token, body: { name } })).body.data.id as number
  const [above, below] = [await category('Barro'), await category('Moringas')]
  const put = await t.call('PUT', `/api/v1/categories/${above}`, {
    token: a.admin.token,
    body: { is_master_category: 1, sub_categories: [below] },
  })
  assert.equal(put.status, 200, JSON.stringify(put.body))
  await t.call('PUT', `/api/v1/users/${a.client.id}`, { token: a.admin.token, body: { seller_id: '' } })
  const client = (await linesOf(`?object=user&object_id=${a.client.id}`)).find((l) => l.changes.seller_id)
  assert.ok(client?.names?.[`user:${a.seller.id}`]?.startsWith('Pessoa'), JSON.stringify(client))
  const moved = (await linesOf(`?object=category&object_id=${below}`)).find((l) => l.changes.master_id)
  assert.equal(moved?.names?.[`category:${above}`], 'Barro', JSON.stringify(moved))
  // Another company's category of the same number has no name here.
  const b = await aCompany(t)
  const theirs = await t.call('GET', `/api/v2/logs/${b.id}/show_logs`, { token: b.admin.token })
  assert.ok(!JSON.stringify(theirs.body).includes('Barro'))
})
test('one save of a product with its variations is one act; the same for many is one line that counts them', async () => {
  const p = await aProduct(t, a, {
    name: 'Moringa',
    attributes: JSON.stringify([{ specs: { Cor: 'Areia' } }, { specs: { Cor: 'Verde' } }]),
  })
  const [act] = actsOf(await linesOf())
  assert.deepEqual([act?.action, act?.object, act?.things.length], ['create', 'product', 1])
  assert.deepEqual([act?.things[0]?.name, act?.things[0]?.id], ['Moringa', p.id])
  assert.deepEqual(act?.things[0]?.came.toSorted(), ['Areia', 'Verde'])
  const at = new Date()
  const line = (id: number, object_id: number, more: Partial<LogLine> = {}): LogLine => ({
    id,
    at,
    who: 'Ana',
    action: 'update',
    object: 'product',
    object_id,
    name: `Produto ${object_id}`,
    changes: { active: [true, false] },
    ...more,
  })
  const other = line(5, 9, { changes: { price: [1000, 1200] } })
  const many = actsOf([line(9, 1), line(8, 2), line(7, 3), line(6, 4, { who: 'Bia' }), { ...other, at: new Date(0) }])
  assert.deepEqual(
    many.map((x) => [x.who, x.things.map((y) => y.name)]),
    [
      ['Ana', ['Produto 1', 'Produto 2', 'Produto 3']],
      ['Bia', ['Produto 4']],
      ['Ana', ['Produto 9']],
    ],
  )
  assert.deepEqual(alike(many[0]?.things ?? []), [{ field: 'active', was: true, now: false, of: '' }])
  assert.equal(alike(actsOf([line(9, 1), { ...other, at }])[0]?.things ?? []), null)
})
test('what is deleted, brought back and taken away for good is called so', async () => {
  const p = await aProduct(t, a, {
    name: 'Gamela',
    attributes: [{ specs: { Cor: 'Mel' } }, { specs: { Cor: 'Jacarandá' } }],
  })
  const done = async (sql: string) => {
    await t.owner.query('delete from logs where company_id = $1', [a.id])
    await t.owner.query(sql, [p.id])
    const { rows } = await t.owner.query('select object, action from logs where company_id = $1 order by id', [a.id])
    return rows.map((r) => `${r.object} ${r.action}`)
  }
  assert.deepEqual(await done('update products set deleted_at = now() where id = $1'), ['product delete'])
  assert.deepEqual(await done("update products set name = 'Gamela grande' where id = $1"), ['product update'])
  assert.deepEqual(await done('update products set deleted_at = null where id = $1'), ['product restore'])
  assert.deepEqual(await done('delete from variations where product_id = $1'), ['variation delete', 'variation delete'])
})
