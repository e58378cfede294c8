// Front door of entities for the server.
export { withProducts } from './made.ts'
export { findByCode, findEntities } from './queries.ts'
export { routes } from './routes.ts'
