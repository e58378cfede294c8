// One paper of whatever kind: what stands on it, how large its photos are, and what of it is not as it was asked for.
import type { FoundCompany } from '#features/companies/server/index.ts'
import type { Config } from '#server/config.ts'
import { type Paper, Pen } from '#server/paper.ts'
import type { Caller } from '#server/session.ts'
import { invalid } from '#shared/errors.ts'
import type { BodyOf } from '#shared/wire.ts'
import type { drawMaterial, MaterialPlan } from '../../contract.ts'
import { barsOf, FLYER, MOST_LABELS } from '../../rules.ts'
import { perSheet, sheetOf } from '../../sheets.ts'
import { type Goods, linkOf, type Wanted } from '../goods.ts'
import { card, cardPhoto, shownOn } from './card.ts'
import { flyer, FLYER_PHOTO } from './flyer.ts'
import { type Label, labels } from './labels.ts'
import { poster } from './poster.ts'
import { prices } from './prices.ts'
import type { Material } from './types.ts'

export interface Asked {
  company: FoundCompany
  /** None for a poster. */
  goods: Goods | null
  title: string
}
const isSingle = (w: Wanted, { goods }: Asked) =>
  w.kind === 'card' && ((w.subject ?? 'produto') === 'produto' || goods?.goods.length === 1)
/** Which photos it shows, and how many pixels of each. */
export function photosOn(of: BodyOf<typeof drawMaterial>, asked: Asked): { paths: string[]; w: number; h: number } {
  const goods = asked.goods?.goods ?? []
  // Of a page that is drawn alone, its own.
  const from = ((of.page ?? 1) - 1) * FLYER
  const offers = of.format === 'png' ? goods.slice(from, from + FLYER) : goods
  const shown = of.kind === 'flyer' ? offers : of.kind === 'card' ? shownOn(goods, isSingle(of, asked)) : []
  const [w, h] = of.kind === 'flyer' ? FLYER_PHOTO : cardPhoto(of.shape ?? 'quadrado', shown.length)
  return { paths: shown.map((g) => g.photo), w, h }
}
/** The whole paper; its photos by path. */
export function drawn(
  config: Config,
  caller: Caller,
  w: Wanted,
  { company, goods, title }: Asked,
  logo: Buffer | null,
  photos: ReadonlyMap<string, Buffer>,
): { paper: Paper; issues: MaterialPlan['issues']; link: string } {
  const single = isSingle(w, { company, goods, title })
  const link = linkOf(config, company, caller, w, single ? goods?.goods[0] : undefined)
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
