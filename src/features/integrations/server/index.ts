// Front door of integrations for other features.
import type { FastifyInstance } from 'fastify'
import type { Kit } from '#server/serve.ts'
import { routes as lives } from './live_routes.ts'
import { routes as pushes } from './push_routes.ts'
import { routes as links } from './routes.ts'
import { routes as runs } from './run_routes.ts'

export { systemName } from './queries.ts'
export { person } from './person.ts'
export { platformTasks, tasks } from './run.ts'
export function routes(app: FastifyInstance, kit: Kit): void {
  links(app, kit)
  runs(app, kit)
  lives(app, kit)
  pushes(app, kit)
}
