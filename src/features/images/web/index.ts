// Front door of images on the web.
export { Photo } from './Photo.tsx'
