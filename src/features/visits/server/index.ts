// Front door of visits for other features.
import './agenda.ts'

export { routes } from './routes.ts'
