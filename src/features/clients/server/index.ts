// Front door of clients for other features.
export { routes } from './routes.ts'
