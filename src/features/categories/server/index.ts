// Front door of categories for other features.
export { addCategory, dropEmptyCategories, findCategories, findTree, linkUnder } from './queries.ts'
export { routes } from './routes.ts'
