// The demo's pictures: drawn once, kept in pictures/ with every width as the image path makes them, under their hash.
import { copyFileSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Storage } from '#server/storage.ts'

interface Picture {
  hash: string
  width: number
  height: number
  bytes: number
  thumbhash: string
}
/** Objects on their way to S3 side by side. Nobody works here yet. */
const SENT_AT_ONCE = 8
const folder = join(import.meta.dirname, 'pictures')
const pictures = JSON.parse(readFileSync(join(folder, 'pictures.json'), 'utf8')) as Record<string, Picture>

/** The picture of that name: a product's slug, `{maker}-portrait`, `{company}-logo` …; throws when there is none. */
export function pictureOf(name: string): Picture {
  const found = pictures[name]
  if (!found) throw new Error(`no picture of ${name} in scripts/demo/pictures`)
  return found
}
/** Whether this is one of the demo's, of which only the widths are kept and no original. */
export const isDemoPicture = (hash: string): boolean => Object.values(pictures).some((p) => p.hash === hash)
/** Puts every file of the demo's pictures where the server looks for them. */
export async function copyPictures(storage: Storage): Promise<void> {
  const files = globSync(join(folder, '*.{webp,jpg}'))
  for (const file of files) {
    const target = storage.path(basename(file))
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(file, target)
  }
  await Readable.from(files).forEach((f: string) => storage.made([basename(f)]), { concurrency: SENT_AT_ONCE })
}
