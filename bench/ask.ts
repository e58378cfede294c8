// One request, over lines that stay open. Node's fetch leaves `host` out, by which a company's pages are told apart:
// whoever asks with it gets the pages of the first company, whichever was meant.
import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true })
export interface Answered {
  status: number
  ok: boolean
  text: string
}
export function ask(url: string, { method = 'GET', headers, body }: RequestInit = {}): Promise<Answered> {
  const text = (body ?? '') as string
  const own = Object.fromEntries(new Headers(headers))
  if (text) own['content-length'] = String(Buffer.byteLength(text))
  return new Promise((done, fail) => {
    const on = request(url, { agent, method, headers: own }, (r) => {
      const pieces: Buffer[] = []
      r.on('data', (piece: Buffer) => pieces.push(piece))
      r.on('error', fail)
      r.on('end', () => {
        const status = r.statusCode ?? 0
        done({ status, ok: status >= 200 && status < 300, text: Buffer.concat(pieces).toString() })
      })
    })
    on.on('error', fail)
    on.end(text)
  })
}
