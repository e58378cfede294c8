// Every line of an order, over as many pages as it takes: none is divided, each page begins with the table's head.
import { heightOf, linesOf, type Pen, widthOf } from '#server/paper.ts'
import { INK, LINE, SOFT, writable } from '#server/pdf.ts'
import { showCents, showShare } from '#shared/money.ts'
import { EDGE, firstWritable, FOOT, type Printed, right, W, WIDTH } from './frame.ts'

const PHOTO = 26
const PAD = 4
type Line = Printed['lines'][number]
/** Right edges of what is counted, and what is left for the product. */
const columns = (priced: boolean, discounted: boolean) => {
  const end = W - EDGE
  const total = priced ? 82 : 0
  const discount = priced && discounted ? 42 : 0
  const price = priced ? 76 : 0
  return {
    total: { at: end - total, width: total },
    discount: { at: end - total - discount, width: discount },
    price: { at: end - total - discount - price, width: price },
    quantity: { at: end - total - discount - price - 46, width: 46 },
    name: { at: EDGE + PHOTO + 8, width: end - total - discount - price - 46 - 8 - (EDGE + PHOTO + 8) },
  }
}
export function table(
  pen: Pen,
  o: Printed,
  photos: ReadonlyMap<string, Buffer>,
  from: number,
  next: () => number,
): number {
  const priced = o.total !== undefined
  const c = columns(
    priced,
    o.lines.some((l) => l.discount_percent > 0),
  )
  const head = (y: number) => {
    const cell = (text: string, { at, width }: { at: number; width: number }, align: 'left' | 'right' = 'right') =>
      pen.words(text, at, y, 8, { bold: true, colour: SOFT, width, align, tag: 'TH' })
    pen.within('TR', () => {
      cell('Produto', { at: EDGE, width: c.name.width }, 'left')
      cell('Qtd.', c.quantity)
      if (priced) cell('Preço', c.price)
      if (c.discount.width) cell('Desc.', c.discount)
      if (priced) cell('Total', c.total)
    })
    pen.rect(EDGE, y + 13, WIDTH, 0.75, { fill: INK })
    return y + 14
  }
  let y = from
  let lines = o.lines
  while (lines.length > 0) {
    const here = y
    pen.within('Table', () => {
      y = head(here)
      let n = 0
      for (; n < lines.length; n++) {
        const l = lines[n] as Line
        const h = rowHeight(l, c.name.width)
        // A row that no page could hold stands alone on its own.
        if (y + h > FOOT && n > 0) break
        pen.within('TR', () => row(pen, l, o.currency, c, photos.get(l.photo), y, h))
        y += h
        pen.rect(EDGE, y - 0.25, WIDTH, 0.5, { fill: LINE })
      }
      lines = lines.slice(n)
    })
    if (lines.length > 0) y = next()
  }
  return y
}
const NAME = 9
const SMALL = 8
const nameOf = (l: Line) => firstWritable(l.name, l.code) || `Item ${l.line}`
const underOf = (l: Line) =>
  [l.code, ...Object.entries(l.specs).map(([k, v]) => `${k}: ${v}`)].filter(Boolean).join(' · ')
const rowHeight = (l: Line, width: number) => {
  const under = writable(underOf(l)) ? heightOf(linesOf(underOf(l), width, SMALL).length, SMALL) : 0
  return Math.max(PHOTO, heightOf(linesOf(nameOf(l), width, NAME, { bold: true }).length, NAME) + under) + 2 * PAD
}
function row(
  pen: Pen,
  l: Line,
  currency: string,
  c: ReturnType<typeof columns>,
  photo: Buffer | undefined,
  y: number,
  h: number,
): void {
  const money = (v: number | undefined) => (v === undefined ? '' : showCents(v, currency))
  if (photo) pen.picture(photo, EDGE, y + PAD, PHOTO, PHOTO, 3)
  else pen.rect(EDGE, y + PAD, PHOTO, PHOTO, { fill: '#f4f1ee', radius: 3 })
  pen.within('TD', () => {
    const tall = pen.words(nameOf(l), c.name.at, y + PAD, NAME, { bold: true, width: c.name.width })
    pen.words(underOf(l), c.name.at, y + PAD + tall, SMALL, { colour: SOFT, width: c.name.width })
  })
  const middle = y + (Math.min(h, PHOTO + 2 * PAD) - heightOf(1, NAME)) / 2
  const cell = (text: string, { at, width }: { at: number; width: number }, bold = false) =>
    pen.words(text, at, middle, fitting(text, width, NAME, bold), { ...right(width), bold, lines: 1, tag: 'TD' })
  cell(l.quantity.toLocaleString('pt-BR'), c.quantity)
  if (l.total === undefined) return
  cell(money(l.price), c.price)
  if (c.discount.width) cell(l.discount_percent > 0 ? `${showShare(l.discount_percent)}%` : '–', c.discount)
  cell(money(l.total), c.total, true)
}
/** Small enough to stand in one line: no digit of an amount may be missing. */
const fitting = (text: string, width: number, size: number, bold: boolean) =>
  Math.min(size, (size * width) / Math.max(widthOf(writable(text), size, bold), 1))
