// What the environment says about backups.
import { isAbsolute } from 'node:path'
import { type Key, keyOf } from './seal.ts'
import { s3Address, sameBucket } from '../s3.ts'
import { CannotStart, numberSetting } from '../settings.ts'

type Env = Record<string, string | undefined>
export interface BackupSettings {
  /** A folder or s3://…; '' makes none by itself. */
  to: string
  key: Key | null
  /** Minutes between backups; 0 makes none by itself. */
  every: number
  /** Days for which they are kept. */
  keepDays: number
  /** Seconds of work that may be lost where the database is ours. */
  loss: number
}
const SHORTEST_KEY = 16
/** Whether a place of backups is the same from whatever folder it is named. */
export const isWholePlace = (place: string): boolean => isAbsolute(place) || place.startsWith('s3://')

export function backupSettings(env: Env = process.env): BackupSettings {
  const secret = env.BACKUP_KEY ?? ''
  if (secret && secret.length < SHORTEST_KEY)
    throw new CannotStart(`BACKUP_KEY precisa ter ao menos ${SHORTEST_KEY} caracteres. Ex.: openssl rand -base64 32.`)
  const to = env.BACKUP_TO ?? ''
  if (to && !isWholePlace(to))
    throw new CannotStart(
      `BACKUP_TO precisa ser o caminho inteiro de uma pasta, como /mnt/backup, ou s3://balde/pasta. Agora é "${to}": de cada pasta em que um comando roda seria outra.`,
    )
  // An address that is none is said at the start: whoever sends backups would end over it again and again.
  const place = to.startsWith('s3://') && s3Address('BACKUP_TO', to)
  const files = env.S3_URL && s3Address('S3_URL', env.S3_URL)
  if (place && files && sameBucket(place, files) && place.prefix === files.prefix)
    throw new CannotStart(
      'BACKUP_TO e S3_URL são a mesma pasta do mesmo balde: dê ao backup uma só dele, melhor em outro balde.',
    )
  return {
    to,
    key: secret ? keyOf(secret) : null,
    every: numberSetting(env, 'BACKUP_EVERY', 60, 0, 10_080),
    keepDays: numberSetting(env, 'BACKUP_KEEP', 30, 1, 3650),
    loss: numberSetting(env, 'BACKUP_LOSS', 60, 6, 3600),
  }
}
/** What belongs to the machine that it runs on, or opens the backup itself: not kept in it. */
const OF_THE_MACHINE = ['DATA_DIR', 'PORT', 'HOST', 'DATABASE_URL', 'DATABASE_OWNER_URL', 'BACKUP_KEY', 'CHROME_PATH']
const KEPT =
  /^(APP_KEY|PUBLIC_URL|MAIN_SITE_URL|TRUST_PROXY|CEP_URL|TILES_URL|WEB_CONCURRENCY|DEMO|BASE_DOMAIN|SMTP_URL|MAIL_FROM|MAIL_CONNECTIONS|PIX_WEBHOOK_SECRET|METRICS_TOKEN|LOG_LEVEL|BLING_\w+|PEDIDOOK_\w+|PGBOUNCER|S3_URL|PUSH_KEY|RETENTION|OTEL_\w+|BACKUP_\w+)$/
/** The settings that a restored installation needs, as they are now. */
export const keptSettings = (env: Env = process.env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter(
      (e): e is [string, string] => !!e[1] && KEPT.test(e[0]) && !OF_THE_MACHINE.includes(e[0]),
    ),
  )
