// start.lock: which start holds a data folder. Its text says who; its time is a sign of life, set every two seconds, for
// starts that cannot see that process: in another container, or on another machine.
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { answersUnseen, copiedFrom, livingEmbedded } from '#server/postgres.ts'
import { inUse } from '#server/postgres-socket.ts'
import { CannotStart } from '#server/settings.ts'
import { textOfFile } from '#server/text-of-file.ts'

/** Between two signs, in ms, and for how many of them a start watches that cannot see the process. */
const SIGN = 2000
const WATCHED = 5
const LOOKS_PER_SIGN = 4

/** Beside the lock; locked while a stale lock is exchanged (https://www.sqlite.org/rescode.html#busy). */
const GUARD = 'start.guard'
const SQLITE_BUSY = 5
/** How long a start waits for the guard, in ms; an exchange takes a few. */
const GUARD_PATIENCE = 1000

const fileOf = (dataDir: string) => join(dataDir, 'start.lock')
/** A living process by its number and the moment it began, in the kernel's ticks; '' when there is none. In a container
 * the next process has the number of the one that died. */
function lifeOf(pid: number | 'self'): string {
  try {
    // Its name stands in brackets and may hold anything; the 22nd of all fields is the 20th after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    // A dead one that nobody has reaped still stands there.
    return fields[0] === 'Z' ? '' : `${pid === 'self' ? process.pid : pid} ${fields[19]}`
  } catch {
    return ''
  }
}
/** Where process numbers mean the same: this boot of this machine, and this PID namespace. '' where /proc shows others. */
function space(): string {
  try {
    if (readlinkSync('/proc/self') !== String(process.pid)) return ''
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return ''
  }
}
const read = (dataDir: string) => textOfFile(fileOf(dataDir)) ?? ''
/** Which folder it is, wherever it is renamed to; a copy is another one. '' where there is none. */
function identityOf(folder: string | number): string {
  const found = typeof folder === 'number' ? fstatSync(folder) : statSync(folder, { throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : ''
}
/** The living process, among those of this container, that wrote the lock in a folder, and for which folder it did. */
function writerOf(dataDir: string): { pid: number; isHere: boolean; folder: string } | null {
  // An earlier version did not write which folder it is.
  const [life = '', , where = '', identity = '', folder = ''] = read(dataDir).split('\n')
  const pid = Number.parseInt(life)
  if (life === '' || (where !== '' && where !== space()) || life !== lifeOf(pid)) return null
  return { pid, isHere: identity === '' || identity === identityOf(dataDir), folder }
}
/** The process that holds it and lives, among those of this container; null when none does. */
export function holderOf(dataDir: string): number | null {
  const writer = writerOf(dataDir)
  return writer?.isHere ? writer.pid : null
}
/** Refuses a folder that was copied while the original was in use: its database was read while it was being written. */
export function assertNoLivingOriginal(dataDir: string): void {
  const writer = writerOf(dataDir)
  const ofDatabase = process.env.DATABASE_URL ? null : copiedFrom(dataDir)
  const original = writer && !writer.isHere ? writer : ofDatabase
  if (original)
    throw new CannotStart(
      `${dataDir} é uma cópia de ${original.folder}, feita com o Mostruário no ar lá (o processo ${original.pid} é daquela pasta): o que se copia assim pode faltar pela metade. Encerre aquele e copie de novo, ou traga um backup noutra pasta (npm run restore).`,
    )
}
function assertNoHolder(dataDir: string): void {
  assertNoLivingOriginal(dataDir)
  const holder = holderOf(dataDir)
  if (holder !== null)
    throw new CannotStart(
      `O Mostruário já está rodando nesta pasta (processo ${holder}). Encerre-o antes, ou use outra DATA_DIR.`,
    )
}
export interface Hold {
  /** Whether the start before was killed. */
  afterKill: boolean
  giveBack(): void
}
/** Takes a data folder, or refuses it before anything in it is touched. `lost`: another start has taken it since. */
export async function holdFolder(
  dataDir: string,
  say: (line: string) => void,
  stopped: AbortSignal,
  lost: (reason: string) => void,
): Promise<Hold> {
  assertNoHolder(dataDir)
  if (!process.env.DATABASE_URL && (await answersUnseen(dataDir))) throw new CannotStart(inUse(dataDir))
  const stale = await readSettled(dataDir, stopped)
  const before = stale ?? ''
  await assertStill(dataDir, before, say, stopped)
  // An orderly end stops the database, and a kill leaves the lock: without a lock, a running database means that the lock
  // of a running start was deleted.
  if (before === '' && !process.env.DATABASE_URL && livingEmbedded(dataDir)) await assertStaysAway(dataDir, stopped)
  // It names the folder wherever that is renamed to.
  const folder = openSync(dataDir, 'r')
  const identity = identityOf(folder)
  const life = lifeOf('self') || process.pid
  const text = [life, hostname(), space(), identity, realpathSync(dataDir), ''].join('\n')
  const file = fileOf(dataDir)
  const write = () => writeFileSync(file, text, { flag: 'wx' })
  try {
    if (stale === null) write()
    else exchange(dataDir, stale, write)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw takenJustNow(dataDir)
  }
  const sign = () => {
    if (identityOf(dataDir) !== identity) {
      clearInterval(signs)
      return lost(movedWords(dataDir, folder))
    }
    const found = read(dataDir)
    if (found === text) return utimesSync(file, new Date(), new Date())
    // Deleted by hand, or emptied by a disk that was full.
    if (found === '') return rmSync(file, { force: true }), write()
    clearInterval(signs)
    lost(`A pasta ${dataDir} foi ocupada por outro início (máquina ${found.split('\n')[1]}): este termina.`)
  }
  const signs = setInterval(() => {
    try {
      sign()
    } catch {
      // A disk that is away or full: the next one tries again.
    }
  }, SIGN).unref()
  return {
    afterKill: before !== '',
    giveBack() {
      clearInterval(signs)
      if (read(dataDir) === text) rmSync(file, { force: true })
    },
  }
}
/** What is said of a data folder that is no longer under its name. `folder`: opened when it was. */
function movedWords(dataDir: string, folder: number): string {
  const link = `/proc/self/fd/${folder}`
  const now = existsSync(link) ? readlinkSync(link) : ''
  const at = now.endsWith(' (deleted)') || now === realpathOf(dataDir) ? '' : now
  return `A pasta ${dataDir} foi renomeada ou retirada enquanto estava em uso: este processo termina, e o que foi confirmado fica nela. Inicie ${at ? `com DATA_DIR=${at}` : 'de novo quando ela estiver de volta'}.`
}
const realpathOf = (path: string) => (existsSync(path) ? realpathSync(path) : '')
/** The text of the lock, null without one. An empty file may be one that another start is writing. */
async function readSettled(dataDir: string, signal: AbortSignal): Promise<string | null> {
  if (signOf(dataDir) !== null && read(dataDir) === '') await sleep(SIGN / LOOKS_PER_SIGN, undefined, { signal })
  return signOf(dataDir) === null ? null : read(dataDir)
}
/** Exchanges a lock that a killed start left, if it is still the one that was read. Two starts may come here at once, and the
 * second would remove the first one's new lock: only one of them gets past the guard, a file that the system unlocks when its
 * process ends. */
function exchange(dataDir: string, before: string, write: () => void): void {
  const guard = lockedGuard(join(dataDir, GUARD))
  try {
    // It may be the lock of a start that began after the first look.
    assertNoHolder(dataDir)
    if (read(dataDir) === before) rmSync(fileOf(dataDir), { force: true })
    write()
  } finally {
    guard?.close()
  }
}
function lockedGuard(file: string): DatabaseSync | null {
  let guard
  try {
    // Without a timeout two starts at once may refuse each other, and neither gets the folder.
    guard = new DatabaseSync(file, { timeout: GUARD_PATIENCE })
    guard.exec('BEGIN EXCLUSIVE')
    return guard
  } catch (error) {
    guard?.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw takenJustNow(dirname(file))
    // A folder that takes no file, or a file system without locks: what follows answers with its own error.
    return null
  }
}
const takenJustNow = (dataDir: string) =>
  new CannotStart(`Outro início acaba de ocupar a pasta ${dataDir}. Tente de novo em instantes.`)
/** Refuses a folder whose holder gives signs of life. No two clocks are compared: the sign itself is watched. */
async function assertStill(
  dataDir: string,
  before: string,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const [, host = '', where = ''] = before.split('\n')
  // Of this container it was a process that has died; an earlier version gave no signs.
  if (host === '' || (where !== '' && where === space())) return
  const first = signOf(dataDir)
  if (first === null) return
  const who = `máquina ${host}, sinal de ${new Date(first).toISOString()}`
  say(
    `Em ${dataDir} um início de outra máquina ou contêiner não terminou em ordem (${who}). Observando por ${(SIGN * WATCHED) / 1000} segundos se ele vive.`,
  )
  for (let i = 0; i < WATCHED * LOOKS_PER_SIGN; i++) {
    await sleep(SIGN / LOOKS_PER_SIGN, undefined, { signal })
    const now = signOf(dataDir)
    if (now === null) return
    if (now !== first || read(dataDir) !== before)
      throw new CannotStart(
        `A pasta ${dataDir} está em uso por outra máquina ou contêiner (${who}). Encerre aquele início, ou use outra DATA_DIR; nada foi tocado.`,
      )
  }
}
/** Refuses a folder whose lock was deleted by hand: its holder writes it again with the next sign. */
async function assertStaysAway(dataDir: string, signal: AbortSignal): Promise<void> {
  for (let i = 0; i < 2 * LOOKS_PER_SIGN; i++) {
    await sleep(SIGN / LOOKS_PER_SIGN, undefined, { signal })
    assertNoHolder(dataDir)
  }
}
/** The time of the last sign, in ms. The file is opened each time: NFS asks its server then. */
function signOf(dataDir: string): number | null {
  try {
    const fd = openSync(fileOf(dataDir), 'r')
    const { mtimeMs } = fstatSync(fd)
    closeSync(fd)
    return mtimeMs
  } catch {
    return null
  }
}
