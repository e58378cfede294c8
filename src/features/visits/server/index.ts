// Front door of visits for other features.
import './agenda.ts'

export { platformTasks } from './jobs.ts'
export { routes } from './routes.ts'
