// Files by content hash on disk: written beside, synced, renamed, so that a crash leaves no half file under a name.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

export interface Storage {
  /** Writes bytes under a name of their own until `place` gives them theirs; answers where they wait. */
  hold(bytes: Uint8Array): Promise<string>
  /** Does what takes long of placing: before a transaction, in which it is placed. */
  ahead(held: string, name: string): Promise<void>
  place(held: string, name: string): Promise<void>
  /** Lets go of what was held and not placed; placed before, it stays. */
  drop(held: string): Promise<void>
  put(name: string, bytes: Uint8Array): Promise<void>
  read(name: string): Promise<Buffer>
  /** Whether it is kept; if so it is on this machine, too, where `stream` and `path` find it. */
  has(name: string): Promise<boolean>
  stream(name: string): Readable
  /** Its bytes from where it is kept, without a copy on this machine; null when there are none. */
  open(name: string): Promise<Readable | null>
  /** Where it lies on this machine, or is to be written to before it is told with `made`. */
  path(name: string): string
  /** Keeps what was written under these names' paths. */
  made(names: string[]): Promise<void>
  /** Every width and the original of a picture, or the file behind a token. */
  removeAll(hash: string): Promise<void>
  /** One file, and what was begun of it under its name. */
  remove(name: string): Promise<void>
  /** Names of files last written before `moment`, some at a time. */
  writtenBefore(moment: Date): AsyncIterable<string[]>
  /** Removes from this machine what was never finished, and copies of what is kept elsewhere, of before `moment`;
   * answers how many were never finished. */
  tidy(moment: Date): Promise<number>
}
/** The first of these names that is kept. */
export async function firstKept(storage: Storage, names: string[]): Promise<string | undefined> {
  for (const name of names) if (await storage.has(name)) return name
}
export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)
/** How names of files end that are still being written. */
export const HALF = '.part'
/** Whether this program would call a file so. */
export const isName = (name: string) => /^[\w.-]+$/.test(name)
/** What is shown, and zips, which nobody is shown: where the first are looked for there is none of the others. */
export const FOLDERS = ['files', 'archives'] as const
export const folderOf = (name: string): (typeof FOLDERS)[number] => (name.endsWith('.zip') ? 'archives' : 'files')
/** Where a file of this name lies below DATA_DIR. */
export function placeOf(name: string): string {
  if (!isName(name)) throw new Error(`file name ${name}`)
  return folderOf(name) === 'files' ? join('files', name.slice(0, 2), name) : join('archives', name)
}

/** `root` is DATA_DIR. */
export function diskStorage(root: string): Storage {
  const path = (name: string) => join(root, placeOf(name))
  const hold = async (bytes: Uint8Array) => {
    const held = path(`${randomUUID()}${HALF}`)
    await mkdir(dirname(held), { recursive: true })
    try {
      const file = await open(held, 'w')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
    } catch (error) {
      await rm(held, { force: true })
      throw error
    }
    return held
  }
  const place = async (held: string, name: string) => {
    await mkdir(dirname(path(name)), { recursive: true })
    await rename(held, path(name))
  }
  const folders = async () => [
    ...(await readdir(join(root, 'files')).catch(() => [])).map((name) => join(root, 'files', name)),
    join(root, 'archives'),
  ]
  return {
    path,
    hold,
    place,
    drop: (held) => rm(held, { force: true }),
    has: async (name) => existsSync(path(name)),
    ahead: async () => {},
    made: async () => {},
    read: (name) => readFile(path(name)),
    // A file that cannot be opened says so before its reader listens: it finds the stream destroyed.
    stream: (name) => createReadStream(path(name)).on('error', () => {}),
    async removeAll(hash) {
      const folder = dirname(path(`${hash}-0`))
      const names = await readdir(folder).catch(() => [])
      for (const name of names.filter((n) => n.startsWith(`${hash}-`))) await rm(join(folder, name), { force: true })
    },
    open: async (name) => (existsSync(path(name)) ? createReadStream(path(name)).on('error', () => {}) : null),
    async remove(name) {
      const folder = dirname(path(name))
      const there = (await readdir(folder).catch(() => [])).filter((n) => n === name || n.startsWith(`${name}.`))
      for (const n of there) await rm(join(folder, n), { force: true })
    },
    async *writtenBefore(moment) {
      for (const folder of await folders())
        yield (await filesBefore(folder, moment)).map((p) => basename(p)).filter((n) => !n.endsWith(HALF))
    },
    async tidy(moment) {
      let halves = 0
      for (const folder of await folders())
        for (const p of (await filesBefore(folder, moment)).filter((n) => n.endsWith(HALF))) {
          await rm(p, { force: true })
          halves++
        }
      return halves
    },
    async put(name, bytes) {
      await place(await hold(bytes), name)
    },
  }
}
/** Paths of a folder's files that were last written before `moment`. */
export async function filesBefore(folder: string, moment: Date): Promise<string[]> {
  const out: string[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found?.isFile() && found.mtime < moment) out.push(join(folder, name))
  }
  return out
}
