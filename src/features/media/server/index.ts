// Front door of media for the server.
export { routes } from './routes.ts'
export { dropPicture } from './queries.ts'
