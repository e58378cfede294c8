// A page of a paper as PNG. Letters are drawn as outlines of our own typeface: what the system has of fonts changes
// nothing.
import sharp from 'sharp'
import { type Mark, type Page, runsOf, STRIKE, STROKE } from './paper.ts'
import { fontOf } from './typeface.ts'

const n = (v: number) => String(Math.round(v * 1000) / 1000)
const colour = (c: string | undefined) => c ?? 'none'
/** The page, so many pixels wide. */
export function pngOf(page: Page, width: number): Promise<Buffer> {
  const scale = width / page.w
  const height = Math.round(page.h * scale)
  const body = page.marks.map(drawn).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${n(page.w)} ${n(page.h)}"><rect width="100%" height="100%" fill="#fff"/>${body}</svg>`
  return sharp(Buffer.from(svg), { limitInputPixels: 30_000_000, unlimited: true })
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 8 })
    .toBuffer()
}
let clips = 0
function drawn(mark: Mark): string {
  if (mark.kind === 'rect')
    return `<rect x="${n(mark.x)}" y="${n(mark.y)}" width="${n(mark.w)}" height="${n(mark.h)}" rx="${n(mark.radius)}" fill="${colour(mark.fill)}" stroke="${colour(mark.stroke)}" stroke-width="0.75"/>`
  if (mark.kind === 'path')
    return `<path transform="translate(${n(mark.x)} ${n(mark.y)}) scale(${mark.scale})" d="${mark.d}" fill="${colour(mark.fill)}" stroke="${colour(mark.stroke)}" stroke-width="${n(mark.width)}" stroke-linecap="round" stroke-linejoin="round"/>`
  if (mark.kind === 'words') return letters(mark)
  if (mark.kind === 'turn') return `<g transform="rotate(180 ${n(mark.x)} ${n(mark.y)})">`
  if (mark.kind === 'unturn') return '</g>'
  if (mark.kind !== 'picture') return ''
  const box = `x="${n(mark.x)}" y="${n(mark.y)}" width="${n(mark.w)}" height="${n(mark.h)}"`
  const image = `<image ${box} preserveAspectRatio="none" href="data:image/jpeg;base64,${mark.bytes.toString('base64')}"`
  if (!mark.radius) return `${image}/>`
  const clip = `c${(clips = (clips + 1) % 1_000_000)}`
  return `<clipPath id="${clip}"><rect ${box} rx="${n(mark.radius)}"/></clipPath>${image} clip-path="url(#${clip})"/>`
}
function letters({ text, x, y, size, bold, colour: fill, strike }: Extract<Mark, { kind: 'words' }>): string {
  const unit = size / fontOf(bold).unitsPerEm
  let at = 0
  const outlines = runsOf(text, bold).flatMap(({ glyphs, positions }) =>
    glyphs.map((g, i) => {
      const d = g.path.toSVG()
      const left = at + (positions[i]?.xOffset ?? 0)
      at += positions[i]?.xAdvance ?? 0
      return d && `<path transform="translate(${left} 0)" d="${d}"/>`
    }),
  )
  const line = strike
    ? `<rect x="${n(x)}" y="${n(y - size * STRIKE)}" width="${n(at * unit)}" height="${n(size * STROKE)}" fill="${fill}"/>`
    : ''
  return `<g fill="${fill}" transform="translate(${n(x)} ${n(y)}) scale(${unit} ${-unit})">${outlines.join('')}</g>${line}`
}
