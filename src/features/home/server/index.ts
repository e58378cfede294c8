// Front door of home for other features.
export { routes } from './routes.ts'
