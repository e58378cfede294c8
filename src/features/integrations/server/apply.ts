// What an ERP said becomes our products: only what changed there since the last time is written here, so that what the
// company changed in the catalogue stays until the ERP changes the same field.
import { quiet } from '#features/logs/server/index.ts'
import {
  addProducts,
  changeRows,
  linkCategories,
  refreshSearch,
  roomForProducts,
  type RowChange,
  type RowState,
  setVariations,
} from '#features/products/server/index.ts'
import { specsKey } from '#features/products/rules.ts'
import type { Tx } from '#server/db.ts'
import { readCategories } from './apply_categories.ts'
import { byKey, type Done, resolveField, lockById, same, type Work } from './applying.ts'
import type { ErpProduct } from './erp/types.ts'
import * as q from './queries.ts'
import * as w from './writes.ts'

interface Target {
  p: ErpProduct
  ref: q.Ref | undefined
  /** The product here; null: there is none yet. */
  local: number | null
}
/** Which product here each of the ERP's is: by its link, else one that stands under the same code. */
async function findTargets(tx: Tx, integration: q.IntegrationRow, products: ErpProduct[]) {
  const external = products.map((p) => p.external_id)
  const refs = new Map((await q.findRefs(tx, integration.id, 'product', external)).map((r) => [r.external_id, r]))
  const codes = [...new Set(products.map((p) => p.values.code.toLowerCase()).filter(Boolean))]
  const owners = new Map((await q.findUnlinkedByCode(tx, integration.id, codes)).map((r) => [r.code, r]))
  /** Who of them has a code from now on. */
  const taken = new Map<string, string>()
  const targets = products.map((p): Target => {
    const ref = refs.get(p.external_id)
    const code = p.values.code.toLowerCase()
    const owner = owners.get(code)
    const adopted = !ref && owner && !owner.linked && !taken.has(code) ? owner.id : null
    if (adopted !== null) taken.set(code, p.external_id)
    return { p, ref, local: ref?.local_id ?? adopted }
  })
  /** Whether a code is another product's; one that is free and comes anew is taken from now on. */
  const isTaken = ({ p, ref, local }: Target) => {
    const key = p.values.code.toLowerCase()
    const owner = owners.get(key)
    if ((owner && owner.id !== local) || (taken.get(key) ?? p.external_id) !== p.external_id) return true
    if (p.values.code !== ref?.seen.code) taken.set(key, p.external_id)
    return false
  }
  return { targets, isTaken }
}
interface Decided {
  p: ErpProduct
  /** null: to be added. */
  local: number | null
  values: ErpProduct['values']
  change: Record<string, unknown>
  /** What is remembered of the ERP's words. */
  seen: Record<string, unknown>
  variations: boolean
  /** The ERP's choices as they were the last time. */
  told: ErpProduct['variations']
}
/** What a product of the ERP changes here: fields that differ there from the last time, and
 * here from what they should be. */
