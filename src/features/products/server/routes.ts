import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { findPictures, keepImage, type PictureCall, servePictures } from '#features/images/server/index.ts'
import { type Projection, projectionOf } from '#features/readers/server/index.ts'
import { dayIn } from '#server/clock.ts'
import { joinedList, joinedOne } from '#server/joined.ts'
import { keepValue } from '#server/kept.ts'
import { type Call, type Kit, paging, Ready, serve } from '#server/serve.ts'
import { refuseChanged } from '#server/seen.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { splitTags } from '#shared/tags.ts'
import {
  countProducts,
  createProduct,
  deleteProduct,
  listProducts,
  nameProducts,
  productShape,
  readByCode,
  readProduct,
  updateProduct,
} from '../contract.ts'
import { listProductIds, MOST_PICKED } from '../many/contract.ts'
import { specsKey, specsLabel } from '../rules.ts'
import { bulkRoutes } from './bulk.ts'
import { countStanding } from './counted.ts'
import { fill, imageHash, readTags } from './form.ts'
import { photoRoutes } from './photos.ts'
import { projectorFor, textOf, textsOf } from './projected.ts'
import { filterOf } from './filter.ts'
import { offlineRoutes } from './offline.ts'
import * as q from './queries.ts'
import { namedProducts, searchProducts } from './search.ts'
import { addProducts, changeProduct, refreshSearch, type Written } from './own/writes.ts'
import { whyRoutes } from './why.ts'
import * as w from './writes.ts'

