// Front door of the calendar for other features.
import './device.ts'

export { eventsOf } from './queries.ts'
export { routes } from './routes.ts'
