// Front door of users for other features.
export { findUser } from './queries.ts'
export { routes } from './routes.ts'
