// Front door of categories for other features.
export {
  addCategory,
  dropEmptyCategories,
  EVERY as EVERY_CATEGORY,
  findCategories,
  findShelves,
  findTree,
  linkUnder,
} from './queries.ts'
export { routes } from './routes.ts'
