import { stat } from 'node:fs/promises'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { EVERY_CATEGORY, findCategories } from '#features/categories/server/index.ts'
import { findCompany } from '#features/companies/server/index.ts'
import { catalogueAddress } from '#server/addresses.ts'
import { acrossCompanies, inCompany, type Tx } from '#server/db.ts'
import { onColour } from '#shared/colour.ts'
import type { PlatformTasks, Tasks } from '#server/jobs.ts'
import type { Kit } from '#server/serve.ts'
import { accentOn, groupsOf, itemsOn, type Layout, leavesOf, photoWidth } from '../rules.ts'
import { draw, type Drawing } from './draw.ts'
import { findDrawing, findPages } from './queries.ts'
import { fileOf } from './routes.ts'
import { MOST_PRODUCTS, productsOf, type View } from './view.ts'
import { expireBrochures, fail, finish, setDone } from './writes.ts'

interface Options extends Layout {
  qr: boolean
  categories: number[]
  time_zone: string
  seller_id: number | null
}
export const tasks: Tasks = {
  /** Draws a PDF: read in one transaction, drawn outside of any, marked in another. */
  async draw_catalog({ kit, payload, company_id }) {
    const id = Number(payload.id)
    const drawing = await inCompany(kit.pool, company_id, (tx) => read(kit, tx, id, company_id))
    if (!drawing) return
    try {
      let told = 0
      const pages = await draw(drawing.job, (done) => {
        if (done - told < drawing.products / 20) return
        told = done
        void inCompany(kit.pool, company_id, (tx) => setDone(tx, id, done)).catch(() => {})
      })
      const { size } = await stat(drawing.job.target)
      await inCompany(kit.pool, company_id, (tx) =>
        finish(tx, id, { products: drawing.products, page_count: pages, bytes: size }),
      )
    } catch (error) {
      await inCompany(kit.pool, company_id, (tx) => fail(tx, id))
      throw error
    }
  },
}
export const platformTasks: PlatformTasks = {
  /** PDFs whose 30 days are over. */
  expire_catalogs: {
    cron: '17 * * * *',
    async run(kit) {
      for (const token of await acrossCompanies(kit.pool, (tx) => expireBrochures(tx, kit.clock.now())))
        await kit.storage.removeAll(token)
    },
  },
}
async function read(
  kit: Kit,
  tx: Tx,
  id: number,
  company_id: number,
): Promise<{ job: Drawing; products: number } | undefined> {
  const row = await findDrawing(tx, id)
  const company = await findCompany(tx, company_id)
  // Done before, or taken away meanwhile.
  if (!row || !company || row.status === 'pronto') return undefined
  const o = row.options as Options
  const view = row.view as View
  const { rows } = await productsOf(tx, view, company_id, o.time_zone, kit.clock.now(), MOST_PRODUCTS)
  const categories = await findCategories(tx, {
    ...EVERY_CATEGORY,
    hidden: view.projection.hidden_categories,
    raw: false,
  })
  const leaves = leavesOf(groupsOf(rows, categories.rows, o.categories, o.variation, 'Outros'), await findPages(tx), o)
  /** The stored picture that is just wide enough; '' when there is none. */
  const file = (path: string, width: number): string => {
    const hash = /\/files\/([0-9a-f]+)\.webp$/.exec(path)?.[1]
    if (!hash) return ''
    const names = [
      ...[160, 400, 800, 1600].filter((w) => w >= width).map((w) => `${hash}-${w}.webp`),
      ...['jpeg', 'png', 'webp', 'avif'].map((f) => `${hash}-original.${f}`),
      `${hash}-1600.webp`,
    ]
    const name = names.find((n) => kit.storage.has(n))
    return name ? kit.storage.path(name) : ''
  }
  const target = kit.storage.path(fileOf(row.token))
  mkdirSync(dirname(target), { recursive: true })
  const width = photoWidth(o)
  const paths = new Set(leaves.flatMap((l) => itemsOn(l).map((i) => i.photo)))
  const link = catalogueAddress(kit.config, company.path)
  return {
    products: rows.length,
    job: {
      target,
      title: row.title,
      company: {
        name: company.name,
        phone: company.whatsapp_phone,
        colour: company.primary_color,
        accent: accentOn('#ffffff', company),
        accent_on: accentOn(company.primary_color, company, onColour(company.primary_color)),
        logo: file(company.logo, 400),
      },
      link: o.seller_id === null ? link : `${link}?vend=${o.seller_id}`,
      day: kit.clock.now().toLocaleDateString('pt-BR', { month: 'long', year: 'numeric', timeZone: o.time_zone }),
      currency: view.projection.buyer.currency,
      layout: {
        model: o.model,
        per_page: o.per_page,
        openings: o.openings,
        variation: o.variation,
        prices: o.prices && !view.projection.hide_price,
      },
      qr: o.qr,
      photo_width: width,
      photos: Object.fromEntries([...paths].map((p) => [p, file(p, width)])),
      pictures: Object.fromEntries(leaves.flatMap((l) => (l.kind === 'picture' ? [[l.path, file(l.path, 1240)]] : []))),
      leaves,
    },
  }
}
