// What is kept in memory: made once for a herd, counted once, and not pushed out by addresses that somebody makes up.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { pages } from '#features/storefront/server/index.ts'
import { keep } from '#server/kept.ts'
import { aCompany, aProduct, aVisitor, type Company, startTestApp, type TestApp, UNLIMITED } from './kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ pages, config: { limits: UNLIMITED } })
  a = await aCompany(t)
})
after(() => t.close())

const KB = 1024
const slowly =
  (make: () => void, size = 10 * KB) =>
  async () => {
    make()
    await new Promise((r) => setTimeout(r, 20))
    return Buffer.alloc(size)
  }
/** How often fifty who ask at once have it made. */
async function herd(keyOf: (n: number) => string): Promise<number> {
  let made = 0
  await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      keep(
        keyOf(n),
        slowly(() => made++),
      ),
    ),
  )
  return made
}
test('fifty who ask for the same at once have it made once', async () => {
  const key = randomUUID()
  assert.equal(await herd(() => key), 1)
  assert.equal(await herd(() => key), 0, 'and it is kept')
})
test('twin: fifty who do not share a key have it made fifty times, so the test above can see', async () => {
  assert.equal(await herd(() => randomUUID()), 50)
})
test('bursts for one answer cost its bytes once: thirty of them push nothing out', async () => {
  const other = randomUUID()
  await keep(
    other,
    slowly(() => {}),
  )
  const key = randomUUID()
  for (let burst = 0; burst < 30; burst++) {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        keep(
          key,
          slowly(() => {}, 2000 * KB),
        ),
      ),
    )
  }
  let again = 0
  await keep(
    other,
    slowly(() => again++),
  )
  assert.equal(again, 0)
})
test('a maker that fails leaves nothing: all who waited get its error, and the next has it made', async () => {
  const key = randomUUID()
  let tries = 0
  const failing = async () => {
    tries++
    await new Promise((r) => setTimeout(r, 20))
    throw new Error('falhou')
  }
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => keep(key, failing)))
  assert.deepEqual(
    [tries, new Set(answers.map((x) => (x.status === 'rejected' ? (x.reason as Error).message : 'made')))],
    [1, new Set(['falhou'])],
  )
  assert.equal((await keep(key, async () => 'feito')).toString(), 'feito')
})
/** Whether what others use is still kept after somebody has asked twice for each of 2,000
 * made-up addresses of 100 KB. */
async function survives(options: { passing?: boolean }): Promise<boolean> {
  const used = randomUUID()
  for (let i = 0; i < 2; i++)
    await keep(
      used,
      slowly(() => {}),
    )
  for (let n = 0; n < 2000; n++) {
    const key = randomUUID()
    for (let i = 0; i < 2; i++) await keep(key, async () => Buffer.alloc(100 * KB), options)
  }
  let again = 0
  await keep(
    used,
    slowly(() => again++),
  )
  return again === 0
}
test('addresses that somebody makes up push out nothing that others use', async () =>
  assert.equal(await survives({ passing: true }), true))
test('twin: taken for addresses that others use, they push it out, so the test above can see', async () =>
  assert.equal(await survives({ passing: false }), false))

test('a stranger who asks twice for each made-up address pushes out his own first, not what was asked for since', async () => {
  const askTwice = async (key: string) => {
    for (let i = 0; i < 2; i++) await keep(key, async () => Buffer.alloc(100 * KB), { passing: true })
  }
  for (let n = 0; n < 2000; n++) await askTwice(randomUUID())
  const mine = randomUUID()
  await keep(
    mine,
    slowly(() => {}),
  )
  await keep(
    randomUUID(),
    slowly(() => {}, 2000 * KB),
  )
  let again = 0
  await keep(
    mine,
    slowly(() => again++),
  )
  assert.equal(again, 0)
})

test('through the front door: fifty visitors at once, then a stranger with made-up pages and searches, and the catalogue still comes from memory', async () => {
  await aProduct(t, a, { name: 'Caneca' })
  const token = await aVisitor(t, a)
  const host = { host: `${a.path}.localhost` }
  const list = () => t.call('GET', '/api/v1/products?limit=24', { token })
  const page = (path: string) => t.call('GET', path, { headers: host })
  await Promise.all(Array.from({ length: 50 }, list))
  await page('/pedidos')
  await page('/pedidos')
  const counted = async (work: () => Promise<{ status: number }>) => {
    const before = asked
    assert.equal((await work()).status, 200)
    return asked - before
  }
  let asked = 0
  t.kit.pool.on('acquire', () => asked++)
  const [warmList, warmPage] = [await counted(list), await counted(() => page('/pedidos'))]
  for (let n = 0; n < 700; n++)
    await Promise.all([page(`/inventada-${n}`), t.call('GET', `/api/v1/products?name=inventado${n}`, { token })])
  assert.deepEqual([await counted(list), await counted(() => page('/pedidos'))], [warmList, warmPage])
})
