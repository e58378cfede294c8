// Front door of entities for the server.
export { findByCode, findEntities } from './queries.ts'
export { routes } from './routes.ts'
