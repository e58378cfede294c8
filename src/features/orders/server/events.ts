// Live updates over fetch: a line for each order that the reader may see.
import type { FastifyInstance } from 'fastify'
import { type Kit, SENT, serve } from '#server/serve.ts'
import { findSession } from '#server/session.ts'
import type { LiveEvent } from '#server/live.ts'
import { liveEvents } from '../contract.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, liveEvents, async ({ caller, token, reply, request }) => {
    const mayHear = (e: LiveEvent) =>
      e.company_id === caller.company_id &&
      (caller.level === 1 || (caller.level === 2 ? e.seller_id === caller.user_id : e.client_id === caller.user_id))
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
    const stop = kit.live.on(
      (e) => {
        if (!mayHear(e)) return
        said = said
          .then(async () => {
            if (!(await findSession(kit.db, token, kit.clock.now()))) return close()
            if (out.writableEnded) return
            out.write(
              `id: ${++n}\nevent: order\ndata: ${JSON.stringify({ type: 'order', id: e.id, status: e.status, created: e.created })}\n\n`,
            )
          })
          .catch(close)
      },
      () => close(),
    )
    const beat = setInterval(() => out.write(': aqui\n\n'), 15_000)
    const close = () => {
      clearInterval(beat)
      stop()
      out.end()
    }
    // Who left while the session was looked up has closed already: the event does not come again.
    if (request.raw.destroyed || out.destroyed) close()
    else request.raw.on('close', close)
    return SENT
  })
}
