// The product's typeface inside a PDF: embedded, so that it looks the same on every device.
import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'

const file = (weight: 400 | 700) => fileURLToPath(import.meta.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`))
/** Registers "text" and "bold". */
export function typefaces(doc: InstanceType<typeof PDFDocument>): void {
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
