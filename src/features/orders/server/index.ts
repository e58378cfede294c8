// Front door of orders for other features.
import type { FastifyInstance } from 'fastify'
import type { Kit } from '#server/serve.ts'
import { routes as events } from './events.ts'
import { routes as changes } from './changes.ts'
import { routes as receipts } from './receipts.ts'
import { routes as orders } from './routes.ts'

export { tasks } from './jobs.ts'
export function routes(app: FastifyInstance, kit: Kit): void {
  orders(app, kit)
  changes(app, kit)
  receipts(app, kit)
  events(app, kit)
}
