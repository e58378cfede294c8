// Front door of logs for other features.
export { addLog, logAs, quiet } from './queries.ts'
export { called, routes } from './routes.ts'
