// Front door of integrations for other features.
export { routes } from './routes.ts'
export { platformTasks, tasks } from './run.ts'
