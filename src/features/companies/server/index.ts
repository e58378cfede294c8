// Front door of companies for other features.
export { beginCompany, catalogueAddress, freeAddress, welcome } from './create.ts'
export { pathOwner as addressTaken } from './queries.ts'
export { deleteAbandoned, findGoneCompanies, tellTrials } from './trial.ts'
export { enterCompany } from './writes.ts'
export { findCompany, findErased, projectCompany, readCompanyRow } from './queries.ts'
export { routes } from './routes.ts'
