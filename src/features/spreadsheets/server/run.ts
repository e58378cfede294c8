// Has a sheet worked on by a child process (worker.ts) that ends: in its turn, with little
// memory, for so long and no longer.
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { queueFor } from '#server/turns.ts'
import { Refusal } from '#shared/errors.ts'
import type { Answer, Failure, Job, Message } from './job.ts'

const WORKER = join(import.meta.dirname, 'worker.ts')
/** Of its heap, in MB. 100,000 rows of 20 columns need half of it. */
const MOST_MEMORY = 768
/** Reading, planning and writing together, in ms. */
const LONGEST = 120_000
/** One sheet of a company at a time, few in all. */
const inTurn = queueFor({
  most: 2,
  waiting: 6,
  waitingOfOne: 2,
  patience: 60_000,
  busy: () => new Refusal('sheet_busy', { retry_after: 15 }),
})

/** `dataDir` keeps the compiled code: the next child starts in a fifth of the time. */
export async function workOn(
  dataDir: string,
  bytes: Buffer,
  job: Omit<Job, 'file'>,
  at: (share: number) => void = () => {},
): Promise<Answer> {
  return inTurn(job.caller.company_id, async () => {
    const file = join(tmpdir(), `mostruario-${randomUUID()}`)
    try {
      await writeFile(file, bytes, { mode: 0o600 })
      return await inChild(join(dataDir, 'compiled'), { ...job, file }, at)
    } finally {
      await rm(file, { force: true })
    }
  })
}
/** What the child answers. One that dies, or is too slow, is a refusal: nothing of it was committed. */
function inChild(compiled: string, job: Job, at: (share: number) => void): Promise<Answer> {
  return new Promise((done, fail) => {
    const child = fork(WORKER, {
      execArgv: [`--max-old-space-size=${MOST_MEMORY}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, NODE_COMPILE_CACHE: compiled },
    })
    const slow = setTimeout(() => {
      fail(new Refusal('sheet_slow'))
      child.kill('SIGKILL')
    }, LONGEST)
    child.on('message', (message: Message) => {
      if ('at' in message) at(message.at)
      else if ('answer' in message) done(message.answer)
      else fail(errorOf(message.failure))
    })
    child.on('error', fail)
    child.on('exit', () => clearTimeout(slow))
    // Comes after the last message; after an answer it changes nothing.
    child.on('disconnect', () => fail(new Refusal('sheet_bytes')))
    child.send(job, (error) => {
      if (error) fail(error)
    })
  })
}
function errorOf({ refusal, error }: Failure): Error {
  if (refusal) return new Refusal(refusal.code, { ...refusal.extra, message: refusal.message })
  return Object.assign(new Error(error?.message), { code: error?.code, detail: error?.detail })
}
