// What one company asks keeps the others from nothing: its requests have a part of the process and of its connections.
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SHARES, sharing } from '#server/shares.ts'
import { aCompany, aProduct, startTestApp, UNLIMITED, untilLocked } from './kit.ts'

/** Of a server. */
const CONNECTIONS = 10
const COUNTLESS = { beside: 1000, alone: 1000 }
/** Twenty of a company's people save a product each, while something holds the company's counter; a reader of another
 * company asks for its list. Whether it is answered before the twenty go on. */
async function isAnswered(shares?: typeof COUNTLESS): Promise<boolean> {
  const t = await startTestApp({ config: { limits: UNLIMITED, ...(shares && { shares }) } })
  try {
    const [hangs, other] = [await aCompany(t), await aCompany(t)]
    const product = await aProduct(t, hangs, { name: 'Caneca' })
    await aProduct(t, other, { name: 'Tigela' })
    const list = async () => (await t.call('GET', '/api/v1/products', { token: other.client.token })).status
    assert.equal(await list(), 200)
    const holder = await t.owner.connect()
    await holder.query('begin')
    await holder.query('select 1 from company_counters where company_id = $1 for update', [hangs.id])
    const path = `/api/v1/products/${product.id}`
    const saved = Array.from({ length: 20 }, (_, n) =>
      t.call('PUT', path, { token: hangs.admin.token, body: { name: `Caneca ${n}` } }),
    )
    await untilLocked(t.owner, shares ? CONNECTIONS : SHARES.beside)
    // Those that stand in the company's own line have no connection.
    while (!shares && t.kit.pool.waitingCount > 0) await sleep(5)
    let answered = false
    const asked = list().then((status) => {
      answered = true
      return status
    })
    for (let look = 0; look < 50 && !answered; look++) await t.owner.query('select 1')
    const first = answered
    await holder.query('rollback')
    holder.release()
    assert.equal(await asked, 200)
    assert.deepEqual(new Set((await Promise.all(saved)).map((r) => r.status)), new Set([200]))
    return first
  } finally {
    await t.close()
  }
}
test('a company whose twenty requests hang in the database leaves connections to the others', async () =>
  assert.equal(await isAnswered(), true))
test('twin: without its part, the twenty have them all, and the other waits', async () =>
  assert.equal(await isAnswered(COUNTLESS), false))

/** Work that ends when it is told to. */
function works(share: ReturnType<typeof sharing>) {
  const ends: (() => void)[] = []
  const begun: string[] = []
  const asked: Promise<void>[] = []
  const begin = (company: string, many: number) => {
    for (let i = 0; i < many; i++)
      asked.push(
        share(company, () => {
          begun.push(company)
          return new Promise<void>((done) => ends.push(done))
        }),
      )
  }
  const of = (company: string) => begun.filter((c) => c === company).length
  const endAll = () => ends.splice(0).forEach((end) => end())
  /** Until nobody waits. */
  const finish = async () => {
    for (let over = false; !over; ) {
      void Promise.all(asked).then(() => (over = true))
      endAll()
      await settled()
    }
  }
  return { begin, of, endAll, finish }
}
const turn = () => new Promise((done) => setImmediate(done))
/** A turn that ends gives its place to the next in the one after. */
const settled = () => turn().then(turn)

test('while others ask a company has its part, alone it has more, and whoever comes then waits for none of it', async () => {
  let now = 0
  const { begin, of, endAll, finish } = works(sharing({ beside: 2, alone: 5 }, () => now))
  begin('a', 20)
  begin('b', 1)
  await settled()
  assert.deepEqual([of('a'), of('b')], [2, 1])
  now = 5000
  endAll()
  await settled()
  assert.deepEqual([of('a'), of('b')], [7, 1], 'nobody else asks: five more at once')
  begin('b', 3)
  await settled()
  assert.deepEqual([of('a'), of('b')], [7, 3], 'two of the other begin at once')
  endAll()
  await settled()
  assert.deepEqual([of('a'), of('b')], [9, 4], 'and the first has its part again')
  await finish()
  assert.deepEqual([of('a'), of('b')], [20, 4])
})
test('twin: without parts all of it begins at once', async () => {
  const { begin, of, finish } = works(sharing(COUNTLESS))
  begin('a', 20)
  await settled()
  assert.equal(of('a'), 20)
  await finish()
})
test('answers that are ready at once leave a few at a time while others ask, so that theirs come in between', async () => {
  const share = sharing({ beside: 2, alone: 8 })
  const order: string[] = []
  const ask = (company: string) => share(company, async () => void order.push(company))
  await ask('b')
  const all = Array.from({ length: 20 }, () => ask('a'))
  await turn()
  all.push(ask('b'))
  await Promise.all(all)
  assert.ok(order.indexOf('b', 1) < 8, order.join(''))
})
test('what takes long, like a file on its way to a slow phone, keeps nobody of the company waiting', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const { begin, of, finish } = works(sharing({ beside: 2, alone: 2 }))
    begin('a', 3)
    await settled()
    assert.equal(of('a'), 2)
    mock.timers.tick(2000)
    await settled()
    assert.equal(of('a'), 3)
    await finish()
  } finally {
    mock.timers.reset()
  }
})
test('what fails ends its turn and is told to whoever asked', async () => {
  const share = sharing({ beside: 1, alone: 1 })
  const failed = share(1, () => Promise.reject(new Error('falhou')))
  const next = share(1, () => Promise.resolve('feito'))
  await assert.rejects(failed, /falhou/)
  assert.equal(await next, 'feito')
})
