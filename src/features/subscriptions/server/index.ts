// Front door of subscriptions for other features.
export { renewAll } from './renew.ts'
export { routes } from './routes.ts'
