// Fetches a feed: public https addresses only, each one on the way to it; bounded in size and time.
import { createHash } from 'node:crypto'
import { askOutside, isOutside } from '#server/outgoing.ts'
import { Refusal } from '#shared/errors.ts'

const MOST_BYTES = 20 * 1024 * 1024
/** For all of it, wherever the address leads. */
const TIMEOUT = 60_000
/** Sheets that others publish lead once or twice to where they lie. */
const MOST_HOPS = 4

interface Known {
  etag: string
  last_modified: string
}
/** null: it is as it was. */
export type Fetched = (Known & { bytes: Buffer; hash: string; name: string }) | null
const failed = (text: string, values: Record<string, string | number> = {}) =>
  new Refusal('feed_failed', { message: { text, values } })

export async function fetchFeed(
  url: string,
  simulated: readonly string[],
  known: Known,
  timeout = TIMEOUT,
): Promise<Fetched> {
  const end = performance.now() + timeout
  let at = url
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    if (!isOutside(at, simulated)) throw failed('O endereço não é público.')
    const { status, headers, body } = await askOutside(at, simulated, {
      method: 'GET',
      headers: {
        accept: 'text/csv, application/xml, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, */*',
        'user-agent': 'Mostruario-Feed/1',
        ...(known.etag && { 'if-none-match': known.etag }),
        ...(known.last_modified && { 'if-modified-since': known.last_modified }),
      },
      most: MOST_BYTES,
      timeout: Math.max(1, Math.round(end - performance.now())),
    }).catch((error: Error) => {
      if (error.message === 'too large') throw failed('O arquivo do endereço é maior que 20 MB.')
      if (/Timeout|Abort/.test(error.name)) throw failed('O endereço não respondeu em 1 minuto.')
      throw failed(
        error.message === 'not a public address'
          ? 'O endereço não é público.'
          : 'Não foi possível conectar ao endereço.',
      )
    })
    if (status === 304) return null
    if (status === 200) {
      const text = (name: string) => String(headers[name] ?? '').slice(0, 300)
      return {
        bytes: body,
        hash: createHash('sha256').update(body).digest('hex'),
        name: new URL(url).hostname,
        etag: text('etag'),
        last_modified: text('last-modified'),
      }
    }
    const { location } = headers
    if (status < 300 || status >= 400 || typeof location !== 'string' || !URL.canParse(location, at))
      throw failed('O endereço respondeu {n}.', { n: status })
    at = new URL(location, at).href
  }
  throw failed('O endereço leva a outros sem parar.')
}
