// An order or a quote on paper: who sells, who buys, every line, what it comes to, how it is paid, where to sign.
import { heightOf, linesOf, type Paper, Pen } from '#server/paper.ts'
import { INK, LINE, SOFT, writable } from '#server/pdf.ts'
import { palette } from '#shared/colour.ts'
import { showDay } from '#shared/day.ts'
import { documentName } from '#shared/documents.ts'
import { showCents } from '#shared/money.ts'
import { showPhone } from '#shared/phone.ts'
import { SIGNATURE_BOX } from '../../signature.ts'
import { EDGE, firstWritable, FOOT, H, type Head, type Printed, right, W, WIDTH } from './frame.ts'
import { table } from './table.ts'

export function orderPaper(o: Printed, company: Head, photos: ReadonlyMap<string, Buffer>): Paper {
  const word = o.quote ? 'Orçamento' : 'Pedido'
  const called = `${word} ${o.number ?? ''}`.trim()
  const buyer = firstWritable(o.company_name, o.name) || 'Cliente'
  const pen = new Pen(`${called} de ${buyer}`, company.name)
  const ink = palette(company.colour).ink
  let y = heading(pen, o, company, called, ink)
  y = parties(pen, o, buyer, y)
  const next = () => {
    pen.page()
    const width = pen.words(called, EDGE, 34, 11, { bold: true, width: WIDTH / 2, lines: 1 })
    pen.words(`${company.name} · ${buyer}`, EDGE + WIDTH * 0.4, 34, 9, {
      ...right(WIDTH * 0.6),
      colour: SOFT,
      lines: 1,
    })
    pen.rect(EDGE, 34 + width + 4, WIDTH, 1, { fill: ink })
    return 34 + width + 14
  }
  y = table(pen, o, photos, y, next)
  if (y + sumsHeight(o) > FOOT) y = next()
  ending(pen, o, y)
  const pages = pen.paper.pages.length
  for (let n = 0; n < pages; n++) {
    pen.back(n)
    pen.rect(EDGE, H - 38, WIDTH, 0.5, { fill: LINE })
    pen.words(`${company.name} · ${called}`, EDGE, H - 32, 8, { colour: SOFT, width: WIDTH * 0.75, lines: 1 })
    pen.words(`Página ${n + 1} de ${pages}`, EDGE, H - 32, 8, { ...right(WIDTH), colour: SOFT })
  }
  return pen.paper
}
/** Company on the left, number and QR on the right. */
function heading(pen: Pen, o: Printed, c: Head, called: string, ink: string): number {
  pen.page()
  const top = 36
  const qr = 62
  const x = c.logo ? EDGE + 60 : EDGE
  const width = WIDTH - qr - 150 - (x - EDGE)
  if (c.logo) {
    const logo = c.logo
    pen.within('Figure', () => pen.picture(logo, EDGE, top, 48, 48, 6), `Logo de ${c.name}`)
  }
  let y = top + pen.words(c.name, x, top, 14, { bold: true, width, lines: 2, tag: 'P' })
  const said = [c.document && `${documentName(c.document)} ${c.document}`, c.phone && showPhone(c.phone), c.place]
    .filter(Boolean)
    .join(' · ')
  y += pen.words(said, x, y + 2, 8.5, { colour: SOFT, width, lines: 3, tag: 'P' }) + 2
  pen.qr(o.link, W - EDGE - qr, top, qr, `Código QR: abre ${called}`)
  pen.link(W - EDGE - qr, top, qr, qr, o.link)
  const at = W - EDGE - qr - 12 - 150
  let z = top + pen.words(called, at, top, 18, { ...right(150), bold: true, colour: ink, lines: 2, tag: 'H1' })
  z += pen.words(o.day, at, z + 1, 9, { ...right(150), colour: SOFT, tag: 'P' }) + 1
  if (o.taken) z += pen.words(`Tirado em ${o.taken}`, at, z + 1, 9, { ...right(150), colour: SOFT, tag: 'P' }) + 1
  if (o.cancelled) z += pen.words('Cancelado', at, z + 1, 9, { ...right(150), bold: true, tag: 'P' })
  if (o.quote && o.valid_until)
    z += pen.words(`Válido até ${showDay(o.valid_until)}`, at, z + 1, 9, { ...right(150), bold: true, tag: 'P' })
  z = Math.max(
    z,
    top +
      qr +
      pen.words(
        o.quote ? 'Aponte a câmera e responda' : 'Aponte a câmera e acompanhe',
        W - EDGE - qr - 60,
        top + qr + 3,
        6.5,
        {
          ...right(qr + 60),
          colour: SOFT,
          tag: 'P',
        },
      ),
  )
  y = Math.max(y, z, top + 50) + 10
  pen.rect(EDGE, y, WIDTH, 1.5, { fill: ink })
  return y + 12
}
/** Who buys, and on which terms. */
function parties(pen: Pen, o: Printed, buyer: string, y: number): number {
  const half = WIDTH / 2 - 10
  const block = (x: number, title: string, lines: [string, string, boolean?][]) => {
    let at = y + pen.words(title, x, y, 8, { colour: SOFT, width: half, tag: 'H2' }) + 2
    for (const [label, value, bold] of lines) {
      if (!writable(value)) continue
      at += pen.words(label ? `${label}: ${value}` : value, x, at, bold ? 11 : 9, {
        bold: bold ?? false,
        width: half,
        lines: 3,
        tag: 'P',
      })
    }
    return at
  }
  const person = firstWritable(o.name)
  const left = block(EDGE, 'Cliente', [
    ['', buyer, true],
    ['', person === buyer ? '' : person],
    ['CPF/CNPJ', o.document],
    ['Telefone', o.phone && showPhone(o.phone)],
    ['E-mail', o.email],
    ['Código', o.client_code],
    [o.additional_name || 'Campo adicional', o.additional_field],
  ])
  const terms: [string, string][] = [
    ['Pagamento', o.payment_term],
    ['Entrega', showDay(o.delivery_date)],
    ['Vendedor', o.seller_name],
  ]
  const stands = terms.some(([, v]) => v)
  return Math.max(left, stands ? block(EDGE + WIDTH / 2 + 10, 'Condições', terms) : 0) + 12
}
const sumsOf = (o: Printed): [string, string, boolean?][] => {
  const pieces = `${o.items_count.toLocaleString('pt-BR')} ${o.items_count === 1 ? 'peça' : 'peças'}`
  if (o.total === undefined) return [[pieces, '']]
  const money = (v: number | undefined) => showCents(v ?? 0, o.currency)
  return [
    [pieces, money(o.subtotal)],
    ...((o.discount ?? 0) > 0 ? [['Desconto', `-${money(o.discount)}`] as [string, string]] : []),
    ...((o.freight ?? 0) > 0 ? [['Frete', money(o.freight)] as [string, string]] : []),
    ['Total', money(o.total), true],
  ]
}
const sumsHeight = (o: Printed) => sumsOf(o).length * 15 + 20
const SIGN = 74
/** A note that is not longer than this stands beside the sums. */
const SHORT = 5
/** What it comes to, what was said, and where to sign. */
function ending(pen: Pen, o: Printed, from: number): void {
  const half = WIDTH / 2 - 20
  const note = linesOf(o.description, half, 9).join('') ? linesOf(o.description, half, 9) : []
  const beside = note.length > 0 && note.length <= SHORT
  let y = from + 8
  for (const [label, value, bold = false] of sumsOf(o)) {
    const size = bold ? 13 : 9.5
    pen.within('P', () => {
      pen.words(label, EDGE + WIDTH / 2, y, size, { bold, width: WIDTH / 2 })
      pen.words(value, EDGE + WIDTH / 2, y, size, { ...right(WIDTH / 2), bold })
    })
    y += heightOf(1, size) + 2
  }
  if (beside) {
    const title = pen.words('Observação', EDGE, from + 8, 8, { colour: SOFT, tag: 'H2' })
    const tall = pen.words(o.description, EDGE, from + 8 + title, 9, { width: half, tag: 'P' })
    y = Math.max(y, from + 8 + title + tall)
  }
  y += 8
  const room = (h: number) => {
    if (y + h <= FOOT) return
    pen.page()
    y = 40
  }
  if (note.length > SHORT) {
    room(40)
    y += pen.words('Observação', EDGE, y, 8, { colour: SOFT, tag: 'H2' })
    for (const line of linesOf(o.description, WIDTH, 9)) {
      room(heightOf(1, 9))
      pen.words(line, EDGE, y, 9, { width: WIDTH, tag: 'P' })
      y += heightOf(1, 9)
    }
    y += 8
  }
  room(SIGN)
  signing(pen, o.signature, y)
}
function signing(pen: Pen, signature: string, y: number): void {
  const wide = 230
  if (signature) {
    const scale = Math.min(wide / SIGNATURE_BOX.width, 46 / SIGNATURE_BOX.height)
    pen.within('Figure', () => pen.path(signature, EDGE, y, scale, { stroke: INK, width: 4 }), 'Assinatura do cliente')
  }
  for (const [x, w, word] of [
    [EDGE, wide, 'Assinatura do cliente'],
    [EDGE + wide + 30, 120, 'Data'],
  ] as const) {
    pen.rect(x, y + 48, w, 0.75, { fill: INK })
    pen.words(word, x, y + 51, 8, { colour: SOFT, width: w, tag: 'P' })
  }
}
