// Server-sent events over fetch: a reader is told until it goes, may hear nothing more, or the server ends in order.
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LiveEvent } from './live.ts'
import type { Kit } from './serve.ts'

/** Changes of catalogue and people are told together, once in so many milliseconds. */
const TOGETHER = 1000
/** Whatever stands between says that a line is dead on which nothing comes. */
const BEAT = 15_000
/** The lines that are open. One clock for all: a thousand of them would hold as many. */
const lines = new Set<ServerResponse>()
setInterval(() => {
  for (const out of lines) out.write(': aqui\n\n')
}, BEAT).unref()
export interface Reader {
  hears: (event: LiveEvent) => boolean
  /** Asked before each word: whoever may hear nothing more is told nothing more. */
  may: () => Promise<boolean>
  /** Milliseconds after which the reader has to come again. */
  life?: number
  /** Nothing is told any more. */
  over?: () => void
}
export function tellLive(kit: Kit, { request, reply }: { request: FastifyRequest; reply: FastifyReply }, r: Reader) {
  reply.hijack()
  const out = reply.raw
  out.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  out.write('retry: 2000\n\n')
  lines.add(out)
  // It may stay open for hours, and what it was opened with is not read again.
  request.raw.headers = {}
  request.raw.rawHeaders = []
  let n = 0
  let said = Promise.resolve()
  const say = (event: string, data: object) => {
    said = said
      .then(async () => {
        if (!(await r.may())) return close()
        if (!out.writableEnded)
          out.write(`id: ${++n}\nevent: ${event}\ndata: ${JSON.stringify({ type: event, ...data })}\n\n`)
      })
      .catch(close)
  }
  let waiting: Map<string, NodeJS.Timeout> | undefined
  const stop = kit.live.on(
    (e) => {
      if (!r.hears(e)) return
      if (e.type === 'order') return say('order', { id: e.id, status: e.status, created: e.created })
      if (e.type === 'message') return say('message', { id: e.id, status: '', created: false })
      const { type } = e
      if (waiting?.has(type)) return
      const tell = () => {
        waiting?.delete(type)
        say(type, { id: 0, status: '', created: false })
      }
      waiting ??= new Map()
      waiting.set(type, setTimeout(tell, TOGETHER))
    },
    () => close(),
  )
  const end = r.life === undefined ? undefined : setTimeout(() => close(), r.life)
  let closed = false
  const close = () => {
    if (closed) return
    closed = true
    lines.delete(out)
    clearTimeout(end)
    for (const timer of waiting?.values() ?? []) clearTimeout(timer)
    stop()
    r.over?.()
    out.end()
  }
  // Who left while the session was looked up has closed already: the event does not come again.
  if (request.raw.destroyed || out.destroyed) close()
  else request.raw.on('close', close)
}
/** How many may be open at once, of one key and in all; null: as many are, else how to leave. */
export function turnstile({ ofOne, ofAll }: { ofOne: number; ofAll: number }): (key: string) => (() => void) | null {
  const open = new Map<string, number>()
  let all = 0
  return (key) => {
    const now = open.get(key) ?? 0
    if (now >= ofOne || all >= ofAll) return null
    open.set(key, now + 1)
    all++
    let left = false
    return () => {
      if (left) return
      left = true
      all--
      const rest = (open.get(key) ?? 1) - 1
      if (rest > 0) open.set(key, rest)
      else open.delete(key)
    }
  }
}
