// Front door of platform for other features.
export { beginCompany, freeAddress, welcome } from './create.ts'
export { routes } from './routes.ts'
export { markDeleted, markRestored } from './writes.ts'
export { platformDay, platformTasks } from './day.ts'
