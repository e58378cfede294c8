// What a backup holds beside rows, put back: files to where this installation keeps them, and the settings of before.
import { createWriteStream } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sideBySide } from '../side_by_side.ts'
import type { Bucket } from './bucket.ts'
import { type FileEntry, fileBytes } from './files.ts'
import type { Manifest } from './manifest.ts'
import type { Store } from './objects.ts'
import { BackupFailure } from './vault.ts'

/** Each to where this installation keeps it. */
export async function putBack(store: Store, dataDir: string, bucket: Bucket | null, files: FileEntry[]): Promise<void> {
  const there = files.filter((f) => bucket?.has(f.path))
  const here = files.filter((f) => !bucket?.has(f.path))
  if (bucket) await putIntoBucket(store, bucket, there)
  await sideBySide(here.values(), (f) => putOnDisk(store, dataDir, f))
}
async function putOnDisk(store: Store, dataDir: string, f: FileEntry): Promise<void> {
  const path = join(dataDir, f.path)
  if (!path.startsWith(dataDir + sep)) throw new BackupFailure(`${f.path} sairia de ${dataDir}.`)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline(fileBytes(store, f), createWriteStream(path, { mode: f.mode & 0o700 }))
  await utimes(path, f.mtime / 1000, f.mtime / 1000)
}
/** What is there whole is not sent again. */
async function putIntoBucket(store: Store, bucket: Bucket, files: FileEntry[]): Promise<void> {
  const sizes = new Map<string, number>()
  for await (const { path, size } of bucket.list()) sizes.set(path, size)
  const missing = files.filter((f) => sizes.get(f.path) !== f.size)
  await sideBySide(missing.values(), async (f) => {
    // A broken one must not end as an object: it is sent as a stream that ends in its error.
    await bucket.put(f.path, Readable.from(fileBytes(store, f)))
  })
}
/** The settings as they were, to be looked through and taken along; where backups and files go is decided anew. */
export async function writeSettings(
  { settings, appKey }: Manifest,
  { dataDir, s3Url, say }: { dataDir: string; s3Url: string; say: (line: string) => void },
): Promise<void> {
  const { S3_URL: before, ...others } = settings
  const lines = Object.entries({ ...others, APP_KEY: appKey }).map(
    ([name, value]) => `${name === 'BACKUP_TO' ? '# ' : ''}${name}=${value}`,
  )
  if (s3Url) lines.push(`S3_URL=${s3Url}`)
  else if (before) {
    lines.push(`# S3_URL=${before}`)
    say(`Os arquivos estavam em ${before}; agora estão em ${join(dataDir, 'files')}: inicie sem S3_URL.`)
  }
  await writeFile(join(dataDir, 'settings.env'), `${lines.join('\n')}\n`, { mode: 0o600 })
}
