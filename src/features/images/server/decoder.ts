// Pictures are decoded by few child processes, so that thirty uploads at once need no more
// memory than two and a crash of the decoder is one refused picture. They live while there is work; a child that dies,
// hangs or has grown is replaced.
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { idling } from '#server/idle.ts'
import { queueFor } from '#server/turns.ts'
import { Refusal } from '#shared/errors.ts'
import type { IconWork, Reply, Size, Work } from './work.ts'

const CHILDREN = 2
/** As many wait at most; whoever comes then is asked to come again. */
const LONGEST_QUEUE = 80
/** A child with nothing to do ends after this. */
const IDLE = 15_000
/** 50 megapixels in every width take a third of it on a slow machine. */
const LONGEST = 60_000

const idle = idling<ChildProcess>(IDLE, (child) => {
  if (child.connected) child.disconnect()
})
/** Who sends a picture waits for its answer: what is read goes before the widths of what is here already. */
const inTurn = queueFor({
  most: CHILDREN,
  waiting: LONGEST_QUEUE,
  busy: () =>
    new Refusal('busy', {
      message: 'Muitas fotos chegaram ao mesmo tempo. Envie esta de novo em alguns segundos.',
      retry_after: 5,
    }),
})

/** Size and thumbhash of a stored picture, written again where it is too large or holds
 * metadata; null when it cannot be decoded whole.
 * Never called inside a transaction. */
export const readPicture = (file: string): Promise<Size | null> => ask({ task: 'read', file })
/** Makes every width as WebP without metadata, `{target}-160.webp` …, and the picture for shared
 * links, `{target}-share.jpg`. */
export async function makeWidths(file: string, target: string): Promise<void> {
  if (!(await ask({ task: 'widths', file, target }))) throw new Error(`widths of ${target}`)
}
/** Makes a home screen's icons, `{target}-192.png` …, of a logo or of a sign of ours. */
export async function makeIcons(work: Omit<IconWork, 'task'>): Promise<void> {
  if (!(await ask({ task: 'icons', ...work }))) throw new Error(`icons of ${work.target}`)
}

/** A child that dies may have been killed for another's sake: the picture is tried once more, by a child
 * of its own, for one that rests may be dying of the same. One that ends two is refused. */
const ask = (work: Work) =>
  inTurn(
    work,
    async () => {
      let answer = await run(resting() ?? launch(), work)
      if (answer === 'died') answer = await run(launch(), work)
      return answer === 'died' ? null : answer
    },
    { later: work.task !== 'read' },
  )
/** Null too when it takes too long. */
function run(child: ChildProcess, work: Work): Promise<Reply['answer'] | 'died'> {
  return new Promise((done) => {
    let late = false
    const timer = setTimeout(() => (late = child.kill('SIGKILL')), LONGEST)
    const free = () => {
      clearTimeout(timer)
      child.off('message', told).off('close', died)
    }
    const told = (reply: Reply) => {
      free()
      if (!reply.grown) rest(child)
      else if (child.connected) child.disconnect()
      done(reply.answer)
    }
    const died = () => {
      free()
      done(late ? null : 'died')
    }
    child.on('message', told).on('close', died)
    child.send(work)
  })
}
function launch(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'work.ts'), {
    execArgv: ['--max-old-space-size=64'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // It could not start, or nothing can be sent to it: `close` follows and ends its job.
  child.on('error', () => child.kill('SIGKILL'))
  child.on('close', () => idle.forget(child))
  return child
}
/** A child that waits keeps no process alive. */
function rest(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  idle.rest(child)
}
function resting(): ChildProcess | undefined {
  const child = idle.take()
  if (child && !child.connected) return resting()
  child?.ref()
  child?.channel?.ref()
  return child
}
