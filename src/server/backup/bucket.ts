// Files kept in S3 (S3_URL) as a backup sees them: under the paths that they have on the disk of an installation without
// S3, so that what was kept in one comes back to the other, too.
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openS3, s3Address, S3Failure } from '../s3.ts'
import { FOLDERS, HALF, placeOf } from '../storage.ts'
import { keyInS3, listInS3 } from '../storage_s3.ts'

export interface Bucket {
  place: string
  /** Whether a path of DATA_DIR is one of those that are kept here. */
  has(path: string): boolean
  list(): AsyncGenerator<{ path: string; size: number; mtime: number; mode: number }>
  /** Its bytes on this machine's disk for as long as `use` takes; null when it is gone. */
  lent<T>(path: string, use: (here: string) => Promise<T>): Promise<T | null>
  put(path: string, bytes: Readable): Promise<void>
  close(): void
}
/** `url` is S3_URL; what is lent lies in `dataDir` meanwhile, as a file that was never finished. */
export async function openBucket(url: string, dataDir: string): Promise<Bucket> {
  const s3 = await openS3(s3Address('S3_URL', url))
  return {
    place: `${s3.place}${keyInS3('')}`,
    has: (path) => FOLDERS.some((folder) => path.startsWith(folder + sep)),
    async *list() {
      for await (const { name, size, at } of listInS3(s3))
        yield { path: placeOf(name), size, mtime: at.getTime(), mode: 0o644 }
    },
    async lent(path, use) {
      const here = join(dataDir, placeOf(`${randomUUID()}${HALF}`))
      await mkdir(dirname(here), { recursive: true })
      try {
        await pipeline(await s3.get(keyInS3(basename(path))), createWriteStream(here))
        return await use(here)
      } catch (error) {
        if (error instanceof S3Failure && error.missing) return null
        throw error
      } finally {
        await rm(here, { force: true })
      }
    },
    put: (path, bytes) => s3.put(keyInS3(basename(path)), bytes),
    close: s3.close,
  }
}
