// Front door of commissions for other features.
export { routes } from './routes.ts'
