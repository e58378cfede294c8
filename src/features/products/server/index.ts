// Front door of products for other features.
import './agenda.ts'

export { takeBackProducts } from './bulk.ts'
export { countStanding, countTags } from './counted.ts'
export { type Filter, filterOf } from './filter.ts'
export { isHiddenFrom, type OrderableRow, orderable } from './orderable.ts'
export { projectorFor } from './projected.ts'
export {
  countPressing,
  countPromoted,
  findByCode,
  findByIds,
  findOfEntity,
  findProducts,
} from './queries.ts'
export { routes } from './routes.ts'
export { changeRows, findIdsByCode, lockRows, readRows, type RowChange, type RowState } from './rows/writes.ts'
export { addProducts, refreshSearch, type Written } from './own/writes.ts'
export { attachImage, linkCategories, roomForProducts, setCategories, setVariations } from './writes.ts'
