import type { FastifyInstance } from 'fastify'
import { addLog } from '#features/logs/server/index.ts'
import { findPictures, keepImage, type PictureCall, servePictures } from '#features/images/server/index.ts'
import { keep } from '#server/kept.ts'
import { encodeAnswer, type Kit, Ready, serve } from '#server/serve.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import type { Said } from '#shared/sentence.ts'
import * as c from '../contract.ts'
import * as q from './queries.ts'
import { livingRoutes } from './living.ts'
import { isLost, makeOrFind } from './make.ts'
import { photosOf } from './photos.ts'
import { isStranger, sendVolume } from './send.ts'
import { MOST_PRODUCTS, productsOf, viewOf } from './view.ts'
import * as w from './writes.ts'

const present = (kit: Kit, { token, seen_at, ...row }: q.BrochureRow, now: Date): c.Brochure => ({
  ...row,
  status: isLost({ ...row, seen_at }, now) ? 'falhou' : row.status,
  link:
    row.files > 1
      ? `${kit.config.publicUrl}/catalogo/${token}`
      : `${kit.config.publicUrl}/api/v2/catalogs/${token}/pdf`,
})
const creatorOf = (caller: { level: number; user_id: number }) => (caller.level === 1 ? null : caller.user_id)

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.listPages, async ({ tx }) => {
    const rows = await q.findPages(tx)
    return { rows, total: rows.length, page: 1, limit: c.MOST_PAGES }
  })
  servePictures(app, kit, c.updatePages, async (call) => {
    await w.replacePages(call.tx, call.caller.company_id, await readPages(call))
    await addLog(
      call.tx,
      call.caller.company_id,
      { id: call.caller.user_id, name: call.caller.name },
      { action: 'update', object: 'company', name: 'Páginas do PDF' },
    )
    return q.findPages(call.tx)
  })
  serve(app, kit, c.productsForPdf, async ({ tx, query, body, caller, now }) => {
    const limit = Math.min(Math.max(query.limit ?? 200, 1), MOST_PRODUCTS)
    const view = await viewOf(tx, caller, body, now)
    const text = await keep(`pdf:${JSON.stringify([view, limit])}`, async () => {
      const { rows, total } = await productsOf(tx, view, caller.company_id, caller.time_zone, now, limit)
      return encodeAnswer(c.productsForPdf, { rows, total, page: 1, limit })
    })
    return new Ready(text)
  })

  serve(app, kit, c.photosForPdf, async ({ tx, body, caller, now }) => {
    const view = await viewOf(tx, caller, body, now)
    const { model, per_page } = body
    const text = await keep(`pdf-photos:${JSON.stringify([view, model, per_page, body.categories])}`, async () =>
      encodeAnswer(c.photosForPdf, await photosOf(tx, caller, view, body, now)),
    )
    return new Ready(text)
  })

  serve(app, kit, c.listBrochures, async ({ tx, caller, now }) => {
    const rows = await q.findBrochures(tx, creatorOf(caller), now)
    return { rows: rows.map((r) => present(kit, r, now)), total: rows.length, page: 1, limit: 50 }
  })
  serve(app, kit, c.createBrochure, async ({ tx, body, caller, now }) =>
    present(kit, await makeOrFind(kit, tx, caller, body, now, { alone: true }), now),
  )
  serve(app, kit, c.deleteBrochure, async ({ tx, params, caller }) => {
    const token = await w.removeBrochure(tx, params.id, creatorOf(caller))
    if (!token) throw new Refusal('not_found')
    await kit.storage.removeAll(token)
    return null
  })
  serve(app, kit, c.takeBrochure, async ({ tx, params, query, caller, reply, now }) => {
    const found = await q.findBrochure(tx, params.id, creatorOf(caller), now)
    if (found?.status !== 'pronto') throw new Refusal('not_found')
    return sendVolume(kit, reply, found, query.volume ?? 1)
  })
  serve(app, kit, c.openBrochure, async ({ params, query, session, request, reply, now }) => {
    const volume = query.volume ?? 1
    const counts = volume === 1 && isStranger(session, request.headers['user-agent'])
    const found = await q.openByToken(kit.db, params.token, counts, now)
    if (!found) throw new Refusal('not_found')
    return sendVolume(kit, reply, { ...found, token: params.token }, volume)
  })
  livingRoutes(app, kit)

  /** The list as asked, each with its picture: one of the company's own, or the one that came along. */
  async function readPages({ tx, body, pictures, caller }: PictureCall<typeof c.updatePages>) {
    const uploads = new Map((pictures.images ?? []).map((f, n) => [Number(/\[(\d+)\]$/.exec(f.field)?.[1] ?? n), f]))
    const errors: Record<string, Said> = {}
    for (const n of uploads.keys())
      if (!(n in body.pages))
        errors[`images.${n}`] = { text: 'A imagem {n} não tem página na lista.', values: { n: n + 1 } }
    const known = await findPictures(
      tx,
      body.pages.map((p) => p.image_path ?? ''),
    )
    const categories = await q.findKnown(
      tx,
      body.pages.flatMap((p) => p.category_id ?? []),
    )
    for (const [n, p] of body.pages.entries()) {
      const kind = p.kind ?? 'interna'
      if (!uploads.has(n) && !known.has(p.image_path ?? ''))
        errors[`pages.${n}`] = { text: 'Escolha a imagem da página {n}.', values: { n: n + 1 } }
      if (p.category_id !== undefined && !categories.has(p.category_id))
        errors[`pages.${n}`] = 'Escolha uma categoria desta empresa.'
      if (kind === 'abertura' && p.category_id === undefined)
        errors[`pages.${n}`] = { text: 'A abertura da página {n} precisa de uma categoria.', values: { n: n + 1 } }
    }
    if (Object.keys(errors).length) throw invalid(errors)
    const out = []
    for (const [n, p] of body.pages.entries()) {
      const upload = uploads.get(n)
      const image_path = upload ? (await keepImage(kit, tx, caller.company_id, upload)).path : (p.image_path as string)
      const kind = p.kind ?? 'interna'
      out.push({ kind, category_id: kind === 'abertura' ? (p.category_id ?? null) : null, image_path })
    }
    return out
  }
}
