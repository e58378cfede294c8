// Ends test files that hang. node:test asks a file to end at its limit and then waits for it: one whose threads spin never
// answers, and the whole run would wait with it.
import { relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { TEST_FILE } from './cpu.ts'
import { childrenOf, descendantsOf, textOfProcess } from './processes.ts'

const EVERY_MS = 1000

/** Until `signal` is aborted: kills each test file among the children of this process that runs for longer than `limit`
 * ms, with all its descendants, and says so. It sees processes on Linux only. */
export async function endHungFiles(limit: number, signal: AbortSignal): Promise<void> {
  const since = new Map<number, number>()
  while (!signal.aborted) {
    for (const pid of childrenOf(process.pid)) {
      const file = TEST_FILE.exec(textOfProcess(`${pid}/cmdline`))?.[1]
      if (file === undefined) continue
      const first = since.get(pid) ?? performance.now()
      since.set(pid, first)
      if (performance.now() - first < limit) continue
      process.stderr.write(`${relative('', file)} hangs: ended after ${Math.round(limit / 1000)} seconds\n`)
      for (const one of [pid, ...descendantsOf(pid)]) end(one)
    }
    await sleep(EVERY_MS, undefined, { signal }).catch(() => {})
  }
}
function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended just now.
  }
}
