// Front door of signup for other features.
export { routes } from './routes.ts'
