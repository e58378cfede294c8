// The installation that a command works on. A command makes no database, migrates nothing and changes no owner: it finds
// what is there, or says that there is nothing.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { accountName, lineAs, runningAs } from '#server/account.ts'
import { assertOwnDatabase, hasDatabase, RESTORING } from '#server/database-record.ts'
import { migrationState } from '#server/migrations.ts'
import { answeringEmbedded, type Embedded, livingEmbedded, startEmbedded } from '#server/postgres.ts'
import { assertAccount } from '#server/postgres-folders.ts'
import { embeddedFolder, embeddedHome, folderHash, socketFolder } from '#server/postgres_home.ts'
import { databaseAnswers } from '#server/reach.ts'
import { CannotStart, databaseSetting } from '#server/settings.ts'
import { asCannotStart, nearestTo } from '#server/start-failures.ts'
import { locateDataFolder } from './data-folder.ts'
import { assertNoLivingOriginal, type Hold, holderOf, holdFolder } from './start-lock.ts'

export interface OpenInstallation {
  dataDir: string
  urls: { app: string; owner: string }
  /** Undefined where DATABASE_URL names the database. */
  embedded: Pick<Embedded, 'url' | 'folder'> | undefined
  /** Ends what this command has started. */
  close(): Promise<void>
}
/** Seconds for a database that DATABASE_URL names. */
const PATIENCE = 5

export async function openInstallation(say: (line: string) => void): Promise<OpenInstallation> {
  const { env } = process
  const dataDir = locateDataFolder()
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL']) databaseSetting(env, name)
  const own = env.DATABASE_OWNER_URL || env.DATABASE_URL
  if (own) {
    const owner = await databaseAnswers(
      own,
      say,
      PATIENCE,
      env.DATABASE_OWNER_URL ? 'DATABASE_OWNER_URL' : 'DATABASE_URL',
    )
    return { dataDir, urls: { app: env.DATABASE_URL || own, owner }, embedded: undefined, close: async () => {} }
  }
  assertEmbedded(dataDir)
  const opened = (embedded: Pick<Embedded, 'url' | 'folder'>, close = async () => {}) => ({
    dataDir,
    urls: { app: embedded.url('app'), owner: embedded.url('owner') },
    embedded,
    close,
  })
  const living = livingEmbedded(dataDir) ?? (await answeringEmbedded(dataDir))
  if (living) {
    await databaseAnswers(living.url('owner'), say, PATIENCE, 'embedded')
    return opened(living)
  }
  const holder = holderOf(dataDir)
  if (holder !== null)
    throw new CannotStart(
      `O Mostruário está começando nesta pasta, ou outro comando a usa (processo ${holder}). Tente de novo em instantes.`,
    )
  return opened(...(await startForCommand(dataDir, say)))
}
/** Refuses a folder without a database, one of another account, and a copy of one that is in use. */
export function assertEmbedded(dataDir: string): void {
  try {
    readdirSync(dataDir)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES') {
      const closed = nearestTo(dataDir)
      const { uid } = statSync(closed)
      throw new CannotStart(
        `A pasta ${closed} é da conta ${accountName(uid)}, e este comando roda como ${runningAs()}: nada foi tocado. Rode-o assim: ${lineAs(uid, dataDir)}`,
      )
    }
  }
  if (existsSync(join(dataDir, RESTORING)))
    throw new CannotStart(`Em ${dataDir} uma restauração parou no meio. Rode npm run restore outra vez.`)
  assertNoLivingOriginal(dataDir)
  const place = embeddedHome(dataDir, false)
  const places = embeddedFolder(dataDir)
  assertAccount(dataDir, place, socketFolder(place.home, folderHash(dataDir)))
  assertOwnDatabase(dataDir, place.home, places)
  if (!hasDatabase(place.home))
    throw new CannotStart(
      `Em ${dataDir} não há instalação (procurei ${places.join(' e ')}): nada foi feito. Diga onde ela está: DATA_DIR=/a/pasta, ou DATABASE_URL e DATABASE_OWNER_URL.`,
    )
}
/** Starts the database for as long as the command runs; the lock keeps npm start and other commands away. */
export async function startForCommand(
  dataDir: string,
  say: (line: string) => void,
): Promise<[Embedded, () => Promise<void>]> {
  const stopped = new AbortController()
  let embedded: Embedded | undefined
  let hold: Hold | undefined
  const close = async () => {
    await embedded?.stop()
    hold?.giveBack()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      stopped.abort()
      if (!embedded) return
      say('Interrompido.')
      // What the command was doing fails now, for this reason.
      process.on('uncaughtException', () => {})
      void close().finally(() => process.exit(1))
    })
  try {
    hold = await holdFolder(dataDir, say, stopped.signal, (reason) => {
      say(reason)
      process.kill(process.pid, 'SIGTERM')
    })
    embedded = await startEmbedded(dataDir, say, undefined, {}, stopped.signal)
    return [embedded, close]
  } catch (error) {
    hold?.giveBack()
    if (stopped.signal.aborted) process.exit(1)
    throw asCannotStart(error, dataDir) ?? error
  }
}
/** Refuses a database that this program would have to migrate, and one of a newer program. */
export async function assertSameVersion(client: pg.Client): Promise<void> {
  const { none, ahead, behind } = await migrationState(client)
  if (none)
    throw new CannotStart(
      'O banco está vazio: nada foi feito nele. Inicie o Mostruário uma vez (npm start), ou corrija DATABASE_URL.',
    )
  if (ahead[0])
    throw new CannotStart(
      `O banco é de uma versão mais nova que este programa (${ahead[0]}): nada foi feito nele. Rode o comando na pasta do programa que está no ar.`,
    )
  if (behind[0])
    throw new CannotStart(
      `O banco é de uma versão anterior a este programa (falta ${behind[0]}): nada foi feito nele. Rode o comando na pasta do programa que está no ar, ou reinicie o Mostruário com este.`,
    )
}
