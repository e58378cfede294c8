// Argon2id from node:crypto, at most four at a time: unlimited sign-in tries must not take the machine.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal } from '#shared/errors.ts'

const PARAMETERS = { memory: 19456, passes: 2, parallelism: 1, tagLength: 32 }
let busy = 0
const waiting: (() => void)[] = []

async function derive(password: string, nonce: Buffer): Promise<Buffer> {
  if (busy >= 4) {
    if (waiting.length >= 50) throw new Refusal('busy')
    await new Promise<void>((go) => waiting.push(go))
  }
  busy++
  try {
    return await promisify(argon2)('argon2id', { message: password, nonce, ...PARAMETERS })
  } finally {
    busy--
    waiting.shift()?.()
  }
}
/** "argon2id$m=19456,t=2,p=1$salt$tag" */
const written = (salt: string, tag: Buffer) =>
  `argon2id$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=1$${salt}$${tag.toString('base64url')}`
function partsOf(hash: string) {
  const [, , salt, tag] = hash.split('$') as [string, string, string, string]
  return { salt, tag: Buffer.from(tag, 'base64url') }
}
/** No password is longer (contracts of users and sessions). */
const LONGEST = 128
const derived = (password: string, salt: string) => derive(password.slice(0, LONGEST), Buffer.from(salt, 'base64url'))
const nobody = written(Buffer.alloc(16).toString('base64url'), Buffer.alloc(32))

/** `salt`: the one that other passwords of the same e-mail have; '' draws one. */
export async function hashPassword(password: string, salt = ''): Promise<string> {
  const own = salt || randomBytes(16).toString('base64url')
  return written(own, await derive(password, Buffer.from(own, 'base64url')))
}
/** Takes the same time when there is no such account (`hash` null). */
export async function checkPassword(password: string, hash: string | null): Promise<boolean> {
  return (await whichOpens(password, hash === null ? [] : [hash])) !== null
}
/**
 * Which of the hashes of one e-mail the password opens. Each salt is derived once, and an
 * e-mail has one: five accounts, one and none cost the same. A hash that has another salt (of before, or of another
 * e-mail) is answered anew with the common one.
 */
export async function whichOpens(
  password: string,
  hashes: string[],
): Promise<{ index: number; anew: string | null } | null> {
  const all = (hashes.length > 0 ? hashes : [nobody]).map(partsOf)
  const tags = new Map<string, Buffer>()
  for (const { salt } of all) if (!tags.has(salt)) tags.set(salt, await derived(password, salt))
  const index = all.findIndex(({ salt, tag }) => timingSafeEqual(tag, tags.get(salt) as Buffer))
  const [common] = all as [(typeof all)[number]]
  // A longer one costs the same work, and is not the one whose beginning it has.
  if (index < 0 || hashes.length === 0 || password.length > LONGEST) return null
  return {
    index,
    anew: all[index]?.salt === common.salt ? null : written(common.salt, tags.get(common.salt) as Buffer),
  }
}
