// Front door of companies for other features.
export { findCompany, projectCompany } from './queries.ts'
export { routes } from './routes.ts'
