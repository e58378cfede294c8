// The offers of a month on one sheet, or several: nine to a page.
import { A4, heightOf, Pen, sizeFor } from '#server/paper.ts'
import { INK, LINE, SOFT, writable } from '#server/pdf.ts'
import { showPhone } from '#shared/phone.ts'
import { FLYER } from '../../rules.ts'
import { priceLine } from './card.ts'
import { coloursOf, type Material, photoOr, plainLink } from './types.ts'

const [W, H] = A4
const EDGE = 36
const HEAD = 108
const FOOT = 84
const GAP = 14

const CELL = [(W - 2 * EDGE - 2 * GAP) / 3, (H - HEAD - FOOT - 18 - 2 * GAP) / 3] as const
const WORDS = 62
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
      const photo = h - WORDS
      photoOr(pen, m, g, x, y, w, photo, 6)
      y += photo + 4
      y += pen.words(writable(g.name) || g.code, x, y, 9, { bold: true, width: w, lines: 2, tag: 'H2' })
      y = Math.max(y, HEAD + 18 + Math.floor(n / 3) * (h + GAP) + photo + 4 + heightOf(2, 9))
      if (g.price) priceLine(pen, g.price, m.currency, x, y, 15, ink)
    }
    foot(pen, m)
  }
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
