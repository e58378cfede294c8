// Live updates over fetch: a line for each change that the reader may know of.
import type { FastifyInstance } from 'fastify'
import type { LiveEvent } from '#server/live.ts'
import { type Kit, SENT, serve } from '#server/serve.ts'
import { findSession } from '#server/session.ts'
import { tellLive, turnstile } from '#server/stream.ts'
import { Refusal } from '#shared/errors.ts'
import { liveEvents, receiptEvents } from '../contract.ts'
import { findReceipt } from './receipt/queries.ts'
import { openReceipt } from './receipts.ts'

/** A link is passed on: so many of its readers are told at once, and of all links together; the others ask. */
const LINKS = { ofOne: 12, ofAll: 2000 }
/** A reader by link comes again after half an hour, so that nobody's forgotten tab holds a place for ever. */
const LIFE = 30 * 60_000

export function routes(app: FastifyInstance, kit: Kit): void {
  const enter = turnstile(LINKS)
  serve(app, kit, liveEvents, async (call) => {
    const { caller, token } = call
    tellLive(kit, call, {
      hears: (e: LiveEvent) => {
        if (e.company_id !== caller.company_id) return false
        if (e.type === 'catalogue') return true
        if (e.type === 'notice') return caller.kind === 'user' && e.users.includes(caller.user_id)
        if (e.type === 'people') return caller.level === 1 || e.users === null || e.users.includes(caller.user_id)
        return caller.level === 1 || (caller.level === 2 ? e.seller_id : e.client_id) === caller.user_id
      },
      // Who was signed out, blocked or is back from a visit hears nothing more.
      may: async () => (await findSession(kit.db, token, kit.clock.now())) !== null,
    })
    return SENT
  })
  serve(app, kit, receiptEvents, async (call) => {
    const { params, now, reply } = call
    const found = await openReceipt(kit, params.token, now)
    const leave = enter(params.token)
    if (!leave) throw new Refusal('too_many', { retry_after: 30 })
    reply.raw.setHeader('referrer-policy', 'no-referrer')
    tellLive(kit, call, {
      hears: (e) =>
        e.company_id === found.company_id &&
        ((e.type === 'order' && e.id === found.order_id) || (e.type === 'message' && e.order_id === found.order_id)),
      may: async () => (await findReceipt(kit.db, params.token, kit.clock.now())) !== undefined,
      life: LIFE,
      over: leave,
    })
    return SENT
  })
}
