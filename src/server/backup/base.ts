// The embedded database's files, taken while it works: PostgreSQL is told before and after, and the piece of its log
// that was written meanwhile makes one moment of them. The same that pg_basebackup does, which npm does not bring.
import { createReadStream } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { pack } from 'tar-stream'
import { bothEnds } from '../both-ends.ts'
import { putObject, type Store, type Stored } from './objects.ts'
import { isHistory, isSegment } from './segments.ts'

/** What PostgreSQL makes anew at each start. */
const EMPTIED =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|^postmaster\.|(^|\/)(pgsql_tmp|pg_internal\.init)/
/** Last, as its place in the log must not be ahead of the files. */
const CONTROL = 'global/pg_control'

export interface Base {
  object: Stored
  from: string
  to: string
  system: string
}
export async function takeBase(superUrl: string, data: string, store: Store, key: string): Promise<Base> {
  const client = new pg.Client({ connectionString: superUrl })
  client.on('error', () => {})
  await client.connect()
  const one = async (text: string) => (await client.query<Record<string, string>>(text)).rows[0] ?? {}
  try {
    // Holds the log from here on; it goes with this connection.
    await client.query("select pg_create_physical_replication_slot('mostruario_backup', true, true)")
    const { from = '' } = await one("select pg_walfile_name(pg_backup_start('mostruario', true)) as from")
    const { system = '' } = await one('select system_identifier::text as system from pg_control_system()')
    const tar = pack()
    const stored = putObject(store, key, Readable.from(tar))
    const fill = async () => {
      for await (const { path, folder } of entriesOf(data))
        if (folder) tar.entry({ name: `${path}/`, type: 'directory', mode: 0o700 })
        else if (path !== CONTROL) await add(tar, data, path)
      await add(tar, data, CONTROL)
      const end = await one('select labelfile, spcmapfile, pg_walfile_name(lsn) as to from pg_backup_stop(false)')
      tar.entry({ name: 'backup_label', mode: 0o600 }, end.labelfile ?? '')
      if (end.spcmapfile) tar.entry({ name: 'tablespace_map', mode: 0o600 }, end.spcmapfile)
      const to = end.to ?? ''
      const names = (await readdir(join(data, 'pg_wal'))).sort()
      for (const name of names.filter((n) => isHistory(n) || (isSegment(n) && n >= from && n <= to)))
        await add(tar, data, `pg_wal/${name}`)
      tar.finalize()
      return to
    }
    const filled = fill().catch((error: Error) => {
      tar.destroy(error)
      throw error
    })
    const [object, to] = await bothEnds(stored, filled)
    return { object, from, to, system }
  } finally {
    await client.end().catch(() => {})
  }
}
async function* entriesOf(data: string): AsyncGenerator<{ path: string; folder: boolean }> {
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for (const entry of await readdir(join(data, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (EMPTIED.test(path)) continue
      yield { path, folder: entry.isDirectory() }
      if (entry.isDirectory()) folders.push(path)
    }
}
/** As long as it is now: what grows is in the log, what was cut is filled up, and the log mends it. */
async function add(tar: ReturnType<typeof pack>, data: string, path: string): Promise<void> {
  const size = (await lstat(join(data, path)).catch(() => null))?.size
  // Gone meanwhile: a table that was dropped.
  if (size === undefined) return
  if (path === CONTROL) return void tar.entry({ name: path, mode: 0o600 }, await readFile(join(data, path)))
  await pipeline(exactly(join(data, path), size), tar.entry({ name: path, size, mode: 0o600 }))
}
async function* exactly(path: string, size: number): AsyncGenerator<Buffer> {
  let left = size
  if (size > 0)
    try {
      for await (const bytes of createReadStream(path, { end: size - 1, highWaterMark: 256 * 1024 })) {
        left -= (bytes as Buffer).length
        yield bytes as Buffer
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  for (; left > 0; left -= Math.min(left, 65_536)) yield Buffer.alloc(Math.min(left, 65_536))
}
