// Front door of sessions for other features.

export { routes } from './routes.ts'
