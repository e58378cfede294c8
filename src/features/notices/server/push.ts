// One push to one device (RFC 8030): encrypted for it alone (RFC 8291), signed by us (RFC 8292). No row is held meanwhile.
import { createECDH } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { type Answered, askOutside, isOutside } from '#server/outgoing.ts'
import { secondsAsked } from '#shared/retry_after.ts'
import { LONGEST_REST, type Push } from '../rules.ts'
import type { Device } from './queries.ts'

/** How long a push service keeps it for a device that is off: what is of yesterday is in the panel. */
const TTL = 24 * 3600
const TIMEOUT = 10_000
const MOST_ANSWER = 10_000

const fromBase64 = (text: string) => Buffer.from(text, 'base64url')
/** The public half, as browsers take it. */
export function publicKey({ pushKey }: Config): string {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(fromBase64(pushKey))
  return pair.getPublicKey('base64url')
}
/** Whom a push service may write to about what we send: our site, or an address at it. */
const contact = ({ publicUrl }: Config) =>
  publicUrl.startsWith('https:') ? new URL(publicUrl).origin : `mailto:nao-responda@${new URL(publicUrl).hostname}`

/** Whether this may be the address of a push service. */
export const isService = (endpoint: string, { pushHosts }: Config) => isOutside(endpoint, pushHosts)
/** Whether a browser gave these keys: a point of the curve, and sixteen bytes. */
export function areKeys(p256dh: string, auth: string): boolean {
  const point = fromBase64(p256dh)
  if (point.length !== 65 || fromBase64(auth).length !== 16) return false
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  try {
    pair.computeSecret(point)
    return true
  } catch {
    return false
  }
}
/** `taken`; `gone`: the device takes none any more; `later`: not now, and when to ask again. */
export type Outcome = { is: 'taken' | 'gone' } | { is: 'later'; seconds: number }
export async function sendPush(config: Config, device: Device, push: Push, now: Date): Promise<Outcome> {
  // Loaded with the first push.
  const { default: webPush } = await import('web-push')
  let answer: Answered
  try {
    const { headers, body, endpoint } = webPush.generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
      JSON.stringify(push),
      {
        vapidDetails: { subject: contact(config), publicKey: publicKey(config), privateKey: config.pushKey },
        TTL,
        urgency: 'high',
        contentEncoding: 'aes128gcm',
      },
    )
    answer = await askOutside(endpoint, config.pushHosts, {
      method: 'POST',
      headers: headers as Record<string, string | number>,
      ...(body && { body }),
      most: MOST_ANSWER,
      timeout: TIMEOUT,
    })
  } catch {
    return { is: 'later', seconds: 0 }
  }
  if (answer.status >= 200 && answer.status < 300) return { is: 'taken' }
  if (answer.status === 404 || answer.status === 410) return { is: 'gone' }
  return { is: 'later', seconds: Math.min(secondsAsked(answer.headers['retry-after'], now), LONGEST_REST / 1000) }
}
