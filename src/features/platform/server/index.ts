// Front door of platform for other features.
export { routes } from './routes.ts'
export { platformDay, platformTasks } from './day.ts'
