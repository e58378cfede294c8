// Whether an order's money has come, as the admin says it.
import type { FastifyInstance } from 'fastify'
import { type Kit, serve } from '#server/serve.ts'
import { markPaid } from '../../contract.ts'
import { setPaid } from './writes.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, markPaid, async ({ tx, body, caller, now }) => ({
    changed: await setPaid(tx, { ...body, who: caller.name, user_id: caller.user_id, now }),
  }))
}
