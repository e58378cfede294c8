// Secrets at rest that must be read again (keys of ERPs, of webhooks): AES-256-GCM, bound to where they stand, so that a row
// copied to another company, link or field does not open. Envelope: version, nonce (12), tag (16), text.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 1
export interface Place {
  company_id: number
  /** The link or webhook, by id; `field` tells whose ids these are. */
  of: number
  field: string
}
const key = (appKey: string) => Buffer.from(hkdfSync('sha256', appKey, '', 'integration-secrets', 32))
const bound = (p: Place) => Buffer.from(`${p.company_id}|${p.of}|${p.field}`)

export function seal(appKey: string, place: Place, secret: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key(appKey), nonce).setAAD(bound(place))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), text])
}
/** Throws when the envelope was made for another place, by another key, or was changed. */
export function unseal(appKey: string, place: Place, sealed: Buffer): string {
  if (sealed[0] !== VERSION) throw new Error('sealed by a version that is not known')
  const decipher = createDecipheriv('aes-256-gcm', key(appKey), sealed.subarray(1, 13))
    .setAAD(bound(place))
    .setAuthTag(sealed.subarray(13, 29))
  return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]).toString('utf8')
}
