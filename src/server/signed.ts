// Messages that prove who sent them: t=<seconds>,v1=<hex of HMAC-SHA256 over "t.body"> in x-mostruario-signature.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyRequest, RequestPayload } from 'fastify'
import { Refusal } from '#shared/errors.ts'

const MOST = 64 * 1024
/** A message may be this old. */
const SECONDS = 300

/** Keeps a small body's bytes on the request; the parser reads them afterwards. */
export async function keepBytes(request: FastifyRequest, _reply: unknown, payload: RequestPayload): Promise<RequestPayload> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of payload) {
    size += (chunk as Buffer).length
    if (size > MOST) throw new Refusal('too_large')
    chunks.push(chunk as Buffer)
  }
  request.bytes = Buffer.concat(chunks)
  const again: RequestPayload = Readable.from(chunks.length ? [request.bytes] : [])
  again.receivedEncodedLength = size
  return again
}
export const signatureOf = (secret: string, seconds: number, bytes: Uint8Array | string) =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest('hex')}`
/** Whether two signatures are the same, in a time that tells nothing. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
/** Throws unless the request was signed with `secret` within the last five minutes. Without a secret nothing is taken. */
export function assertSigned(request: FastifyRequest, secret: string, now: Date): void {
  const given = String(request.headers['x-mostruario-signature'] ?? '')
  const seconds = Number(/^t=(\d{1,12}),/.exec(given)?.[1])
  if (!secret || !request.bytes || !(Math.abs(now.getTime() / 1000 - seconds) <= SECONDS)) throw new Refusal('unsigned')
  const good = Buffer.from(signatureOf(secret, seconds, request.bytes))
  const sent = Buffer.from(given)
  if (!sameBytes(good, sent)) throw new Refusal('unsigned')
}
