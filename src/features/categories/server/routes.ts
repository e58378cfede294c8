import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { keepImage, type PictureCall, servePictures } from '#features/images/server/index.ts'
import { projectionOf } from '#features/readers/server/index.ts'
import { escapeLike, type Tx } from '#server/db.ts'
import { keepsValue } from '#server/device.ts'
import { keep } from '#server/kept.ts'
import { encodeAnswer, type Kit, paging, Ready, serve } from '#server/serve.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import {
  categoryShape,
  createCategory,
  deleteCategory,
  listCategories,
  readCategory,
  updateCategory,
} from '../contract.ts'
import * as q from './queries.ts'

keepsValue(
  'categories',
  [1, 2, 3],
  async ({ tx, caller, now, seller_id }) => {
    const p = await projectionOf(tx, caller, now, { seller_id })
    const text = await keep(`categories:${p.key}:device`, async () => {
      const { rows } = await q.findCategories(tx, { ...q.EVERY, hidden: p.hidden_categories, raw: p.raw })
      return JSON.stringify(z.encode(z.array(categoryShape), rows))
    })
    return JSON.parse(text.toString()) as unknown
  },
  true,
)
export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, listCategories, async ({ tx, query, caller, now }) => {
    const p = await projectionOf(tx, caller, now, query)
    const { limit, page, offset } = paging(query, 1000, caller)
    const key = JSON.stringify([p.key, query.onlysuper, query.master_id, query.name, limit, page])
    return new Ready(
      await keep(
        `categories:${key}`,
        async () => {
          const found = await q.findCategories(tx, {
            name: escapeLike(query.name ?? ''),
            onlySuper: query.onlysuper ?? false,
            master_id: query.master_id ?? null,
            hidden: p.hidden_categories,
            raw: p.raw,
            limit,
            offset,
          })
          return encodeAnswer(listCategories, { ...found, page, limit })
        },
        { passing: Boolean(query.name) },
      ),
    )
  })
  serve(app, kit, readCategory, async ({ tx, params, caller }) =>
    one(tx, params.id, caller.hidden_categories, caller.level === 1),
  )

  servePictures(app, kit, createCategory, async (call) => {
    const { tx, body, caller } = call
    const id = await q.addCategory(tx, caller.company_id, {
      name: body.name,
      image: (await picture(call)) ?? '',
      order: body.order ?? 0,
      is_master_category: body.is_master_category ?? false,
    })
    await subs(tx, id, body.sub_categories)
    return one(tx, id, [])
  })
  servePictures(app, kit, updateCategory, async (call) => {
    const { tx, params } = call
    await one(tx, params.id, [])
    const { body } = call
    const image = await picture(call)
    await q.changeCategory(tx, params.id, {
      ...(body.name !== undefined && { name: body.name }),
      ...(body.order !== undefined && { order: body.order }),
      ...(body.is_master_category !== undefined && { is_master_category: body.is_master_category }),
      ...(image !== undefined && { image }),
    })
    await subs(tx, params.id, body.sub_categories)
    return one(tx, params.id, [])
  })
  serve(app, kit, deleteCategory, async ({ tx, params, now }) => {
    if ((await q.removeCategories(tx, [params.id], now)) === 0) throw new Refusal('not_found')
  })

  async function one(tx: Tx, id: number, hidden: number[], raw = true) {
    const { rows } = await q.findCategories(tx, { ...q.EVERY, id, hidden, raw })
    if (!rows[0]) throw new Refusal('not_found')
    return rows[0]
  }
  async function picture({
    tx,
    caller,
    pictures,
  }: PictureCall<typeof createCategory> | PictureCall<typeof updateCategory>): Promise<string | undefined> {
    const file = pictures.file?.[0]
    return file && (await keepImage(kit, tx, caller.company_id, file)).path
  }
  async function subs(tx: Tx, id: number, list: (number | { id: number })[] | undefined): Promise<void> {
    if (!list) return
    const ids = [...new Set(list.map((s) => (typeof s === 'number' ? s : s.id)))]
    if ((await q.setSubCategories(tx, id, ids)) !== ids.length)
      throw invalid({ sub_categories: 'Escolha categorias desta empresa.' })
    if (await q.isTooDeep(tx, [id, ...ids]))
      throw invalid({
        sub_categories: 'Só há dois níveis: uma categoria que está dentro de outra não pode ter outras dentro dela.',
      })
  }
}
