// Who holds a data folder: one start at a time.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileOf = (dataDir: string) => join(dataDir, 'start.lock')
/** A living process by its number and the moment it began, in the kernel's ticks; '' when there is none. In a container
 * the next process has the number of the one that died. */
function lifeOf(pid: number): string {
  try {
    // Its name stands in brackets and may hold anything; the 22nd of all fields is the 20th after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    // A dead one that nobody has reaped still stands there.
    return fields[0] === 'Z' ? '' : `${pid} ${fields[19]}`
  } catch {
    return ''
  }
}
/** The process that holds it and lives; null when nobody does. */
export function holderOf(dataDir: string): number | null {
  const held = existsSync(fileOf(dataDir)) ? readFileSync(fileOf(dataDir), 'utf8') : ''
  const pid = Number.parseInt(held)
  return held !== '' && held === lifeOf(pid) ? pid : null
}
/** Answers whether the one before was killed. */
export function takeLock(dataDir: string): boolean {
  const before = existsSync(fileOf(dataDir))
  writeFileSync(fileOf(dataDir), lifeOf(process.pid))
  return before
}
export const giveBack = (dataDir: string) => rmSync(fileOf(dataDir), { force: true })
