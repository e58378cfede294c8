// Another system that takes webhooks: each is verified by the library that Standard Webhooks gives to receivers, not by the
// code that signed it.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface ReceivedMessage {
  id: string
  type: string
  sequence: number
  data: Record<string, unknown>
  raw: string
  headers: IncomingHttpHeaders
}
export interface WebhookSimulator {
  origin: string
  /** What it verifies with. */
  secret: string
  /** Taken, in the order they came. */
  received: ReceivedMessage[]
  /** Why it took a message for a forgery; must stay empty. */
  refusals: string[]
  /** What it answers, and to which messages alone. */
  answer: number
  only: (message: ReceivedMessage) => boolean
  headers: Record<string, string>
  /** Holds the answers at an address until this is over. */
  hold: ((path: string) => Promise<void> | null) | null
  asked: number
  close(): void
}
export async function webhookSimulator(): Promise<WebhookSimulator> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void take(Buffer.concat(chunks).toString('utf8')))
    async function take(raw: string): Promise<void> {
      one.asked++
      await one.hold?.(request.url ?? '')
      try {
        new Webhook(one.secret).verify(raw, request.headers as Record<string, string>)
      } catch (error) {
        one.refusals.push(String(error))
        return void response.writeHead(401).end()
      }
      const { type, sequence, data } = JSON.parse(raw) as ReceivedMessage
      const message = { id: String(request.headers['webhook-id']), type, sequence, data, raw, headers: request.headers }
      if (one.answer >= 300 && one.only(message)) return void response.writeHead(one.answer, one.headers).end()
      one.received.push(message)
      response.writeHead(204).end()
    }
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const one: WebhookSimulator = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret: '',
    received: [],
    refusals: [],
    answer: 204,
    only: () => true,
    headers: {},
    hold: null,
    asked: 0,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return one
}
