// What the database knows of the place of backups, and what is wrong with a place by itself.
import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type pg from 'pg'
import { BackupFailure } from './vault.ts'

interface LastBackup {
  place: string
  id: string
}
/** Refuses a place that held backups of this installation and is empty now; `anew` takes it as it is. */
export async function assertFilled(
  client: pg.Client,
  vault: { place: string },
  found: unknown[],
  anew = false,
): Promise<void> {
  const emptied = found.length === 0 && !anew ? await lastIn(client, vault.place) : undefined
  if (emptied) throw new BackupFailure(`${emptiedWords(emptied)} ${EMPTIED_TODO}`)
}
/** The last backup that was made to this place, if any was. */
export async function lastIn(client: pg.Client, place: string): Promise<LastBackup | undefined> {
  const { rows } = await client.query<LastBackup>('select place, id from backup_place where place = $1', [place])
  return rows[0]
}
export const emptiedWords = ({ place, id }: LastBackup): string =>
  `Em ${place} havia backups desta instalação (o último é ${id}), e agora não há nenhum.`
export const EMPTIED_TODO = 'Monte o disco de antes. Se foi esvaziada de propósito: npm run backup -- --start-over'
export const noteBackup = (client: pg.Client, place: string, id: string) =>
  client.query(
    `insert into backup_place (place, id) values ($1, $2)
     on conflict (one) do update set place = excluded.place, id = excluded.id, at = now()`,
    [place, id],
  )
/** Whether a folder of backups lies on the disk of the data folder: who loses one loses the other. False for S3. */
export function isOnSameDisk(to: string, dataDir: string): boolean {
  return to !== '' && !to.startsWith('s3://') && deviceOf(to) === deviceOf(dataDir)
}
/** The device of a folder, or of the nearest that exists above it. */
function deviceOf(path: string): number {
  let folder = resolve(path)
  while (!existsSync(folder)) folder = dirname(folder)
  return statSync(folder).dev
}
