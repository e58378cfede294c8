import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mock, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { Refusal } from '#shared/errors.ts'
import { checkPassword, hashPassword } from './passwords.ts'

/** Threads of this process by how far they step back. */
const steppingBack = () =>
  readdirSync('/proc/self/task').filter(
    (id) => readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ')[1]?.split(' ')[16] === '5',
  ).length

test('passwords are derived by threads that go last, two at a time, and whoever comes when fifty wait is asked to come again', {
  skip: process.platform === 'linux' ? false : 'threads have a priority of their own on Linux',
}, async () => {
  const hash = await hashPassword('uma frase comprida')
  assert.deepEqual([await checkPassword('uma frase comprida', hash), await checkPassword('outra', hash)], [true, false])
  assert.equal(steppingBack(), 1)
  const all = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword('uma frase comprida')))
  const refused = all.flatMap((r) => (r.status === 'rejected' ? [(r.reason as Refusal).code] : []))
  assert.deepEqual(
    refused,
    Array.from({ length: 8 }, () => 'busy'),
  )
  assert.equal(steppingBack(), 2)
})
test('a thread that ends over its work is told as busy, one that ends while it rests is no matter, and the next one works', async () => {
  const threads = new Set<Worker>()
  const post = mock.method(Worker.prototype, 'postMessage', function (this: Worker) {
    threads.add(this)
    void this.terminate()
  })
  await assert.rejects(hashPassword('uma frase comprida'), (e) => e instanceof Refusal && e.code === 'busy')
  post.mock.restore()
  assert.equal(threads.size, 1)
  const seen = mock.method(Worker.prototype, 'postMessage')
  const hash = await hashPassword('uma frase comprida')
  const [resting] = seen.mock.calls.map((c) => c.this as Worker)
  await resting?.terminate()
  assert.equal(await checkPassword('uma frase comprida', hash), true)
  assert.notEqual(seen.mock.calls[1]?.this, resting)
  seen.mock.restore()
})
