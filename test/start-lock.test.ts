import { test } from 'node:test'
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

const STARTS = 4
const ROUNDS = 50
/** A start in a thread: waits until all are there, takes the folder, and answers whether it got it. */
const START = `
  const { parentPort, workerData: { gate, starts, rounds, folder, module } } = require('node:worker_threads')
  import(module).then(async ({ holdFolder }) => {
    const held = []
    for (let round = 1; round <= rounds; round++) {
      Atomics.add(gate, 0, 1)
      while (Atomics.load(gate, 0) < round * starts) if (Atomics.load(gate, 1)) return
      held.push(
        await holdFolder(folder + round, () => {}, new AbortController().signal, () => {}).then(() => true, (error) => {
          if (error.constructor.name !== 'CannotStart') throw error
          return false
        }),
      )
    }
    parentPort.postMessage(held)
  })`

test('of several starts at once exactly one gets the folder', async (t) => {
  const base = mkdtempSync(join(tmpdir(), 'mostruario-lock-'))
  t.after(() => rmSync(base, { recursive: true, force: true }))
  const folder = join(base, 'dados')
  for (let round = 1; round <= ROUNDS; round++) {
    mkdirSync(folder + round)
    // Every second folder has the lock of a process that was killed.
    if (round % 2 === 0) writeFileSync(join(folder + round, 'start.lock'), '4711 99\n\n\n')
  }
  // How many have arrived in all rounds; whether the test is over.
  const gate = new Int32Array(new SharedArrayBuffer(8))
  t.after(() => Atomics.store(gate, 1, 1))
  const workerData = {
    gate,
    starts: STARTS,
    rounds: ROUNDS,
    folder,
    module: join(import.meta.dirname, '../scripts/start-lock.ts'),
  }
  const threads = Array.from(
    { length: STARTS },
    () => new Worker(START, { eval: true, workerData, env: { ...process.env, DATABASE_URL: 'postgres://own' } }),
  )
  const held = await Promise.all(
    threads.map((thread) => new Promise<boolean[]>((done, fail) => thread.once('message', done).once('error', fail))),
  )
  const perRound = Array.from({ length: ROUNDS }, (_, round) => held.filter((one) => one[round]).length)
  assert.deepEqual(perRound, Array(ROUNDS).fill(1))
})
