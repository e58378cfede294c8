// Messages that prove who sent them: t=<seconds>,v1=<hex of HMAC-SHA256 over "t.body"> in x-mostruario-signature.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#shared/errors.ts'

/** A message may be this old. */
const SECONDS = 300

export const signatureOf = (secret: string, seconds: number, bytes: Uint8Array | string) =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest('hex')}`
/** Whether two signatures are the same, in a time that tells nothing. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
/** Throws unless the request was signed with `secret` within the last five minutes.
 * Without a secret nothing is taken. */
export function assertSigned(request: FastifyRequest, secret: string, now: Date): void {
  const given = String(request.headers['x-mostruario-signature'] ?? '')
  const seconds = Number(/^t=(\d{1,12}),/.exec(given)?.[1])
  if (!secret || !request.bytes || !(Math.abs(now.getTime() / 1000 - seconds) <= SECONDS)) throw new Refusal('unsigned')
  const good = Buffer.from(signatureOf(secret, seconds, request.bytes))
  const sent = Buffer.from(given)
  if (!sameBytes(good, sent)) throw new Refusal('unsigned')
}

/** The header webhook-signature of Standard Webhooks: one signature for each secret that is good now. A secret is
 * whsec_ and the base64 of its bytes. */
export const webhookSignature = (secrets: readonly string[], id: string, seconds: number, body: string) =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
    })
    .join(' ')
