// Front door of webhooks for other features.
export { platformTasks, tasks } from './deliver.ts'
export { routes } from './routes.ts'
