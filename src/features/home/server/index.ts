// Front door of home for other features.
export { platformTasks } from './jobs.ts'
export { routes } from './routes.ts'
