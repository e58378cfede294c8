// The documentation's examples, run as they are read.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { webhookSignature } from '#server/signed.ts'
import { aCart, aCompany, aProduct, order, startTestApp, type TestApp } from '../../../../test/kit.ts'

let t: TestApp
before(async () => {
  t = await startTestApp()
})
after(() => t.close())
const plain = (html: string) => html.replace(/&#(\d+);/g, (_, n: string) => String.fromCharCode(Number(n)))
/** The examples of /api/docs, in their order. */
async function examples(): Promise<string[]> {
  const { body } = await t.call('GET', '/api/docs')
  return [...String(body).matchAll(/<pre><code>([\s\S]*?)<\/code><\/pre>/g)].map((m) => plain(m[1] as string))
}
test('the example of a receiver takes what we sign, also while the secret is replaced, and refuses what was changed or is old', async () => {
  const [receive = ''] = await examples()
  const file = join(t.config.dataDir, 'receive.mjs')
  writeFileSync(file, receive)
  const { received } = (await import(file)) as {
    received: (secret: string, headers: Record<string, string>, body: string) => unknown
  }
  const [old, fresh] = ['um', 'dois'].map((s) => `whsec_${Buffer.from(s.repeat(12)).toString('base64')}`) as [
    string,
    string,
  ]
  const body = '{"type":"test","data":{"message":"olá"}}'
  const sent = (seconds: number) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': webhookSignature([fresh, old], 'msg_1', seconds, body),
  })
  const now = Math.floor(Date.now() / 1000)
  for (const secret of [old, fresh]) assert.deepEqual(received(secret, sent(now), body), JSON.parse(body))
  assert.throws(() => received('whsec_b3V0cm8=', sent(now), body), /assinatura/)
  assert.throws(() => received(fresh, sent(now), body.replace('olá', 'ola')), /assinatura/)
  assert.throws(() => received(fresh, { ...sent(now), 'webhook-id': 'msg_2' }, body), /assinatura/)
  assert.throws(() => received(fresh, sent(now - 400), body), /velha/)
})
test('the example of a key reads products, makes one, changes it and confirms the orders that wait', async () => {
  const [, calls = ''] = await examples()
  const file = join(t.config.dataDir, 'calls.mjs')
  writeFileSync(file, calls)
  const a = await aCompany(t)
  const p = await aProduct(t, a)
  const sent = await order(t, a, a.client.token, aCart([{ product_id: p.id, quantity: 2 }]))
  const scopes = ['products:read', 'products:write', 'orders:read', 'orders:write']
  const made = await t.call('POST', '/api/v2/keys', { token: a.admin.token, body: { name: 'ERP', scopes } })
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as { port: number }
  const env = { ...process.env, MOSTRUARIO_URL: `http://127.0.0.1:${port}`, MOSTRUARIO_KEY: made.body.data.token }
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env })
  const said = JSON.parse(stdout) as { products: number; made: number; confirmed: number[] }
  assert.deepEqual([said.products, said.confirmed], [1, [sent.body.data.id]])
  const read = await t.call('GET', `/api/v1/products/${said.made}`, { token: a.admin.token })
  assert.deepEqual([read.body.data.price, read.body.data.stock], ['89,00', 12])
})
