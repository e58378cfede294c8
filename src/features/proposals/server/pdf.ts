// The proposal as one designed A4 page: plan, extras, four ways to pay with the best marked,
// who offers it, how to say yes.
import { HOME_ZONE } from '#server/clock.ts'
import { drawQr, INK, LINE, qrOf, SOFT, typefaces, writable } from '#server/pdf.ts'
import PDFDocument from 'pdfkit'
import { showCents } from '#shared/money.ts'
import { chatLink, showPhone } from '#shared/phone.ts'
import type { Proposal } from '../contract.ts'
import { YEARLY_WORDS } from '../rules.ts'

const BRAND = '#3f51b5'
const PALE = '#eef0fb'
const LEFT = 48
const WIDTH = 595 - 2 * LEFT

type Doc = InstanceType<typeof PDFDocument>
const day = (d: Date) => d.toLocaleDateString('pt-BR', { timeZone: HOME_ZONE })
const write = (
  doc: Doc,
  text: string,
  x: number,
  y: number,
  size: number,
  o: { bold?: boolean; colour?: string; width?: number; align?: 'left' | 'right' | 'center' } = {},
) =>
  doc
    .font(o.bold ? 'bold' : 'text')
    .fontSize(size)
    .fillColor(o.colour ?? INK)
    .text(writable(text), x, y, { width: o.width ?? WIDTH, align: o.align ?? 'left', lineGap: 2 })
