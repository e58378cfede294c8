// Files by content hash on disk: written beside, synced, renamed, so that a crash leaves no half file.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface Storage {
  put(name: string, bytes: Uint8Array): Promise<void>
  read(name: string): Promise<Buffer>
  has(name: string): boolean
  stream(name: string): NodeJS.ReadableStream
  path(name: string): string
  /** Every width and the original of a picture. */
  removeAll(hash: string): Promise<void>
}
export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)

export function diskStorage(root: string): Storage {
  const path = (name: string) => {
    if (!/^[\w.-]+$/.test(name)) throw new Error(`file name ${name}`)
    return join(root, name.slice(0, 2), name)
  }
  return {
    path,
    has: (name) => existsSync(path(name)),
    read: (name) => readFile(path(name)),
    stream: (name) => createReadStream(path(name)),
    async removeAll(hash) {
      const folder = dirname(path(`${hash}-0`))
      const names = await readdir(folder).catch(() => [])
      for (const name of names.filter((n) => n.startsWith(`${hash}-`))) await rm(join(folder, name), { force: true })
    },
    async put(name, bytes) {
      const target = path(name)
      await mkdir(dirname(target), { recursive: true })
      const beside = `${target}.${process.pid}.${Math.random().toString(36).slice(2)}`
      const file = await open(beside, 'w')
      await file.writeFile(bytes)
      await file.sync()
      await file.close()
      await rename(beside, target)
    },
  }
}
