// Front door of webhooks for other features.
import './remaining-access.ts'

export { platformTasks, tasks } from './deliver.ts'
export { routes } from './routes.ts'
