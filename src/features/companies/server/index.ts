// Front door of companies for other features.
export { findCompany, findSellers, projectCompany } from './queries.ts'
export { routes } from './routes.ts'
