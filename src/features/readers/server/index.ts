// Front door of readers for other features.
export { type Projection, projectionOf } from './projection.ts'
export { findPublicCurrency } from './queries.ts'
export { keepCounted } from './shelf.ts'
