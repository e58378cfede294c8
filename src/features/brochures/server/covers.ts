// Pages without products: covers drawn from the company's colours, logo and a photo, openings, index and closing page.
import { drawQr, LINE, type qrOf, SOFT } from '#server/pdf.ts'
import { onColour } from '#shared/colour.ts'
import { showPhone } from '#shared/phone.ts'
import { type Entry, itemsOn } from '../rules.ts'
import { EDGE, H, type Pen, W, WIDTH } from './pen.ts'

type Code = ReturnType<typeof qrOf>
const LOGO = 72

/** The logo on a white plate. */
async function logoAt({ doc, job, picture, place }: Pen, x: number, y: number, size: number): Promise<boolean> {
  const logo = await picture(job.company.logo, size * 4, size * 4, 'white')
  if (!logo) return false
  doc
    .save()
    .roundedRect(x, y, size, size, size / 6)
    .clip()
  place(logo, x, y, size, size, job.company.name)
  doc.restore()
  doc
    .roundedRect(x, y, size, size, size / 6)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke()
  return true
}
/** The QR code on white, wherever it stands. */
function qrAt({ doc }: Pen, code: Code, x: number, y: number, size: number): void {
  doc.roundedRect(x - 8, y - 8, size + 16, size + 16, 8).fill('#ffffff')
  drawQr(doc, code, x, y, size)
}
/** Company, title, day, for whom; answers where it ends. */
function names({ job, say }: Pen, y: number, o: { on?: string; soft?: string; align?: 'center'; width?: number }) {
  const { on, soft = SOFT, align, width = WIDTH - 110 } = o
  const more = { lines: 2, width, ...(align && { align }) }
  let at = y
  at += say(job.company.name, EDGE, at, 30, { bold: true, ...more, ...(on && { colour: on }), as: 'H1' }) + 8
  at += say([job.title, job.volume, job.day].filter(Boolean).join(' · '), EDGE, at, 13, { colour: soft, ...more }) + 10
  if (job.layout.client)
    at += say(`Preparado para ${job.layout.client}`, EDGE, at, 13, { bold: true, ...more, ...(on && { colour: on }) })
  return at
}
async function withPhoto(pen: Pen, code: Code): Promise<void> {
  const { doc, job, picture, place } = pen
  const first = job.leaves.flatMap(itemsOn).find((i) => job.photos[i.photo])
  const chosen = job.photos[job.layout.cover_photo] || (first && job.photos[first.photo])
  const wide = await picture(chosen, 1190, 1060, 'cut')
  doc.rect(0, 0, W, 530).fill(job.company.colour)
  if (wide) place(wide, 0, 0, W, 530)
  const logo = await logoAt(pen, EDGE, 560, 60)
  names(pen, logo ? 634 : 580, {})
  doc.rect(EDGE, H - 60, 48, 4).fill(job.company.accent)
  if (job.qr) drawQr(doc, code, W - EDGE - 84, H - 60 - 84, 84)
}
async function plain(pen: Pen, code: Code): Promise<void> {
  const { doc, job } = pen
  const on = onColour(job.company.colour)
  doc.rect(0, 0, W, H).fill(job.company.colour)
  await logoAt(pen, EDGE, 96, LOGO)
  doc.rect(EDGE, 470, 72, 5).fill(job.company.accent_on)
  names(pen, 496, { on, soft: on, width: WIDTH })
  if (job.qr) qrAt(pen, code, W - EDGE - 84, H - 60 - 84, 84)
}
/** Bands of both colours, the widest at the top. */
async function bands(pen: Pen, code: Code): Promise<void> {
  const { doc, job } = pen
  doc.rect(0, 0, W, H).fill('#ffffff')
  let y = 0
  for (const [n, tall] of [190, 120, 72, 40, 20].entries()) {
    doc
      .fillOpacity(n % 2 === 0 ? 1 : 0.55)
      .rect(0, y, W, tall)
      .fill(n % 2 === 0 ? job.company.colour : job.company.accent)
    y += tall + 6
  }
  doc.fillOpacity(1)
  const logo = await logoAt(pen, EDGE, 520, LOGO)
  names(pen, logo ? 612 : 560, {})
  if (job.qr) drawQr(doc, code, W - EDGE - 84, H - 60 - 84, 84)
}
async function framed(pen: Pen, code: Code): Promise<void> {
  const { doc, job } = pen
  doc.rect(0, 0, W, H).fill(job.company.colour)
  doc.rect(26, 26, W - 52, H - 52).fill('#ffffff')
  doc
    .rect(36, 36, W - 72, H - 72)
    .lineWidth(1)
    .strokeColor(job.company.accent)
    .stroke()
  const logo = await logoAt(pen, W / 2 - 52, 200, 104)
  const end = names(pen, logo ? 340 : 300, { align: 'center', width: WIDTH })
  doc.rect(W / 2 - 24, end + 22, 48, 4).fill(job.company.accent)
  if (job.qr) drawQr(doc, code, W / 2 - 42, H - 170, 84)
}
export async function cover(pen: Pen, code: Code): Promise<void> {
  const styles = { paginas: withPhoto, foto: withPhoto, cor: plain, faixas: bands, moldura: framed }
  await styles[pen.job.layout.cover](pen, code)
  if (pen.job.qr) pen.doc.link(W / 2 - 60, H - 190, W / 2, 150, pen.job.living)
}
export function opening({ doc, job, say }: Pen, name: string, count: number): void {
  const on = onColour(job.company.colour)
  doc.rect(0, 0, W, H).fill(job.company.colour)
  doc.rect(EDGE, 536, 48, 4).fill(job.company.accent_on)
  say(`${count} ${count === 1 ? 'produto' : 'produtos'}`, EDGE, 560, 14, { colour: on })
  say(name, EDGE, 584, 44, { bold: true, colour: on, lines: 3, as: 'H1' })
}
const ROW = 24
/** Where the page numbered `n` is called so within the file. */
export const pageName = (n: number) => `p${n}`
export function index({ doc, job, say }: Pen, entries: Entry[]): void {
  for (const [n, e] of entries.entries()) {
    const y = 84 + n * ROW
    say(e.name, EDGE, y, 12, { bold: true, width: WIDTH - 170 })
    say(`${e.count} ${e.count === 1 ? 'produto' : 'produtos'}`, W - EDGE - 160, y + 2, 9.5, {
      colour: SOFT,
      width: 110,
      align: 'right',
    })
    say(String(e.page), W - EDGE - 44, y, 12, { bold: true, width: 44, align: 'right' })
    doc.rect(EDGE, y + ROW - 6, WIDTH, 0.5).fill(n === entries.length - 1 ? job.company.accent : LINE)
    doc.goTo(EDGE, y - 3, WIDTH, ROW, pageName(e.page))
  }
}
export async function closing(pen: Pen, code: Code): Promise<void> {
  const { doc, job, say } = pen
  const { company } = job
  const on = onColour(company.colour)
  doc.rect(0, 0, W, H).fill(company.colour)
  const logo = await logoAt(pen, W / 2 - LOGO / 2, 150, LOGO)
  const middle = { align: 'center', colour: on } as const
  let y = logo ? 250 : 190
  y += say(company.name, EDGE, y, 28, { ...middle, bold: true, lines: 2, as: 'H1' }) + 12
  y += say('Os preços de hoje e o seu pedido estão a um toque.', EDGE, y, 13, { ...middle, lines: 2 }) + 44
  qrAt(pen, code, W / 2 - 80, y, 160)
  doc.link(W / 2 - 90, y - 10, 180, 180, job.living)
  y += 190
  if (company.phone) y += say(`WhatsApp ${showPhone(company.phone)}`, EDGE, y, 15, { ...middle, bold: true }) + 8
  say(job.link.replace(/^https?:\/\//, '').replace(/\?.*/, ''), EDGE, y, 12, middle)
  doc.link(EDGE, y, WIDTH, 16, job.link)
  doc.rect(W / 2 - 24, H - 80, 48, 4).fill(company.accent_on)
}