function decide(
  { p, ref, local }: Target,
  here: RowState | undefined,
  values: ErpProduct['values'],
  categories: { seen: number[] | undefined; now: number[] } | null,
): Decided {
  const seen: Record<string, unknown> = {
    ...ref?.seen,
    ...values,
    ...(categories && { categories: categories.now }),
    variations: p.variations,
    ...(p.unit && { unit: p.unit }),
  }
  const told = (ref?.seen.variations ?? []) as ErpProduct['variations']
  if (!here) return { p, local: null, values, change: {}, seen, variations: p.variations.length > 0, told }
  const wanted = { ...values, ...(categories && { categories: categories.now }) }
  const before: Record<string, unknown> = { ...ref?.seen, ...(categories && { categories: categories.seen }) }
  const change = Object.fromEntries(
    Object.entries(wanted).filter(([field, v]) => !same(v, before[field]) && !same(v, here[field as keyof RowState])),
  )
  // What the admin deleted here is not brought back.
  if (here.deleted) return { p, local, values, change: {}, seen, variations: false, told }
  return { p, local, values, change, seen, variations: !same(p.variations, told), told }
}
export async function applyProducts(tx: Tx, k: Work, read: ErpProduct[]): Promise<Done> {
  const { integration, company_id } = k
  await quiet(tx)
  const categories = await readCategories(tx, k, read)
  const products = [
    ...new Map(read.filter((p) => p.external_id && categories.allows(p)).map((p) => [p.external_id, p])).values(),
  ]
  let room = await roomForProducts(tx, company_id)
  const { targets, isTaken } = await findTargets(tx, integration, products)
  const locals = targets.flatMap((t) => t.local ?? [])
  const rows = await lockById(tx, locals)
  const issues: Done['issues'] = []
  const decided: Decided[] = []
  for (const target of targets) {
    const { p, local } = target
    const say = (message: string) =>
      issues.push({ what: [p.values.code, p.values.name].filter(Boolean).join(' '), message })
    const { stock, code, ...others } = p.values
    const here = local === null ? undefined : rows.get(local)
    const clash = code !== '' && !here?.deleted && isTaken(target)
    if (clash) say(`O código ${code} já é de outro produto. Este ficou ${here ? 'com o que tinha' : 'sem código'}.`)
    const values = {
      ...others,
      ...(!integration.ignore_stock && stock !== undefined && { stock }),
      ...(clash && here ? {} : { code: clash ? '' : code }),
    } as ErpProduct['values']
    const placed = { seen: categories.seenOf(target.ref), now: categories.localOf(p) }
    const d = decide(target, here, values, integration.sync_categories ? placed : null)
    const comesOn = here ? d.change.active === true : values.active
    if (comesOn && room <= 0) {
      say(
        here
          ? 'Continua inativo: o plano não tem lugar para mais produtos.'
          : 'Não entrou: o plano não tem lugar para mais produtos.',
      )
      if (!here) continue
      delete d.change.active
      delete d.seen.active
    } else if (comesOn) room--
    decided.push(d)
  }
  return { seen: products.length, ...(await writeProducts(tx, k, decided, rows)), issues }
}
async function writeProducts(
  tx: Tx,
  k: Work,
  decided: Decided[],
  rows: Map<number, RowState>,
): Promise<{ created: number; changed: number }> {
  const { integration, company_id, run_id, now } = k
  const fresh = decided.filter((d) => d.local === null)
  const changed = decided.filter((d) => d.local !== null && (d.variations || Object.keys(d.change).length > 0))
  const changes = changed.map((d): RowChange => ({ id: d.local as number, was: {}, now: d.change as RowChange['now'] }))
  await changeRows(tx, company_id, changes, now)
  const added = fresh.map((d) => d.values)
  const ids = added.length ? await addProducts(tx, company_id, added) : []
  const told = new Set([...changed, ...fresh])
  let n = 0
  const saved = decided.map((d) => ({ ...d, id: d.local ?? (ids[n++] as number), changed: told.has(d) }))
  const links = saved
    .filter((s) => s.local === null)
    .flatMap((s) => ((s.seen.categories ?? []) as number[]).map((category_id) => ({ product_id: s.id, category_id })))
  await linkCategories(tx, company_id, links)
  const varied = saved.filter((s) => s.variations)
  for (const s of varied) await writeVariations(tx, k, s.id, s)
  if (varied.length) {
    const searched = varied.map((s) => s.id)
    await refreshSearch(tx, searched)
  }
  const refs = saved.map((s) => ({ external_id: s.p.external_id, local_id: s.id, seen: s.seen, changed: s.changed }))
  await w.saveRefs(tx, company_id, integration.id, 'product', run_id, refs)
  const photos = saved.flatMap((s) =>
    rows.get(s.id)?.deleted ? [] : s.p.photos.map((photo) => ({ product_id: s.id, ...photo })),
  )
  await w.wantPhotos(tx, company_id, integration.id, run_id, photos)
  return { created: ids.length, changed: changes.length }
}
/** The ERP's choices; pictures and surcharges given to them here stay, and so does of each what did not change there. */
async function writeVariations(tx: Tx, k: Work, product: number, { p, told }: Decided): Promise<void> {
  const here = byKey(await q.findVariations(tx, product))
  const before = byKey(told)
  const list = p.variations.map((v) => {
    const was = here.get(specsKey(v.specs))
    const last = before.get(specsKey(v.specs))
    const of = <F extends 'code' | 'ean' | 'price' | 'stock'>(field: F) => resolveField(field, v, was, last)
    return {
      specs: v.specs,
      code: of('code'),
      ean: of('ean'),
      price: of('price'),
      stock: k.integration.ignore_stock ? (was?.stock ?? null) : of('stock'),
      surcharge: was?.surcharge ?? 0,
      image: was?.image ?? '',
    }
  })
  await setVariations(tx, k.company_id, product, [...byKey(list).values()])
}
