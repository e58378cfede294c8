// Front door of companies for other features.
export { enterCompany, holdPath } from './writes.ts'
export {
  companyColumns,
  findCompany,
  type FoundCompany,
  pathOwner as addressTaken,
  projectCompany,
  readCompanyRow,
} from './queries.ts'
export { resellerOf, wantedPath } from './plan.ts'
export { limitIssues, limitsOf } from './save.ts'
export { routes } from './routes.ts'
export { checkZone } from './time-zone.ts'
