// A stored picture for paper: a JPEG of that size, from the width that is just large enough.
import { firstKept, type Storage } from '#server/storage.ts'
import { WIDTHS } from '../rules.ts'

/** Where the picture of a path lies on disk in at least that width; '' when it is not there. */
export async function pictureFile(storage: Storage, path: string, width: number): Promise<string> {
  const hash = /\/files\/([0-9a-f]{32})\.webp$/.exec(path)?.[1]
  if (!hash) return ''
  const names = [
    ...WIDTHS.filter((w) => w >= width).map((w) => `${hash}-${w}.webp`),
    ...['jpeg', 'png', 'webp', 'avif'].map((f) => `${hash}-original.${f}`),
    `${hash}-1600.webp`,
  ]
  const name = await firstKept(storage, names)
  return name ? storage.path(name) : ''
}
/** `cut`: cut to the size. `whole`: all of it, on white. */
type Fit = 'cut' | 'whole'
/** The picture of a path as JPEG; null when its file is not there or broken. */
export async function jpegOf(storage: Storage, path: string, w: number, h: number, fit: Fit): Promise<Buffer | null> {
  const [width, height] = [Math.round(w), Math.round(h)]
  const file = await pictureFile(storage, path, Math.max(width, height))
  if (!file) return null
  // Loaded with the first picture that goes on paper: forms' pictures are decoded in processes of their own.
  const { default: sharp } = await import('sharp')
  return sharp(file, { limitInputPixels: 50_000_000 })
    .rotate()
    .resize({ width, height, fit: fit === 'cut' ? 'cover' : 'contain', background: '#ffffff' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 82 })
    .toBuffer()
    .catch(() => null)
}
/** Several pictures by path, each read once. */
export async function jpegsOf(storage: Storage, paths: string[], w: number, h: number, fit: Fit) {
  const found = await Promise.all(
    [...new Set(paths)].filter(Boolean).map(async (p) => [p, await jpegOf(storage, p, w, h, fit)] as const),
  )
  return new Map(found.flatMap(([p, bytes]) => (bytes ? [[p, bytes] as const] : [])))
}
