// The bare PDF library placing the same photos at the same size, with name and price: node catalogs_floor.ts TARGET
// WIDTH, the files as JSON on its input.
import { createWriteStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'

const [, , target, width] = process.argv as [string, string, string, string]
const files = JSON.parse(await text(process.stdin)) as { file: string; name: string; price: string }[]
sharp.concurrency(1)
const doc = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false })
const written = pipeline(doc, createWriteStream(target))
for (let n = 0; n < files.length; n += 9) {
  doc.addPage()
  const page = files.slice(n, n + 9)
  const photos = await Promise.all(
    page.map(({ file }) =>
      sharp(file)
        .resize({ width: Number(width), height: Number(width), fit: 'contain', background: '#ffffff' })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: 78 })
        .toBuffer(),
    ),
  )
  for (const [k, p] of page.entries()) {
    const [x, y] = [42 + (k % 3) * 175, 78 + Math.floor(k / 3) * 235]
    doc.image(photos[k] as Buffer, x, y, { width: 161, height: 161 })
    doc.fontSize(9).text(p.name, x, y + 167, { width: 161, height: 24, ellipsis: true })
    doc.text(p.price, x, y + 193, { width: 161 })
  }
}
doc.end()
await written
