// Files in S3, so that any number of servers share them; what a server works with it has on its disk, too, as copies that
// may go at any time.
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { openS3, type S3, s3Address, S3Failure } from './s3.ts'
import type { Clock } from './clock.ts'
import { diskStorage, FOLDERS, folderOf, HALF, isName, type Storage } from './storage.ts'

/** Pictures' names begin with 32 letters: under one folder a bucket is listed by name. */
export const keyInS3 = (name: string) => `${folderOf(name)}/${name}`
/** What is there of ours. */
export async function* listInS3(s3: S3): AsyncGenerator<{ name: string; size: number; at: Date }> {
  for (const folder of FOLDERS)
    for await (const { key, size, at } of s3.list(`${folder}/`)) {
      const name = key.slice(folder.length + 1)
      // Anything else somebody else has put there.
      if (isName(name) && keyInS3(name) === key) yield { name, size, at }
    }
}

/** `disk` holds the copies. */
function s3Storage(disk: Storage, s3: S3): Storage {
  const coming = new Map<string, Promise<boolean>>()
  const send = (name: string, path: string) => s3.put(keyInS3(name), createReadStream(path))
  const bring = async (name: string) => {
    const path = disk.path(name)
    const half = `${path}.${randomUUID()}${HALF}`
    await mkdir(dirname(path), { recursive: true })
    try {
      await pipeline(await s3.get(keyInS3(name)), createWriteStream(half))
      await rename(half, path)
      return true
    } catch (error) {
      await rm(half, { force: true })
      if (error instanceof S3Failure && error.missing) return false
      throw error
    }
  }
  const has = async (name: string) => {
    if (await disk.has(name)) return true
    let asked = coming.get(name)
    if (!asked) coming.set(name, (asked = bring(name).finally(() => coming.delete(name))))
    return asked
  }
  return {
    ...disk,
    has,
    ahead: (held, name) => send(name, held),
    async place(held, name) {
      // A sweep may have taken away what a former try had sent.
      if ((await s3.size(keyInS3(name))) === null) await send(name, held)
      await disk.place(held, name)
    },
    async put(name, bytes) {
      await s3.put(keyInS3(name), bytes)
      await disk.put(name, bytes)
    },
    async read(name) {
      await has(name)
      return disk.read(name)
    },
    async made(names) {
      // One after another: the log of the database is sent over the same line, and may be no later than BACKUP_LOSS.
      for (const name of names) await send(name, disk.path(name))
    },
    async open(name) {
      try {
        return await s3.get(keyInS3(name))
      } catch (error) {
        if (error instanceof S3Failure && error.missing) return null
        throw error
      }
    },
    async remove(name) {
      await s3.remove([keyInS3(name)])
      await disk.remove(name)
    },
    async removeAll(hash) {
      const keys: string[] = []
      for await (const { key } of s3.list(keyInS3(`${hash}-`))) keys.push(key)
      await s3.remove(keys)
      await disk.removeAll(hash)
    },
    async *writtenBefore(moment) {
      let names: string[] = []
      for await (const { name, at } of listInS3(s3)) {
        if (at < moment) names.push(name)
        if (names.length === 1000) {
          yield names
          names = []
        }
      }
      yield names
    },
    async tidy(moment) {
      const halves = await disk.tidy(moment)
      for await (const names of disk.writtenBefore(moment))
        for (const name of names) await rm(disk.path(name), { force: true })
      return halves
    },
  }
}

const HOUR = 3_600_000
/** Takes this server's copies away a day after they came, from now on: what was erased at another one is not shown here for
 * ever, and its disk does not fill. Answers how that ends. */
export function forgetCopies({ storage, clock, log }: Forgetting): () => void {
  const forget = () =>
    storage
      .tidy(new Date(clock.now().getTime() - 24 * HOUR))
      .catch((err: unknown) => log.error({ err }, 'copies of files stay'))
  void forget()
  const timer = setInterval(() => void forget(), HOUR).unref()
  return () => clearInterval(timer)
}
interface Forgetting {
  storage: Storage
  clock: Clock
  log: Logger
}
/** Where this installation keeps its files: in its data folder, or in S3. */
export async function openStorage(config: Pick<Config, 'dataDir' | 's3Url'>): Promise<Storage> {
  const disk = diskStorage(config.dataDir)
  return config.s3Url ? s3Storage(disk, await openS3(s3Address('S3_URL', config.s3Url))) : disk
}
