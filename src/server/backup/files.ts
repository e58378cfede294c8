// What lies in DATA_DIR beside the database: photos, PDFs, the mail's outbox, keys; or, photos and PDFs, in S3. Each
// content is stored once, under its hash (with a key: under one that only the key's owner can make), whichever backup
// names it.
import { createHash, createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { sideBySide } from '../side_by_side.ts'
import { FOLDERS, HALF } from '../storage.ts'
import type { Bucket } from './bucket.ts'
import { nameIn, putObject, getObject, type Store } from './objects.ts'
import { BackupFailure } from './vault.ts'

/** A file under DATA_DIR, or in S3, where its path is the one that it would have there. */
export interface FileEntry {
  path: string
  size: number
  mtime: number
  mode: number
  hash: string
}
/** The database's folder is kept in its own way; the rest of these are of one life of one process. */
const NOT_KEPT = new Set(['pg', 'start.lock', 'start.guard', 'restoring', 'database.json'])

/** What a round of before saw of folders, and when; so an unchanged one is not read again. */
export interface Seen {
  since: number
  within: Map<string, string[]>
}
/** Where an installation's files lie. With a bucket the folders of files hold copies of what is in it. */
export interface Place {
  root: string
  bucket: Bucket | null
}
async function* filesOf({ root, bucket }: Place, apart: string, seen: Seen): AsyncGenerator<Omit<FileEntry, 'hash'>> {
  yield* filesIn(root, bucket ? [apart, ...FOLDERS.map((f) => join(root, f))] : [apart], seen)
  if (bucket) yield* bucket.list()
}
/** Files in all folders, or in those that changed since they were last seen. */
async function* filesIn(root: string, apart: string[], seen: Seen): AsyncGenerator<Omit<FileEntry, 'hash'>> {
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const changed = (await lstat(folder).catch(() => null))?.mtimeMs ?? 0
    const before = seen.within.get(folder)
    if (before && changed < seen.since) {
      folders.push(...before)
      continue
    }
    const entries = (await readdir(folder, { withFileTypes: true }).catch(() => [])).filter(
      (e) =>
        !(e.name.endsWith(HALF) || (folder === root && NOT_KEPT.has(e.name)) || apart.includes(join(folder, e.name))),
    )
    const within = entries.filter((e) => e.isDirectory()).map((e) => join(folder, e.name))
    seen.within.set(folder, within)
    folders.push(...within)
    for (const entry of entries.filter((e) => e.isFile())) {
      const path = join(folder, entry.name)
      const s = await lstat(path).catch(() => null)
      if (s) yield { path: relative(root, path), size: s.size, mtime: s.mtimeMs, mode: s.mode & 0o777 }
    }
  }
}
const hasher = (store: Store) => (store.key ? createHmac('sha256', store.key.master) : createHash('sha256'))
const keyOfHash = (hash: string) => `files/${hash.slice(0, 2)}/${hash}`
export const nameOfFile = (store: Store, f: FileEntry) => nameIn(store, keyOfHash(f.hash))

/** Sends what lies at `path` and is not there yet; answers its entry, or null when the file went meanwhile. */
export async function sendFile(store: Store, path: string, f: Omit<FileEntry, 'hash'>): Promise<FileEntry | null> {
  try {
    const hash = hasher(store)
    // Fed by hand: a keyed hash that is a stream has given its digest away when it ends.
    for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer)
    const entry = { ...f, hash: hash.digest('hex') }
    if ((await store.vault.size(nameOfFile(store, entry))) === null)
      await putObject(store, keyOfHash(entry.hash), createReadStream(path))
    return entry
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
/** All files, or those of folders that changed. What `known` has unchanged is not read again. */
export async function sendFiles(
  store: Store,
  place: Place,
  known: Map<string, FileEntry>,
  seen: Seen = { since: 0, within: new Map() },
): Promise<FileEntry[]> {
  const out: FileEntry[] = []
  await sideBySide(filesOf(place, resolve(store.vault.place), seen), async (f) => {
    const before = known.get(f.path)
    const same = before?.size === f.size && before.mtime === f.mtime
    const lent = place.bucket?.has(f.path)
    const send = (path: string) => sendFile(store, path, f)
    const entry = same ? before : await (lent ? place.bucket?.lent(f.path, send) : send(join(place.root, f.path)))
    if (entry) out.push(entry)
  })
  return out
}
/** A file's bytes; an error before their end when they are not those of its hash. */
export async function* fileBytes(store: Store, f: FileEntry): AsyncGenerator<Buffer> {
  const hash = hasher(store)
  for await (const bytes of await getObject(store, { key: nameOfFile(store, f) })) {
    hash.update(bytes as Buffer)
    yield bytes as Buffer
  }
  if (hash.digest('hex') !== f.hash) throw new BackupFailure(`${f.path} está danificado no backup.`)
}
/** All of them, to their ends. */
export const readFiles = (store: Store, files: FileEntry[]): Promise<void> =>
  sideBySide(files.values(), async (f) => {
    for await (const _ of fileBytes(store, f)) continue
  })
