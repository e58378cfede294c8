// Front door of figures for other features.
export { platformTasks } from './jobs.ts'
export { findShowcase } from './queries.ts'
export { routes } from './routes.ts'
