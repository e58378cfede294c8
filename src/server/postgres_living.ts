// Which PostgreSQL lives: by the number in its lock file, and by who works in its folder.
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { textOfFile } from './text-of-file.ts'

const argumentsOf = (n: number) => readFileSync(`/proc/${n}/cmdline`, 'utf8').split('\0')
/** The lock file of a data folder, which works in it. That of a socket lies elsewhere. */
const LOCK = 'postmaster.pid'
const readLock = (file: string): [number, string] => {
  const [number, folder = ''] = (textOfFile(file) ?? '').split('\n')
  return [Number(number), folder]
}
/** The living PostgreSQL whose number stands in the lock file of its data folder or of its socket, or null. */
export function writtenBy(file: string): number | null {
  const [n, folder] = readLock(file)
  const named = [folder, dirname(file)]
  // A copy names the folder of the original.
  return n > 0 && isPostgres(n, basename(file) === LOCK ? [dirname(file)] : named, named) ? n : null
}
/** The living PostgreSQL of another folder, from which `data` was copied with its lock file. */
export function copiedLock(data: string): { pid: number; data: string } | null {
  const [pid, from] = readLock(join(data, LOCK))
  const at = pid > 0 ? workingFolder(pid) : null
  if (at === null || !existsSync(from) || realpathSync(from) !== at || at === realpathSync(data)) return null
  return isPostgres(pid, [from], [from]) ? { pid, data: from } : null
}
/** Whether `n` still works in a folder that was `born` so, under whatever name by now. Linux only. */
export function worksIn(n: number, born: { dev: number; ino: number }): boolean {
  try {
    const { dev, ino } = statSync(`/proc/${n}/cwd`)
    return dev === born.dev && ino === born.ino && Boolean(argumentsOf(n)[0]?.includes('postgres'))
  } catch {
    return false
  }
}
/** Whether `n` is a living PostgreSQL that works in one of `folders` or, where that cannot be read, was started with one of
 * `words`: after a power cut the number in a lock file may be that of another folder's. A dead process that nobody has
 * reaped has no command line. */
function isPostgres(n: number, folders: string[], words: string[]): boolean {
  if (process.platform === 'linux') {
    try {
      const args = argumentsOf(n)
      if (!args[0]?.includes('postgres')) return false
      const at = workingFolder(n)
      if (at === null) return words.some((word) => args.includes(word))
      return folders.some((f) => existsSync(f) && realpathSync(f) === at)
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
