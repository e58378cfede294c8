// A QR code to be put up: a sheet for the wall, a tent for the table, a card for the counter.
import { A4, heightOf, linesOf, MM, Pen, sizeFor } from '#server/paper.ts'
import { LINE } from '#server/pdf.ts'
import { showPhone } from '#shared/phone.ts'
import type { POSTERS } from '../../rules.ts'
import { coloursOf, type Material, plainLink } from './types.ts'

const FACE: readonly [number, number] = [105 * MM, 148.5 * MM]
const CARD = [148 * MM, 210 * MM] as const

export function poster(pen: Pen, m: Material, size: (typeof POSTERS)[number]): void {
  if (size === 'mesa') return tents(pen, m)
  const page = size === 'a4' ? A4 : CARD
  pen.page(page)
  face(pen, m, 0, 0, ...page)
}
/** Two tents on a sheet, each with two faces: cut down the middle, folded at half of the height. */
function tents(pen: Pen, m: Material): void {
  pen.page(A4)
  const [w, h] = FACE
  for (const x of [0, w]) {
    pen.turned(x + w / 2, h / 2, () => face(pen, m, x, 0, w, h))
    face(pen, m, x, h, w, h)
  }
  for (const at of [0, A4[0] - 10]) pen.rect(at, h - 0.25, 10, 0.5, { fill: LINE })
  for (const at of [0, A4[1] - 10]) pen.rect(w - 0.25, at, 0.5, 10, { fill: LINE })
}
function face(pen: Pen, m: Material, x: number, y: number, w: number, h: number): void {
  const u = w / 100
  const { fill, on } = coloursOf(m.company.colour)
  const width = 84 * u
  const left = x + 8 * u
  const centre = { width, align: 'center' as const, colour: on }
  const logo = m.company.logo
  const foot = 13 * u
  const rows = (text: string, size: number, lines: number, bold: boolean) =>
    text ? heightOf(linesOf(text, width, size, { bold, lines }).length, size) : 0
  /** Everything at that share of its full size. */
  const at = (k: number) => {
    const name = sizeFor(m.company.name, width, 2, 7 * u * k, 3.5 * u)
    const title = sizeFor(m.title, width, 2, 8.5 * u * k, 4 * u)
    const message = 4 * u * k
    const code = 50 * u * k
    const ground = 4 * u * k
    const parts = [
      logo ? 19 * u * k : 0,
      rows(m.company.name, name, 2, true) + 5 * u * k,
      code + 2 * ground + 5 * u * k,
      rows(m.title, title, 3, true),
      m.message ? rows(m.message, message, 4, false) + 2 * u * k : 0,
    ] as const
    return { k, name, title, message, code, ground, parts, tall: parts.reduce((a, b) => a + b, 0) }
  }
  let fit = at(1)
  while (fit.tall > h - foot - 10 * u && fit.k > 0.5) fit = at(fit.k - 0.04)
  const { k, code, ground, parts } = fit
  let top = y + Math.max(5 * u, (h - foot - fit.tall) / 2)
  pen.rect(x, y, w, h, { fill })
  if (logo) {
    const side = 16 * u * k
    pen.rect(x + (w - side) / 2, top, side, side, { fill: '#ffffff', radius: side / 5 })
    const inner = side * 0.88
    const place = [x + (w - inner) / 2, top + side * 0.06, inner, inner, side / 7] as const
    pen.within('Figure', () => pen.picture(logo, ...place), m.company.name)
  }
  top += parts[0]
  pen.words(m.company.name, left, top, fit.name, { ...centre, bold: true, lines: 2, tag: 'P' })
  top += parts[1] + ground
  pen.qr(m.link, x + (w - code) / 2, top, code, 'Código QR: abre o catálogo', ground)
  top += code + ground + 5 * u * k
  pen.words(m.title, left, top, fit.title, { ...centre, bold: true, lines: 3, tag: 'H1' })
  top += parts[3]
  if (m.message) pen.words(m.message, left, top + 2 * u * k, fit.message, { ...centre, lines: 4, tag: 'P' })
  const said = [plainLink(m.link), m.company.phone && showPhone(m.company.phone)].filter(Boolean).join(' · ')
  pen.words(said, left, y + h - 9 * u, sizeFor(said, width, 1, 3.2 * u, 1.6 * u, false), {
    ...centre,
    lines: 1,
    tag: 'P',
  })
}
