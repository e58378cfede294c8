// Front door of clients for other features.
import './device.ts'
import './links.ts'

export { countSilent, findLinkOffers, intervalsOf } from './queries.ts'
export { routes } from './routes.ts'
