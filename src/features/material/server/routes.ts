import type { FastifyInstance } from 'fastify'
import { findCategories, EVERY_CATEGORY } from '#features/categories/server/index.ts'
import { findCompany, type FoundCompany } from '#features/companies/server/index.ts'
import { jpegOf, jpegsOf } from '#features/images/server/index.ts'
import { inCompany, type Tx } from '#server/db.ts'
import { type Paper, Pen } from '#server/paper.ts'
import { pdfOf } from '#server/paper_pdf.ts'
import { pngOf } from '#server/paper_png.ts'
import { onPaper } from '#server/paper_turn.ts'
import { sendPdf, sendPng } from '#server/send.ts'
import { type Kit, type SENT, serve } from '#server/serve.ts'
import type { Caller } from '#server/session.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { drawMaterial, planMaterial, type MaterialPlan } from '../contract.ts'
import { barsOf, FLYER, type Kind, MOST_LABELS } from '../rules.ts'
import { perSheet, sheetOf } from '../sheets.ts'
import { card, cardPhoto, shownOn } from './draw/card.ts'
import { flyer, FLYER_PHOTO } from './draw/flyer.ts'
import { type Label, labels } from './draw/labels.ts'
import { poster } from './draw/poster.ts'
import { prices } from './draw/prices.ts'
import type { Material } from './draw/types.ts'
import { type Goods, goodsOf, linkOf, titleOf, type Wanted } from './goods.ts'

/** Pixels of a picture: a card has its own measure, paper 150 dots to an inch. */
const pixelsOf = (kind: Kind, points: number) => (kind === 'card' ? points : Math.round((points / 72) * 150))
const NAMES: Record<Kind, string> = {
  poster: 'cartaz',
  card: 'divulgacao',
  labels: 'etiquetas',
  flyer: 'ofertas',
  prices: 'lista-de-precos',
}
export function routes(app: FastifyInstance, kit: Kit): void {
  // Read first, drawn afterwards: whoever waits for a turn holds no transaction.
  const readFor = (caller: Caller, w: Wanted, now: Date) =>
    inCompany(kit.pool, caller.company_id, (tx) => read(tx, caller, w, now))
  serve(app, kit, planMaterial, async ({ caller, body, now }) => {
    const asked = await readFor(caller, body, now)
    // Measured as it will be drawn, but without its photos.
    const { paper, issues, link } = await onPaper(caller.company_id, async () =>
      drawn(kit, caller, body, asked, null, new Map()),
    )
    const [first] = paper.pages
    return {
      pages: paper.pages.length,
      products: asked.goods?.goods.length ?? 0,
      width: first?.w ?? 0,
      height: first?.h ?? 0,
      link,
      issues,
    }
  })
  serve(app, kit, drawMaterial, async ({ caller, body, now, reply }) => {
    const asked = await readFor(caller, body, now)
    const { kind } = body
    return onPaper(caller.company_id, async (): Promise<typeof SENT> => {
      const goods = asked.goods?.goods ?? []
      const page = (body.page ?? 1) - 1
      // Of a page that is drawn alone, its own.
      const offers = body.format === 'png' ? goods.slice(page * FLYER, (page + 1) * FLYER) : goods
      const shown = kind === 'flyer' ? offers : kind === 'card' ? shownOn(goods, isSingle(body, asked)) : []
      const [w, h] = kind === 'flyer' ? FLYER_PHOTO : cardPhoto(body.shape ?? 'quadrado', shown.length)
      const paths = shown.map((g) => g.photo)
      const [logo, photos] = await Promise.all([
        jpegOf(kit.storage, asked.company.logo, 240, 240, 'whole'),
        jpegsOf(kit.storage, paths, w, h, 'cut'),
      ])
      const { paper } = drawn(kit, caller, body, asked, logo, photos)
      if (body.format === 'pdf') return sendPdf(reply, NAMES[kind], await pdfOf(paper))
      const wanted = paper.pages[page]
      if (!wanted) throw invalid({ page: { text: 'São só {n} páginas.', values: { n: paper.pages.length } } })
      const name = paper.pages.length > 1 ? `${NAMES[kind]}-${body.page ?? 1}` : NAMES[kind]
      return sendPng(reply, name, await pngOf(wanted, body.width ?? pixelsOf(kind, wanted.w)))
    })
  })
}
interface Asked {
  company: FoundCompany
  /** None for a poster. */
  goods: Goods | null
  title: string
}
async function read(tx: Tx, caller: Caller, w: Wanted, now: Date): Promise<Asked> {
  const company = await findCompany(tx, caller.company_id)
  if (!company) throw new Refusal('not_found')
  const goods = w.kind === 'poster' ? null : await goodsOf(tx, caller, w, now)
  const [id] = w.categories ?? []
  const found =
    id && w.kind === 'card' ? await findCategories(tx, { ...EVERY_CATEGORY, id, hidden: [], raw: false }) : null
  return { company, goods, title: titleOf(w, caller, now, found?.rows[0]?.name ?? '') }
}
const isSingle = (w: Wanted, { goods }: Asked) =>
  w.kind === 'card' && ((w.subject ?? 'produto') === 'produto' || goods?.goods.length === 1)

