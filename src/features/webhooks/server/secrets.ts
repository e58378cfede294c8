// The secret that messages are signed with (Standard Webhooks): 32 random bytes, sealed at rest, shown once.
import { randomBytes } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { seal, unseal } from '#server/seal.ts'
import type { Target } from './queries.ts'

const place = (company_id: number, of: number) => ({ company_id, of, field: 'webhook' })

export function newSecret({ appKey }: Config, company_id: number, webhook: number) {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  return { secret, sealed: seal(appKey, place(company_id, webhook), secret), last4: secret.slice(-5, -1) }
}
/** Those that are good now: the one before, too, until its time is over. */
export function secretsOf({ appKey }: Config, company_id: number, t: Target, now: Date): string[] {
  const old = t.old_secret && t.old_until && t.old_until > now ? [t.old_secret] : []
  return [t.secret, ...old].map((sealed) => unseal(appKey, place(company_id, t.id), sealed))
}
