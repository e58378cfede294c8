import type { FastifyInstance } from 'fastify'
import { findShelves } from '#features/categories/server/index.ts'
import { findCompany } from '#features/companies/server/index.ts'
import { jpegOf, jpegsOf } from '#features/images/server/index.ts'
import { inCompany, type Tx } from '#server/db.ts'
import { onPaper } from '#server/paper_turn.ts'
import { sendPdf, sendPng } from '#server/send.ts'
import { type Kit, type SENT, serve } from '#server/serve.ts'
import type { Caller } from '#server/session.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { drawMaterial, planMaterial } from '../contract.ts'
import type { Kind } from '../rules.ts'
import type { Asked } from './draw/draw.ts'
import { goodsOf, titleOf, type Wanted } from './goods.ts'

/** Pixels of a picture: a card has its own measure, paper 150 dots to an inch. */
const pixelsOf = (kind: Kind, points: number) => (kind === 'card' ? points : Math.round((points / 72) * 150))
const NAMES: Record<Kind, string> = {
  poster: 'cartaz',
  card: 'divulgacao',
  labels: 'etiquetas',
  flyer: 'ofertas',
  prices: 'lista-de-precos',
}
/** What draws is loaded with the first drawing: most servers of a day draw nothing. */
const drawing = () => import('./draw/draw.ts')

export function routes(app: FastifyInstance, kit: Kit): void {
  // Read first, drawn afterwards: whoever waits for a turn holds no transaction.
  const readFor = (caller: Caller, w: Wanted, now: Date) =>
    inCompany(kit.pool, caller.company_id, (tx) => read(tx, caller, w, now))
  serve(app, kit, planMaterial, async ({ caller, body, now }) => {
    const asked = await readFor(caller, body, now)
    // Measured as it will be drawn, but without its photos.
    const { paper, issues, link } = await onPaper(caller.company_id, async () => {
      const { drawn } = await drawing()
      return drawn(kit.config, caller, body, asked, null, new Map())
    })
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
      const { drawn, photosOn } = await drawing()
      const { paths, w, h } = photosOn(body, asked)
      const [logo, photos] = await Promise.all([
        jpegOf(kit.storage, asked.company.logo, 240, 240, 'whole'),
        jpegsOf(kit.storage, paths, w, h, 'cut'),
      ])
      const { paper } = drawn(kit.config, caller, body, asked, logo, photos)
      if (body.format === 'pdf')
        return sendPdf(reply, NAMES[kind], await (await import('#server/paper_pdf.ts')).pdfOf(paper))
      const wanted = paper.pages[(body.page ?? 1) - 1]
      if (!wanted) throw invalid({ page: { text: 'São só {n} páginas.', values: { n: paper.pages.length } } })
      const name = paper.pages.length > 1 ? `${NAMES[kind]}-${body.page ?? 1}` : NAMES[kind]
      const { pngOf } = await import('#server/paper_png.ts')
      return sendPng(reply, name, await pngOf(wanted, body.width ?? pixelsOf(kind, wanted.w)))
    })
  })
}
async function read(tx: Tx, caller: Caller, w: Wanted, now: Date): Promise<Asked> {
  const company = await findCompany(tx, caller.company_id)
  if (!company) throw new Refusal('not_found')
  const goods = w.kind === 'poster' ? null : await goodsOf(tx, caller, w, now)
  const [id] = w.categories ?? []
  const found = id && w.kind === 'card' ? await findShelves(tx, [], id) : null
  return { company, goods, title: titleOf(w, caller, now, found?.rows[0]?.name ?? '') }
}
