// Front door of images for other features.
export { tasks } from './jobs.ts'
export { keepImage } from './keep.ts'
export { routes } from './routes.ts'
