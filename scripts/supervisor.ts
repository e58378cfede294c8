// Keeps a server going: a process of its own that is started again, a little later each time, when it ends by a fault.
// The address belongs to this process (node:cluster), so that one server may follow another on it.
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_WAIT = 250
const LONGEST_WAIT = 10_000
/** Who has lived as long as this has started well: what ends it later is another fault. */
const SOUND = 60_000
/** What a server may take to finish its requests and jobs. */
const GRACE = 25_000

/** Runs `exec` until a signal ends it; answers the code to end with. A first start that fails ends at once: it has said
 * why, and would fail again. */
export async function keepServing(exec: string, env: Record<string, string>): Promise<number> {
  // The server takes its connections by itself: this process stays out of their way.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec, args: [] })
  const stopping = new AbortController()
  let server: Worker | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      stopping.abort()
      server?.process.kill('SIGTERM')
      setTimeout(() => server?.process.kill('SIGKILL'), GRACE).unref()
    })
  for (let wait = FIRST_WAIT, again = false; ; again = true) {
    const began = Date.now()
    server = cluster.fork({ ...env, ...(again && { STARTED: '' }) })
    let listened = again
    server.once('listening', () => {
      listened = true
    })
    const [code, signal] = (await once(server, 'exit')) as [number | null, string | null]
    if (stopping.signal.aborted) return code ?? 1
    if (!listened) return code || 1
    wait = Date.now() - began > SOUND ? FIRST_WAIT : wait
    process.stderr.write(
      `${JSON.stringify({ level: 50, time: Date.now(), msg: 'o servidor terminou e começa de novo', code, signal, wait })}\n`,
    )
    await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {})
    if (stopping.signal.aborted) return 0
    wait = Math.min(wait * 2, LONGEST_WAIT)
  }
}
