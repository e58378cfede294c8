// CPU seconds of a run's processes by test file, read from /proc (Linux): `time` misses the processes of a browser and of
// PostgreSQL that their parents do not wait for.
import { readdirSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { textOfProcess } from './processes.ts'

interface Seen {
  owner: string
  /** Clock ticks, user and system. */
  ticks: number
}
/** Linux counts in hundredths of a second. */
const TICKS = 100
const EVERY_MS = 200
/** In a command line: the test file that it runs. */
export const TEST_FILE = /([^\0\s]+\.test\.ts)(?:\0|$)/
/** How PostgreSQL names the session of a test: role, database, address. */
const SESSION = /^postgres: \S+ t_(.+)_[0-9a-f]{12} /
const OTHERS = 'runner, build and PostgreSQL'

/** Measures the process `root` and all its descendants until `stop`, which returns CPU seconds by test file, and those
 * of no file under `OTHERS`. `files`: the test files of the run. */
export function measureCpu(root: number, files: readonly string[]): { stop(): Map<string, number> } {
  const seen = new Map<string, Seen>()
  const byName = new Map(files.map((file) => [basename(file).replace(/\W.*/, ''), file]))
  const known = new Set(files)
  const ownerOf = (pid: string, parent: string) => {
    const command = textOfProcess(`${pid}/cmdline`)
    const file = relative('', TEST_FILE.exec(command)?.[1] ?? '')
    if (known.has(file)) return file
    return byName.get(SESSION.exec(command)?.[1] ?? '') ?? parent
  }
  const sample = () => {
    const processes = new Map<string, { ppid: string; key: string; ticks: number }>()
    for (const pid of readdirSync('/proc')) {
      if (!/^\d/.test(pid)) continue
      const stat = textOfProcess(`${pid}/stat`)
      // The name in brackets may hold spaces and brackets.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (fields.length < 20) continue
      const ticks = Number(fields[11]) + Number(fields[12])
      processes.set(pid, { ppid: fields[1] as string, key: `${pid}:${fields[19]}`, ticks })
    }
    const find = (pid: string): Seen | null => {
      const process = processes.get(pid)
      if (!process) return null
      const old = seen.get(process.key)
      // A session of PostgreSQL has its name a moment after it began.
      if (old && old.owner !== OTHERS) return old
      const parent = old ?? (Number(pid) === root ? { owner: OTHERS, ticks: 0 } : find(process.ppid))
      if (!parent) return null
      const now = { owner: Number(pid) === root ? OTHERS : ownerOf(pid, parent.owner), ticks: 0 }
      seen.set(process.key, now)
      return now
    }
    for (const [pid, { ticks }] of processes) {
      const process = find(pid)
      if (process) process.ticks = ticks
    }
  }
  const timer = setInterval(sample, EVERY_MS)
  return {
    stop() {
      clearInterval(timer)
      sample()
      const seconds = new Map<string, number>()
      for (const { owner, ticks } of seen.values()) seconds.set(owner, (seconds.get(owner) ?? 0) + ticks / TICKS)
      return seconds
    },
  }
}
