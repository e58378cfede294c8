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
  /** `performance.now()` at the first and the last look. */
  since: number
  until: number
  /** Start of each process that it has had, by number. */
  processes: Map<number, string>
}

/** Until `signal` is aborted, on Linux: kills each test file among the children of this process that runs for longer than
 * `limit` ms, with all its descendants, and what lives on `grace` ms after its file has ended. It says both, and every five
 * minutes which files run. */
export async function endHungFiles(limit: number, signal: AbortSignal, grace = GRACE_MS): Promise<void> {
  const files = new Map<number, Watched>()
  let said = performance.now()
  while (!signal.aborted) {
    const now = performance.now()
    for (const pid of childrenOf(process.pid)) {
      const path = TEST_FILE.exec(textOfProcess(`${pid}/cmdline`))?.[1]
      if (path === undefined) continue
      const file = files.get(pid) ?? { file: relative('', path), since: now, until: now, processes: new Map() }
      files.set(pid, file)
      file.until = now
      for (const one of [pid, ...descendantsOf(pid)]) file.processes.set(one, startOf(one))
      if (now - file.since < limit) continue
      process.stderr.write(`${file.file} hangs: ended after ${Math.round(limit / 1000)} seconds\n`)
      for (const one of file.processes.keys()) end(one, file)
    }
    for (const [pid, file] of files) {
      if (now - file.until < grace) continue
      files.delete(pid)
      const left = [...file.processes.keys()].filter((one) => end(one, file))
      if (left.length > 0) process.stderr.write(`${file.file} left ${left.length} processes: ended\n`)
    }
    if (now - said >= SAID_MS) {
      said = now
      const running = [...files.values()].map((f) => `${f.file} (${Math.round((now - f.since) / 1000)} s)`)
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
