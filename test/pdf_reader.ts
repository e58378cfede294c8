// What a PDF holds, read back by a reader that shares nothing with the one that wrote it.
import * as mupdf from 'mupdf'

interface Picture {
  /** Pixels of the file. */
  width: number
  height: number
  /** Pixels to an inch of paper, the smaller of both directions. */
  dpi: number
}
interface Chapter {
  title: string
  /** Counted from 1. */
  page: number
  inside: Chapter[]
}
export interface ReadPage {
  text: string
  /** Where its links lead: an address, or `#page=3` within the file. */
  links: string[]
  pictures: Picture[]
}
export interface ReadPdf {
  title: string
  language: string
  tagged: boolean
  pages: ReadPage[]
  outline: Chapter[]
  /** Font name → whether its letters are in the file. */
  fonts: Map<string, boolean>
}
function readPage(page: mupdf.Page, doc: mupdf.PDFDocument): ReadPage {
  const pictures: Picture[] = []
  const words = page.toStructuredText('preserve-images,preserve-whitespace')
  words.walk({
    onImageBlock(_box, [a, b, c, d], image) {
      const [wide, tall] = [Math.hypot(a, b), Math.hypot(c, d)]
      const [width, height] = [image.getWidth(), image.getHeight()]
      pictures.push({ width, height, dpi: 72 * Math.min(width / wide, height / tall) })
    },
  })
  return {
    text: words.asText().replaceAll('\u00a0', ' '),
    links: page.getLinks().map((l) => (l.isExternal() ? l.getURI() : `#page=${doc.resolveLink(l) + 1}`)),
    pictures,
  }
}
const chaptersOf = (items: ReturnType<mupdf.PDFDocument['loadOutline']>): Chapter[] =>
  (items ?? []).map((i) => ({ title: i.title ?? '', page: (i.page ?? -1) + 1, inside: chaptersOf(i.down ?? null) }))
/** Every font that a page's words are written in, wherever the file keeps it. */
function fontsOf(doc: mupdf.PDFDocument): Map<string, boolean> {
  const fonts = new Map<string, boolean>()
  for (let n = 1; n < doc.countObjects(); n++) {
    const object = doc.newIndirect(n).resolve()
    if (!object.isDictionary() || object.get('Type').toString() !== '/FontDescriptor') continue
    const inside = ['FontFile', 'FontFile2', 'FontFile3'].some((name) => !object.get(name).isNull())
    fonts.set(object.get('FontName').asName(), inside)
  }
  return fonts
}
const open = (bytes: Uint8Array) => {
  const doc = mupdf.Document.openDocument(bytes, 'application/pdf').asPDF()
  if (!doc) throw new Error('not a PDF')
  return doc
}
export function readPdf(bytes: Uint8Array): ReadPdf {
  const doc = open(bytes)
  const root = doc.getTrailer().get('Root')
  return {
    title: doc.getMetaData('info:Title') ?? '',
    language: root.get('Lang').isNull() ? '' : root.get('Lang').asString(),
    tagged: root.get('MarkInfo').isDictionary() && root.get('MarkInfo').get('Marked').asBoolean(),
    pages: Array.from({ length: doc.countPages() }, (_, n) => readPage(doc.loadPage(n), doc)),
    outline: chaptersOf(doc.loadOutline()),
    fonts: fontsOf(doc),
  }
}
/** A page as a picture, PNG; `scale` 1 is 72 dots to an inch. */
export function pictureOfPage(bytes: Uint8Array, page: number, scale = 2): Uint8Array {
  const shown = open(bytes)
    .loadPage(page - 1)
    .toPixmap(mupdf.Matrix.scale(scale, scale), mupdf.ColorSpace.DeviceRGB, false, true)
  return shown.asPNG()
}
