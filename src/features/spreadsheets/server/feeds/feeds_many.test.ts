// Several catalogues that come from addresses: products that move between those of one company, and companies side by side.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { feedSimulator, type FeedSimulator } from '../../../../../test/feed_simulator.ts'
import { aCompany, type Company, startTestApp, type TestApp, UNLIMITED, until } from '../../../../../test/kit.ts'
import type { Feed, FeedRun } from '../../feeds/contract.ts'

let t: TestApp
let there: FeedSimulator
let elsewhere: FeedSimulator
before(async () => {
  there = await feedSimulator()
  elsewhere = await feedSimulator()
  t = await startTestApp({ config: { limits: UNLIMITED, otherHosts: [there.origin, elsewhere.origin] } })
  await t.jobs()
})
after(async () => {
  there.close()
  elsewhere.close()
  await t.close()
})
const ask = async (c: Company, method: string, url: string, body?: object) => {
  const r = await t.call(method, url, { token: c.admin.token, ...(body && { body }) })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  return r.body.data
}
const csv = (codes: string[]) => `código;nome;preço\n${codes.map((c) => `${c};Peça ${c};10,00`).join('\n')}\n`
const aFeed = (c: Company, from: FeedSimulator, more: object = {}): Promise<Feed> =>
  ask(c, 'POST', '/api/v2/feeds', {
    name: 'Lista',
    url: `${from.origin}/lista.csv`,
    every_hours: 24,
    retire: 1,
    ...more,
  })
const begin = (c: Company, feed: Feed) => ask(c, 'POST', `/api/v2/feeds/${feed.id}/run`, {})
const last = async (c: Company, feed: Feed): Promise<FeedRun | undefined> =>
  (await ask(c, 'GET', `/api/v2/feeds/${feed.id}/runs`))[0]
const ended = (c: Company, feed: Feed) =>
  until(async () => {
    const run = await last(c, feed)
    return run && run.status !== 'andando' && run
  })
const run = async (c: Company, feed: Feed): Promise<FeedRun> => {
  await begin(c, feed)
  return ended(c, feed)
}
const onSale = async (c: Company, code: string) => (await ask(c, 'GET', `/api/v2/products/by_code/${code}`)).active

/** A company with two catalogues; X comes from the first. */
async function twoFeeds(more: object = {}) {
  const c = await aCompany(t)
  const [a, b] = [await aFeed(c, there), await aFeed(c, elsewhere, more)]
  there.body = csv(['A', 'X'])
  elsewhere.body = csv(['B'])
  for (const feed of [a, b]) assert.equal((await run(c, feed)).status, 'gravado')
  return { c, a, b }
}
test('a product that moves to another address stays on sale, whichever is fetched first, and goes when that one drops it', async () => {
  for (const first of ['new', 'old'] as const) {
    const { c, a, b } = await twoFeeds()
    there.body = csv(['A'])
    elsewhere.body = csv(['B', 'X'])
    for (const feed of first === 'new' ? [b, a] : [a, b]) assert.equal((await run(c, feed)).status, 'gravado')
    assert.equal(await onSale(c, 'X'), 1, first)
    elsewhere.body = csv(['B'])
    assert.equal((await run(c, b)).retired, 1, first)
    assert.equal(await onSale(c, 'X'), 0, first)
  }
})
test('what two addresses bring goes with the last of them; one that somebody switched off brings nothing, one that failed may again', async () => {
  const { c, a, b } = await twoFeeds()
  elsewhere.body = csv(['B', 'X', 'Y'])
  assert.equal((await run(c, b)).created, 1)
  there.body = csv(['A', 'Y'])
  assert.deepEqual([(await run(c, a)).retired, await onSale(c, 'X')], [0, 1])
  await t.owner.query("update feeds set active = false, problem = 'O endereço respondeu 404.' where id = $1", [a.id])
  elsewhere.body = csv(['B'])
  assert.deepEqual([(await run(c, b)).retired, await onSale(c, 'X'), await onSale(c, 'Y')], [1, 0, 1])
  await ask(c, 'PUT', `/api/v2/feeds/${a.id}`, { active: 0 })
  elsewhere.body = csv(['B', 'Z'])
  assert.deepEqual([(await run(c, b)).retired, await onSale(c, 'Y')], [1, 0])
})
test('a product made by hand is never taken off, also when an address has named it', async () => {
  const c = await aCompany(t)
  await ask(c, 'POST', '/api/v1/products', { name: 'Feita à mão', code: 'H', price: '5,00' })
  const feed = await aFeed(c, there)
  there.body = csv(['F', 'H'])
  const both = await run(c, feed)
  assert.deepEqual([both.created, both.changed], [1, 1])
  there.body = csv(['G'])
  assert.deepEqual([(await run(c, feed)).retired, await onSale(c, 'F'), await onSale(c, 'H')], [1, 0, 1])
})
