// Front door of products for other features.
export { type Projection, priceSettings, project, projectionOf } from './projection.ts'
export { findByCode, findProducts, isHiddenFrom, type OrderableRow, orderable } from './queries.ts'
export { routes } from './routes.ts'
export { addProducts, attachImage, findTakenCodes, linkCategories, roomForProducts, setCategories, setVariations, type Written } from './writes.ts'
