// One try to bring something to the server, and what came of it. Knows neither screen nor kinds.
import { fromDataUrl } from '../data_url.ts'
import type { Item, Refusal } from './item.ts'

export type Later = 'offline' | 'busy' | 'broken' | 'signin' | 'closed'
export type Tried = { sent: unknown } | { refused: Refusal } | { later: Later; seconds?: number; said?: string }

/** As long as a try may take: a network that hangs is none. */
const PATIENCE = 20_000
/** What the server says of a company that is closed: it may open again, and nothing is wrong with what waits. */
const CLOSED = new Set(['company_closed', 'catalogue_closed'])

function written(body: Item['body'], files: Item['files']): { headers: Record<string, string>; body: BodyInit } {
  if (!files) return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const form = new FormData()
  for (const [key, v] of Object.entries(body)) if (v !== undefined) form.append(key, String(v))
  for (const [field, url] of Object.entries(files)) form.append(field, fromDataUrl(url, field))
  return { headers: {}, body: form }
}
export async function post(item: Item, token: string): Promise<Tried> {
  const { method, path, queued } = item
  const { headers, body } = written(queued ? { ...item.body, queued: '1' } : item.body, item.files)
  let response: Response
  let read: unknown
  try {
    response = await fetch(path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      body,
      signal: AbortSignal.timeout(PATIENCE),
    })
    // Half an answer is none.
    read = await response.json().catch((e: unknown) => {
      if (e instanceof SyntaxError) return null
      throw e
    })
  } catch {
    return { later: 'offline' }
  }
  const answer = (typeof read === 'object' && read !== null ? read : {}) as Record<string, unknown>
  const { status } = response
  if (response.ok) return answer.status === 'success' ? { sent: answer.data } : { later: 'offline' }
  const said = typeof answer.message === 'string' ? { said: answer.message } : {}
  if (status === 401) return { later: 'signin', ...said }
  const wait = Number(response.headers.get('retry-after'))
  const seconds = wait > 0 ? { seconds: wait } : {}
  if (status === 500) return { later: 'broken', ...said }
  if (status > 500 || [408, 425, 429].includes(status)) return { later: 'busy', ...seconds, ...said }
  // Something between here and the server has answered: a hotel's page, a proxy.
  if (typeof answer.code !== 'string') return { later: 'offline' }
  if (CLOSED.has(answer.code)) return { later: 'closed', ...said }
  return { refused: { status, body: answer } }
}
