// Pages of products: shop window, list and table.
import { drawQr, LINE, type qrOf, SOFT } from '#server/pdf.ts'
import { showPhone } from '#shared/phone.ts'
import { GRID, isItem, type Item, type Leaf, LIST_ROWS, type Row, TABLE_ROWS, underName } from '../rules.ts'
import { EDGE, H, nameOf, PALE, type Pen, W, WIDTH } from './pen.ts'

const TOP = 78
const BOTTOM = H - 74
const QR = 44

/** Head and foot of the n-th page. */
export function frame({ doc, job, say }: Pen, qr: ReturnType<typeof qrOf>, group: string, n: number): void {
  const { company } = job
  say(group, EDGE, 40, 15, { bold: true, width: WIDTH * 0.65, as: 'H2' })
  say([job.title, job.volume].filter(Boolean).join(' · '), EDGE + WIDTH * 0.65, 43, 9.5, {
    colour: SOFT,
    width: WIDTH * 0.35,
    align: 'right',
  })
  doc.rect(EDGE, 64, WIDTH, 0.5).fill(LINE)
  doc.rect(EDGE, 63, 48, 1.5).fill(company.accent)
  const x = job.qr ? EDGE + QR + 10 : EDGE
  if (job.qr) drawQr(doc, qr, EDGE, H - 60, QR)
  say(
    [company.name, company.phone && showPhone(company.phone)].filter(Boolean).join(' · '),
    x,
    job.qr ? H - 50 : H - 40,
    9,
    { colour: SOFT, width: WIDTH - 110 },
  )
  if (job.qr) say('Aponte a câmera: preços de hoje e pedido', x, H - 37, 9, { colour: SOFT, width: WIDTH - 110 })
  say(String(n), EDGE, H - 40, 9, { colour: SOFT, align: 'right' })
  doc.link(EDGE, H - 60, WIDTH / 2, QR, job.living)
}
/** Two to a page: a large photo, and the words beside it. */
async function large({ say, photo, price, code }: Pen, i: Item, x: number, y: number, h: number): Promise<void> {
  await photo(i, x, y, h, h)
  const left = x + h + 22
  const width = EDGE + WIDTH - left
  let at = y + 8
  at += say(nameOf(i), left, at, 18, { bold: true, width, lines: 4 }) + 6
  const small = underName(i)
  if (small) at += code(i, small, left, at, 10, { width, lines: 2 }) + 8
  if (i.text) at += say(i.text, left, at, 10.5, { width, lines: 8 }) + 10
  price(i, left, at, 18, width)
}
/** How a page of the shop window is divided. */
function windowOf({ job, priced }: Pen, items: Item[]) {
  const [columns, rows] = GRID[job.layout.per_page] as [number, number]
  const gap = columns > 2 ? 14 : 20
  const w = (WIDTH - gap * (columns - 1)) / columns
  const h = (BOTTOM - TOP - gap * (rows - 1)) / rows
  const size = columns > 2 ? 9 : 12
  const words = size * (priced(items[0] as Item) ? 6.2 : 4.6)
  const photo = columns === 1 ? [h - gap, h - gap] : [w, Math.min(h - words, w)]
  return { columns, gap, w, h, size, photo: photo as [number, number] }
}
const LIST_H = (BOTTOM - TOP) / LIST_ROWS
const LIST_PHOTO = LIST_H - 10
export const photosOn = (leaf: Leaf) => (leaf.kind === 'items' ? leaf.items.length : 0)
/** Begins with the photos of a page that is still to come. */
export function bring(pen: Pen, leaf: Leaf): void {
  if (leaf.kind !== 'items') return
  const [w, h] = pen.job.layout.model === 'vitrine' ? windowOf(pen, leaf.items).photo : [LIST_PHOTO, LIST_PHOTO]
  for (const i of leaf.items) void pen.load(i, w, h)
}
export async function shopWindow(pen: Pen, items: Item[]): Promise<void> {
  const { say, photo, price, code } = pen
  const { columns, gap, w, h, size, photo: box } = windowOf(pen, items)
  for (const [n, i] of items.entries()) {
    const x = EDGE + (n % columns) * (w + gap)
    const y = TOP + Math.floor(n / columns) * (h + gap)
    if (columns === 1) {
      await large(pen, i, x, y, box[1])
      continue
    }
    await photo(i, x, y, ...box)
    let at = y + box[1] + 6
    at += say(nameOf(i), x, at, size, { bold: true, width: w, lines: 2 }) + 1
    const small = underName(i)
    if (small) at += code(i, small, x, at, size * 0.8, { width: w }) + 1
    price(i, x, at + 1, size * 1.1, w)
  }
}
export async function list({ doc, say, photo, priced, price, code }: Pen, items: Item[]): Promise<void> {
  const h = LIST_H
  for (const [n, i] of items.entries()) {
    const y = TOP + n * h
    await photo(i, EDGE, y + 4, LIST_PHOTO, LIST_PHOTO)
    const x = EDGE + h + 6
    const width = WIDTH - h - 12 - (priced(i) ? 110 : 0)
    const tall = say(nameOf(i), x, y + 8, 12, { bold: true, width })
    const small = underName(i)
    const next = small ? code(i, small, x, y + 10 + tall, 9, { width }) + 2 : 0
    if (i.text) say(i.text, x, y + 12 + tall + next, 9, { width, lines: 3 })
    price(i, W - EDGE - 104, y + 8, 13, 104, 'right')
    if (n < items.length - 1) doc.rect(EDGE, y + h - 1, WIDTH, 0.5).fill(LINE)
  }
}
export function table({ doc, job, say, money, priced, code, linkOf }: Pen, rows: Row[]): void {
  const h = (BOTTOM - TOP - 18) / TABLE_ROWS
  const at = [EDGE, EDGE + 86, EDGE + 330, EDGE + 430] as const
  for (const [k, word] of ['Código', 'Produto', 'EAN'].entries())
    say(word, at[k] as number, TOP, 8.5, { bold: true, colour: SOFT, width: 120 })
  if (job.layout.prices)
    say('Preço', at[3], TOP, 8.5, { bold: true, colour: SOFT, width: W - EDGE - at[3], align: 'right' })
  for (const [n, i] of rows.entries()) {
    const y = TOP + 18 + n * h
    const line = y + h / 2 - 4.5
    if (!isItem(i)) {
      say(i.heading, EDGE, y + h / 2 - 5.5, 11, { bold: true, as: 'H2' })
      doc.rect(EDGE - 6, y + h - 1, WIDTH + 12, 1).fill(job.company.accent)
      continue
    }
    if (n % 2 === 0) doc.rect(EDGE - 6, y, WIDTH + 12, h).fill(PALE)
    if (i.code) code(i, i.code, at[0], line, 9, { width: 82 })
    say([nameOf(i), i.specs].filter(Boolean).join(' · '), at[1], line, 9, { width: 238 })
    say(i.ean, at[2], line, 9, { colour: SOFT, width: 96 })
    if (priced(i)) say(money(i), at[3], line, 9, { bold: true, width: W - EDGE - at[3], align: 'right' })
    doc.link(at[1], y, 238, h, linkOf(i))
  }
}
