// Front door of logs for other features.
export { person } from './person.ts'
export { addLog, logAs, quiet } from './queries.ts'
export { called, routes } from './routes.ts'
