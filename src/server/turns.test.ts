import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#shared/errors.ts'
import { queueFor } from './turns.ts'

const busy = () => new Refusal('busy', { retry_after: 1 })
const FEW = { most: 2, waiting: 6, waitingOfOne: 2, busy }
type InTurn = (key: unknown, work: () => Promise<void>) => Promise<void>
/** How many are at work at once, of all keys and of one, and how many are refused. */
async function atOnce(inTurn: InTurn, keys: unknown[]) {
  const now: unknown[] = []
  let [most, mostOfOne] = [0, 0]
  const answers = await Promise.allSettled(
    keys.map((key) =>
      inTurn(key, async () => {
        now.push(key)
        most = Math.max(most, now.length)
        mostOfOne = Math.max(mostOfOne, now.filter((k) => k === key).length)
        await new Promise((r) => setTimeout(r, 10))
        now.splice(now.indexOf(key), 1)
      }),
    ),
  )
  return [most, mostOfOne, answers.filter((x) => x.status === 'rejected').length]
}
const SIX = [1, 1, 1, 2, 3, 4]

test('so many are at work at once, one of a key; who waits too long, or finds the line full, is told to come back', async () => {
  assert.deepEqual(await atOnce(queueFor({ ...FEW, patience: 60_000 }), SIX), [2, 1, 0])
  assert.deepEqual(await atOnce(queueFor({ ...FEW, patience: 1 }), SIX), [2, 1, 4])
  assert.deepEqual(await atOnce(queueFor(FEW), [1, 1, 1, 1, 1]), [1, 1, 2], 'one key has two waiting')
  assert.deepEqual(await atOnce(queueFor(FEW), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), [2, 1, 2], 'the line holds six')
})
test('without a bound for all, each key has a line of its own', async () => {
  assert.deepEqual(await atOnce(queueFor({ waitingOfOne: 2, busy }), SIX), [4, 1, 0])
})
test('twin: without the queue as many are at work at once as come', async () => {
  assert.deepEqual(await atOnce((_, work) => work(), SIX), [6, 3, 0])
})
test('what is done later waits behind what came after it, and is never refused', async () => {
  const inTurn = queueFor({ most: 1, waiting: 2, busy })
  const done: string[] = []
  const ask = (name: string, later = false) =>
    inTurn(name, async () => void (await Promise.resolve(), done.push(name)), { later })
  await Promise.all([
    ask('first'),
    ...['later 1', 'later 2'].map((name) => ask(name, true)),
    assert.rejects(ask('full'), /./),
    ask('later 3', true),
  ])
  assert.deepEqual(done, ['first', 'later 1', 'later 2', 'later 3'])
  done.length = 0
  await Promise.all([ask('first'), ask('later', true), ask('second')])
  assert.deepEqual(done, ['first', 'second', 'later'])
})
test('work that fails ends its turn: its key and the others go on', async () => {
  const inTurn = queueFor({ most: 1, busy })
  const [failed, same, other] = await Promise.allSettled([
    inTurn('a', async () => {
      throw new Error('on purpose')
    }),
    inTurn('a', async () => 'same'),
    inTurn('b', async () => 'other'),
  ])
  assert.equal(failed.status, 'rejected')
  assert.deepEqual(
    [same, other].map((x) => x.status === 'fulfilled' && x.value),
    ['same', 'other'],
  )
})
