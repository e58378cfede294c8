// Front door of images on the web.
export { Photo } from './Photo.tsx'
/** A photo as it is sent where it is only looked at; the catalogue's first file does without. */
export const shrink = async (file: File): Promise<Blob | null> => (await import('./shrink.ts')).shrink(file)
