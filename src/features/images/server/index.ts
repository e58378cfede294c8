// Front door of images for other features.
export { pathOf, pictureSigner } from './address.ts'
export { makeIcons } from './decoder.ts'
export { tasks } from './jobs.ts'
export { FILES_FULL, keepImage, type Picture, type PictureCall, servePictures, usingPictures } from './keep.ts'
export { jpegOf, jpegsOf, pictureFile } from './jpeg.ts'
export { findPictures, lockFile } from './queries.ts'
export { routes } from './routes.ts'
export { platformTasks } from './strip.ts'
