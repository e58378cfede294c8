// Everything that a PDF is drawn of, read in one transaction: what stands in which of its files, and what it says.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { findShelves } from '#features/categories/server/index.ts'
import { findCompany } from '#features/companies/server/index.ts'
import { pictureFile } from '#features/images/server/index.ts'
import type { Product } from '#features/products/contract.ts'
import { catalogueAddress, catalogueOrigin } from '#server/addresses.ts'
import type { Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { HALF } from '#server/storage.ts'
import { onColour } from '#shared/colour.ts'
import type { PictureLeaf } from '../contract.ts'
import { accentOn, type Group, groupsOf, type Item, itemsOn, leavesOf, type Said, volumesOf } from '../rules.ts'
import { photoWidth } from '../sizes.ts'
import type { Drawing } from './draw.ts'
import { layoutOf, fileOf, type Options } from './make.ts'
import { findDrawing, findPages, findStrangersTable } from './queries.ts'
import { MOST_IN_ALL, MOST_PRODUCTS, productsOf, type View } from './view.ts'

export interface Plan {
  token: string
  products: number
  said: Said[]
  volumes: Group[][]
  pages: PictureLeaf[]
  job: Omit<Drawing, 'leaves' | 'photos' | 'pictures' | 'target' | 'volume'>
}
/** With the seller whose PDF it is. */
export const withSeller = (address: string, seller: number | null) =>
  seller === null ? address : `${address}?vend=${seller}`
export const priceOf = (i: Item) => i.promo ?? i.price ?? null

/** Every product of a view, some at a time. */
export async function everyProduct(
  tx: Tx,
  view: View,
  company_id: number,
  time_zone: string,
  now: Date,
): Promise<Product[]> {
  const all: Product[] = []
  for (let more = true; more && all.length < MOST_IN_ALL; ) {
    const { rows } = await productsOf(tx, view, company_id, time_zone, now, MOST_PRODUCTS, all.length)
    all.push(...rows)
    more = rows.length === MOST_PRODUCTS
  }
  return all
}
/** Undefined when it is done, failed, or was taken away meanwhile. */
export async function planOf(kit: Kit, tx: Tx, id: number, company_id: number): Promise<Plan | undefined> {
  const row = await findDrawing(tx, id)
  const company = await findCompany(tx, company_id)
  if (!row || !company || row.status !== 'fazendo') return undefined
  const { asked, seller_id, time_zone } = row.options as Options
  const view = row.view as View
  const layout = layoutOf(asked)
  const products = await everyProduct(tx, view, company_id, time_zone, kit.clock.now())
  const categories = await findShelves(tx, view.projection.hidden_categories)
  const groups = groupsOf(products, categories.rows, asked.categories ?? [], layout.variation, 'Outros', asked.order)
  const prices = layout.prices && !view.projection.hide_price
  const items = groups.flatMap((g) => g.items)
  return {
    token: row.token,
    products: items.length,
    said: items.map((i): Said => [i.id, i.name, i.code, i.specs, prices ? priceOf(i) : null]),
    volumes: volumesOf(groups),
    pages: await findPages(tx),
    job: {
      title: row.title,
      company: {
        name: company.name,
        phone: company.whatsapp_phone,
        colour: company.primary_color,
        accent: accentOn('#ffffff', company),
        accent_on: accentOn(company.primary_color, company, onColour(company.primary_color)),
        logo: await pictureFile(kit.storage, company.logo, 400),
      },
      living: withSeller(`${catalogueOrigin(kit.config, company.path)}/catalogo/${row.token}`, seller_id),
      link: withSeller(catalogueAddress(kit.config, company.path), seller_id),
      through: prices && view.projection.buyer.price_table !== (await findStrangersTable(tx)),
      day: kit.clock.now().toLocaleDateString('pt-BR', { month: 'long', year: 'numeric', timeZone: time_zone }),
      currency: view.projection.buyer.currency,
      layout: { ...layout, prices },
      qr: asked.qr,
      photo_width: photoWidth(layout, layout.size),
    },
  }
}
/** Where these pictures lie on disk. */
const filesOf = async (kit: Kit, paths: Iterable<string>, width: number): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all([...paths].map(async (p) => [p, await pictureFile(kit.storage, p, width)] as const)),
  )
/** The n-th file of it. */
export async function drawingOf(kit: Kit, plan: Plan, n: number): Promise<Drawing> {
  const { job, volumes } = plan
  const target = `${kit.storage.path(fileOf(plan.token, n + 1))}${HALF}`
  mkdirSync(dirname(target), { recursive: true })
  const leaves = leavesOf(volumes[n] as Group[], plan.pages, job.layout)
  const paths = new Set([job.layout.cover_photo, ...leaves.flatMap((l) => itemsOn(l).map((i) => i.photo))])
  return {
    ...job,
    target,
    volume: volumes.length > 1 ? `Volume ${n + 1} de ${volumes.length}` : '',
    photos: await filesOf(kit, paths, job.photo_width),
    pictures: await filesOf(
      kit,
      leaves.flatMap((l) => (l.kind === 'picture' ? [l.path] : [])),
      1240,
    ),
    leaves,
  }
}
