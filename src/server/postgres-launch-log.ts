// What PostgreSQL writes to standard error: a file per launch, so that a crash loop does not erase the first reason; and in
// memory, for when the file cannot be written or its disk is gone.
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

interface Launch {
  /** Null where its words go into memory alone. */
  file: string | null
  words: string
}
/** The last launch in each folder by this process. */
const launches = new Map<string, Launch>()

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
  const opened = openLaunchLog(home)
  const last: Launch = { file: opened?.file ?? null, words: '' }
  launches.set(home, last)
  const child = launch(opened?.fd ?? 'pipe')
  if (opened) closeSync(opened.fd)
  const remember = (words: string) => {
    last.words = (last.words + words).slice(-MOST)
  }
  const pipe = child.stderr as Socket | null
  // It ends with PostgreSQL; until then it keeps nothing waiting.
  pipe?.on('data', (words: Buffer) => remember(String(words))).unref()
  child.on('exit', () => readWords(last))
  // What could not be launched has written nothing.
  child.on('error', ({ message }) => {
    last.file = null
    remember(message)
  })
  return child
}
/** Opens the file of a new launch and deletes the oldest ones; null where it takes no words. */
function openLaunchLog(home: string): { fd: number; file: string } | null {
  const file = join(folderOf(home), `${Date.now()}-${process.pid}.log`)
  let fd: number | undefined
  try {
    mkdirSync(folderOf(home), { recursive: true, mode: 0o755 })
    for (const old of launchLogs(home).slice(0, 1 - KEPT)) rmSync(old, { force: true })
    fd = openSync(file, 'a')
    // Claims a block of the disk: the rest of it takes PostgreSQL's words when the disk has filled up since.
    writeSync(fd, `# ${new Date().toISOString()}\n`)
    fsyncSync(fd)
    return { fd, file }
  } catch {
    if (fd !== undefined) closeSync(fd)
    return null
  }
}
/** Words of a launch, kept in memory for when its file is gone. */
function readWords(launch: Launch): string {
  try {
    if (launch.file !== null) launch.words = readFileSync(launch.file, 'utf8').slice(-MOST)
  } catch {
    // Its disk is gone, or the file was deleted.
  }
  return launch.words
}
/** Last words of the last launch, at most 600 characters. */
export function lastWords(home: string): string {
  const launch = launches.get(home) ?? { file: lastLaunchLog(home) ?? null, words: '' }
  return readWords(launch).replace(HEADER, '').replace(WAITING, '').trim().slice(-600)
}
