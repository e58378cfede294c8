// A card for a chat or a status: one product large, or four of a promotion or category; measures are pixels.
import { heightOf, linesOf, Pen, sizeFor, widthOf } from '#server/paper.ts'
import { writable } from '#server/pdf.ts'
import { showCents } from '#shared/money.ts'
import type { SHAPES } from '../../rules.ts'
import { coloursOf, type Good, type Material, photoOr, plainLink, type Price } from './types.ts'

const W = 1080
const EDGE = 64
/** What the panel below the photos takes. A status covers its first and last 250 pixels with its own buttons. */
const SIZES = { quadrado: { h: 1080, panel: 400, free: 40 }, story: { h: 1920, panel: 780, free: 270 } } as const

/** Pixels of each photo, of so many products. */
export function cardPhoto(shape: (typeof SHAPES)[number], count: number): [number, number] {
  const { h, panel } = SIZES[shape]
  const top = h - panel
  return count === 1 ? [W, top] : [(W - GAP) / 2, count < 4 ? top : (top - GAP) / 2]
}
/** How many products a card shows: one, two or four. */
export const shownOn = (goods: readonly Good[], single: boolean) =>
  goods.slice(0, single || goods.length < 2 ? 1 : goods.length < 4 ? 2 : 4)
const GAP = 12

export function card(pen: Pen, m: Material, shape: (typeof SHAPES)[number], single: boolean): void {
  const { h, panel, free } = SIZES[shape]
  const { fill, on } = coloursOf(m.company.colour)
  const top = h - panel
  pen.page([W, h])
  const [first] = m.goods
  const shown = shownOn(m.goods, single)
  if (first && shown.length === 1) photoOr(pen, m, first, 0, 0, W, top)
  else collage(pen, m, shown, cardPhoto(shape, shown.length))
  pen.rect(0, top, W, panel, { fill })
  const width = W - 2 * EDGE
  const name = single && first ? writable(first.name) || first.code : m.title
  const price = single ? first?.price : undefined
  const size = sizeFor(name, width, 2, shape === 'story' ? 72 : 52, 34)
  let y = top + 32
  y += pen.words(name, EDGE, y, size, { bold: true, colour: on, width, lines: 2, tag: 'H1' }) + 6
  if (price) y += priceLine(pen, price, m.currency, EDGE, y, shape === 'story' ? 96 : 72, on) + 8
  const foot = h - free - 44
  const message = heightOf(linesOf(m.message, width, 36, { lines: 2 }).length, 36)
  if (m.message && y + message <= foot - 24)
    pen.words(m.message, EDGE, y, 36, { colour: on, width, lines: 2, tag: 'P' })
  const logo = m.company.logo
  if (logo) pen.within('Figure', () => pen.picture(logo, EDGE, foot - 12, 64, 64, 12), m.company.name)
  const x = logo ? EDGE + 84 : EDGE
  const said = `${m.company.name} · ${plainLink(m.link)}`
  pen.words(said, x, foot, sizeFor(said, W - EDGE - x, 1, 30, 18, false), {
    colour: on,
    width: W - EDGE - x,
    lines: 1,
    tag: 'P',
  })
}
/** The price large, and what it was, struck out. */
export function priceLine(
  pen: Pen,
  p: Price,
  currency: string,
  x: number,
  y: number,
  size: number,
  colour: string,
): number {
  if (p.now === null) return pen.words('Sob consulta', x, y, size * 0.6, { bold: true, colour, tag: 'P' })
  let at = x
  if (p.from) {
    pen.words('a partir de', at, y + size * 0.55, size * 0.36, { colour, tag: 'P' })
    at += widthOf('a partir de ', size * 0.36) + size * 0.1
  }
  const now = showCents(p.now, currency)
  pen.words(now, at, y, size, { bold: true, colour, lines: 1, tag: 'P' })
  at += widthOf(writable(now), size, true) + size * 0.3
  if (p.was !== null)
    pen.words(showCents(p.was, currency), at, y + size * 0.5, Math.max(size * 0.42, 8), {
      colour,
      strike: true,
      lines: 1,
      tag: 'P',
    })
  return heightOf(1, size)
}
function collage(pen: Pen, m: Material, shown: readonly Good[], [w, h]: [number, number]): void {
  for (const [n, g] of shown.entries()) {
    const x = (n % 2) * (w + GAP)
    const y = Math.floor(n / 2) * (h + GAP)
    photoOr(pen, m, g, x, y, w, h)
    if (g.price && g.price.now !== null) tag(pen, m, g, x + 24, y + h - 24)
  }
}
/** A price on a photo. */
function tag(pen: Pen, m: Material, g: Good, x: number, bottom: number): void {
  const { fill, on } = coloursOf(m.company.colour)
  const now = `${g.price?.from ? 'de ' : ''}${showCents(g.price?.now ?? 0, m.currency)}`
  const size = 34
  const w = widthOf(writable(now), size, true) + 32
  pen.rect(x, bottom - 60, w, 60, { fill, radius: 12 })
  pen.words(now, x + 16, bottom - 60 + (60 - heightOf(1, size)) / 2, size, {
    bold: true,
    colour: on,
    lines: 1,
    tag: 'P',
  })
}
