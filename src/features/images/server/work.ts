// Decodes pictures in a process of its own, one at a time, as decoder.ts asks.
import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { rgbaToThumbHash } from 'thumbhash'
import sharp from 'sharp'
import { HALF } from '#server/storage.ts'
import { ICONS, LARGEST_ORIGINAL, ORIGINAL_QUALITY, qualityOf, WIDTHS } from '../rules.ts'
import { type Format, formatOf, isBare } from './metadata.ts'

export interface IconWork {
  task: 'icons'
  /** The logo's original; null: the sign is drawn. */
  file: string | null
  /** An SVG of ours, without text. */
  sign: string
  colour: string
  /** Names begin with it. */
  target: string
}
export type Work = { task: 'read'; file: string } | { task: 'widths'; file: string; target: string } | IconWork
export interface Size {
  width: number
  height: number
  thumbhash: string
  /** The file was too large or held metadata, and was written again in this format. */
  rewritten?: Format
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
async function keep(name: string, write: (half: string) => Promise<unknown>): Promise<void> {
  await write(`${name}${HALF}`)
  renameSync(`${name}${HALF}`, name)
}
/** Writes a picture that is too large again, without metadata. */
async function shrink(file: string): Promise<Size> {
  const { format } = await open(file).metadata()
  const rewritten = format === 'jpeg' || format === 'png' ? format : 'webp'
  await keep(file, (half) =>
    open(file)
      .resize(LARGEST_ORIGINAL, LARGEST_ORIGINAL, { fit: 'inside' })
      .toFormat(rewritten, rewritten === 'png' ? {} : { quality: 88 })
      .toFile(half),
  )
  return { ...(await read(file)), rewritten }
}
/** Writes a picture again in its format, upright and without metadata. Its colour profile stays; of CMYK, which becomes
 * RGB, it would be wrong. */
async function strip(file: string): Promise<Size> {
  const rewritten = formatOf(readFileSync(file))
  if (!rewritten) throw new Error('no picture')
  const { space, chromaSubsampling } = await open(file).metadata()
  const options = {
    jpeg: { quality: ORIGINAL_QUALITY, chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0' },
    png: {},
    webp: { quality: ORIGINAL_QUALITY },
    avif: { quality: ORIGINAL_QUALITY, effort: 2 },
  }[rewritten]
  await keep(file, (half) => {
    const picture = open(file)
    return (space === 'cmyk' ? picture : picture.keepIccProfile()).toFormat(rewritten, options).toFile(half)
  })
  if (!isBare(readFileSync(file))) throw new Error('metadata stays')
  return { ...(await read(file)), rewritten }
}
async function widths(file: string, target: string): Promise<void> {
  mkdirSync(dirname(target), { recursive: true })
  for (const width of WIDTHS)
    await keep(`${target}-${width}.webp`, (half) =>
      open(file)
        .resize({ width, withoutEnlargement: true })
        .webp({ quality: qualityOf(width) })
        .toFile(half),
    )
  await keep(`${target}-share.jpg`, (half) =>
    open(file)
      .resize({ width: 1200, height: 630, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 78 })
      .toFile(half),
  )
}
const SIDE = 16
/** What a logo stands on: the colour of its own rim; without one white, or the company's colour under what is light. */
async function groundOf(file: string, colour: string): Promise<string> {
  const { data } = await open(file)
    .resize(SIDE, SIDE, { fit: 'fill' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (i: number) => [0, 1, 2, 3].map((c) => data[i * 4 + c] as number) as [number, number, number, number]
  const all = Array.from({ length: SIDE * SIDE }, (_, i) => i)
  const isRim = (i: number) => i < SIDE || i >= SIDE * (SIDE - 1) || i % SIDE === 0 || i % SIDE === SIDE - 1
  const seen = (list: number[]) => list.map(at).filter(([, , , alpha]) => alpha >= 200)
  const mean = (list: ReturnType<typeof seen>) =>
    [0, 1, 2].map((c) => Math.round(list.reduce((sum, p) => sum + (p[c] as number), 0) / Math.max(1, list.length)))
  const rim = seen(all.filter(isRim))
  if (rim.length >= 2 * SIDE)
    return `#${mean(rim)
      .map((v) => v.toString(16).padStart(2, '0'))
      .join('')}`
  const [r = 0, g = 0, b = 0] = mean(seen(all))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 200 ? colour : '#ffffff'
}
/** Every icon of a home screen: square, without a hole, the logo in its middle. */
async function icons({ file, sign, colour, target }: IconWork): Promise<void> {
  mkdirSync(dirname(target), { recursive: true })
  const background = file ? await groundOf(file, colour) : colour
  for (const [name, [size, share]] of Object.entries(ICONS)) {
    const box = Math.round(size * share)
    const picture = file ? open(file) : sharp(Buffer.from(sign), { density: 300 })
    const input = await picture.resize(box, box, { fit: 'inside' }).png().toBuffer()
    await keep(`${target}-${name}.png`, (half) =>
      sharp({ create: { width: size, height: size, channels: 4, background } })
        .composite([{ input }])
        .flatten({ background })
        .png()
        .toFile(half),
    )
  }
}
async function answer(work: Work): Promise<void> {
  let size: Size | null = null
  try {
    if (work.task === 'icons') await icons(work)
    size = work.file ? await read(work.file) : { width: 0, height: 0, thumbhash: '' }
    if (work.task === 'read' && size && Math.max(size.width, size.height) > LARGEST_ORIGINAL)
      size = await shrink(work.file)
    else if (work.task === 'read' && !isBare(readFileSync(work.file))) size = await strip(work.file)
    if (work.task === 'widths') await widths(work.file, work.target)
  } catch {
    size = null
  }
  process.send?.({ answer: size, grown: process.memoryUsage.rss() > GROWN } satisfies Reply)
}
process.on('message', (work: Work) => void answer(work))
process.on('disconnect', () => process.exit())
