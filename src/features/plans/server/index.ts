// Front door of plans for other features.
export { findPlan, findPlans, findPlatform, findUsed } from './queries.ts'
export { findOffers } from './offers.ts'
export { fitting, tablesFull } from './limits.ts'
export { routes } from './routes.ts'
export { useCoupon } from './writes.ts'
