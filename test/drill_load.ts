// What an installation does while a drill lasts: orders, categories with a photo, and one product's description counted
// upwards, without end; and when each of them was acknowledged.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { aCart, newCart } from './kit.ts'
import type { Started } from './starting.ts'

export interface Sent {
  from: number
  /** When it was acknowledged; Infinity: never. */
  at: number
  name: string
}
/** Between two of a sender, in ms. Without --long other tests need the machine as well. */
const BETWEEN = process.env.LONG ? 20 : 250
export const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))
interface Answered {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked field by field
  body: any
}
export async function api(s: Started, method: string, path: string, token: string, body?: object): Promise<Answered> {
  const form = body instanceof FormData
  const r = await fetch(`${s.origin}${path}`, {
    method,
    signal: AbortSignal.timeout(20_000),
    headers: { authorization: `Bearer ${token}`, ...(body && !form && { 'content-type': 'application/json' }) },
    ...(body && { body: form ? body : JSON.stringify(body) }),
  })
  return { status: r.status, body: await r.json() }
}
export const well = (r: Answered): Answered['body'] => {
  assert.ok(r.status < 300, JSON.stringify(r))
  return r.body
}
export const signIn = async (s: Started, email: string) =>
  well(await api(s, 'POST', '/api/v1/auth/login', '', { email, password: 'mostruario' }))

export interface Load {
  sent: Sent[]
  /** Those of them that are photos. */
  photos: Sent[]
  /** Values of the counted product. */
  counted: Sent[]
  wrong: string[]
  end(): Promise<void>
}
export function load(s: Started, company: number, admin: string, buyer: string, product: number): Load {
  const [sent, pictures, counted, wrong]: [Sent[], Sent[], Sent[], string[]] = [[], [], [], []]
  let working = true
  const send = async (into: Sent[][], name: string, ask: () => Promise<Answered>) => {
    const one = { from: Date.now(), at: Number.POSITIVE_INFINITY, name }
    for (const list of into) list.push(one)
    // A kill breaks what is under way.
    const r = await ask().catch(() => null)
    if (r && r.status < 300) one.at = Date.now()
    else if (r && r.status !== 503) wrong.push(JSON.stringify(r))
    await pause(BETWEEN)
  }
  const orders = async () => {
    while (working) {
      const name = `Ensaio ${randomUUID()}`
      const cart = aCart([{ product_id: product, quantity: 1 }], { name, cart_id: newCart() })
      await send([sent], name, () => api(s, 'POST', `/api/v2/companies/${company}/order_cart`, buyer, cart))
    }
  }
  const photos = async () => {
    for (let i = 0; working; i++) {
      const background = { r: i % 256, g: (i * 7) % 256, b: (i >> 8) % 256 }
      const bytes = await sharp({ create: { width: 60, height: 60, channels: 3, background } })
        .png()
        .toBuffer()
      const form = new FormData()
      const name = `Ensaio ${randomUUID()}`
      form.set('name', name)
      form.set('file', new File([new Uint8Array(bytes)], 'f.png', { type: 'image/png' }))
      await send([sent, pictures], name, () => api(s, 'POST', '/api/v1/categories', admin, form))
    }
  }
  const changes = async () => {
    for (let n = 1; working; n++)
      await send([counted], String(n), () =>
        api(s, 'PUT', `/api/v1/products/${product}`, admin, { description: `${n}` }),
      )
  }
  const all = Promise.all([orders(), orders(), orders(), photos(), changes()])
  return {
    sent,
    photos: pictures,
    counted,
    wrong,
    async end() {
      working = false
      await all
    },
  }
}
