// What is encrypted is sealed in chunks, each with AES-256-GCM: its nonce is its number and whether it is the last, its
// name is the object's. So nothing can be changed, cut, moved or given another name, and no chunk is let out unread.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto'
import { Transform } from 'node:stream'
import { BackupFailure } from './vault.ts'

const MAGIC = Buffer.from('MOSTRUARIO-1\n')
const CHUNK = 64 * 1024
const TAG = 16
const HEAD = MAGIC.length + 8 + 16

export interface Key {
  /** Says whether a key is the right one before anything is opened. */
  check: Buffer
  master: Buffer
}
/** Costly on purpose, so once: a key may be a sentence that people remember. */
export function keyOf(secret: string): Key {
  const master = scryptSync(secret, 'mostruario backup', 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 })
  return { master, check: createHmac('sha256', master).update('check').digest().subarray(0, 8) }
}
const ownKey = (key: Key, salt: Buffer) => Buffer.from(hkdfSync('sha256', key.master, salt, 'object', 32))
function nonce(n: number, last: boolean): Buffer {
  const b = Buffer.alloc(12)
  b.writeBigUInt64BE(BigInt(n), 0)
  b[11] = last ? 1 : 0
  return b
}
export function sealing(key: Key, name: string): Transform {
  const salt = randomBytes(16)
  const own = ownKey(key, salt)
  let n = 0
  let rest: Buffer = Buffer.alloc(0)
  const seal = (bytes: Buffer, last: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', own, nonce(n++, last)).setAAD(Buffer.from(name))
    return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
  return new Transform({
    construct(done) {
      this.push(Buffer.concat([MAGIC, key.check, salt]))
      done()
    },
    transform(bytes: Buffer, _, done) {
      rest = Buffer.concat([rest, bytes])
      // The last chunk is known only at the end: one is held back.
      for (; rest.length > CHUNK; rest = rest.subarray(CHUNK)) this.push(seal(rest.subarray(0, CHUNK), false))
      done()
    },
    flush(done) {
      this.push(seal(rest, true))
      done()
    },
  })
}
export function opening(key: Key, name: string): Transform {
  let own: Buffer | undefined
  let n = 0
  let rest: Buffer = Buffer.alloc(0)
  const broken = () => new BackupFailure(`${name} está danificado ou foi trocado.`)
  const open = (bytes: Buffer, last: boolean) => {
    if (!own || bytes.length < TAG) throw broken()
    const decipher = createDecipheriv('aes-256-gcm', own, nonce(n++, last)).setAAD(Buffer.from(name))
    decipher.setAuthTag(bytes.subarray(-TAG))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG)), decipher.final()])
    } catch {
      throw broken()
    }
  }
  const head = () => {
    if (!rest.subarray(0, MAGIC.length).equals(MAGIC)) throw broken()
    if (!timingSafeEqual(rest.subarray(MAGIC.length, MAGIC.length + 8), key.check))
      throw new BackupFailure('BACKUP_KEY não é a chave deste backup.')
    own = ownKey(key, rest.subarray(MAGIC.length + 8, HEAD))
    rest = rest.subarray(HEAD)
  }
  return new Transform({
    transform(bytes: Buffer, _, done) {
      try {
        rest = Buffer.concat([rest, bytes])
        if (!own && rest.length >= HEAD) head()
        for (; own && rest.length > CHUNK + TAG; rest = rest.subarray(CHUNK + TAG))
          this.push(open(rest.subarray(0, CHUNK + TAG), false))
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      try {
        this.push(open(rest, true))
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
}
