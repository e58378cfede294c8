// Front door of keys for other features.
export { routes } from './routes.ts'
