// start.lock: which start holds a data folder. Its text says who; its time is a sign of life, set every two seconds, for
// starts that cannot see that process: in another container, or on another machine.
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { answersUnseen, livingEmbedded } from '#server/postgres.ts'
import { inUse } from '#server/postgres-socket.ts'
import { CannotStart } from '#server/settings.ts'

/** Between two signs, in ms, and for how many of them a start watches that cannot see the process. */
const SIGN = 2000
const WATCHED = 5
const LOOKS_PER_SIGN = 4

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
const read = (dataDir: string) => (existsSync(fileOf(dataDir)) ? readFileSync(fileOf(dataDir), 'utf8') : '')
/** The process that holds it and lives, among those of this container; null when none does. */
export function holderOf(dataDir: string): number | null {
  const [life = '', , where = ''] = read(dataDir).split('\n')
  const pid = Number.parseInt(life)
  return life !== '' && (where === '' || where === space()) && life === lifeOf(pid) ? pid : null
}
const runsHere = (holder: number) =>
  `O Mostruário já está rodando nesta pasta (processo ${holder}). Encerre-o antes, ou use outra DATA_DIR.`
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
  const holder = holderOf(dataDir)
  if (holder !== null) throw new CannotStart(runsHere(holder))
  if (!process.env.DATABASE_URL && (await answersUnseen(dataDir))) throw new CannotStart(inUse(dataDir))
  const before = read(dataDir)
  await assertStill(dataDir, before, say, stopped)
  // An orderly end stops the database, and a kill leaves the lock: without a lock, a running database means that the lock
  // of a running start was deleted.
  if (before === '' && !process.env.DATABASE_URL && livingEmbedded(dataDir)) await assertStaysAway(dataDir, stopped)
  const text = [lifeOf('self') || process.pid, hostname(), space(), ''].join('\n')
  const file = fileOf(dataDir)
  const write = () => writeFileSync(file, text, { flag: 'wx' })
  try {
    if (read(dataDir) === before) rmSync(file, { force: true })
    write()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new CannotStart(`Outro início acaba de ocupar a pasta ${dataDir}. Tente de novo em instantes.`)
  }
  const sign = () => {
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
    const holder = holderOf(dataDir)
    if (holder !== null) throw new CannotStart(runsHere(holder))
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
