// Several processes behind one address: whichever is asked for its measures answers for all of them.
import assert from 'node:assert/strict'
import { get } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { until } from './kit.ts'
import { endAll, ownerOf, ready, serversOf, type Started, start, startedFolder, stop } from './starting.ts'

after(endAll)
const ROUTE = 'http_request_duration_seconds_count{method="GET",route="/api/v1/products/:id",status="4xx"}'
/** Over a line of its own: an open one leads to the process that it once led to. */
const ask = (s: Started, path: string) =>
  new Promise<{ status: number; text: string }>((done, fail) => {
    get(`${s.origin}${path}`, { agent: false }, (r) => {
      textOf(r).then((text) => done({ status: r.statusCode ?? 0, text }), fail)
    }).on('error', fail)
  })
async function measures(s: Started): Promise<Map<string, number>> {
  const { text } = await ask(s, '/metrics')
  return new Map(text.split('\n').map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]))
}
test('with two processes requests of both are counted together, whichever is asked, and the work that waits once', async () => {
  const data = await startedFolder()
  const s = await start(data, { env: { WEB_CONCURRENCY: '2', DEMO: '0' } })
  assert.ok(await ready(s), s.output())
  await until(async () => serversOf(s).length === 2 && (await measures(s)).get('process_open_fds'))
  const owner = await ownerOf(data)
  await owner.query(
    "select graphile_worker.add_job('none', '{}', max_attempts => 1); update graphile_worker._private_jobs set attempts = max_attempts where task_id = (select id from graphile_worker._private_tasks where identifier = 'none')",
  )
  await owner.end()
  // While one stands still the other takes what comes.
  const both = serversOf(s)
  for (const [still, requests] of [
    [both[0], 5],
    [both[1], 3],
  ] as [number, number][]) {
    process.kill(still, 'SIGSTOP')
    for (let i = 0; i < requests; i++) assert.equal((await ask(s, '/api/v1/products/1')).status, 401)
    process.kill(still, 'SIGCONT')
  }
  for (let i = 0; i < 20; i++) {
    const now = await measures(s)
    assert.equal(now.get(ROUTE), 8)
    assert.equal(now.get('jobs_given_up'), 1)
  }
  assert.equal(await stop(s), 0)
})
test('a process that does not answer is no figure of nought: there is no reading until it does', async () => {
  const s = await start(await startedFolder(), { env: { WEB_CONCURRENCY: '2', DEMO: '0' } })
  assert.ok(await ready(s), s.output())
  await until(async () => serversOf(s).length === 2)
  const read = async () => (await ask(s, '/metrics')).status
  const [still] = serversOf(s) as [number]
  await until(async () => (await measures(s)).get('process_open_fds'))
  process.kill(still, 'SIGSTOP')
  assert.equal(await read(), 503)
  process.kill(still, 'SIGCONT')
  await until(async () => (await read()) === 200)
  assert.equal(await stop(s), 0)
})
