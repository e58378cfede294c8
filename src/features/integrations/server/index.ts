// Front door of integrations for other features.
import type { FastifyInstance } from 'fastify'
import type { Kit } from '#server/serve.ts'
import { routes as pushes } from './push_routes.ts'
import { routes as links } from './routes.ts'

export { platformTasks, tasks } from './run.ts'
export function routes(app: FastifyInstance, kit: Kit): void {
  links(app, kit)
  pushes(app, kit)
}
