// Front door of the calendar for other features.
import './device.ts'

export { person } from './person.ts'
export { routes } from './routes.ts'
