// What every PDF needs: the product's typeface, embedded so that it looks the same on every device, and QR codes.
import type PDFDocument from 'pdfkit'
import QRCode from 'qrcode'
import { fontOf } from './typeface.ts'

type Doc = InstanceType<typeof PDFDocument>
export const INK = '#1f1a17'
export const SOFT = '#6b625b'
export const LINE = '#e4e0dc'
/** Registers "text" and "bold". */
export function typefaces(doc: Doc): void {
  // A font that is open already is taken as it is.
  const open = (bold: boolean) => fontOf(bold) as unknown as Buffer
  doc.registerFont('text', open(false))
  doc.registerFont('bold', open(true))
}
const STRANGE = /[^\n\x20-\x7E\u00A0-\u00AC\u00AE-\u00FF€‚„…ˆ‹Œ‘’“”•–—˜™›œ]/gu
/** Letters that are no other letter with a sign. */
const ALIKE: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ħ: 'h',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '′': "'",
}
/** What the typeface can write: Latin letters and signs. A letter with a sign that it lacks is written without it (ő as o);
 * other signs (emoji, other scripts) are left out. */
export const writable = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[^\S\n]+/g, ' ')
    .replace(STRANGE, (sign) => (ALIKE[sign] ?? sign.normalize('NFKD')).replace(STRANGE, ''))
    .replace(/ {2,}/g, ' ')
    .trim()
/** The modules of a QR code that holds `text`. */
export const qrOf = (text: string) => QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
export function drawQr(doc: Doc, code: ReturnType<typeof qrOf>, x: number, y: number, size: number): void {
  const unit = size / code.size
  doc.fillColor(INK)
  for (let r = 0; r < code.size; r++)
    // Neighbours in a row are one rectangle: half as many, on every page of a catalogue.
    for (let c = 0, end = 0; c < code.size; c = end + 1) {
      for (end = c; end < code.size && code.get(r, end); end++);
      if (end > c) doc.rect(x + c * unit, y + r * unit, (end - c) * unit + 0.05, unit + 0.05)
    }
  doc.fill()
}
