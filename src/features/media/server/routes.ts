// The library of photos: where each is used, whose it is by its file's name, another in its place.
import type { FastifyInstance } from 'fastify'
import { keepImage, servePictures } from '#features/images/server/index.ts'
import { logAs } from '#features/logs/server/index.ts'
import { type Kit, paging, serve } from '#server/serve.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { deleteManyMedia, deleteMedia, listMedia, matchMedia, replaceMedia } from '../contract.ts'
import { codesOf } from '../rules.ts'
import {
  findByCodes,
  findHash,
  findMedia,
  lockDeletable,
  removeEverywhere,
  removeUnused,
  replaceEverywhere,
} from './queries.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, listMedia, async ({ tx, query, caller }) => {
    const { limit, page, offset } = paging(query, 60, caller)
    const rows = await findMedia(tx, query.only === 'unused', query.search ?? '', limit, offset)
    return { rows, total: rows[0]?.total ?? 0, page, limit }
  })
  serve(app, kit, matchMedia, async ({ tx, body }) => {
    const wanted = body.names.map((name) => ({ name, codes: codesOf(name) }))
    const known = new Map(
      (await findByCodes(tx, [...new Set(wanted.flatMap((w) => w.codes))])).map((p) => [p.code.toLowerCase(), p]),
    )
    return wanted.map(({ name, codes }) => ({
      name,
      product: codes.map((c) => known.get(c)).find((p) => p !== undefined) ?? null,
    }))
  })
  servePictures(app, kit, replaceMedia, async ({ tx, params, pictures, caller }) => {
    const was = await findHash(tx, params.id)
    if (!was) throw new Refusal('not_found')
    const picture = pictures.image?.[0]
    if (!picture) throw invalid({ image: 'Escolha uma foto.' })
    const { id, hash, path } = await keepImage(kit, tx, caller.company_id, picture)
    const places = hash === was ? 0 : await replaceEverywhere(tx, was, hash)
    if (places > 0) await logAs(tx, caller, { action: 'replace', object: 'image', object_id: id, name: picture.name })
    return { id, path, places }
  })
  serve(app, kit, deleteMedia, async ({ tx, params }) => {
    if (!(await removeUnused(tx, params.id)))
      throw new Refusal('conflict', { message: 'Esta foto não existe mais ou ainda aparece em algum lugar.' })
  })
  serve(app, kit, deleteManyMedia, async ({ tx, body, caller }) => {
    const ids = [...new Set(body.ids)]
    const going = await lockDeletable(tx, ids)
    const products = await removeEverywhere(tx, going)
    for (const { id, name } of going)
      await logAs(tx, caller, { action: 'delete', object: 'image', object_id: id, name })
    return { deleted: going.length, kept: ids.length - going.length, products }
  })
}
