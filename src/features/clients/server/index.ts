// Front door of clients for other features.
import './device.ts'
import './links.ts'

export { findLinkOffers } from './link-views/queries.ts'
export { person } from './person.ts'
export { countSilent, intervalsOf } from './queries.ts'
export { routes } from './routes.ts'
