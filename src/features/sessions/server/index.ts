// Front door of sessions for other features.

export { findCompanyByPath } from './queries.ts'
export { isBot } from './visits.ts'
export { openAccount } from './open.ts'
export { routes } from './routes.ts'
