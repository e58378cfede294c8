// What every page of a catalogue is drawn with: words, photos, prices and links, each told to screen readers as what
// it is.
import type PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { INK, LINE, SOFT, writable } from '#server/pdf.ts'
import { showCents } from '#shared/money.ts'
import type { Item } from '../rules.ts'
import { calledBy } from '#features/products/rules.ts'
import type { Drawing } from './draw.ts'

export const PALE = '#f4f1ee'
export const W = 595.28
export const H = 841.89
export const EDGE = 42
export const WIDTH = W - 2 * EDGE

export interface Words {
  bold?: boolean
  colour?: string
  width?: number
  lines?: number
  align?: 'left' | 'right' | 'center'
  strike?: boolean
  /** What it is besides a paragraph. */
  as?: 'H1' | 'H2'
}
type Doc = InstanceType<typeof PDFDocument>
type Section = ReturnType<Doc['struct']>
/** Where a picture lies whose edge is not the box's. */
type Ground = 'cut' | 'white' | 'edge'
export type Pen = ReturnType<typeof penOf>

/** What the typeface can write of a name; else what says which product it is. */
export const nameOf = (i: Item) => writable(i.name) || writable(i.code) || `nº ${i.id}`

/** `scale`: of the pixels in which photos go in. */
export function penOf(doc: Doc, job: Drawing, scale: number) {
  const { layout } = job
  const quality = scale < 1 ? 70 : 78
  const root = doc.struct('Document')
  doc.addStructure(root)
  let section: Section | undefined
  /** The next page. */
  const turn = () => {
    section?.end()
    doc.addPage()
    section = doc.struct('Sect')
    root.add(section)
  }
  const end = () => {
    section?.end()
    root.end()
    doc.end()
  }
  const put = (text: string, x: number, y: number, size: number, o: Words): number => {
    const width = o.width ?? WIDTH
    doc
      .font(o.bold ? 'bold' : 'text')
      .fontSize(size)
      .fillColor(o.colour ?? INK)
    const line = doc.currentLineHeight(true)
    const most = line * (o.lines ?? 1)
    // A hair more than the lines need, or the last one would not fit.
    doc.text(text, x, y, {
      width,
      height: most + 0.5,
      ellipsis: '…',
      align: o.align ?? 'left',
      strike: o.strike ?? false,
    })
    // The document stands below what it wrote.
    return o.lines && text ? Math.min(doc.y - y, most) : line
  }
  /** Text in at most so many lines; answers the height that it took. */
  const say = (text: string, x: number, y: number, size: number, o: Words = {}): number => {
    let height = 0
    section?.add(
      doc.struct(o.as ?? 'P', {}, () => {
        height = put(writable(text), x, y, size, o)
      }),
    )
    return height
  }
  /** A picture as JPEG of that size: cut to it, or whole on white or on the colour of its own edge; null when its
   * file is not there or broken. */
  const picture = async (file: string | undefined, w: number, h: number, ground: Ground) => {
    if (!file) return null
    const size = { width: Math.round(w), height: Math.round(h) }
    const read = sharp(file, { limitInputPixels: 50_000_000 }).rotate()
    const jpeg = async () => {
      const { width, height, orientation = 1 } = await read.metadata()
      // Of the box's own shape it needs no ground: decoded and written in one go.
      if (ground !== 'cut' && orientation < 5 && Math.abs((width * size.height) / (height * size.width) - 1) < 0.01)
        return read
          .resize({ ...size, fit: 'fill' })
          .flatten({ background: '#ffffff' })
          .toColourspace('srgb')
          .jpeg({ quality })
          .toBuffer()
      const { data, info } = await read
        .resize({ ...size, fit: ground === 'cut' ? 'cover' : 'inside' })
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true })
      const [r = 255, g = 255, b = 255] = ground === 'edge' ? data : []
      const whole = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
      const filled =
        info.width === size.width && info.height === size.height
          ? whole
          : whole.resize({ ...size, fit: 'contain', background: { r, g, b } })
      return filled.jpeg({ quality }).toBuffer()
    }
    return jpeg().catch(() => null)
  }
  /** Bytes of a picture into a box; `alt` is what it shows, none where it is decoration. */
  const place = (image: unknown, x: number, y: number, w: number, h: number, alt = '') => {
    const draw = () => {
      doc.image(image as Buffer, x, y, { width: w, height: h })
    }
    if (alt) section?.add(doc.struct('Figure', { alt }, draw))
    else draw()
  }
  // The document writes a picture once, however many lines show it.
  const kept = new Map<string, Promise<unknown>>()
  const load = (i: Item, w: number, h: number): Promise<unknown> => {
    const key = `${i.photo}|${w}x${h}`
    let image = kept.get(key)
    if (!image) {
      const width = Math.max(60, job.photo_width * scale)
      image = picture(job.photos[i.photo], width, (width * h) / w, 'edge').then(
        (bytes) => bytes && (doc as unknown as { openImage(b: Buffer): unknown }).openImage(bytes),
      )
      kept.set(key, image)
    }
    return image
  }
  const linkOf = (i: Item) => {
    const [base, name] = job.through ? [job.living, 'product'] : [job.link, 'product_code']
    return `${base}${base.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(calledBy(i))}`
  }
  /** A photo in a box, or the name's first letter where there is none. */
  const photo = async (i: Item, x: number, y: number, w: number, h: number) => {
    const image = await load(i, w, h)
    doc.save()
    doc.roundedRect(x, y, w, h, 5).clip()
    if (image) place(image, x, y, w, h, nameOf(i))
    else {
      doc.rect(x, y, w, h).fill(PALE)
      put(nameOf(i).slice(0, 1).toUpperCase(), x, y + h / 2 - h / 8, h / 4, {
        bold: true,
        colour: '#b9b0a8',
        width: w,
        align: 'center',
      })
    }
    doc.restore()
    doc.roundedRect(x, y, w, h, 5).lineWidth(0.5).strokeColor(LINE).stroke()
    doc.link(x, y, w, h, linkOf(i))
  }
  const money = (i: Item) => (i.price === null ? 'Sob consulta' : showCents(i.promo ?? i.price ?? 0, job.currency))
  const priced = (i: Item) => layout.prices && i.price !== undefined
  const price = (i: Item, x: number, y: number, size: number, width: number, align: 'left' | 'right' = 'left') => {
    if (!priced(i)) return
    say(money(i), x, y, size, { bold: true, width, align })
    if (i.promo === null || !i.price) return
    const shown = doc.font('bold').fontSize(size).widthOfString(money(i))
    const was = showCents(i.price, job.currency)
    if (align === 'left')
      say(was, x + shown + 6, y + size * 0.22, size * 0.75, {
        colour: SOFT,
        width: Math.max(width - shown - 6, 20),
        strike: true,
      })
    else say(was, x, y + size * 1.3, size * 0.75, { colour: SOFT, width, align, strike: true })
  }
  /** Code and variation; tapped, the product. */
  const code = (i: Item, words: string, x: number, y: number, size: number, o: Words): number => {
    const tall = say(words, x, y, size, { ...o, colour: SOFT })
    doc.link(x, y, o.width ?? WIDTH, tall, linkOf(i))
    return tall
  }
  return { doc, job, turn, end, say, picture, place, load, photo, money, priced, price, code, linkOf }
}
