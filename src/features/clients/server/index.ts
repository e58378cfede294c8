// Front door of clients for other features.
export { countSilent } from './queries.ts'
export { routes } from './routes.ts'
