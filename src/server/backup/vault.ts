// Where backups are kept: a folder or S3, objects under keys in both.
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../make-folder.ts'
import { openS3, type S3, s3Address } from '../s3.ts'
import { HALF } from '../storage.ts'

export type Vault = Pick<S3, 'place' | 'get' | 'size' | 'list' | 'remove' | 'close'> & {
  put(key: string, body: Readable): Promise<void>
  /** Takes away what was being written when its writer was killed. */
  sweep(): Promise<void>
}
/** A backup that cannot be made or used, in a sentence. */
export class BackupFailure extends Error {}

export const openVault = async (to: string): Promise<Vault> =>
  to.startsWith('s3://')
    ? { ...(await openS3(s3Address('BACKUP_TO', to))), sweep: async () => {} }
    : folderVault(resolve(to))

/** Nobody takes as long over one object. */
const STALE = 6 * 3600_000

/** Written beside, synced, renamed: nothing half stands under its name. */
function folderVault(root: string): Vault {
  const path = (key: string) => {
    if (!/^[\w.-]+(\/[\w.-]+)*$/.test(key) || key.includes('..')) throw new Error(`backup key ${key}`)
    return join(root, key)
  }
  return {
    place: root,
    async put(key, body) {
      const half = `${path(key)}.${randomUUID()}${HALF}`
      try {
        makeFolder(dirname(half), 0o700)
        await pipeline(body, createWriteStream(half, { mode: 0o600, flush: true }))
        await rename(half, path(key))
        const folder = await open(dirname(half))
        await folder.sync()
        await folder.close()
      } catch (error) {
        await rm(half, { force: true }).catch(() => {})
        throw inWords(error as NodeJS.ErrnoException, root)
      }
    },
    async get(key) {
      const file = await open(path(key)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new BackupFailure(`Falta ${key} em ${root}.`) : inWords(error, root)
      })
      return file.createReadStream().on('error', () => {})
    },
    size: (key) =>
      stat(path(key)).then(
        (s) => s.size,
        () => null,
      ),
    async *list(prefix) {
      const folder = join(root, prefix.replace(/[^/]*$/, ''))
      const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
        (error: NodeJS.ErrnoException) => {
          // A place that cannot be read is not an empty one.
          if (error.code !== 'ENOENT') throw inWords(error, root)
          return []
        },
      )
      for (const entry of names) {
        const key = relative(root, join(entry.parentPath, entry.name))
        if (!entry.isFile() || key.endsWith(HALF) || !key.startsWith(prefix)) continue
        const s = await stat(join(root, key)).catch(() => null)
        if (s) yield { key, size: s.size, at: s.mtime }
      }
    },
    async remove(keys) {
      for (const key of keys) {
        await rm(path(key), { force: true })
        // Folders that nothing is left in.
        for (let folder = dirname(path(key)); folder !== root; folder = dirname(folder))
          if (
            !(await rmdir(folder).then(
              () => true,
              () => false,
            ))
          )
            break
      }
    },
    async sweep() {
      for (const entry of await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])) {
        const half = join(entry.parentPath, entry.name)
        if (!entry.name.endsWith(HALF)) continue
        const s = await stat(half).catch(() => null)
        if (s && Date.now() - s.mtimeMs > STALE) await rm(half, { force: true })
      }
    },
    close: () => {},
  }
}
/** The sentence for an error of the system at a backup place; other errors as they are. */
export function inWords(error: NodeJS.ErrnoException, root: string): Error {
  const words: Record<string, string> = {
    ENOSPC: `Não há mais espaço em ${root}: o backup não foi feito, os de antes continuam inteiros.`,
    EDQUOT: `A cota de disco de ${root} acabou: o backup não foi feito, os de antes continuam inteiros.`,
    EACCES: `Sem permissão para usar ${root}.`,
    EPERM: `Sem permissão para usar ${root}.`,
    EROFS: `${root} é só de leitura.`,
    ENOTDIR: `${root} não é uma pasta.`,
    EEXIST: `${root} não é uma pasta.`,
    ENOENT: `A pasta ${root} não existe e não pode ser criada.`,
    EIO: `O disco de ${root} não responde: o backup não foi feito, os de antes continuam inteiros.`,
  }
  const said = words[error.code ?? '']
  return said ? new BackupFailure(said, { cause: error }) : error
}
