// Front door of visits for other features.
import { countsBeside } from '#features/orders/server/index.ts'
import { dayIn } from '#server/clock.ts'
import './agenda.ts'
import { countOpen } from './queries.ts'

export { platformTasks } from './jobs.ts'
export { person } from './person.ts'
export { routes } from './routes.ts'
countsBeside('visitas', ({ tx, caller, now }) =>
  caller.level <= 2
    ? countOpen(tx, dayIn(caller.time_zone, now), caller.level === 2 ? caller.user_id : null)
    : Promise.resolve(0),
)
