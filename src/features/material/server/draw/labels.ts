// Labels on sheets of a known size: name, price and bar code, from the place on the sheet that is still there.
import { heightOf, linesOf, MM, Pen, widthOf } from '#server/paper.ts'
import { drawBars } from '#server/paper_bars.ts'
import { SOFT, writable } from '#server/pdf.ts'
import { showCents } from '#shared/money.ts'
import type { Bars } from '../../rules.ts'
import { pageOf, perSheet, type Sheet } from '../../sheets.ts'
import type { Good } from './types.ts'

export interface Label {
  good: Good
  bars: Bars | null
}
/** Answers which bar codes did not fit their label. */
export function labels(pen: Pen, list: Label[], sheet: Sheet, start: number, currency: string): Set<number> {
  const left = new Set<number>()
  const size = pageOf(sheet).map((mm) => mm * MM) as [number, number]
  let place = start - 1
  pen.page(size)
  for (const l of list) {
    if (place === perSheet(sheet)) {
      pen.page(size)
      place = 0
    }
    const x = (sheet.left + (place % sheet.columns) * sheet.step) * MM
    const y = (sheet.top + Math.floor(place / sheet.columns) * sheet.h) * MM
    if (!label(pen, l, currency, x, y, sheet.w * MM, sheet.h * MM)) left.add(l.good.id)
    place++
  }
  return left
}
function label(
  pen: Pen,
  { good: g, bars }: Label,
  currency: string,
  x: number,
  y: number,
  w: number,
  h: number,
): boolean {
  const pad = Math.min(6, h * 0.09)
  const width = w - 2 * pad
  const name = writable(g.name) || g.code
  const size = Math.min(9, Math.max(5, h * 0.105))
  const price = g.price && (g.price.now === null ? 'Sob consulta' : showCents(g.price.now, currency))
  const beside = Math.max(6, size * 1.35)
  const right = price ? widthOf(writable(price), beside, true) + 4 : 0
  const low = h < 15 * MM
  const code = bars ? (low ? h * 0.42 : Math.min(h * 0.4, 44)) : 0
  // Digits below the bars, for who types them.
  const digits = bars ? size * 1.15 : 0
  const free = h - 2 * pad - code - digits
  const rows = Math.max(1, Math.floor(free / heightOf(1, size)) - (g.specs || (!bars && g.code) ? 1 : 0))
  const tall = pen.words(name, x + pad, y + pad, size, {
    bold: true,
    width: width - right,
    lines: Math.min(rows, 3),
    tag: 'P',
  })
  const under = writable([g.specs, bars ? '' : g.code].filter(Boolean).join(' · '))
  if (under && tall + heightOf(1, size * 0.85) <= free)
    pen.words(under, x + pad, y + pad + tall, size * 0.85, { colour: SOFT, width: width - right, lines: 1, tag: 'P' })
  if (price) pen.words(price, x + pad, y + pad, beside, { bold: true, width, align: 'right', lines: 1, tag: 'P' })
  if (!bars) return true
  const at = y + h - pad - digits - code
  if (!drawBars(pen, bars, x + pad, at, width, code)) {
    pen.words(g.code, x + pad, at, size, { colour: SOFT, width, lines: 1, tag: 'P' })
    return false
  }
  pen.words(linesOf(bars.text, width, size * 0.9, { lines: 1 })[0] ?? '', x + pad, at + code, size * 0.9, {
    width,
    align: 'center',
    lines: 1,
    tag: 'P',
  })
  return true
}
