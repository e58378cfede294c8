// Front door of categories for other features.
export { addCategory, findCategories } from './queries.ts'
export { routes } from './routes.ts'
