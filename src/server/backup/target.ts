// Where a backup comes back to: an empty machine, or what an earlier try of ours left there.
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { answeringEmbedded } from '../postgres.ts'
import { RESTORING } from '../database-record.ts'
import { embeddedHome } from '../postgres_home.ts'
import type { Bucket } from './bucket.ts'
import { THIS_DATABASE } from './source.ts'
import { BackupFailure } from './vault.ts'

export interface Wanted {
  dataDir: string
  /** Where files go instead of into that folder; '' there. */
  s3Url: string
  /** What lies there stays, and what is missing is added. */
  keepFiles: boolean
  /** The owner's address of a PostgreSQL of one's own; '' brings the embedded one. */
  ownerUrl: string
  /** A backup's id; '' the newest. */
  id: string
  /** The moment to go back to; null as far as there is. */
  at: Date | null
  say: (line: string) => void
  /** Ends a restore whose embedded database has started, and stops that database. */
  signal?: AbortSignal
  /** Called before the embedded database starts. */
  databaseStarts?: () => void
}
/** Where rows and files are put back to. It stands in the marker, so that what a try that was cut off had begun opens the
 * way for the next one there, and nowhere else. */
export interface Target {
  database: string
  bucket: string
}
function marked(text: string): Target {
  const [database = '', bucket = ''] = text.split('\n')
  return { database, bucket }
}
export async function targetOf({ ownerUrl, s3Url }: Wanted): Promise<Target> {
  const database = ownerUrl && (await asked<string>(ownerUrl, THIS_DATABASE))
  return { database, bucket: s3Url }
}
const TABLES_THERE = `select coalesce(string_agg(relname, ', '), '') as it from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`
async function asked<T>(ownerUrl: string, question: string): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<{ it: T }>(question)).rows[0]?.it as T
  } finally {
    await client.end()
  }
}
/** Of this restore (scripts/start-lock.ts). */
const LOCK = 'start.lock'
/** Refuses what holds anything, but for what an earlier try of ours left, which goes. */
export async function assertEmpty(
  { dataDir, ownerUrl, keepFiles }: Wanted,
  bucket: Bucket | null,
  target: Target,
): Promise<void> {
  const marker = join(dataDir, RESTORING)
  const half = existsSync(marker) ? marked(await readFile(marker, 'utf8')) : null
  if (half && (await answeringEmbedded(dataDir)))
    throw new BackupFailure('Um PostgreSQL ainda trabalha na restauração anterior. Espere que ele termine.')
  const left: string[] = []
  for (const folder of new Set([dataDir, embeddedHome(dataDir).home])) {
    const there = (await readdir(folder).catch(() => [])).filter((n) => n !== 'lost+found' && n !== LOCK)
    if (there.length > 0 && !half)
      throw new BackupFailure(`${folder} não está vazia: nada foi tocado. Restaure em outra DATA_DIR, ou mova-a antes.`)
    left.push(...there.map((name) => join(folder, name)))
  }
  // Two installations on one bucket would take each other's files away.
  if (bucket && half?.bucket !== target.bucket && !keepFiles)
    for await (const _ of bucket.list())
      throw new BackupFailure(
        `${bucket.place} não está vazia: nada foi tocado. Se é a desta mesma instalação e ninguém mais trabalha com ela, --keep-files fica com o que há e põe o que falta; senão dê outra pasta em S3_URL.`,
      )
  if (ownerUrl && half?.database !== target.database && (await asked<string>(ownerUrl, TABLES_THERE)))
    throw new BackupFailure('O banco de DATABASE_OWNER_URL não está vazio: nada foi tocado. Crie um vazio para isto.')
  for (const path of left.filter((l) => l !== marker)) await rm(path, { recursive: true, force: true })
}
