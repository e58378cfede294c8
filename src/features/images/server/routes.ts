import type { FastifyInstance } from 'fastify'
import { addLog } from '#features/logs/server/index.ts'
import { attachImage } from '#features/products/server/index.ts'
import { type Kit, paging, serve } from '#server/serve.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { addImage, deleteMedia, listMedia, matchMedia, replaceMedia, WIDTHS } from '../contract.ts'
import { codesOf } from '../rules.ts'
import { keepImage, servePictures } from './keep.ts'
import { findByCodes, findHash, findMedia, hasProduct, removeUnused, replaceEverywhere } from './queries.ts'

/** Shown while a picture is being made, or when it is gone. */
const PLACEHOLDER =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="400" height="400"><rect width="24" height="24" fill="#f1efed"/><g fill="none" stroke="#b9b1aa" stroke-width=".6"><rect x="8" y="9" width="8" height="6" rx=".8"/><circle cx="10.2" cy="11.2" r=".7"/><path d="m8.4 14.2 2.4-1.8 1.6 1.2 1.2-.9 2 1.4"/></g></svg>'

export function routes(app: FastifyInstance, kit: Kit): void {
  servePictures(app, kit, addImage, async ({ tx, body, caller, pictures }) => {
    const { product_id, slot } = body
    if (product_id !== undefined && !(await hasProduct(tx, product_id))) throw new Refusal('not_found')
    const picture = pictures.image?.[0]
    if (!picture) throw invalid({ image: 'Escolha uma foto.' })
    const { id, hash, path } = await keepImage(kit, tx, caller.company_id, picture)
    if (product_id !== undefined && !(await attachImage(tx, caller.company_id, product_id, hash, slot ?? null))) {
      throw invalid({ image: 'O produto já tem 10 fotos. Retire uma antes.' })
    }
    return { id, path }
  })

  serve(app, kit, listMedia, async ({ tx, query, caller }) => {
    const { limit, page, offset } = paging(query, 60, caller)
    const rows = await findMedia(tx, query.only === 'unused', limit, offset)
    return { rows, total: rows[0]?.total ?? 0, page, limit }
  })
  serve(app, kit, matchMedia, async ({ tx, body }) => {
    const wanted = body.names.map((name) => ({ name, codes: codesOf(name) }))
    const known = new Map((await findByCodes(tx, [...new Set(wanted.flatMap((w) => w.codes))])).map((p) => [p.code.toLowerCase(), p]))
    return wanted.map(({ name, codes }) => ({ name, product: codes.map((c) => known.get(c)).find((p) => p !== undefined) ?? null }))
  })
  servePictures(app, kit, replaceMedia, async ({ tx, params, pictures, caller }) => {
    const was = await findHash(tx, params.id)
    if (!was) throw new Refusal('not_found')
    const picture = pictures.image?.[0]
    if (!picture) throw invalid({ image: 'Escolha uma foto.' })
    const { id, hash, path } = await keepImage(kit, tx, caller.company_id, picture)
    const places = hash === was ? 0 : await replaceEverywhere(tx, was, hash)
    if (places > 0) await addLog(tx, caller.company_id, { id: caller.user_id, name: caller.name }, { action: 'replace', object: 'image', object_id: id, name: picture.name })
    return { id, path, places }
  })
  serve(app, kit, deleteMedia, async ({ tx, params }) => {
    if (!(await removeUnused(tx, params.id))) throw new Refusal('conflict', { message: 'Esta foto não existe mais ou ainda aparece em algum lugar.' })
  })

  // Pictures by content: public, never changing. Without a width, or before the widths are made, the nearest one answers.
  app.get('/files/:name', async (request, reply) => {
    const file = (request.params as { name: string }).name
    if (/^[0-9a-f]{32}-share\.jpg$/.test(file) && kit.storage.has(file)) {
      return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/jpeg').send(kit.storage.stream(file))
    }
    const m = /^([0-9a-f]{32})(?:-(\d{2,4}))?\.webp$/.exec(file)
    if (!m) throw new Refusal('not_found')
    const [, hash, asked] = m
    const widths = [...WIDTHS].sort((a, b) => Math.abs(a - Number(asked ?? 800)) - Math.abs(b - Number(asked ?? 800)))
    const name = widths.map((w) => `${hash}-${w}.webp`).find((n) => kit.storage.has(n))
    if (!name) return reply.header('cache-control', 'no-store').type('image/svg+xml').send(PLACEHOLDER)
    return reply
      .header('cache-control', name === `${hash}-${asked ?? 800}.webp` ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/webp')
      .send(kit.storage.stream(name))
  })
}
