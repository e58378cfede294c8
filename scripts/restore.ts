// npm run restore [-- FOLDER or s3://… --backup ID --at 2026-11-23T10:00-03:00 --keep-files]: brings a backup back onto an
// empty machine: into an empty DATA_DIR and, where they are set, an empty database (DATABASE_OWNER_URL) and an empty
// folder of S3 (S3_URL), or one whose files are kept and filled up.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restore } from '#server/backup/restore.ts'
import { backupSettings } from '#server/backup/settings.ts'
import { BackupFailure, openVault } from '#server/backup/vault.ts'
import { S3Failure } from '#server/s3.ts'
import { databaseAnswers } from '#server/reach.ts'
import { CannotStart, databaseSetting } from '#server/settings.ts'

/** Seconds for a database that the settings name. */
const PATIENCE = 5
const say = (line: string) => process.stdout.write(`${line}\n`)
try {
  await run()
  process.exit(0)
} catch (error) {
  const args = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')
  if (!(args || error instanceof BackupFailure || error instanceof S3Failure || error instanceof CannotStart))
    throw error
  say((error as Error).message)
  process.exit(1)
}
async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { backup: { type: 'string' }, at: { type: 'string' }, 'keep-files': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const { to, key } = backupSettings()
  const from = positionals[0] ?? to
  if (!from)
    throw new BackupFailure('De onde? npm run restore -- /uma/pasta (ou s3://balde/pasta), ou defina BACKUP_TO.')
  const at = values.at === undefined ? null : new Date(values.at)
  if (at && Number.isNaN(at.getTime())) throw new BackupFailure('--at precisa ser como 2026-11-23T10:00-03:00.')
  const vault = await openVault(from)
  const began = Date.now()
  const dataDir = resolve(process.env.DATA_DIR ?? 'data')
  const ownerUrl = await ownDatabase()
  const s3Url = process.env.S3_URL ?? ''
  const where = { dataDir, s3Url, ownerUrl, keepFiles: values['keep-files'] }
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
/** The address of the PostgreSQL that the settings name, of several hosts that of the one that takes writes; '' without. */
async function ownDatabase(): Promise<string> {
  const { env } = process
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL']) databaseSetting(env, name)
  const setting = env.DATABASE_OWNER_URL ? 'DATABASE_OWNER_URL' : 'DATABASE_URL'
  const url = env[setting]
  return url ? databaseAnswers(url, say, PATIENCE, setting) : ''
}