/** What a list is narrowed to, whoever reads it. */
const listFilter = (query: {
  category_id?: number | undefined
  tags?: string | undefined
  active?: string | undefined
}) => ({
  categories: query.category_id === undefined ? [] : [query.category_id],
  tags: splitTags(query.tags ?? ''),
  active: query.active === undefined ? null : query.active === '1',
})

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, listProducts, async ({ tx, query, caller, now }) => {
    const p = await projectionOf(tx, caller, now, query)
    const order = orderOf(query.order, p)
    const { limit, page, offset } = paging(query, 25, caller)
    const today = dayIn(caller.time_zone, now)
    const filter = filterOf(p, {
      ...listFilter(query),
      today,
      ...(p.raw ? { only: query.only } : query.only === 'promo' && { promoted: p.hide_price ? 'never' : today }),
    })
    const narrowed = [p.key, query.category_id, query.tags, query.active, query.only]
    const passing = Boolean(query.name || query.tags)
    const pick = async () => {
      const extra = ['1', 'true'].includes(query.include_code_2_and_reference ?? '')
      // Nothing but signs: nothing is searched, everything is shown, as on the device.
      const found = query.name?.trim()
        ? await searchProducts(tx, caller, query.name, extra, filter, order, limit, offset)
        : null
      if (found) return found
      const rows = await q.pickProducts(tx, filter, query.name?.trim() ? 'order' : order, limit, offset)
      const count = () => countStanding(tx, filter)
      return { rows, total: await keepValue(`count:${JSON.stringify(narrowed)}`, count, () => 16, { passing }) }
    }
    const key = JSON.stringify([narrowed, query.name, order, query.include_code_2_and_reference, limit, page])
    const { rows, total } = await keepValue(`list:${key}`, pick, (found) => 100 + 40 * found.rows.length, { passing })
    const { kind, texts } = await textsOf(tx, caller, p, now, filter, rows)
    return new Ready({ ...joinedList(kind, { total, page, limit }, texts), passing })
  })

  serve(app, kit, readProduct, async ({ tx, params, query, caller, now }) => {
    const p = await projectionOf(tx, caller, now, query)
    const one = await textOf(tx, caller, p, now, params.id)
    if (!one) throw new Refusal('not_found')
    return new Ready(joinedOne(one.kind, one.text))
  })

  serve(app, kit, readByCode, async ({ tx, params, query, caller, now }) => {
    const p = await projectionOf(tx, caller, now, query)
    const row = await q.findByCode(tx, params.code, filterOf(p))
    if (!row) throw new Refusal('not_found')
    return (await projectorFor(tx, p, caller, now))(row)
  })
  servePictures(app, kit, createProduct, async (call) => {
    const { tx, body, caller } = call
    const written = fill(body)
    if (written.code && (await w.findCodeOwner(tx, written.code))) throw codeTaken()
    // A new one stands last on the shelf, unless a place was given.
    const order = written.order ?? (await w.nextPlace(tx))
    const [id] = await addProducts(tx, caller.company_id, [{ ...written, order }])
    await writeParts(call, id as number)
    return fresh(call, id as number)
  })

  servePictures(app, kit, updateProduct, async (call) => {
    const { tx, params } = call
    const p = await projectionOf(tx, call.caller, call.now)
    if (!(await q.findProduct(tx, params.id, filterOf(p)))) throw new Refusal('not_found')
    const {
      categories: _c,
      attributes: _a,
      images: _i,
      imagesToRemove: _r,
      was,
      tags,
      price_promo,
      ...change
    } = call.body
    if (was) {
      await w.lockProduct(tx, params.id)
      refuseChanged(was, z.encode(productShape, await fresh(call, params.id)) as Record<string, unknown>)
    }
    const given = Object.fromEntries(Object.entries(change).filter(([, v]) => v !== undefined)) as Partial<Written>
    if (given.code) {
      const owner = await w.findCodeOwner(tx, given.code)
      if (owner !== undefined && owner !== params.id) throw codeTaken()
    }
    await changeProduct(tx, params.id, {
      ...given,
      ...(tags !== undefined && { tags: readTags(tags) }),
      ...(price_promo !== undefined &&
        price_promo !== null && { price_promo: price_promo === '' || price_promo === 0 ? null : price_promo }),
    })
    await writeParts(call, params.id)
    return fresh(call, params.id)
  })

  serve(app, kit, listProductIds, async ({ tx, query, caller, now }) => {
    const today = dayIn(caller.time_zone, now)
    const filter = filterOf(await projectionOf(tx, caller, now), { ...listFilter(query), only: query.only, today })
    const found = query.name?.trim()
      ? await searchProducts(tx, caller, query.name, false, filter, 'order', MOST_PICKED, 0)
      : null
    return { ids: found ? found.rows.map((r) => r.id) : await q.findIds(tx, filter, MOST_PICKED) }
  })
  serve(app, kit, nameProducts, async ({ tx, body, caller, now }) => {
    const p = await projectionOf(tx, caller, now, body)
    return (await namedProducts(tx, caller, body.texts, filterOf(p))).map(await projectorFor(tx, p, caller, now))
  })
  serve(
    app,
    kit,
    countProducts,
    async ({ tx, caller, now }) =>
      (await q.countByNeed(tx, dayIn(caller.time_zone, now))) as NonNullable<Awaited<ReturnType<typeof q.countByNeed>>>,
  )
  bulkRoutes(app, kit)
  offlineRoutes(app, kit)
  photoRoutes(app, kit)
  whyRoutes(app, kit)

  serve(app, kit, deleteProduct, async ({ tx, params, caller, now }) => {
    const p = await projectionOf(tx, caller, now)
    if (!(await q.findProduct(tx, params.id, filterOf(p)))) throw new Refusal('not_found')
    await w.removeProduct(tx, params.id, now)
  })

  /** Categories, variations and pictures of a product's form. */
  async function writeParts(
    call: PictureCall<typeof createProduct> | PictureCall<typeof updateProduct>,
    id: number,
  ): Promise<void> {
    const { tx, caller, body, pictures } = call
    if (body.categories) {
      const unique = [...new Set(body.categories)]
      if ((await w.countCategories(tx, unique)) !== unique.length)
        throw new Refusal('invalid', { errors: { categories: ['Escolha categorias desta empresa.'] } })
      await w.setCategories(tx, caller.company_id, id, unique)
    }
    if (typeof body.entity_id === 'number' && !(await w.isEntity(tx, body.entity_id)))
      throw new Refusal('invalid', { errors: { entity_id: ['Escolha uma marca ou artesão desta empresa.'] } })
    if (body.attributes) {
      const keys = body.attributes.map((v) => specsKey(v.specs))
      const twice = body.attributes.find((_, i) => keys.indexOf(keys[i] as string) < i)
      if (twice)
        throw invalid({
          attributes: {
            text: 'A variação “{choice}” está duas vezes. Deixe uma só.',
            values: { choice: specsLabel(twice.specs) },
          },
        })
      const shown = [...new Set(body.attributes.flatMap((v) => v.image || []))]
      const known = await findPictures(tx, shown)
      if (shown.some((path) => !known.has(path)))
        throw new Refusal('invalid', {
          errors: { attributes: ['Escolha a foto da variação entre as fotos desta empresa.'] },
        })
      await w.setVariations(
        tx,
        caller.company_id,
        id,
        body.attributes.map((v) => ({
          specs: v.specs,
          code: v.code ?? '',
          ean: v.ean ?? '',
          price: v.price ?? null,
          surcharge: v.surcharge ?? 0,
          stock: v.stock ?? null,
          image: v.image ?? '',
        })),
      )
      await refreshSearch(tx, [id])
    }
    const remove = body.imagesToRemove ?? []
    if (remove.length)
      await w.detachImages(
        tx,
        id,
        remove.filter((r) => typeof r === 'string').map(imageHash),
        remove.filter((r) => typeof r === 'number'),
      )
    if (body.images) await w.orderImages(tx, caller.company_id, id, body.images.map(imageHash))
    const sent = pictures.images ?? []
    const slots = slotsOf(sent.map((picture) => picture.field))
    for (const [i, picture] of sent.entries()) {
      const stored = await keepImage(kit, tx, caller.company_id, picture)
      if (!(await w.attachImage(tx, caller.company_id, id, stored.hash, slots[i] ?? null)))
        throw invalid({ images: 'O produto já tem 10 fotos. Retire uma antes.' })
    }
  }
  async function fresh({ tx, caller, now }: Call<typeof createProduct> | Call<typeof updateProduct>, id: number) {
    const p = await projectionOf(tx, caller, now)
    const row = await q.findProduct(tx, id, filterOf(p))
    if (!row) throw new Refusal('not_found')
    return (await projectorFor(tx, p, caller, now))(row)
  }
}
/** The slots 1 to 10 that files called `images[n]` ask for; null: the first free one. Who begins with 0 counts from 0. */
function slotsOf(fields: string[]): (number | null)[] {
  const asked = fields.map((field) => /\[(\d+)\]$/.exec(field)?.[1]).map((n) => (n === undefined ? null : Number(n)))
  const first = asked.includes(0) ? 1 : 0
  return asked.map((n) => (n !== null && n + first >= 1 && n + first <= 10 ? n + first : null))
}
const codeTaken = () => new Refusal('code_taken', { errors: { code: ['Já existe um produto com este código.'] } })

function orderOf(order: string | undefined, p: Projection): q.Order {
  const known: Record<string, q.Order> = {
    order: 'order',
    name: 'name',
    price: 'price',
    '-price': '-price',
    price_desc: '-price',
    newest: 'newest',
  }
  const wanted = known[order ?? 'order'] ?? 'order'
  if (p.hide_price && wanted.endsWith('price')) throw new Refusal('order_by_price')
  return wanted
}
