// Between two backups, where the database is ours: new files first, then the finished pieces of its log, so that
// whatever row arrives finds its file. One round every few seconds.
import { createReadStream } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { type FileEntry, type Seen, sendFiles } from './files.ts'
import { newestIn, writeList } from './manifest.ts'
import { nameIn, putObject, readObject, type Store } from './objects.ts'
import { hasGap, isHistory, isSegment, unbroken } from './segments.ts'
import { FILES_LOCK } from './source.ts'
import { BackupFailure } from './vault.ts'

/** What may wait here for a place that is away: 2 GB. Then the log is given up and a new backup begins it again. */
const MOST_WAITING = 128
/** Clocks of folders are coarse, and a folder may change while it is read. */
const MARGIN = 2000

export interface Shipper {
  /** Sends what there is. A `gap` is told once: what follows it comes back only with a new backup. */
  round(client: pg.Client): Promise<{ segments: number; files: number; gap: boolean }>
}
const waitingIn = async (spool: string) => (await readdir(spool)).filter((name) => !name.endsWith('.part')).sort()
/** Lets go of the log when too much of it waits; answers whether. Asks nobody: the place that it waits for may refuse, and
 * the database be away. */
export async function givenUp(spool: string): Promise<boolean> {
  const waiting = await waitingIn(spool)
  if (waiting.length <= MOST_WAITING) return false
  for (const name of waiting) await rm(join(spool, name), { force: true })
  return true
}
/** Goes on after the last backup, whose log is `wal`, and what is `sent` of it. */
export function shipper(
  dataDir: string,
  spool: string,
  store: Store,
  wal: { to: string; system: string },
  sent: Set<string>,
  known: Map<string, FileEntry>,
): Shipper {
  let last = unbroken(wal.to, sent).at(-1) ?? wal.to
  let gap = hasGap(wal.to, sent)
  const seen: Seen = { since: 0, within: new Map() }
  /** Of the last list that was written, in ms. */
  let named: number | undefined
  return {
    async round(client) {
      const waiting = await waitingIn(spool)
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock_shared($1) as mine', [
        FILES_LOCK,
      ])
      if (!rows[0]?.mine) return { segments: 0, files: 0, gap: false }
      let files: FileEntry[] = []
      try {
        const began = Date.now()
        // The clock was set back: what changes now is older than what was seen.
        if (began < seen.since) seen.since = 0
        // Of what is kept in S3, too: whoever puts a file there has it on the disk of this machine first.
        const place = { root: dataDir, bucket: null }
        files = (await sendFiles(store, place, known, seen)).filter((f) => known.get(f.path) !== f)
        if (files.length > 0) {
          named ??= await newestIn(store.vault, 'since/')
          // Asked after the files were read: a backup whose name is not there yet has still to read them itself.
          named = Math.max(began, named + 1, await newestIn(store.vault, 'parts/'))
          await writeList(store, `since/${named}-${process.pid}`, files)
        }
        for (const f of files) known.set(f.path, f)
        seen.since = began - MARGIN
      } finally {
        await client.query('select pg_advisory_unlock_shared($1)', [FILES_LOCK])
      }
      gap ||= hasGap(last, waiting)
      let segments = 0
      for (const name of waiting) {
        const key = `wal/${wal.system}/${name}`
        if (isSegment(name) || isHistory(name)) {
          await putOnce(store, key, join(spool, name))
          segments++
        }
        await rm(join(spool, name), { force: true })
        // Another timeline's are not of this log.
        if (isSegment(name) && name.slice(0, 8) === last.slice(0, 8) && name > last) last = name
      }
      const told = gap
      gap = false
      return { segments, files: files.length, gap: told }
    },
  }
}
/** What is there under this name must be the same: two installations that write into one place would ruin both. */
async function putOnce(store: Store, key: string, path: string): Promise<void> {
  const name = nameIn(store, key)
  if ((await store.vault.size(name)) === null) return void (await putObject(store, key, createReadStream(path)))
  const there = await readObject(store, { key: name })
  if (!there.equals(await readFile(path)))
    throw new BackupFailure(`Outra instalação grava em ${store.vault.place}. Dê a esta um BACKUP_TO só dela.`)
}
