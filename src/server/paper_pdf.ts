// A paper as PDF: fonts embedded, tagged for screen readers, with title and language.
import PDFDocument from 'pdfkit'
import { type Mark, type Page, type Paper, STRIKE, STROKE, widthOf } from './paper.ts'
import { typefaces } from './pdf.ts'

type Doc = InstanceType<typeof PDFDocument>
type Part = ReturnType<Doc['struct']>
type Image = Parameters<Doc['image']>[0]

/** The PDF's bytes. Each page lets others have their turn. */
export async function pdfOf({ title, author, pages }: Paper): Promise<Buffer> {
  const doc = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'pt-BR',
    displayTitle: true,
    info: { Title: title, Author: author },
  })
  typefaces(doc)
  const chunks: Buffer[] = []
  doc.on('data', (c: Buffer) => chunks.push(c))
  const ended = new Promise<void>((done, fail) => doc.on('end', done).on('error', fail))
  const root = doc.struct('Document')
  doc.addStructure(root)
  const open: Part[] = [root]
  const images = new Map<Buffer, Image>()
  for (const page of pages) {
    doc.addPage({ size: [page.w, page.h], margin: 0 })
    draw(doc, page, open, images)
    await new Promise((next) => setImmediate(next))
  }
  doc.end()
  await ended
  return Buffer.concat(chunks)
}
function draw(doc: Doc, page: Page, open: Part[], images: Map<Buffer, Image>): void {
  const tags: string[] = open.slice(1).map(() => 'P')
  for (const mark of page.marks) {
    if (mark.kind === 'in') {
      const part = doc.struct(mark.tag, mark.alt === undefined ? {} : { alt: mark.alt })
      ;(open.at(-1) as Part).add(part)
      open.push(part)
      tags.push(mark.tag)
    } else if (mark.kind === 'out') {
      open.pop()?.end()
      tags.pop()
    } else if (mark.kind === 'turn') doc.save().rotate(180, { origin: [mark.x, mark.y] })
    else if (mark.kind === 'unturn') doc.restore()
    else if (mark.kind === 'link') doc.link(mark.x, mark.y, mark.w, mark.h, mark.href)
    else if (open.length > 1 && mark.kind !== 'rect') {
      const content = doc.markStructureContent(tags.at(-1) ?? 'P')
      shape(doc, mark, images)
      doc.endMarkedContent()
      ;(open.at(-1) as Part).add(content)
    } else {
      doc.markContent('Artifact', { type: 'Layout' })
      shape(doc, mark, images)
      doc.endMarkedContent()
    }
  }
}
function shape(
  doc: Doc,
  mark: Extract<Mark, { kind: 'words' | 'rect' | 'path' | 'picture' }>,
  images: Map<Buffer, Image>,
): void {
  if (mark.kind === 'words') {
    const { text, x, y, size, bold, colour, strike } = mark
    doc.font(bold ? 'bold' : 'text').fontSize(size)
    doc.fillColor(colour).text(text, x, y, { lineBreak: false, baseline: 'alphabetic' })
    // The library's own line stands below letters that are placed by their feet.
    if (strike) doc.rect(x, y - STRIKE * size, widthOf(text, size, bold), STROKE * size).fill(colour)
  } else if (mark.kind === 'rect') {
    if (mark.radius) doc.roundedRect(mark.x, mark.y, mark.w, mark.h, mark.radius)
    else doc.rect(mark.x, mark.y, mark.w, mark.h)
    if (mark.fill) doc.fill(mark.fill)
    else doc.lineWidth(0.75).stroke(mark.stroke)
  } else if (mark.kind === 'path') {
    doc.save().translate(mark.x, mark.y).scale(mark.scale)
    doc.path(mark.d)
    if (mark.fill) doc.fill(mark.fill)
    else doc.lineWidth(mark.width).lineCap('round').lineJoin('round').stroke(mark.stroke)
    doc.restore()
  } else {
    // The document holds a picture once, however often it is shown.
    let image = images.get(mark.bytes)
    if (!image)
      images.set(mark.bytes, (image = (doc as unknown as { openImage(b: Buffer): Image }).openImage(mark.bytes)))
    doc.save()
    if (mark.radius) doc.roundedRect(mark.x, mark.y, mark.w, mark.h, mark.radius).clip()
    doc.image(image, mark.x, mark.y, { width: mark.w, height: mark.h }).restore()
  }
}
