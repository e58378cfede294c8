// What PostgreSQL writes to standard error: a file per launch, so that a crash loop does not erase the first reason; in
// memory where the file cannot be written, as on a full disk.
import { type ChildProcess } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'

const KEPT = 20
/** Characters of the last words in memory. */
const MOST = 8192
const folderOf = (home: string) => join(home, 'log')
/** Answers to connections during recovery; they are no reason for anything. */
const WAITING = /^.*FATAL: {2}the database system is (starting up|shutting down|not yet accepting connections).*\n?/gm
const HEADER = /^# .*\n/

/** Words of the last launch in each folder whose file could not be written. */
const remembered = new Map<string, string>()

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

/** Starts PostgreSQL by `launch`, which gets where its standard error goes, and keeps its words. A file rather than a pipe
 * where it can be: PostgreSQL outlives this process. */
export function keepWords(home: string, launch: (stderr: number | 'pipe') => ChildProcess): ChildProcess {
  const file = openLaunchLog(home)
  const remember = (words: string) => remembered.set(home, ((remembered.get(home) ?? '') + words).slice(-MOST))
  remembered.delete(home)
  const child = launch(file ?? 'pipe')
  if (file === null) remember('')
  else closeSync(file)
  const pipe = child.stderr as Socket | null
  // It ends with PostgreSQL; until then it keeps nothing waiting.
  pipe?.on('data', (words: Buffer) => remember(String(words))).unref()
  // What could not be launched has written nothing.
  child.on('error', ({ message }) => remember(message))
  return child
}
/** Opens the file of a new launch and deletes the oldest ones; null where it takes no words. */
function openLaunchLog(home: string): number | null {
  let file: number | undefined
  try {
    mkdirSync(folderOf(home), { recursive: true, mode: 0o755 })
    for (const old of launchLogs(home).slice(0, 1 - KEPT)) rmSync(old, { force: true })
    file = openSync(join(folderOf(home), `${Date.now()}-${process.pid}.log`), 'a')
    // Claims a block of the disk: the rest of it takes PostgreSQL's words when the disk has filled up since.
    writeSync(file, `# ${new Date().toISOString()}\n`)
    fsyncSync(file)
    return file
  } catch {
    if (file !== undefined) closeSync(file)
    return null
  }
}
/** Last words of the last launch, at most 600 characters. */
export function lastWords(home: string): string {
  const file = lastLaunchLog(home)
  const words = remembered.get(home) ?? (file ? readFileSync(file, 'utf8') : '')
  return words.replace(HEADER, '').replace(WAITING, '').trim().slice(-600)
}
