// Front door of entities for the server.
export { findByCode } from './queries.ts'
export { routes } from './routes.ts'
