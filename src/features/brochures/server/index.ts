// Front door of PDF catalogues.
export { person } from './person.ts'
export { platformTasks, tasks } from './jobs.ts'
export { routes } from './routes.ts'
export { productsOf, type View, viewOf } from './view.ts'
