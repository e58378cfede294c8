// What is backed up: the folder and the database of this installation.
import type pg from 'pg'
import { DatabaseClient } from '../database-address.ts'
import { migrationState } from '../migrations.ts'
import type { Embedded } from '../postgres.ts'
import { BackupFailure } from './vault.ts'

export interface Source {
  dataDir: string
  /** Where it keeps its files instead of in that folder; '' there. */
  s3Url: string
  ownerUrl: string
  /** The database that is ours, if it is. */
  embedded: Pick<Embedded, 'url' | 'folder'> | undefined
  /** The embedded database by its rows as well, which any PostgreSQL takes. */
  rows?: boolean
  /** Takes a place that was emptied on purpose. */
  startOver?: boolean
}
/** Somebody else is at it. */
export class BackupUnderWay extends BackupFailure {}
/** Of all who back up one database, one at a time. */
export const BACKUP_LOCK = 7262
/** Shared by whoever sends files beside a backup, alone for whoever takes old ones away. */
export const FILES_LOCK = 7263

/** Which one it is, wherever it is asked from. */
export const THIS_DATABASE = `select system_identifier || '/' || oid as it from pg_control_system(), pg_database
  where datname = current_database()`

export async function ownerOf(source: Pick<Source, 'ownerUrl'>): Promise<pg.Client> {
  const client = new DatabaseClient({ connectionString: source.ownerUrl })
  client.on('error', () => {})
  await client.connect()
  return client
}
export async function tryLock(client: pg.Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lock])
  return rows[0]?.mine === true
}
export interface Facts {
  major: number
  machine: string
  migrations: string[]
  queue: number
  sizeBytes: number
  system: string
}
/** Whether migrations have made the tables that this program knows. */
export async function isPrepared(client: pg.Client): Promise<boolean> {
  const { none, behind } = await migrationState(client)
  return !none && behind.length === 0
}
export async function factsOf(client: pg.Client): Promise<Facts> {
  // One of an earlier version is backed up as it is: an update does so before its first migration.
  if ((await migrationState(client)).none)
    throw new BackupFailure('O banco ainda não tem tabelas: inicie o Mostruário uma vez antes.')
  const { rows } = await client.query<Facts>(
    `select current_setting('server_version_num')::int / 10000 as major, $1 as machine,
       (select array_agg(name order by name) from migrations) as migrations,
       (select max(id) from graphile_worker.migrations) as queue,
       pg_database_size(current_database())::float8 as "sizeBytes",
       (select system_identifier::text from pg_control_system()) as system`,
    [`${process.platform}-${process.arch}`],
  )
  if (!rows[0]) throw new BackupFailure('O banco de dados não disse o que é.')
  return rows[0]
}
