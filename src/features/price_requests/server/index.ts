// Front door of price requests for the server.
export { routes, tasks } from './routes.ts'
