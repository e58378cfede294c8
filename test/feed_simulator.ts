// Another system's list of products at an address: answers as web servers do, with an ETag (RFC 9110).
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FeedSimulator {
  origin: string
  body: string | Buffer
  type: string
  /** Other than 200. */
  status: number
  headers: Record<string, string>
  asked: number
  /** How often it said that nothing had changed. */
  same: number
  close(): void
}
export async function feedSimulator(): Promise<FeedSimulator> {
  const server = createServer((request, response) => {
    one.asked++
    if (one.status !== 200) return void response.writeHead(one.status, one.headers).end()
    const etag = `"${createHash('sha1').update(one.body).digest('hex')}"`
    if (request.headers['if-none-match'] === etag) {
      one.same++
      return void response.writeHead(304, { etag }).end()
    }
    response.writeHead(200, { 'content-type': one.type, etag, ...one.headers }).end(one.body)
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const one: FeedSimulator = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    body: '',
    type: 'text/csv',
    status: 200,
    headers: {},
    asked: 0,
    same: 0,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return one
}
