// The offers of a month on one sheet, or several: nine to a page.
import { A4, heightOf, Pen, sizeFor, widthOf } from '#server/paper.ts'
import { INK, LINE, SOFT, writable } from '#server/pdf.ts'
import { showCents } from '#shared/money.ts'
import { showPhone } from '#shared/phone.ts'
import { FLYER } from '../../rules.ts'
import { priceLine } from './card.ts'
import { coloursOf, type Good, type Material, photoOr, plainLink } from './types.ts'

const [W, H] = A4
const EDGE = 36
const HEAD = 108
const FOOT = 84
const GAP = 14

const CELL = [(W - 2 * EDGE - 2 * GAP) / 3, (H - HEAD - FOOT - 18 - 2 * GAP) / 3] as const
const WORDS = 62
/** So many prices of one product stand below each other, in letters of this size. */
const MOST_EACH = 12
const EACH = 6.5
/** Pixels of each photo, 200 dots to an inch. */
export const FLYER_PHOTO: [number, number] = [(CELL[0] / 72) * 200, ((CELL[1] - WORDS) / 72) * 200]

export function flyer(pen: Pen, m: Material): void {
  const { fill, on, ink } = coloursOf(m.company.colour)
  for (let from = 0; from < m.goods.length; from += FLYER) {
    pen.page()
    pen.rect(0, 0, W, HEAD, { fill })
    const logo = m.company.logo
    if (logo) {
      pen.rect(W - EDGE - 60, 24, 60, 60, { fill: '#ffffff', radius: 10 })
      pen.within('Figure', () => pen.picture(logo, W - EDGE - 56, 28, 52, 52, 7), m.company.name)
    }
    const width = W - 2 * EDGE - (logo ? 76 : 0)
    const size = sizeFor(m.title, width, 1, 34, 18)
    pen.words(m.title, EDGE, 26, size, { bold: true, colour: on, width, lines: 2, tag: 'H1' })
    pen.words([m.company.name, m.message].filter(Boolean).join(' · '), EDGE, 72, 12, {
      colour: on,
      width,
      lines: 2,
      tag: 'P',
    })
    const [w, h] = CELL
    for (const [n, g] of m.goods.slice(from, from + FLYER).entries()) {
      const x = EDGE + (n % 3) * (w + GAP)
      let y = HEAD + 18 + Math.floor(n / 3) * (h + GAP)
      const rows = g.each.length > MOST_EACH ? g.each.slice(0, MOST_EACH - 1) : g.each
      const more = g.each.length - rows.length
      const full = h - WORDS
      const photo = Math.min(full, h - 6 - heightOf(2, 9) - heightOf(rows.length + (more ? 1 : 0), EACH))
      // A lower photo stays as it is cut, in the middle.
      const wide = w * (photo / full)
      if (wide < w) pen.rect(x, y, w, photo, { fill: '#f4f1ee', radius: 6 })
      photoOr(pen, m, g, x + (w - wide) / 2, y, wide, photo, wide < w ? 0 : 6)
      y += photo + 4
      pen.words(writable(g.name) || g.code, x, y, 9, { bold: true, width: w, lines: 2, tag: 'H2' })
      y += heightOf(2, 9)
      for (const row of rows) y += eachLine(pen, row, m.currency, x, y, w, ink)
      if (more) pen.words(`e mais ${more} no catálogo`, x, y, EACH, { colour: SOFT, width: w, lines: 1, tag: 'P' })
      else if (g.price && rows.length === 0) priceLine(pen, g.price, m.currency, x, y, 15, ink)
    }
    foot(pen, m)
  }
}
/** A variation and its price in one line, what it was where there is room; nothing of it is cut. */
function eachLine(
  pen: Pen,
  { specs, now, was }: Good['each'][number],
  currency: string,
  x: number,
  y: number,
  width: number,
  colour: string,
): number {
  const price = now === null ? 'Sob consulta' : showCents(now, currency)
  const taken = widthOf(writable(price), EACH, true) + 6
  const before = was === null ? '' : showCents(was, currency)
  const wide = widthOf(writable(before), EACH) + 4
  const fits = before !== '' && widthOf(writable(specs), EACH) + wide + taken <= width
  pen.within('P', () => {
    pen.words(specs, x, y, sizeFor(specs, width - taken, 1, EACH, 4, false), { width: width - taken, lines: 1 })
    if (fits)
      pen.words(before, x, y, EACH, { colour: SOFT, width: width - taken, align: 'right', lines: 1, strike: true })
    pen.words(price, x, y, EACH, { bold: true, colour, width, align: 'right', lines: 1 })
  })
  return heightOf(1, EACH)
}
/** Where to order. */
function foot(pen: Pen, m: Material): void {
  pen.rect(EDGE, H - FOOT, W - 2 * EDGE, 0.75, { fill: LINE })
  pen.qr(m.link, W - EDGE - 60, H - FOOT + 12, 60, 'Código QR: abre o catálogo')
  pen.words('Aponte a câmera e peça', EDGE, H - FOOT + 20, 14, {
    bold: true,
    colour: INK,
    width: W - 2 * EDGE - 80,
    tag: 'P',
  })
  const said = [plainLink(m.link), m.company.phone && showPhone(m.company.phone)].filter(Boolean).join(' · ')
  pen.words(said, EDGE, H - FOOT + 42, 10, { colour: SOFT, width: W - 2 * EDGE - 80, lines: 1, tag: 'P' })
}
