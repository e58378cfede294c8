// Pictures are decoded by few child processes, so that thirty uploads at once need no more
// memory than two and a crash of the decoder is one refused picture. They live while there is work; a child that dies,
// hangs or has grown is replaced.
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { Refusal } from '#shared/errors.ts'
import type { Reply, Size, Work } from './work.ts'

const CHILDREN = 2
/** As many wait at most; whoever comes then is asked to come again. */
const LONGEST_QUEUE = 80
/** A child with nothing to do ends after this. */
const IDLE = 15_000
/** 50 megapixels in every width take a third of it on a slow machine. */
const LONGEST = 60_000

interface Job {
  work: Work
  /** Its first child died: it may have been killed for another's sake. A picture that ends two is refused. */
  again?: boolean
  done: (answer: Reply['answer']) => void
}
const waiting: Job[] = []
const idle: ChildProcess[] = []
let busy = 0

/** Size and thumbhash of a stored picture; null when it cannot be decoded whole. Never called inside a transaction. */
export async function readPicture(file: string): Promise<Size | null> {
  if (waiting.length >= LONGEST_QUEUE)
    throw new Refusal('busy', {
      message: 'Muitas fotos chegaram ao mesmo tempo. Envie esta de novo em alguns segundos.',
      retry_after: 5,
    })
  return ask({ task: 'read', file })
}
/** Makes every width as WebP without metadata, `{target}-160.webp` …, and the picture for shared
 * links, `{target}-share.jpg`. */
export async function makeWidths(file: string, target: string): Promise<void> {
  if (!(await ask({ task: 'widths', file, target }))) throw new Error(`widths of ${target}`)
}

/** Who sends a picture waits for its answer: what is read goes before the widths of what is here already. */
const ask = (work: Work) =>
  new Promise<Reply['answer']>((done) => {
    const place = work.task === 'read' ? waiting.findIndex((j) => j.work.task === 'widths') : -1
    waiting.splice(place < 0 ? waiting.length : place, 0, { work, done })
    next()
  })
function next(): void {
  while (busy < CHILDREN && waiting.length > 0) {
    const job = waiting.shift() as Job
    busy++
    // The second try has a child of its own: one that rests may be dying of the same.
    run((job.again ? undefined : resting()) ?? launch(), job)
  }
}
function run(child: ChildProcess, job: Job): void {
  let late = false
  const timer = setTimeout(() => (late = child.kill('SIGKILL')), LONGEST)
  const free = () => {
    clearTimeout(timer)
    child.off('message', told).off('close', died)
    busy--
  }
  const told = (reply: Reply) => {
    free()
    if (!reply.grown) rest(child)
    else if (child.connected) child.disconnect()
    job.done(reply.answer)
    next()
  }
  const died = () => {
    free()
    if (late || job.again) job.done(null)
    else waiting.unshift({ ...job, again: true })
    next()
  }
  child.on('message', told).on('close', died)
  child.send(job.work)
}
function launch(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'work.ts'), {
    execArgv: ['--max-old-space-size=64'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // It could not start, or nothing can be sent to it: `close` follows and ends its job.
  child.on('error', () => child.kill('SIGKILL'))
  child.on('close', () => forget(child))
  return child
}
/** A child that waits keeps neither the process nor itself alive for long. */
function rest(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  idle.push(child)
  setTimeout(() => {
    if (forget(child) && child.connected) child.disconnect()
  }, IDLE).unref()
}
function resting(): ChildProcess | undefined {
  const child = idle.pop()
  if (child && !child.connected) return resting()
  child?.ref()
  child?.channel?.ref()
  return child
}
function forget(child: ChildProcess): boolean {
  const at = idle.indexOf(child)
  if (at >= 0) idle.splice(at, 1)
  return at >= 0
}
