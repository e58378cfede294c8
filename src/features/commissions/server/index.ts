// Front door of commissions for other features.
export { monthOf, sumsOf } from './month.ts'
export { goods } from './queries.ts'
export { routes } from './routes.ts'
