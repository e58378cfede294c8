// Front door of plans for other features.
export { findKept, findPlan, findPlans, findPlatform, findRedirect, findUsed } from './queries.ts'
export { findOffers } from './offers.ts'
export { fitting, tablesFull } from './limits.ts'
export { routes } from './routes.ts'
export { useCoupon } from './writes.ts'
