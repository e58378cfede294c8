// What every PDF needs: the product's typeface, embedded so that it looks the same on every device, and QR codes.
import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'
import QRCode from 'qrcode'

type Doc = InstanceType<typeof PDFDocument>
export const INK = '#1f1a17'
export const SOFT = '#6b625b'
export const LINE = '#e4e0dc'
const file = (weight: 400 | 700) =>
  fileURLToPath(import.meta.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`))
/** Registers "text" and "bold". */
export function typefaces(doc: Doc): void {
  doc.registerFont('text', file(400))
  doc.registerFont('bold', file(700))
}
/** What the typeface can write: Latin letters and signs; other signs (emoji) are left out. */
export const writable = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[^\n\x20-\x7E\u00A0-\u00AC\u00AE-\u00FF€‚„…ˆ‹Œ‘’“”•–—˜™›œ]/gu, '')
    .replace(/ {2,}/g, ' ')
    .trim()
/** The modules of a QR code that holds `text`. */
export const qrOf = (text: string) => QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
export function drawQr(doc: Doc, code: ReturnType<typeof qrOf>, x: number, y: number, size: number): void {
  const unit = size / code.size
  doc.fillColor(INK)
  for (let r = 0; r < code.size; r++)
    for (let c = 0; c < code.size; c++)
      if (code.get(r, c)) doc.rect(x + c * unit, y + r * unit, unit + 0.05, unit + 0.05)
  doc.fill()
}