function drawn(
  kit: Kit,
  caller: Caller,
  w: Wanted,
  { company, goods, title }: Asked,
  logo: Buffer | null,
  photos: ReadonlyMap<string, Buffer>,
): { paper: Paper; issues: MaterialPlan['issues']; link: string } {
  const single = isSingle(w, { company, goods, title })
  const link = linkOf(kit.config, company, caller, w, single ? goods?.goods[0] : undefined)
  const pen = new Pen(title, company.name)
  const material: Material = {
    company: {
      name: company.name,
      phone: company.whatsapp_phone || company.seller_phone,
      colour: company.primary_color,
      logo,
    },
    link,
    title,
    message: w.message ?? '',
    currency: goods?.currency ?? 'BRL',
    goods: goods?.goods ?? [],
    groups: goods?.groups ?? [],
    photos,
  }
  let issues: MaterialPlan['issues'] = []
  if (w.kind === 'poster') poster(pen, material, w.poster ?? 'a4')
  else if (w.kind === 'card') card(pen, material, w.shape ?? 'quadrado', single)
  else if (w.kind === 'flyer') flyer(pen, material)
  else if (w.kind === 'prices') prices(pen, material)
  else issues = sheets(pen, material, w)
  return { paper: pen.paper, issues, link }
}
/** Draws labels; answers whose bar code is not printed as it stands. */
function sheets(pen: Pen, m: Material, w: Wanted): MaterialPlan['issues'] {
  const sheet = sheetOf(w.model ?? '')
  const start = w.start ?? 1
  const copies = w.copies ?? 1
  if (start > perSheet(sheet))
    throw invalid({ start: { text: 'Esta folha tem {n} etiquetas.', values: { n: perSheet(sheet) } } })
  if (m.goods.length * copies > MOST_LABELS)
    throw invalid({
      copies: {
        text: 'Seriam {n} etiquetas, e saem até {most} de uma vez.',
        values: { n: m.goods.length * copies, most: MOST_LABELS },
      },
    })
  const list = m.goods.map((good) => ({ good, ...barsOf(good, w.symbol ?? 'ean', w.wrong ?? 'code128') }))
  const each: Label[] = list.flatMap((l) => Array.from({ length: copies }, () => l))
  const narrow = labels(pen, each, sheet, start, m.currency)
  return list
    .filter((l) => l.wrong || narrow.has(l.good.id))
    .map(({ good: g, bars }) => ({
      product_id: g.id,
      name: [g.name, g.specs].filter(Boolean).join(' · '),
      code: g.code,
      ean: g.ean,
      instead: bars && !narrow.has(g.id) ? 'code128' : 'nada',
    }))
}
