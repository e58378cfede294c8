// Front door of keys for other features.
import './remaining-access.ts'

export { routes } from './routes.ts'
