// Which PostgreSQL lives: by the number in its lock file, and by who works in its folder.
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'

const argumentsOf = (n: number) => readFileSync(`/proc/${n}/cmdline`, 'utf8').split('\0')
/** The living PostgreSQL whose number stands in the lock file of its data folder or of its socket, or null. */
export function writtenBy(file: string): number | null {
  const [number, folder = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const n = Number(number)
  return n > 0 && isPostgres(n, [folder, dirname(file)]) ? n : null
}
/** Whether `n` is a living PostgreSQL that works in one of `folders`: after a power cut the number in a lock file may be
 * that of another folder's. A dead process that nobody has reaped has no command line. */
function isPostgres(n: number, folders: string[]): boolean {
  if (process.platform === 'linux') {
    try {
      const args = argumentsOf(n)
      if (!args[0]?.includes('postgres')) return false
      const at = workingFolder(n)
      return folders.some((f) => (at === null ? args.includes(f) : existsSync(f) && realpathSync(f) === at))
    } catch {
      return false
    }
  }
  try {
    process.kill(n, 0)
    return true
  } catch {
    return false
  }
}
/** Null where it cannot be read: of another account's process, for root in a container as well. */
function workingFolder(n: number): string | null {
  try {
    return readlinkSync(`/proc/${n}/cwd`)
  } catch {
    return null
  }
}
/** Processes that work in `data`, the server's own and those that a killed one has left. Linux only. */
function workersIn(data: string): number[] {
  if (process.platform !== 'linux' || !existsSync(data)) return []
  const folder = realpathSync(data)
  return readdirSync('/proc')
    .map(Number)
    .filter((n) => {
      try {
        return n > 0 && workingFolder(n) === folder && argumentsOf(n)[0]?.includes('postgres')
      } catch {
        // gone, or another's
        return false
      }
    })
}
/** Whether a server or one of its processes still works in `data`: two servers on one folder would ruin it. */
export const livesIn = (data: string, pid: () => number | null): boolean => pid() !== null || workersIn(data).length > 0
/** What the process that reads the log after a crash is at, by the title that it gives itself; '' when there is none. */
export const recoveryOf = (data: string): string =>
  workersIn(data)
    .map((n) => {
      try {
        return /postgres: startup\s*(.*)/.exec(argumentsOf(n).join(' '))?.[1]?.trim() ?? ''
      } catch {
        return ''
      }
    })
    .find((title) => title !== '') ?? ''
export function killIn(data: string): void {
  for (const n of workersIn(data)) signalTo(n, 'SIGKILL')
}
/** Kills the processes that were started with this word. Linux only. */
export function killThoseWith(word: string): void {
  if (process.platform !== 'linux') return
  for (const n of readdirSync('/proc').map(Number).filter(Boolean))
    try {
      if (argumentsOf(n).includes(word)) signalTo(n, 'SIGKILL')
    } catch {
      // gone
    }
}
export function signalTo(n: number, signal: NodeJS.Signals): void {
  try {
    process.kill(n, signal)
  } catch {
    // gone
  }
}
