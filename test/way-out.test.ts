// From the embedded database to an own PostgreSQL in two commands, with the same rows, files and sign-ins.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { livingEmbedded } from '#server/postgres.ts'
import { filesOnDisk, settings } from './drill_back.ts'
import { api, signIn, well } from './drill_load.ts'
import { aCart } from './kit.ts'
import { ownPostgres } from './own_postgres.ts'
import { rowsOf } from './restoring.ts'
import { endAll, folder, ready, root, start, stop } from './starting.ts'

after(endAll)
const npm = (data: string, env: Record<string, string>, ...args: string[]) =>
  promisify(execFile)('npm', ['run', '--silent', ...args], { cwd: root, env: { ...settings(data), ...env } })
test('moves out of the embedded database in two commands, with rows, photos and sign-ins', async (c) => {
  const [data, to, own] = [folder(), folder(), await ownPostgres()]
  c.after(own.lose)
  const env = await own.empty('mudanca')
  const s = await start(data, { env: { DEMO: '1' } })
  assert.ok(await ready(s), s.output())
  const buyer = await signIn(s, 'cliente@mostruario.test')
  const admin = await signIn(s, 'admin@mostruario.test')
  const made = { name: 'Da mudança', code: 'MUDANCA', price: '900,00', stock: '10' }
  const product = well(await api(s, 'POST', '/api/v1/products', admin.token, made)).data
  const cart = aCart([{ product_id: product.id, quantity: 1 }])
  const placed = () => api(s, 'POST', `/api/v2/companies/${admin.company.id}/order_cart`, buyer.token, cart)
  const { data: order } = well(await placed())
  assert.equal(await stop(s), 0)

  await npm(data, {}, 'backup', '--', '--rows', to)
  const moved = join(folder(), 'data')
  await npm(moved, env, 'restore', '--', to)

  // Once more for the comparison, without the queue, which would go on sending mails.
  const before = await start(data, { env: { DEMO: '0', ROLE: 'web' } })
  assert.ok(await ready(before), before.output())
  const there = await rowsOf(livingEmbedded(data)?.url('owner') ?? '')
  const here = await rowsOf(env.DATABASE_OWNER_URL ?? '')
  assert.equal(await stop(before), 0)
  assert.ok(Number.parseInt(there['public.products'] ?? '') > 50 && Number.parseInt(there['public.orders'] ?? '') > 0)
  // The second start has looked at the clock.
  for (const rows of [there, here]) delete rows['public.clock_watch']
  assert.deepEqual(here, there)
  const hashes = (dir: string) => [...filesOnDisk(dir)].map(([name, { hash }]) => `${name} ${hash}`).sort()
  assert.ok(hashes(data).length > 100)
  assert.deepEqual(hashes(moved), hashes(data))

  const after = await start(moved, { env: { ...env, DEMO: '1' } })
  assert.ok(await ready(after), after.output())
  const list = well(await api(after, 'GET', `/api/v1/companies/${admin.company.id}/orders?limit=5`, admin.token))
  assert.ok(
    list.data.some((o: { id: number }) => o.id === order.id),
    'the session of before and its order',
  )
  await signIn(after, 'vendedor@mostruario.test')
  assert.equal(await stop(after), 0)
})
test('a backup by files is refused for an own PostgreSQL, with the command for it', async (c) => {
  const [data, to, own] = [folder(), folder(), await ownPostgres()]
  c.after(own.lose)
  const s = await start(data, { env: { DEMO: '0' } })
  assert.equal(await stop(s), 0)
  await npm(data, {}, 'backup', '--', to)
  const env = await own.empty('recusada')
  await assert.rejects(npm(join(folder(), 'data'), env, 'restore', '--', to), ({ stdout }: { stdout: string }) =>
    /só volta para um banco embutido.*npm run backup -- --rows/.test(stdout),
  )
})
