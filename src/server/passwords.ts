// Argon2id by few threads of their own, which leave the processor to all others: many who sign in, and tries without
// end, must not take the machine.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Refusal } from '#shared/errors.ts'
import { idling } from './idle.ts'
import type { Derivation } from './passwords_work.ts'
import { queueFor } from './turns.ts'

const PARAMETERS = { memory: 19456, passes: 2, parallelism: 1, tagLength: 32 }
const THREADS = 2
/** Derivations that one try to sign in may cost. */
const MOST_SALTS = 5
/** As many wait at most. */
const LONGEST_QUEUE = 50
/** A thread with nothing to do ends after this, in ms. */
const IDLE = 15_000

const idle = idling<Worker>(IDLE, (thread) => void thread.terminate())
const inTurn = queueFor({ most: THREADS, waiting: LONGEST_QUEUE, busy: () => new Refusal('busy') })

const derive = (password: string, nonce: Buffer) =>
  inTurn({}, () => run(idle.take() ?? launch(), { message: password, nonce, ...PARAMETERS }))
function launch(): Worker {
  const thread = new Worker(join(import.meta.dirname, 'passwords_work.ts'))
  // Whose work it has is told by its end; one that rests has nobody to tell.
  return thread.on('error', () => {}).on('exit', () => idle.forget(thread))
}
async function run(thread: Worker, work: Derivation): Promise<Buffer> {
  thread.ref()
  const told = new AbortController()
  const { signal } = told
  const ended = once(thread, 'exit', { signal }).then(() => {
    throw new Refusal('busy')
  })
  const answer = once(thread, 'message', { signal })
  thread.postMessage(work)
  const [tag] = (await Promise.race([answer, ended]).finally(() => told.abort())) as [Uint8Array]
  // One that waits keeps no process alive.
  thread.unref()
  idle.rest(thread)
  return Buffer.from(tag)
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
/** The first accounts whose salts are few: each further salt would cost a derivation. */
export function fewSalts<T extends { password_hash: string }>(accounts: readonly T[]): T[] {
  const salts = new Set<string>()
  return accounts.filter(({ password_hash }) => {
    const { salt } = partsOf(password_hash)
    if (salts.size < MOST_SALTS) salts.add(salt)
    return salts.has(salt)
  })
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
