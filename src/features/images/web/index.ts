// Front door of images on the web.
export { Photo } from './Photo.tsx'
export { shrink } from './shrink.ts'
