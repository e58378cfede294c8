// The files of the embedded database (PostgreSQL: a cluster), made by initdb. It works in a sibling folder that is
// renamed when it is finished and synced, so that `data` is never half made.
import { type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { killThoseWith } from './postgres_living.ts'
import { damaged, whyNot } from './postgres_words.ts'
import { CannotStart } from './settings.ts'

const PART = 'data.part-'
const ENDS = 'não pôde ser preparado'
/** The first number that PostgreSQL gives to a database of its users. */
const FIRST_USER_DATABASE = 16_384

/** Whether `data` holds a database beside those that initdb makes. What holds none has nothing that could be lost. */
export function holdsDatabase(data: string): boolean {
  const base = join(data, 'base')
  return existsSync(base) && readdirSync(base).some((n) => Number(n) >= FIRST_USER_DATABASE)
}
/** Moves away what an interrupted first start of an earlier version left in `data`; answers where it is now. */
export function setAside(data: string): string {
  const to = join(dirname(data), 'data.unfinished')
  rmSync(to, { recursive: true, force: true })
  renameSync(data, to)
  return to
}
/** Makes `data` where it is missing. `initdb` starts the program, as the account of the database. */
export async function makeCluster(
  data: string,
  pwfile: string,
  initdb: (args: string[]) => ChildProcess,
  say: (line: string) => void,
): Promise<void> {
  const home = dirname(data)
  for (const name of readdirSync(home).filter((n) => n.startsWith(PART))) {
    // It outlives a start that was killed.
    killThoseWith(join(home, name))
    rmSync(join(home, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  if (existsSync(join(data, 'PG_VERSION'))) return
  if (existsSync(data) && readdirSync(data).length > 0) {
    if (holdsDatabase(data)) throw new CannotStart(damaged(data))
    say(`Um primeiro início foi interrompido. O que ele deixou está em ${setAside(data)}; o banco é feito de novo.`)
  }
  const part = join(home, `${PART}${process.pid}-${Date.now()}`)
  const child = initdb([
    '-D',
    part,
    '-U',
    'postgres',
    '--pwfile',
    pwfile,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ])
  let output = ''
  child.stderr?.on('data', (d) => (output += d))
  const code = await new Promise((done) => {
    child.on('error', (error) => {
      output += error.message
      // One that has begun also closes, with what it had started.
      if (child.pid === undefined) done(1)
    })
    child.on('close', done)
  })
  rmSync(pwfile, { force: true })
  if (code !== 0)
    throw new CannotStart(whyNot(output.slice(-600), data, ENDS) ?? `O PostgreSQL embutido ${ENDS}: ${output}`)
  renameSync(part, data)
  syncFolder(home)
}
/** A rename is on the disk when its folder is. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r')
  fsyncSync(fd)
  closeSync(fd)
}
