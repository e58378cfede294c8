// Front door of sessions for other features.
export { findCompanyByPath } from './queries.ts'
export { routes } from './routes.ts'
