// Keeps the sender of backups going beside the server: started again, a little later each time, when it ends.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { growing } from './growing.ts'

/** What scripts/backup.ts ends with while somebody else backs up the same database. */
export const UNDER_WAY = 2
const FIRST_WAIT = 1000
const LONGEST_WAIT = 60_000
/** What it may take to send the last piece. */
const GRACE = 10_000

export function keepBackups(env: Record<string, string>): { stop(): Promise<void> } {
  let child: ChildProcess | undefined
  let stopping = false
  const waitAfter = growing(FIRST_WAIT, LONGEST_WAIT)
  const start = () => {
    if (stopping) return
    const begun = fork(join(import.meta.dirname, 'backup-keeper.ts'), [], { env: { ...process.env, ...env } })
    child = begun
    const began = Date.now()
    const again = (code: number | null) => {
      if (stopping) return
      const wait = waitAfter(Date.now() - began)
      process.stderr.write(
        `${JSON.stringify({ level: 50, time: Date.now(), msg: 'quem guarda os backups terminou e começa de novo', code, wait })}\n`,
      )
      setTimeout(start, wait).unref()
    }
    begun.on('exit', again)
    // One that cannot be started never exits.
    begun.on('error', () => begun.pid === undefined && again(null))
  }
  start()
  return {
    async stop() {
      stopping = true
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const late = setTimeout(() => child?.kill('SIGKILL'), GRACE)
      await ended
      clearTimeout(late)
    },
  }
}