/** The PDF's bytes. */
export async function drawProposal(p: Proposal): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    info: { Title: `Proposta Mostruário ${p.id}`, Author: p.consultantName },
    lang: 'pt-BR',
  })
  typefaces(doc)
  const chunks: Buffer[] = []
  doc.on('data', (c: Buffer) => chunks.push(c))
  const done = new Promise<void>((end) => doc.on('end', () => end()))

  doc.rect(0, 0, 595, 132).fill(BRAND)
  write(doc, 'Mostruário', LEFT, 34, 14, { bold: true, colour: '#ffffff' })
  write(doc, p.prospect ? `Proposta para ${p.prospect}` : 'Proposta', LEFT, 58, 25, {
    bold: true,
    colour: '#ffffff',
    width: WIDTH - 120,
  })
  write(doc, `Vale até\n${day(p.expires_at)}`, LEFT, 40, 11, { colour: '#ffffff', align: 'right' })

  let y = 158
  write(doc, 'Plano recomendado', LEFT, y, 10, { colour: SOFT })
  write(doc, p.recommendedPlan.name, LEFT, y + 15, 24, { bold: true })
  write(doc, showCents(p.totalMonthlyCost), LEFT, y + 12, 24, { bold: true, align: 'right', colour: BRAND })
  write(doc, 'por mês', LEFT, y + 40, 10, { colour: SOFT, align: 'right' })
  y += 66
  const plan = p.recommendedPlan
  const rows: [string, string][] = [
    [
      'Para a sua necessidade',
      `${n(p.selectedProducts)} produtos e ${n(p.selectedSellers)} ${p.selectedSellers === 1 ? 'vendedor' : 'vendedores'}`,
    ],
    [
      'O plano traz',
      `${n(plan.products)} produtos, ${n(plan.sellers)} ${plan.sellers === 1 ? 'vendedor' : 'vendedores'}, ${plan.price_tables} ${plan.price_tables === 1 ? 'tabela' : 'tabelas'} de preços`,
    ],
    ...(p.extraProducts
      ? [[`+ ${n(p.extraProducts)} produtos`, `${showCents(p.extraProductCost)} por mês`] as [string, string]]
      : []),
    ...(p.extraSellers
      ? [
          [
            `+ ${n(p.extraSellers)} ${p.extraSellers === 1 ? 'vendedor' : 'vendedores'}`,
            `${showCents(p.extraSellerCost)} por mês`,
          ] as [string, string],
        ]
      : []),
    ['Um ano, sem desconto', showCents(p.totalMonthlyCost * 12)],
  ]
  for (const [label, value] of rows) {
    doc
      .moveTo(LEFT, y)
      .lineTo(LEFT + WIDTH, y)
      .lineWidth(0.7)
      .stroke(LINE)
    write(doc, label, LEFT, y + 9, 11, { colour: SOFT })
    write(doc, value, LEFT, y + 9, 11, { align: 'right' })
    y += 30
  }
  y += 14
  write(doc, 'Um ano inteiro, do jeito que ficar melhor', LEFT, y, 14, { bold: true })
  y += 28
  const gap = 10
  const wide = (WIDTH - 3 * gap) / 4
  for (const [i, key] of (['pix', 'x3', 'x6', 'x12'] as const).entries()) {
    const o = p.annual[key]
    const x = LEFT + i * (wide + gap)
    const best = key === p.bestOption
    doc.roundedRect(x, y, wide, 118, 8)
    if (best) doc.fillAndStroke(PALE, BRAND)
    else doc.lineWidth(0.8).stroke(LINE)
    if (best) {
      doc.roundedRect(x + 10, y - 9, 78, 18, 9).fill(BRAND)
      write(doc, 'Mais economia', x + 10, y - 4.5, 9, { bold: true, colour: '#ffffff', width: 78, align: 'center' })
    }
    write(doc, YEARLY_WORDS[key], x + 10, y + 18, 10, { colour: SOFT, width: wide - 20 })
    write(doc, o.instalments > 1 ? `${o.instalments}x ${showCents(o.each)}` : showCents(o.total), x + 10, y + 36, 13, {
      bold: true,
      width: wide - 16,
    })
    write(doc, `Total ${showCents(o.total)}`, x + 10, y + 62, 9, { colour: SOFT, width: wide - 16 })
    write(doc, o.saving > 0 ? `Você economiza\n${showCents(o.saving)}` : 'Sem juros', x + 10, y + 80, 9, {
      width: wide - 16,
      bold: o.saving > 0,
      colour: o.saving > 0 ? '#1e7a3c' : SOFT,
    })
  }
  y += 150
  doc.roundedRect(LEFT, y, WIDTH, 186, 10).lineWidth(0.8).stroke(LINE)
  drawQr(doc, qrOf(p.link), LEFT + 20, y + 20, 118)
  write(doc, 'Aceitar a proposta', LEFT + 160, y + 22, 14, { bold: true, width: 320 })
  write(
    doc,
    'Aponte a câmera do celular ou toque no link. Você escolhe como pagar e o catálogo fica ativo assim que o pagamento chega.',
    LEFT + 160,
    y + 44,
    10.5,
    {
      colour: SOFT,
      width: WIDTH - 180,
    },
  )
  write(doc, 'Abrir a proposta', LEFT + 160, y + 92, 11, { bold: true, colour: BRAND, width: 200 })
  doc.link(LEFT + 160, y + 90, 120, 18, p.link)
  const of = p.companyId === null ? '' : ` · empresa ${p.companyId}`
  write(doc, `${n(p.selectedSellers)} vendedores · ${n(p.selectedProducts)} produtos${of}`, LEFT + 160, y + 116, 9, {
    colour: SOFT,
    width: 320,
  })
  write(doc, p.consultantName, LEFT + 20, y + 152, 11, { bold: true, width: 240 })
  if (p.consultantPhone) {
    write(doc, `WhatsApp ${showPhone(p.consultantPhone)}`, LEFT + 160, y + 152, 11, { width: 220, colour: BRAND })
    doc.link(LEFT + 160, y + 150, 200, 18, chatLink(p.consultantPhone, 'Olá! Vi a proposta do Mostruário.'))
    drawQr(doc, qrOf(chatLink(p.consultantPhone, 'Olá! Vi a proposta do Mostruário.')), LEFT + WIDTH - 92, y + 98, 72)
  }
  write(
    doc,
    `Proposta ${p.id} de ${day(p.created_at)}, válida por 7 dias. Valores em reais, com limites e preços do plano na data da proposta.`,
    LEFT,
    806,
    8.5,
    { colour: SOFT },
  )
  doc.end()
  await done
  return Buffer.concat(chunks)
}
const n = (x: number) => x.toLocaleString('pt-BR')
