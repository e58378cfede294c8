// Argon2id from node:crypto, at most four at a time: unlimited sign-in tries must not take the machine.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal } from '#shared/errors.ts'

const PARAMETERS = { memory: 19456, passes: 2, parallelism: 1, tagLength: 32 }
const run = promisify(argon2)
let busy = 0
const waiting: (() => void)[] = []

async function derive(password: string, nonce: Buffer): Promise<Buffer> {
  if (busy >= 4) {
    if (waiting.length >= 50) throw new Refusal('busy')
    await new Promise<void>((go) => waiting.push(go))
  }
  busy++
  try {
    return await run('argon2id', { message: password, nonce, ...PARAMETERS })
  } finally {
    busy--
    waiting.shift()?.()
  }
}
/** "argon2id$m=19456,t=2,p=1$nonce$tag" */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(password, nonce)
  return `argon2id$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=1$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}
const nobody = `argon2id$m=19456,t=2,p=1$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(32).toString('base64url')}`
/** Takes the same time when there is no such account (`hash` null). */
export async function checkPassword(password: string, hash: string | null): Promise<boolean> {
  const [, , nonce, tag] = (hash ?? nobody).split('$') as [string, string, string, string]
  const good = Buffer.from(tag, 'base64url')
  const given = await derive(password.slice(0, 128), Buffer.from(nonce, 'base64url'))
  return timingSafeEqual(good, given) && hash !== null
}
