// Live updates over fetch: a line for each change that the reader may know of.
import type { FastifyInstance } from 'fastify'
import { type Kit, SENT, serve } from '#server/serve.ts'
import { findSession } from '#server/session.ts'
import type { LiveEvent } from '#server/live.ts'
import { liveEvents } from '../contract.ts'

/** Changes of catalogue and people are told together, once in so many milliseconds. */
const TOGETHER = 1000
export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, liveEvents, async ({ caller, token, reply, request }) => {
    const mayHear = (e: LiveEvent) => {
      if (e.company_id !== caller.company_id) return false
      if (e.type === 'catalogue') return true
      if (e.type === 'people') return caller.level === 1 || e.users === null || e.users.includes(caller.user_id)
      return caller.level === 1 || (caller.level === 2 ? e.seller_id : e.client_id) === caller.user_id
    }
    reply.hijack()
    const out = reply.raw
    out.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    out.write('retry: 2000\n\n')
    let n = 0
    // Before each word the session is looked up again: who was signed out, blocked or is back
    // from a visit hears nothing more.
    let said = Promise.resolve()
    const say = (event: string, data: object) => {
      said = said
        .then(async () => {
          if (!(await findSession(kit.db, token, kit.clock.now()))) return close()
          if (!out.writableEnded)
            out.write(`id: ${++n}\nevent: ${event}\ndata: ${JSON.stringify({ type: event, ...data })}\n\n`)
        })
        .catch(close)
    }
    const waiting = new Map<string, NodeJS.Timeout>()
    const stop = kit.live.on(
      (e) => {
        if (!mayHear(e)) return
        if (e.type === 'order') return say('order', { id: e.id, status: e.status, created: e.created })
        const { type } = e
        if (waiting.has(type)) return
        const tell = () => {
          waiting.delete(type)
          say(type, { id: 0, status: '', created: false })
        }
        waiting.set(type, setTimeout(tell, TOGETHER))
      },
      () => close(),
    )
    const beat = setInterval(() => out.write(': aqui\n\n'), 15_000)
    const close = () => {
      clearInterval(beat)
      for (const timer of waiting.values()) clearTimeout(timer)
      stop()
      out.end()
    }
    // Who left while the session was looked up has closed already: the event does not come again.
    if (request.raw.destroyed || out.destroyed) close()
    else request.raw.on('close', close)
    return SENT
  })
}
