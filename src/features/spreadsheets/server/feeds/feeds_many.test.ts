// Several catalogues that come from addresses: products that move between those of one company, and companies side by side.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { feedSimulator, type FeedSimulator } from '../../../../../test/feed_simulator.ts'
import { aCompany, type Company, startTestApp, type TestApp, UNLIMITED, until } from '../../../../../test/kit.ts'
import type { Feed, FeedRun } from '../../feeds/contract.ts'
import { fetchFeed } from './fetch.ts'

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
test('while one company’s address hangs, another’s is fetched; those that find two under way come again, and keep no worker', async () => {
  const [a, b, c] = [await aCompany(t), await aCompany(t), await aCompany(t)]
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  there.body = elsewhere.body = csv(['L'])
  there.held = promise
  there.asked = 0
  const [slow, second, other] = [await aFeed(a, there), await aFeed(a, elsewhere), await aFeed(b, elsewhere)]
  await begin(a, slow)
  await until(async () => there.asked === 1)
  await begin(a, second)
  assert.equal((await run(b, other)).status, 'gravado')
  assert.equal((await last(a, second))?.status, 'andando', 'those of a company go one after the other')
  const [third, fourth] = [await aFeed(b, there), await aFeed(c, there)]
  await begin(b, third)
  await until(async () => there.asked === 2)
  await begin(c, fourth)
  await until(async () => {
    const { rowCount } = await t.owner.query(
      "select 1 from graphile_worker.jobs where task_identifier = 'run_feed' and run_at > now()",
    )
    return (rowCount ?? 0) >= 2
  })
  assert.equal(there.asked, 2)
  there.held = undefined
  answer()
  for (const [company, feed] of [
    [a, slow],
    [a, second],
    [b, third],
    [c, fourth],
  ] as const)
    assert.notEqual((await ended(company, feed)).status, 'falhou')
})
test('an error of our own is told, and does not count against the address', async () => {
  const c = await aCompany(t)
  const feed = await aFeed(c, there)
  there.body = csv(['M'])
  const { databaseUrl } = t.kit.config
  t.kit.config.databaseUrl = 'postgresql://ninguem@127.0.0.1:1/nada'
  const { message } = await run(c, feed).finally(() => (t.kit.config.databaseUrl = databaseUrl))
  assert.match(message, /do nosso lado/)
  const { rows } = await t.owner.query('select failures, active from feeds where id = $1', [feed.id])
  assert.deepEqual(rows, [{ failures: 0, active: true }])
  assert.equal((await run(c, feed)).status, 'gravado')
})
test('an address that leads from one slow place to the next has one time for all of them', async () => {
  const server = createServer(
    (_, response) => void sleep(400).then(() => response.writeHead(302, { location: '/de-novo' }).end()),
  ).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    await assert.rejects(
      fetchFeed(origin, [origin], { etag: '', last_modified: '' }, 1000),
      /não respondeu em 1 minuto/,
    )
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
