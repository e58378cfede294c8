// A push service and the browsers behind it (RFC 8030): takes what is signed for it (RFC 8292), and opens what is encrypted
// for each browser (RFC 8291, 8188) with node's own cryptography, not with the library that sealed it.
import { createDecipheriv, createECDH, createHmac, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Push } from '#features/notices/rules.ts'

export interface SimulatedBrowser {
  endpoint: string
  p256dh: string
  auth: string
  /** What arrived, opened. */
  received: Push[]
  /** What the service answers for it. */
  answer: number
  /** Seconds, or a date; nothing: it does not say. */
  retryAfter: string
  /** How often the service was asked. */
  asked: number
  /** Why it took a message for none of its own; must stay empty. */
  refusals: string[]
  headers: Record<string, unknown>
}
export interface PushSimulator {
  origin: string
  /** A browser that subscribed under this key of the application server. */
  browser(key: string): SimulatedBrowser
  close(): void
}
const hmac = (key: Buffer, ...parts: Buffer[]) => createHmac('sha256', key).update(Buffer.concat(parts)).digest()
/** RFC 8291, section 4: what was encrypted for this browser, or a throw. */
function opened(body: Buffer, pair: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const size = body.readUInt32BE(16)
  const length = body.readUInt8(20)
  const sender = body.subarray(21, 21 + length)
  const sealed = body.subarray(21 + length)
  if (length !== 65 || sealed.length > size) throw new Error('not one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender, Buffer.of(1)])
  const secret = hmac(hmac(auth, pair.computeSecret(sender)), info)
  const prk = hmac(salt, secret)
  const key = hmac(prk, Buffer.from('Content-Encoding: aes128gcm\0\u0001')).subarray(0, 16)
  const nonce = hmac(prk, Buffer.from('Content-Encoding: nonce\0\u0001')).subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = plain.findLastIndex((byte) => byte !== 0)
  if (plain[end] !== 2) throw new Error('not the last record')
  return plain.subarray(0, end).toString('utf8')
}
/** RFC 8292, section 2: who signed is whom the browser subscribed to, for this service, for a day at most. */
function whyNotSigned(authorization: string, origin: string, subscribed: string): string {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  if (key !== subscribed) return 'another key than was subscribed to'
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const told = Buffer.from(signature, 'base64url')
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), { key: publicKey, dsaEncoding: 'ieee-p1363' }, told))
    return 'a wrong signature'
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>
  const { aud, exp, sub } = read(claims)
  const left = Number(exp) - Date.now() / 1000
  if (read(head).alg !== 'ES256') return 'another algorithm'
  if (aud !== origin) return `for ${String(aud)}`
  if (!(left > 0 && left <= 86_400)) return 'too long, or over'
  return /^(mailto:.+@.+|https:\/\/.+)/.test(String(sub)) ? '' : `from ${String(sub)}`
}
export async function pushSimulator(): Promise<PushSimulator> {
  const browsers = new Map<string, { one: SimulatedBrowser; pair: ECDH; key: string }>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const found = browsers.get(request.url ?? '')
      if (request.method !== 'POST' || !found) return void response.writeHead(404).end()
      const { one, pair, key } = found
      one.asked++
      one.headers = request.headers
      if (one.answer !== 201) {
        const wait = one.retryAfter ? { 'retry-after': one.retryAfter } : {}
        return void response.writeHead(one.answer, wait).end()
      }
      const why = whyNotSigned(String(request.headers.authorization), origin, key)
      if (why || request.headers['content-encoding'] !== 'aes128gcm' || !Number(request.headers.ttl)) {
        one.refusals.push(why || 'no aes128gcm, or no TTL')
        return void response.writeHead(403).end()
      }
      try {
        one.received.push(JSON.parse(opened(Buffer.concat(chunks), pair, Buffer.from(one.auth, 'base64url'))) as Push)
        response.writeHead(201, { location: `${origin}/m/${one.asked}` }).end()
      } catch (error) {
        one.refusals.push(String(error))
        response.writeHead(400).end()
      }
    })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    browser(key) {
      const path = `/p/${randomBytes(12).toString('base64url')}`
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const one: SimulatedBrowser = {
        endpoint: origin + path,
        p256dh: pair.getPublicKey('base64url'),
        auth: randomBytes(16).toString('base64url'),
        received: [],
        answer: 201,
        retryAfter: '',
        asked: 0,
        refusals: [],
        headers: {},
      }
      browsers.set(path, { one, pair, key })
      return one
    },
    close: () => server.close(),
  }
}
