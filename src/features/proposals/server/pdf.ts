// The proposal as one designed A4 page: plan, extras, four ways to pay with the best marked,
// who offers it, how to say yes.
import { HOME_ZONE } from '#shared/zoned-time.ts'
import { A4, Pen, type Words } from '#server/paper.ts'
import { pdfOf } from '#server/paper_pdf.ts'
import { LINE, SOFT } from '#server/pdf.ts'
import { showCents } from '#shared/money.ts'
import { chatLink, showPhone } from '#shared/phone.ts'
import type { Proposal } from '../contract.ts'
import { YEARLY_WORDS } from '../rules.ts'

const BRAND = '#3f51b5'
const PALE = '#eef0fb'
const LEFT = 48
const WIDTH = 595 - 2 * LEFT

const day = (d: Date) => d.toLocaleDateString('pt-BR', { timeZone: HOME_ZONE })
/** The PDF's bytes. */
export function drawProposal(p: Proposal): Promise<Buffer> {
  const pen = new Pen(`Proposta Mostruário ${p.id}`, p.consultantName).page()
  const write = (text: string, x: number, y: number, size: number, o: Words = {}) =>
    pen.words(text, x, y, size, { width: WIDTH, tag: 'P', ...o })

  pen.rect(0, 0, A4[0], 132, { fill: BRAND })
  write('Mostruário', LEFT, 34, 14, { bold: true, colour: '#ffffff' })
  write(p.prospect ? `Proposta para ${p.prospect}` : 'Proposta', LEFT, 58, 25, {
    bold: true,
    colour: '#ffffff',
    width: WIDTH - 120,
    tag: 'H1',
  })
  write(`Vale até\n${day(p.expires_at)}`, LEFT, 40, 11, { colour: '#ffffff', align: 'right' })

  let y = 158
  write('Plano recomendado', LEFT, y, 10, { colour: SOFT })
  write(p.recommendedPlan.name, LEFT, y + 15, 24, { bold: true })
  write(showCents(p.totalMonthlyCost), LEFT, y + 12, 24, { bold: true, align: 'right', colour: BRAND })
  write('por mês', LEFT, y + 40, 10, { colour: SOFT, align: 'right' })
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
    pen.rect(LEFT, y - 0.35, WIDTH, 0.7, { fill: LINE })
    write(label, LEFT, y + 9, 11, { colour: SOFT })
    write(value, LEFT, y + 9, 11, { align: 'right' })
    y += 30
  }
  y += 14
  write('Um ano inteiro, do jeito que ficar melhor', LEFT, y, 14, { bold: true })
  y += 28
  const gap = 10
  const wide = (WIDTH - 3 * gap) / 4
  for (const [i, key] of (['pix', 'x3', 'x6', 'x12'] as const).entries()) {
    const o = p.annual[key]
    const x = LEFT + i * (wide + gap)
    const best = key === p.bestOption
    if (best) pen.rect(x, y, wide, 118, { fill: PALE, radius: 8 })
    pen.rect(x, y, wide, 118, { stroke: best ? BRAND : LINE, radius: 8 })
    if (best) {
      pen.rect(x + 10, y - 9, 78, 18, { fill: BRAND, radius: 9 })
      write('Mais economia', x + 10, y - 4.5, 9, { bold: true, colour: '#ffffff', width: 78, align: 'center' })
    }
    write(YEARLY_WORDS[key], x + 10, y + 18, 10, { colour: SOFT, width: wide - 20 })
    write(o.instalments > 1 ? `${o.instalments}x ${showCents(o.each)}` : showCents(o.total), x + 10, y + 36, 13, {
      bold: true,
      width: wide - 16,
    })
    write(`Total ${showCents(o.total)}`, x + 10, y + 62, 9, { colour: SOFT, width: wide - 16 })
    write(o.saving > 0 ? `Você economiza\n${showCents(o.saving)}` : 'Sem juros', x + 10, y + 80, 9, {
      width: wide - 16,
      bold: o.saving > 0,
      colour: o.saving > 0 ? '#1e7a3c' : SOFT,
    })
  }
  y += 150
  pen.rect(LEFT, y, WIDTH, 186, { stroke: LINE, radius: 10 })
  pen.qr(p.link, LEFT + 20, y + 20, 118, 'Código QR: abre a proposta')
  write('Aceitar a proposta', LEFT + 160, y + 22, 14, { bold: true, width: 320 })
  write(
    'Aponte a câmera do celular ou toque no link. Você escolhe como pagar e o catálogo fica ativo assim que o pagamento chega.',
    LEFT + 160,
    y + 44,
    10.5,
    {
      colour: SOFT,
      width: WIDTH - 180,
    },
  )
  write('Abrir a proposta', LEFT + 160, y + 92, 11, { bold: true, colour: BRAND, width: 200 })
  pen.link(LEFT + 160, y + 90, 120, 18, p.link)
  const of = p.companyId === null ? '' : ` · empresa ${p.companyId}`
  write(`${n(p.selectedSellers)} vendedores · ${n(p.selectedProducts)} produtos${of}`, LEFT + 160, y + 116, 9, {
    colour: SOFT,
    width: 320,
  })
  write(p.consultantName, LEFT + 20, y + 152, 11, { bold: true, width: 240 })
  if (p.consultantPhone) {
    write(`WhatsApp ${showPhone(p.consultantPhone)}`, LEFT + 160, y + 152, 11, { width: 220, colour: BRAND })
    const chat = chatLink(p.consultantPhone, 'Olá! Vi a proposta do Mostruário.')
    pen.link(LEFT + 160, y + 150, 200, 18, chat)
    pen.qr(chat, LEFT + WIDTH - 92, y + 98, 72, 'Código QR: abre a conversa')
  }
  write(
    `Proposta ${p.id} de ${day(p.created_at)}, válida por 7 dias. Valores em reais, com limites e preços do plano na data da proposta.`,
    LEFT,
    806,
    8.5,
    { colour: SOFT },
  )
  return pdfOf(pen.paper)
}
const n = (x: number) => x.toLocaleString('pt-BR')
