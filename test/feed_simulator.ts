// Another system's list of products at an address: answers as web servers do, with an ETag (RFC 9110).
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FeedSimulator {
  origin: string
  body: string | Buffer
  type: string
  /** Other than 200. */
  status: number
  headers: Record<string, string>
  /** Nobody is answered before it. */
  held: Promise<unknown> | undefined
  asked: number
  /** How often it said that nothing had changed. */
  same: number
  close(): void
}
export async function feedSimulator(): Promise<FeedSimulator> {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (one.status !== 200) return void response.writeHead(one.status, one.headers).end()
    const etag = `"${createHash('sha1').update(one.body).digest('hex')}"`
    if (request.headers['if-none-match'] === etag) {
      one.same++
      return void response.writeHead(304, { etag }).end()
    }
    response.writeHead(200, { 'content-type': one.type, etag, ...one.headers }).end(one.body)
  }
  const server = createServer((request, response) => {
    one.asked++
    void Promise.resolve(one.held).then(() => answer(request, response))
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const one: FeedSimulator = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    body: '',
    type: 'text/csv',
    status: 200,
    headers: {},
    held: undefined,
    asked: 0,
    same: 0,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return one
}
