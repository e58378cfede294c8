// Front door of price requests for the server.
export { person } from './person.ts'
export { routes, tasks } from './routes.ts'
