// The one call by which a device keeps up: the products of a reader, kept in memory as every list is, and beside them
// what other features keep there.
import type { FastifyInstance } from 'fastify'
import { findTree } from '#features/categories/server/index.ts'
import { findPublicCurrency, projectionOf } from '#features/readers/server/index.ts'
import { dayIn } from '#server/clock.ts'
import { readKinds } from '#server/device.ts'
import { marksOf } from '#server/joined.ts'
import { type Joined, keepValue } from '#server/kept.ts'
import { type Call, encodeAnswer, type Kit, Ready, serve } from '#server/serve.ts'
import { syncCatalogue } from '../contract.ts'
import { filterOf } from './filter.ts'
import { priceSettings, projectionName, textsOf } from './projected.ts'
import * as q from './queries.ts'

/** Products of one part. */
const PART = 1000

export function offlineRoutes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, syncCatalogue, async (call) => {
    const products = await productsOf(call)
    const { have, only, seller_id } = call.query
    if (!have) return new Ready(products)
    const { tx, caller, now } = call
    const marks = Object.fromEntries(have.split(',').map((pair) => pair.split(':', 2) as [string, string]))
    const kinds = await readKinds({ tx, kit, caller, now, seller_id }, marks, only?.split(',') ?? null)
    // To the minute, so that strangers, who keep the same, get the same answer.
    const at = `${now.toISOString().slice(0, 16)}:00.000Z`
    const beside = JSON.stringify({ kinds, day: dayIn(caller.time_zone, now), at })
    // The envelope's and the data's last braces make room.
    const text = `${products.text.slice(0, -2)},${beside.slice(1)}}`
    if (caller.kind !== 'public') return new Ready(Buffer.from(text))
    return new Ready({ text, mark: () => `${products.mark()}:${beside}`, passing: true })
  })
}
async function productsOf({ tx, query, caller, now }: Call<typeof syncCatalogue>): Promise<Joined> {
  const p = await projectionOf(tx, caller, now, query)
  const settings = await priceSettings(tx, caller.company_id, caller.time_zone, now)
  const currency = p.sells ? await findPublicCurrency(tx) : ''
  const name = projectionName(p, settings)
  // A number that was never given is of a database that was there before this one.
  const known = query.since !== undefined && query.since <= caller.catalogue_version
  const reset = query.projection !== name || !known
  const since = reset ? 0 : (query.since ?? 0)
  const key = `sync:${p.key}:${currency}:${reset}:${since}:${query.after ?? 0}`
  const filter = filterOf(p)
  const passing = !reset
  const pick = async () => {
    const rows = await q.findSince(tx, since, query.after ?? 0, filter, PART)
    const around = encodeAnswer(syncCatalogue, {
      version: caller.catalogue_version,
      projection: name,
      reset,
      products: [],
      removed: reset ? [] : await q.findRemovedSince(tx, since, filter),
      next: rows.length === PART ? (rows.at(-1)?.id ?? null) : null,
      total: await q.countVisible(tx, filter),
      ...(p.sells && {
        sale: { ...settings, time_zone: caller.time_zone, public_currency: currency, tree: await findTree(tx) },
      }),
    })
    return { rows, around: around.split(NONE, 2) as [string, string] }
  }
  const bytesOf = ({ rows, around }: Awaited<ReturnType<typeof pick>>) => 40 * rows.length + around.join().length
  const { rows, around } = await keepValue(key, pick, bytesOf, { passing })
  const { texts } = await textsOf(tx, caller, p, now, filter, rows)
  const text = `${around[0]}"products":[${texts.map((t) => t.text).join()}]${around[1]}`
  return { text, mark: () => `${key}:${marksOf(texts)}`, passing }
}
/** Where an encoded answer's products stand: inside a text its quotes would be escaped. */
const NONE = '"products":[]'
