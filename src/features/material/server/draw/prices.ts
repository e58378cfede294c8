// A price list to fold in three: a cover and a back outside, prices inside and on the flap; what does not fit goes on
// further sheets.
import type { Item } from '#features/brochures/rules.ts'
import { A4, heightOf, linesOf, Pen, sizeFor, widthOf } from '#server/paper.ts'
import { LINE, SOFT, writable } from '#server/pdf.ts'
import { showCents } from '#shared/money.ts'
import { showPhone } from '#shared/phone.ts'
import { coloursOf, type Material, plainLink } from './types.ts'

const SHEET = [A4[1], A4[0]] as const
const PANEL = SHEET[0] / 3
const EDGE = 20
const TOP = 28
const BOTTOM = SHEET[1] - 24
const WIDTH = PANEL - 2 * EDGE
const SIZE = 8

type Row = { heading: string } | Item
const heading = (row: Row): row is { heading: string } => 'heading' in row
const PRICE = 66
const saidOf = (i: Item, currency: string) => {
  const price = i.promo ?? i.price ?? null
  return price === null ? 'Sob consulta' : showCents(price, currency)
}
const wideOf = (i: Item, currency: string) =>
  i.price === undefined ? WIDTH : WIDTH - Math.max(PRICE, widthOf(writable(saidOf(i, currency)), SIZE, true)) - 6
/** Name and variation in three lines at most; a name that is longer leaves the variation whole: it is what differs. */
function linesFor(i: Item, currency: string): string[] {
  const name = writable(i.name) || i.code
  const width = wideOf(i, currency)
  const whole = linesOf([name, i.specs].filter(Boolean).join(' · '), width, SIZE)
  if (whole.length <= 3) return whole
  if (!i.specs) return linesOf(name, width, SIZE, { lines: 3 })
  return [...linesOf(name, width, SIZE, { lines: 2 }), ...linesOf(i.specs, width, SIZE, { lines: 3 })]
}
const heightOfRow = (row: Row, currency: string) =>
  heading(row) ? 24 : heightOf(linesFor(row, currency).length + (row.code ? 0.85 : 0), SIZE) + 5

/** Rows by panel: none is divided, no heading stands alone at the foot. */
function panelsOf(rows: Row[], currency: string): Row[][] {
  const panels: Row[][] = []
  let free = 0
  for (const [n, row] of rows.entries()) {
    const next = rows[n + 1]
    const needs = heightOfRow(row, currency) + (heading(row) && next ? heightOfRow(next, currency) : 0)
    if (panels.length === 0 || needs > free) {
      panels.push([])
      free = BOTTOM - TOP
    }
    panels.at(-1)?.push(row)
    free -= heightOfRow(row, currency)
  }
  return panels
}
export function prices(pen: Pen, m: Material): void {
  const rows = m.groups.flatMap((g): Row[] => [{ heading: g.name }, ...g.items])
  const panels = panelsOf(rows, m.currency)
  // Inside first, then the flap that folds in, then further sheets.
  const [flap, ...further] = panels.slice(3)
  const sheet = (shown: Row[][]) => {
    pen.page(SHEET)
    for (const [n, rows] of shown.entries()) panel(pen, m, rows, n * PANEL)
    folds(pen)
  }
  pen.page(SHEET)
  if (flap) panel(pen, m, flap, 0)
  back(pen, m, PANEL)
  cover(pen, m, 2 * PANEL)
  folds(pen)
  sheet(panels.slice(0, 3))
  for (let from = 0; from < further.length; from += 3) sheet(further.slice(from, from + 3))
}
const folds = (pen: Pen) => {
  for (const x of [PANEL, 2 * PANEL]) for (const y of [0, SHEET[1] - 8]) pen.rect(x - 0.25, y, 0.5, 8, { fill: LINE })
}
function panel(pen: Pen, m: Material, rows: Row[], left: number): void {
  const { ink } = coloursOf(m.company.colour)
  const x = left + EDGE
  let y = TOP
  pen.within('Table', () => {
    for (const row of rows) {
      const h = heightOfRow(row, m.currency)
      if (heading(row)) {
        pen.within('TR', () =>
          pen.words(row.heading, x, y + 4, 10.5, { bold: true, colour: ink, width: WIDTH, lines: 1, tag: 'TH' }),
        )
        pen.rect(x, y + 20, WIDTH, 1, { fill: ink })
      } else
        pen.within('TR', () => {
          pen.within('TD', () => {
            const width = wideOf(row, m.currency)
            const tall = pen.words(linesFor(row, m.currency).join('\n'), x, y + 2, SIZE, { width })
            pen.words(row.code, x, y + 2 + tall, SIZE * 0.85, { colour: SOFT, width, lines: 1 })
          })
          if (row.price === undefined) return
          pen.words(saidOf(row, m.currency), x, y + 2, SIZE, {
            bold: true,
            width: WIDTH,
            align: 'right',
            lines: 1,
            tag: 'TD',
          })
          if (row.promo !== null && row.price)
            pen.words(showCents(row.price, m.currency), x, y + 2 + heightOf(1, SIZE), SIZE * 0.85, {
              colour: SOFT,
              width: WIDTH,
              align: 'right',
              lines: 1,
              strike: true,
            })
        })
      if (!heading(row)) pen.rect(x, y + h - 0.5, WIDTH, 0.5, { fill: LINE })
      y += h
    }
  })
}
function cover(pen: Pen, m: Material, x: number): void {
  const { fill, on } = coloursOf(m.company.colour)
  pen.rect(x, 0, PANEL, SHEET[1], { fill })
  const logo = m.company.logo
  if (logo) {
    pen.rect(x + EDGE, 60, 72, 72, { fill: '#ffffff', radius: 12 })
    pen.within('Figure', () => pen.picture(logo, x + EDGE + 4, 64, 64, 64, 9), m.company.name)
  }
  const size = sizeFor(m.company.name, WIDTH, 3, 30, 16)
  let y = 240
  y += pen.words(m.company.name, x + EDGE, y, size, { bold: true, colour: on, width: WIDTH, lines: 4, tag: 'H1' }) + 8
  y += pen.words(m.title, x + EDGE, y, 16, { colour: on, width: WIDTH, lines: 3, tag: 'P' }) + 6
  pen.words(m.message, x + EDGE, y, 10.5, { colour: on, width: WIDTH, lines: 5, tag: 'P' })
}
function back(pen: Pen, m: Material, x: number): void {
  const size = 130
  const centre = { width: WIDTH, align: 'center' as const }
  let y = 190
  pen.qr(m.link, x + (PANEL - size) / 2, y, size, 'Código QR: abre o catálogo')
  y += size + 12
  y += pen.words('Aponte a câmera e peça', x + EDGE, y, 12, { ...centre, bold: true, tag: 'P' }) + 4
  y +=
    pen.words(plainLink(m.link), x + EDGE, y, sizeFor(plainLink(m.link), WIDTH, 1, 9, 5, false), {
      ...centre,
      colour: SOFT,
      tag: 'P',
    }) + 2
  if (m.company.phone) pen.words(showPhone(m.company.phone), x + EDGE, y, 9, { ...centre, colour: SOFT, tag: 'P' })
}
