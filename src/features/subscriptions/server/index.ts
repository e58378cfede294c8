// Front door of subscriptions for other features.
import './agenda.ts'

export { holding, monthlyRevenue, owed } from './queries.ts'
export { renewAll } from './renew.ts'
export { routes } from './routes.ts'
