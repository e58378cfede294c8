// What a chat or a search engine shows of an address: title, description, picture and data of the company, a profile or
// a product; and what a profile's page shows first.
import * as z from 'zod/mini'
import type { Company } from '#features/companies/contract.ts'
import { entityDetailsShape, entityShape } from '#features/entities/contract.ts'
import { titleOf } from '#features/entities/rules.ts'
import { findByCode as findEntityByCode, findEntities, withProducts } from '#features/entities/server/index.ts'
import { cardPrice, soldOut } from '#features/products/rules.ts'
import { filterOf, findByCode, projectorFor } from '#features/products/server/index.ts'
import type { Projection } from '#features/readers/server/index.ts'
import type { Tx } from '#server/db.ts'
import type { Caller } from '#server/session.ts'
import { readable } from '#shared/address.ts'
import { showCents } from '#shared/money.ts'
import { pictureAt } from '#shared/picture.ts'
import { type Found, ROUTES } from '#shared/routes.ts'
import { fillIn, plainText } from '#shared/sentence.ts'
import type { Look } from './html.ts'

/** A company as search engines read it. */
export const organization = (c: Company, address: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: c.name,
  url: address,
  ...(c.logo && { logo: address + pictureAt(c.logo, 'share') }),
  ...(c.city && {
    address: {
      '@type': 'PostalAddress',
      streetAddress: c.address,
      addressLocality: c.city,
      addressRegion: c.state,
      addressCountry: c.country,
    },
  }),
})
interface Page {
  /** The picture that the page shows first, or ''. */
  banner: string
  /** What the page shows, in the wire's form, unless it is long. */
  entities?: unknown
  entity?: unknown
}
const MOST_PLANTED = 60
/** Profiles and the page about the company: cards of their own, written into `look`, and what they show. */
export async function readPage(
  tx: Tx,
  p: Projection,
  at: Found,
  company: Company,
  look: Look,
  address: string,
): Promise<Page> {
  const { type, code } = at.params
  if (type === undefined) {
    look.title = fillIn(ROUTES['/sobre'].title, { name: company.name })
    look.description = textOf(company.about) || look.description
    return { banner: pictureAt(company.logo, 400) }
  }
  look.title = `${titleOf(type)} · ${company.name}`
  if (code === undefined) {
    const rows = await findEntities(tx, 3)
    const entities = rows.length <= MOST_PLANTED && { entities: z.encode(z.array(entityShape), rows) }
    return { banner: pictureAt(rows[0]?.logo ?? '', 400), ...entities }
  }
  const entity = await findEntityByCode(tx, readable(code), 3)
  if (!entity) {
    look.noindex = true
    return { banner: '' }
  }
  look.title = `${entity.name} · ${company.name}`
  look.description = textOf(entity.about) || look.description
  const picture = entity.cover || entity.logo
  if (picture) look.picture = address + pictureAt(picture, 'share')
  look.data = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: entity.name,
    description: look.description,
    url: look.url,
    ...(look.picture && { logo: look.picture }),
  }
  const whole = await withProducts(tx, entity, p)
  const planted = whole.products.length <= MOST_PLANTED && { entity: z.encode(entityDetailsShape, whole) }
  return { banner: entity.cover ? pictureAt(entity.cover, 800) : pictureAt(entity.logo, 400), ...planted }
}
const textOf = (html: string) => plainText(html).slice(0, 200)
/** A link to one product shows that product's name, price and picture. */
export async function shareProduct(
  tx: Tx,
  caller: Caller,
  p: Projection,
  code: string,
  now: Date,
  look: Look,
  address: string,
): Promise<void> {
  const row = await findByCode(tx, code, { ...filterOf(p), hide_no_stock: false })
  if (!row) return
  const product = (await projectorFor(tx, p, caller, now))(row)
  const price = cardPrice(product)
  look.title = `${product.name} · ${look.name}`
  look.description =
    [price?.now != null && showCents(price.now, caller.currency), product.description.split('\n')[0]]
      .filter(Boolean)
      .join(' · ')
      .slice(0, 200) || look.description
  if (product.foto1 && product.images[0]?.ready) look.picture = address + pictureAt(product.foto1, 'share')
  look.data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    ...(product.code && { sku: product.code }),
    ...(look.picture && { image: look.picture }),
    ...(product.entity && { brand: { '@type': 'Brand', name: product.entity.name } }),
    // Only what the public session may see: no price, no offer.
    ...(price?.now != null && {
      offers: {
        '@type': 'Offer',
        price: (price.now / 100).toFixed(2),
        priceCurrency: caller.currency,
        availability: `https://schema.org/${soldOut(product) ? 'OutOfStock' : 'InStock'}`,
      },
    }),
  }
}
