// What PostgreSQL writes to standard error: a file per launch, so that a crash loop does not erase the first reason.
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const KEPT = 20
const folderOf = (home: string) => join(home, 'log')
/** Answers to connections during recovery; they are no reason for anything. */
const WAITING = /^.*FATAL: {2}the database system is (starting up|shutting down|not yet accepting connections).*\n?/gm

/** Files of all launches that are kept, the oldest first. */
const launchLogs = (home: string): string[] =>
  existsSync(folderOf(home))
    ? readdirSync(folderOf(home))
        .filter((n) => /^\d{13}-\d+\.log$/.test(n))
        .sort()
        .map((n) => join(folderOf(home), n))
    : []
/** The file of the last launch, or undefined before the first one. */
export const lastLaunchLog = (home: string) => launchLogs(home).at(-1)

/** Opens the file of a new launch and deletes the oldest ones. A file, not a pipe: PostgreSQL outlives this process. */
export function openLaunchLog(home: string): number {
  mkdirSync(folderOf(home), { recursive: true, mode: 0o755 })
  for (const file of launchLogs(home).slice(0, 1 - KEPT)) rmSync(file, { force: true })
  return openSync(join(folderOf(home), `${Date.now()}-${process.pid}.log`), 'a')
}
/** Last words of the last launch, at most 600 characters. */
export function lastWords(home: string): string {
  const file = lastLaunchLog(home)
  return file && existsSync(file) ? readFileSync(file, 'utf8').replace(WAITING, '').trim().slice(-600) : ''
}
