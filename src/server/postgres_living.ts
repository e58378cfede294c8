// Which PostgreSQL lives: by the number in its lock file, and by who works in its folder.
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'

/** The living PostgreSQL whose number stands in a lock file, or null. */
export function writtenBy(file: string): number | null {
  const n = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  return n > 0 && isPostgres(n) ? n : null
}
/** Whether `n` is a living PostgreSQL. A dead process that nobody has reaped has no command line. */
function isPostgres(n: number): boolean {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${n}/cmdline`, 'utf8').includes('postgres')
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
/** Whether a server or one of its processes still works in `data`: two servers on one folder would ruin it. */
export function livesIn(data: string, pid: () => number | null): boolean {
  if (process.platform !== 'linux') return pid() !== null
  const folder = realpathSync(data)
  return readdirSync('/proc').some((n) => {
    if (!/^\d+$/.test(n)) return false
    try {
      return readlinkSync(`/proc/${n}/cwd`) === folder && isPostgres(Number(n))
    } catch {
      // gone, or another's
      return false
    }
  })
}
