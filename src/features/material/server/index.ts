// Front door of sales material.
export { routes } from './routes.ts'
