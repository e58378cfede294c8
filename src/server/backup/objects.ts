// One object of a backup: compressed, sealed when there is a key, counted and hashed as it is stored.
import { createHash } from 'node:crypto'
import { pipeline as connected, PassThrough, Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { type Key, opening, sealing } from './seal.ts'
import { S3Failure } from '../s3.ts'
import { BackupFailure, type Vault } from './vault.ts'

export interface Stored {
  key: string
  bytes: number
  sha256: string
}
export interface Store {
  vault: Vault
  /** Whether what is stored is encrypted is told by its name. */
  key: Key | null
}
const SEALED = '.enc'
export const nameIn = (store: Store, key: string) => `${key}.zst${store.key ? SEALED : ''}`

/** Counts and hashes what goes through; `checked` may refuse at its end what it told. */
function counted(checked: (told: Omit<Stored, 'key'>) => BackupFailure | null = () => null) {
  const hash = createHash('sha256')
  let told = { bytes: 0, sha256: '' }
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      told.bytes += chunk.length
      done(null, chunk)
    },
    flush(done) {
      told = { ...told, sha256: hash.digest('hex') }
      done(checked(told))
    },
  })
  return { through, told: () => told }
}
const packing = () =>
  createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } })

/** `key` without its endings. What breaks on the way leaves nothing under it. */
export async function putObject(store: Store, key: string, source: Readable): Promise<Stored> {
  const name = nameIn(store, key)
  const { through, told } = counted()
  const out = new PassThrough()
  const made = store.key
    ? pipeline(source, packing(), sealing(store.key, name), through, out)
    : pipeline(source, packing(), through, out)
  const put = store.vault.put(name, out).catch((error: Error) => {
    // Nobody reads on: what writes must not wait for that.
    out.destroy()
    throw error
  })
  const [written, sent] = await Promise.allSettled([made, put])
  // What began it is the reason: where it went says so in words, else it is where it came from.
  if (sent.status === 'rejected' && (sent.reason instanceof BackupFailure || sent.reason instanceof S3Failure))
    throw sent.reason
  if (written.status === 'rejected') throw written.reason
  if (sent.status === 'rejected') throw sent.reason
  return { key: name, ...told() }
}
/** What was stored, opened; another byte than was stored, or one fewer, is an error before its end. */
export async function getObject(store: Store, stored: Stored | { key: string }): Promise<Readable> {
  const { key } = stored
  if (key.endsWith(SEALED) && !store.key)
    throw new BackupFailure('Este backup está cifrado: defina BACKUP_KEY, a chave com que foi feito.')
  const source = await store.vault.get(key)
  const { through: checked } = counted((told) => {
    const whole = !('sha256' in stored) || (told.bytes === stored.bytes && told.sha256 === stored.sha256)
    return whole ? null : new BackupFailure(`${key} não é o que foi guardado: está incompleto ou danificado.`)
  })
  const streams: NodeJS.ReadWriteStream[] = [checked]
  if (key.endsWith(SEALED) && store.key) streams.push(opening(store.key, key))
  const plain = createZstdDecompress()
  // Whoever reads the last of them hears of what broke before it.
  connected([source, ...streams, plain], () => {})
  return Readable.from(inWords(plain, key), { objectMode: false })
}
async function* inWords(plain: AsyncIterable<Buffer>, key: string): AsyncGenerator<Buffer> {
  try {
    yield* plain
  } catch (error) {
    if (error instanceof BackupFailure || error instanceof S3Failure) throw error
    throw new BackupFailure(`${key} está danificado (${(error as Error).message}).`, { cause: error })
  }
}
export const readObject = async (store: Store, stored: Stored | { key: string }): Promise<Buffer> =>
  buffer(await getObject(store, stored))
