// Front door of the map for other features.
export { routes } from './routes.ts'
