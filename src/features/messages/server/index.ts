// Front door of messages for other features.
import type { FastifyInstance } from 'fastify'
import { countsBeside } from '#features/orders/server/index.ts'
import type { Kit } from '#server/serve.ts'
import './device.ts'
import { countUnread } from './queries.ts'
import { routes as conversations } from './routes.ts'
import { routes as templates } from './templates.ts'

export { person } from './person.ts'
countsBeside('mensagens', ({ tx, caller }) => countUnread(tx, caller))
export function routes(app: FastifyInstance, kit: Kit): void {
  conversations(app, kit)
  templates(app, kit)
}
