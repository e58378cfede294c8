// Decodes pictures in a process of its own, one at a time, as decoder.ts asks.
import { mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { rgbaToThumbHash } from 'thumbhash'
import sharp from 'sharp'
import { HALF } from '#server/storage.ts'
import { WIDTHS } from '../rules.ts'

export type Work = { task: 'read'; file: string } | { task: 'widths'; file: string; target: string }
export interface Size {
  width: number
  height: number
  thumbhash: string
}
export interface Reply {
  /** Null: it cannot be decoded whole. */
  answer: Size | null
  /** The process holds more memory than a fresh one should: it is to be replaced. */
  grown: boolean
}
const GROWN = 200 * 1024 * 1024

sharp.concurrency(1)
sharp.cache(false)
const open = (file: string) => sharp(file, { limitInputPixels: 50_000_000, failOn: 'truncated' }).rotate()

async function read(file: string): Promise<Size> {
  const meta = await open(file).metadata()
  const { data, info } = await open(file)
    .resize(100, 100, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const turned = (meta.orientation ?? 1) >= 5
  const thumbhash = Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
  return turned
    ? { width: meta.height, height: meta.width, thumbhash }
    : { width: meta.width, height: meta.height, thumbhash }
}
async function widths(file: string, target: string): Promise<void> {
  mkdirSync(dirname(target), { recursive: true })
  const keep = async (name: string, write: (half: string) => Promise<unknown>) => {
    await write(`${name}${HALF}`)
    renameSync(`${name}${HALF}`, name)
  }
  for (const width of WIDTHS)
    await keep(`${target}-${width}.webp`, (half) =>
      open(file).resize({ width, withoutEnlargement: true }).webp({ quality: 75 }).toFile(half),
    )
  await keep(`${target}-share.jpg`, (half) =>
    open(file)
      .resize({ width: 1200, height: 630, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 78 })
      .toFile(half),
  )
}
async function answer(work: Work): Promise<void> {
  let size: Size | null = null
  try {
    size = await read(work.file)
    if (work.task === 'widths') await widths(work.file, work.target)
  } catch {
    size = null
  }
  process.send?.({ answer: size, grown: process.memoryUsage.rss() > GROWN } satisfies Reply)
}
process.on('message', (work: Work) => void answer(work))
process.on('disconnect', () => process.exit())
