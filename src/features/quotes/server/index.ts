// Front door of quotes for other features.
export { routes } from './routes.ts'
