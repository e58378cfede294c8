import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addCategory } from '#features/categories/server/index.ts'
import { addProducts, linkCategories } from '#features/products/server/index.ts'
import { lockFile } from '#features/images/server/index.ts'
import type { Tx } from '#server/db.ts'
import { enqueue } from '#server/jobs.ts'
import type { Kit } from '#server/serve.ts'
import { SAMPLES, type SampleKind } from '../samples.ts'
import * as q from './queries.ts'

const folder = join(import.meta.dirname, 'pictures')
let pictures: Promise<Record<string, { hash: string; thumbhash: string; bytes: number }>> | undefined
const readPictures = () => (pictures ??= readFile(join(folder, 'pictures.json'), 'utf8').then((t) => JSON.parse(t)))

/** Puts a sample set into the company's catalogue; what of it is there already stays.
 * Answers how many products came. */
export async function plantSamples(kit: Kit, tx: Tx, company: number, kind: SampleKind): Promise<number> {
  const drawn = await readPictures()
  const set = SAMPLES[kind].items
  const there = new Set(
    await q.codesThere(
      tx,
      set.map((i) => i.code),
    ),
  )
  const items = set.filter((i) => !there.has(i.code))
  if (items.length === 0) return 0
  const categories = new Map<string, number>()
  for (const name of new Set(items.map((i) => i.category)))
    categories.set(
      name,
      await addCategory(tx, company, { name, image: '', order: categories.size + 1, is_master_category: false }),
    )
  const ids = await addProducts(
    tx,
    company,
    items.map((i, n) => ({ name: i.name, code: i.code, price: i.price * 100, description: i.text, order: n + 1 })),
  )
  await linkCategories(
    tx,
    company,
    items.map((i, n) => ({ product_id: ids[n] as number, category_id: categories.get(i.category) as number })),
  )
  for (const i of items) {
    const hash = (drawn[i.code] as { hash: string }).hash
    const name = `${hash}-original.webp`
    await lockFile(tx, hash)
    if (!(await kit.storage.has(name))) await kit.storage.put(name, await readFile(join(folder, `${i.code}.webp`)))
  }
  const files = await q.addFiles(
    tx,
    company,
    items.map((i) => drawn[i.code] as { hash: string; thumbhash: string; bytes: number }),
  )
  await q.addPictures(
    tx,
    company,
    items.map((i, n) => ({ product: ids[n] as number, hash: drawn[i.code]?.hash ?? '' })),
  )
  // Last: what is done to a sample makes it the company's own.
  await q.markSamples(tx, ids, [...categories.values()])
  for (const { hash, ready } of files)
    if (!ready)
      await enqueue(tx, 'make_widths', { hash, format: 'webp' }, { key: `widths-${company}-${hash}`, queue: 'images' })
  return items.length
}
