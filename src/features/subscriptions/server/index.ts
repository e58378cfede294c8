// Front door of subscriptions for other features.
import './agenda.ts'

export { monthly } from './queries.ts'
export { renewAll } from './renew.ts'
export { routes } from './routes.ts'
