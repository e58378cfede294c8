// Watches the processes of test files. node:test asks a file to end at its limit and then waits for it: one whose threads
// spin never answers, and the whole run would wait with it. It also waits for a process that a file has left behind, for
// that holds the file's output open.
import { relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { TEST_FILE } from './cpu.ts'
import { childrenOf, descendantsOf, startOf, textOfProcess } from './processes.ts'

const EVERY_MS = 1000
/** For how long the processes of an ended file may live on. */
const GRACE_MS = 10_000
/** How often the files that run are named. */
const SAID_MS = 5 * 60_000

interface Watched {
  file: string
  /** For how long it has run, and has been gone since, in ms, by the looks: a machine may be suspended for a while. */
  ran: number
  gone: number
  /** Start of each process that it has had, by number. */
  processes: Map<number, string>
}

/** Until `signal` is aborted, on Linux: kills each test file among the children of this process that runs for longer than
 * `limit` ms, with all its descendants, and what lives on `grace` ms after its file has ended. It says both, and every five
 * minutes which files run. */
export async function endHungFiles(limit: number, signal: AbortSignal, grace = GRACE_MS): Promise<void> {
  const files = new Map<number, Watched>()
  for (let look = 1; !signal.aborted; look++) {
    const children = childrenOf(process.pid)
    for (const pid of children) {
      const path = TEST_FILE.exec(textOfProcess(`${pid}/cmdline`))?.[1]
      if (path === undefined) continue
      const file = files.get(pid) ?? { file: relative('', path), ran: 0, gone: 0, processes: new Map() }
      files.set(pid, file)
      file.ran += EVERY_MS
      for (const one of [pid, ...descendantsOf(pid)]) file.processes.set(one, startOf(one))
      if (file.ran < limit) continue
      process.stderr.write(`${file.file} hangs: ended after ${Math.round(limit / 1000)} seconds\n`)
      for (const one of file.processes.keys()) end(one, file)
    }
    for (const [pid, file] of files) {
      if (children.includes(pid)) continue
      file.gone += EVERY_MS
      if (file.gone <= grace) continue
      files.delete(pid)
      const left = [...file.processes.keys()].filter((one) => end(one, file))
      if (left.length > 0) process.stderr.write(`${file.file} left ${left.length} processes: ended\n`)
    }
    if ((look * EVERY_MS) % SAID_MS === 0) {
      const running = [...files.values()].map((f) => `${f.file} (${f.ran / 1000} s)`)
      process.stderr.write(`running: ${running.join(', ')}\n`)
    }
    await sleep(EVERY_MS, undefined, { signal }).catch(() => {})
  }
}
/** Kills a process of a file, unless its number has gone to another one. */
function end(pid: number, { processes }: Watched): boolean {
  const start = startOf(pid)
  if (start === '' || start !== processes.get(pid)) return false
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    // It ended just now.
    return false
  }
}
