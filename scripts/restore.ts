// npm run restore [-- FOLDER or s3://… --backup ID --at 2026-11-23T10:00-03:00 --keep-files]: brings a backup back onto an
// empty machine: into an empty DATA_DIR and, where they are set, an empty database (DATABASE_OWNER_URL) and an empty
// folder of S3 (S3_URL), or one whose files are kept and filled up.
import { existsSync, readdirSync, rmdirSync } from 'node:fs'
import { restore } from '#server/backup/restore.ts'
import { backupSettings } from '#server/backup/settings.ts'
import { BackupFailure, openVault } from '#server/backup/vault.ts'
import { makeFolder } from '#server/make-folder.ts'
import { databaseAnswers } from '#server/reach.ts'
import { databaseSetting } from '#server/settings.ts'
import { assertPlace, readCommandLine, refuseWords, sentenceOf } from './command-line.ts'
import { locateDataFolder } from './data-folder.ts'
import { holdFolder } from './start-lock.ts'

/** Seconds for a database that the settings name. */
const PATIENCE = 5
const USAGE = `npm run restore -- [LUGAR] [--backup ID] [--at MOMENTO] [--keep-files]

Traz um backup de volta para uma máquina vazia. LUGAR: uma pasta, pelo caminho inteiro, ou s3://balde/pasta; sem ele,
BACKUP_TO.
  --backup ID    este, em vez do último (npm run backup -- list LUGAR mostra os que há)
  --at MOMENTO   só até este momento: 2026-11-23T10:00-03:00
  --keep-files   fica com os arquivos que já estão em S3_URL e põe os que faltam`
const { values, positionals } = readCommandLine(
  USAGE,
  { backup: { type: 'string' }, at: { type: 'string' }, 'keep-files': { type: 'boolean', default: false } },
  1,
)
if (positionals[0]) assertPlace(positionals[0], USAGE)
const at = values.at === undefined ? null : momentIn(values.at)
const say = (line: string) => process.stdout.write(`${line}\n`)
try {
  await run()
  process.exit(0)
} catch (error) {
  say(sentenceOf(error, locateDataFolder()))
  process.exit(1)
}
async function run(): Promise<void> {
  const { to, key } = backupSettings()
  const from = positionals[0] ?? to
  if (!from)
    throw new BackupFailure('De onde? npm run restore -- /uma/pasta (ou s3://balde/pasta), ou defina BACKUP_TO.')
  const vault = await openVault(from)
  const began = Date.now()
  const dataDir = locateDataFolder()
  const ownerUrl = await ownDatabase()
  const s3Url = process.env.S3_URL ?? ''
  const stopped = new AbortController()
  const isNew = !existsSync(dataDir)
  makeFolder(dataDir)
  // A second restore, or a start, would write into the same folder.
  const hold = await holdFolder(dataDir, say, stopped.signal, (reason) => {
    say(reason)
    process.exit(1)
  })
  process.once('exit', () => {
    try {
      hold.giveBack()
      if (isNew && readdirSync(dataDir).length === 0) rmdirSync(dataDir)
    } catch {
      // Removed or renamed meanwhile, or its disk is away: the restore has said what became of it.
    }
  })
  let hasDatabase = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      stopped.abort()
      // Without a database there is nothing to stop: the next restore starts over.
      if (!hasDatabase) process.exit(1)
    })
  const databaseStarts = () => {
    hasDatabase = true
  }
  const stops = { signal: stopped.signal, databaseStarts }
  const where = { dataDir, s3Url, ownerUrl, keepFiles: values['keep-files'], ...stops }
  const done = await restore({ vault, key }, { ...where, id: values.backup ?? '', at, say })
  vault.close()
  say(
    `Restaurado até ${done.until}: ${done.files} arquivos, ${((Date.now() - began) / 1000).toFixed(1)} s. Pasta: ${dataDir}.`,
  )
  say(
    `As configurações de antes estão em ${dataDir}/settings.env, APP_KEY também: leve-as para onde inicia o Mostruário.`,
  )
  say('Agora: npm start.')
}
/** A moment that is typed with its zone: without one it would be another on each machine. */
function momentIn(text: string): Date {
  const moment = new Date(text)
  const whole = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i.test(text)
  if (!whole || Number.isNaN(moment.getTime()))
    refuseWords(`"${text.slice(0, 60)}" não é um momento com fuso. Digite-o como 2026-11-23T10:00-03:00.`, USAGE)
  return moment
}
/** The address of the PostgreSQL that the settings name, of several hosts that of the one that takes writes; '' without. */
async function ownDatabase(): Promise<string> {
  const { env } = process
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL']) databaseSetting(env, name)
  const setting = env.DATABASE_OWNER_URL ? 'DATABASE_OWNER_URL' : 'DATABASE_URL'
  const url = env[setting]
  return url ? databaseAnswers(url, say, PATIENCE, setting) : ''
}
