// Draws a catalogue (draw.ts starts it): `node paint.ts`, the drawing as JSON on its input.
import { createWriteStream, renameSync } from 'node:fs'
import { text as readAll } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { drawQr, INK, LINE, qrOf, SOFT, typefaces, writable } from '#server/pdf.ts'
import { onColour } from '#shared/colour.ts'
import { showCents } from '#shared/money.ts'
import { showPhone } from '#shared/phone.ts'
import { GRID, isItem, type Item, itemsOn, LIST_ROWS, type Row, TABLE_ROWS, underName } from '../rules.ts'
import type { Drawing } from './draw.ts'

const PALE = '#f4f1ee'
const W = 595.28
const H = 841.89
const EDGE = 42
const WIDTH = W - 2 * EDGE
const TOP = 78
const BOTTOM = H - 74

async function drawAll(job: Drawing): Promise<void> {
  sharp.concurrency(1)
  const { company, layout } = job
  const on = onColour(company.colour)
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    lang: 'pt-BR',
    displayTitle: true,
    info: { Title: writable(job.title), Author: writable(company.name) },
  })
  typefaces(doc)
  const beside = `${job.target}.part`
  const written = pipeline(doc, createWriteStream(beside))
  type Words = {
    bold?: boolean
    colour?: string
    width?: number
    lines?: number
    align?: 'left' | 'right' | 'center'
    strike?: boolean
  }
  /** Text in at most so many lines; answers the height that it took. */
  const say = (text: string, x: number, y: number, size: number, o: Words = {}): number => {
    const width = o.width ?? WIDTH
    const words = writable(text)
    doc
      .font(o.bold ? 'bold' : 'text')
      .fontSize(size)
      .fillColor(o.colour ?? INK)
    const most = doc.currentLineHeight(true) * (o.lines ?? 1)
    const height = Math.min(doc.heightOfString(words || ' ', { width }), most)
    // A hair more than the lines need, or the last one would not fit.
    doc.text(words, x, y, {
      width,
      height: most + 0.5,
      ellipsis: '…',
      align: o.align ?? 'left',
      strike: o.strike ?? false,
    })
    return height
  }
  /** A picture as JPEG of that size: cut to it, or whole on white or on the colour of its own edge; null when its
   * file is not there or broken. */
  const picture = async (file: string | undefined, w: number, h: number, ground: 'cut' | 'white' | 'edge') => {
    if (!file) return null
    const size = { width: Math.round(w), height: Math.round(h) }
    const read = sharp(file, { limitInputPixels: 50_000_000 }).rotate()
    const jpeg = async () => {
      const { data, info } = await read
        .resize({ ...size, fit: ground === 'cut' ? 'cover' : 'inside' })
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true })
      const [r = 255, g = 255, b = 255] = ground === 'edge' ? data : []
      return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
        .resize({ ...size, fit: 'contain', background: { r, g, b } })
        .jpeg({ quality: 78 })
        .toBuffer()
    }
    return jpeg().catch(() => null)
  }
  const code = qrOf(job.link)
  const money = (i: Item) => (i.price === null ? 'Sob consulta' : showCents(i.promo ?? i.price ?? 0, job.currency))
  const priced = (i: Item) => layout.prices && i.price !== undefined
  const linkOf = (i: Item) =>
    i.code ? `${job.link}${job.link.includes('?') ? '&' : '?'}product_code=${encodeURIComponent(i.code)}` : job.link

  // The document writes a picture once, however many lines show it.
  const kept = new Map<string, Promise<unknown>>()
  const load = (i: Item, w: number, h: number): Promise<unknown> => {
    const key = `${i.photo}|${w}x${h}`
    let image = kept.get(key)
    if (!image) {
      image = picture(job.photos[i.photo], job.photo_width, (job.photo_width * h) / w, 'edge').then(
        (bytes) => bytes && (doc as unknown as { openImage(b: Buffer): unknown }).openImage(bytes),
      )
      kept.set(key, image)
    }
    return image
  }
  /** A photo in a box, or the name's first letter where there is none. */
  const photo = async (i: Item, x: number, y: number, w: number, h: number) => {
    const image = await load(i, w, h)
    doc.save()
    doc.roundedRect(x, y, w, h, 5).clip()
    if (image) doc.image(image as Buffer, x, y, { width: w, height: h })
    else {
      doc.rect(x, y, w, h).fill(PALE)
      say(i.name.slice(0, 1).toUpperCase(), x, y + h / 2 - h / 8, h / 4, {
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
  const cover = async () => {
    const first = job.leaves.flatMap(itemsOn).find((i) => job.photos[i.photo])
    const wide = await picture(first && job.photos[first.photo], 1190, 1060, 'cut')
    doc.rect(0, 0, W, 530).fill(company.colour)
    if (wide) doc.image(wide, 0, 0, { width: W, height: 530 })
    const logo = await picture(company.logo, 240, 240, 'white')
    if (logo) {
      doc.save().roundedRect(EDGE, 576, 60, 60, 10).clip().image(logo, EDGE, 576, { width: 60, height: 60 }).restore()
      doc.roundedRect(EDGE, 576, 60, 60, 10).lineWidth(0.5).strokeColor(LINE).stroke()
    }
    const y = logo ? 656 : 590
    const tall = say(company.name, EDGE, y, 30, { bold: true, lines: 2, width: WIDTH - 110 })
    say([job.title, job.day].filter(Boolean).join(' · '), EDGE, y + tall + 8, 13, {
      colour: SOFT,
      lines: 2,
      width: WIDTH - 110,
    })
    doc.rect(EDGE, H - 60, 48, 4).fill(company.accent)
    if (job.qr) drawQr(doc, code, W - EDGE - 84, H - 60 - 84, 84)
  }
  const opening = (name: string, count: number) => {
    doc.rect(0, 0, W, H).fill(company.colour)
    doc.rect(EDGE, 536, 48, 4).fill(company.accent_on)
    say(`${count} ${count === 1 ? 'produto' : 'produtos'}`, EDGE, 560, 14, { colour: on })
    say(name, EDGE, 584, 44, { bold: true, colour: on, lines: 3 })
  }
  const frame = (group: string, n: number) => {
    say(group, EDGE, 40, 15, { bold: true, width: WIDTH * 0.65 })
    say(job.title, EDGE + WIDTH * 0.65, 43, 9.5, { colour: SOFT, width: WIDTH * 0.35, align: 'right' })
    doc.rect(EDGE, 64, WIDTH, 0.5).fill(LINE)
    doc.rect(EDGE, 63, 48, 1.5).fill(company.accent)
    const x = job.qr ? EDGE + 50 : EDGE
    if (job.qr) drawQr(doc, code, EDGE, H - 58, 40)
    say(
      [company.name, company.phone && showPhone(company.phone)].filter(Boolean).join(' · '),
      x,
      job.qr ? H - 48 : H - 40,
      9,
      { colour: SOFT, width: WIDTH - 110 },
    )
    if (job.qr) say('Aponte a câmera e peça', x, H - 35, 9, { colour: SOFT, width: WIDTH - 110 })
    say(String(n), EDGE, H - 40, 9, { colour: SOFT, align: 'right' })
    doc.link(x, H - 52, WIDTH / 2, 30, job.link)
  }
  /** Two to a page: a large photo, and the words beside it. */
  const large = async (i: Item, x: number, y: number, h: number) => {
    await photo(i, x, y, h, h)
    const left = x + h + 22
    const width = EDGE + WIDTH - left
    let at = y + 8
    at += say(i.name, left, at, 18, { bold: true, width, lines: 4 }) + 6
    const small = underName(i)
    if (small) at += say(small, left, at, 10, { colour: SOFT, width, lines: 2 }) + 8
    if (i.text) at += say(i.text, left, at, 10.5, { width, lines: 8 }) + 10
    price(i, left, at, 18, width)
  }
  const window = async (items: Item[]) => {
    const [columns, rows] = GRID[layout.per_page] as [number, number]
    const gap = columns > 2 ? 14 : 20
    const w = (WIDTH - gap * (columns - 1)) / columns
    const h = (BOTTOM - TOP - gap * (rows - 1)) / rows
    const size = columns > 2 ? 9 : 12
    const words = size * (priced(items[0] as Item) ? 6.2 : 4.6)
    const tall = Math.min(h - words, w)
    // A page's photos are decoded side by side.
    for (const i of items) void (columns === 1 ? load(i, h - gap, h - gap) : load(i, w, tall))
    for (const [n, i] of items.entries()) {
      const x = EDGE + (n % columns) * (w + gap)
      const y = TOP + Math.floor(n / columns) * (h + gap)
      if (columns === 1) {
        await large(i, x, y, h - gap)
        continue
      }
      await photo(i, x, y, w, tall)
      let at = y + tall + 6
      at += say(i.name, x, at, size, { bold: true, width: w, lines: 2 }) + 1
      const small = underName(i)
      if (small) at += say(small, x, at, size * 0.8, { colour: SOFT, width: w }) + 1
      price(i, x, at + 1, size * 1.1, w)
    }
  }
  const list = async (items: Item[]) => {
    const h = (BOTTOM - TOP) / LIST_ROWS
    for (const i of items) void load(i, h - 10, h - 10)
    for (const [n, i] of items.entries()) {
      const y = TOP + n * h
      await photo(i, EDGE, y + 4, h - 10, h - 10)
      const x = EDGE + h + 6
      const right = priced(i) ? 110 : 0
      const tall = say(i.name, x, y + 8, 12, { bold: true, width: WIDTH - h - 12 - right, lines: 1 })
      const small = underName(i)
      const next = small ? say(small, x, y + 10 + tall, 9, { colour: SOFT, width: WIDTH - h - 12 - right }) + 2 : 0
      if (i.text) say(i.text, x, y + 12 + tall + next, 9, { width: WIDTH - h - 12 - right, lines: 3 })
      price(i, W - EDGE - 104, y + 8, 13, 104, 'right')
      if (n < items.length - 1) doc.rect(EDGE, y + h - 1, WIDTH, 0.5).fill(LINE)
    }
  }
  const table = (rows: Row[]) => {
    const h = (BOTTOM - TOP - 18) / TABLE_ROWS
    const at = [EDGE, EDGE + 86, EDGE + 330, EDGE + 430] as const
    for (const [k, word] of ['Código', 'Produto', 'EAN'].entries())
      say(word, at[k] as number, TOP, 8.5, { bold: true, colour: SOFT, width: 120 })
    if (layout.prices)
      say('Preço', at[3], TOP, 8.5, { bold: true, colour: SOFT, width: W - EDGE - at[3], align: 'right' })
    for (const [n, i] of rows.entries()) {
      const y = TOP + 18 + n * h
      if (!isItem(i)) {
        say(i.heading, EDGE, y + h / 2 - 5.5, 11, { bold: true })
        doc.rect(EDGE - 6, y + h - 1, WIDTH + 12, 1).fill(company.accent)
        continue
      }
      if (n % 2 === 0) doc.rect(EDGE - 6, y, WIDTH + 12, h).fill(PALE)
      say(i.code, at[0], y + h / 2 - 4.5, 9, { width: 82 })
      say([i.name, i.specs].filter(Boolean).join(' · '), at[1], y + h / 2 - 4.5, 9, { width: 238 })
      say(i.ean, at[2], y + h / 2 - 4.5, 9, { colour: SOFT, width: 96 })
      if (priced(i)) say(money(i), at[3], y + h / 2 - 4.5, 9, { bold: true, width: W - EDGE - at[3], align: 'right' })
      doc.link(at[1], y, 238, h, linkOf(i))
    }
  }

  let done = 0
  let named = ''
  for (const [n, leaf] of job.leaves.entries()) {
    doc.addPage()
    const names =
      leaf.kind === 'items'
        ? [leaf.group]
        : leaf.kind === 'opening'
          ? [leaf.name]
          : leaf.kind === 'table'
            ? leaf.rows.flatMap((r) => (isItem(r) ? [] : [r.heading]))
            : []
    for (const name of names) if (name !== named) doc.outline.addItem(writable((named = name)))
    if (leaf.kind === 'cover') await cover()
    else if (leaf.kind === 'opening') opening(leaf.name, leaf.count)
    else if (leaf.kind === 'picture') {
      const bytes = await picture(job.pictures[leaf.path], 1240, 1754, 'white')
      if (bytes) doc.image(bytes, 0, 0, { width: W, height: H })
    } else {
      frame(leaf.kind === 'table' ? company.name : leaf.group, n + 1)
      if (leaf.kind === 'table') table(leaf.rows)
      else if (layout.model === 'vitrine') await window(leaf.items)
      else await list(leaf.items)
      process.stdout.write(`${(done += itemsOn(leaf).length)}\n`)
    }
  }
  doc.end()
  await written
  renameSync(beside, job.target)
  process.stdout.write(`pages ${job.leaves.length}\n`)
}
await drawAll(JSON.parse(await readAll(process.stdin)) as Drawing)
