// Front door of media for the server.
export { routes } from './routes.ts'
