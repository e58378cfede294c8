// What the open cart would bring whoever sells it: counted on the device, by the rules that the server counts with.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { cart } from '#features/carts/web/index.ts'
import { summed } from '#features/carts/rules.ts'
import type { Company } from '#features/companies/contract.ts'
import type { Product } from '#features/products/contract.ts'
import { catalogue } from '#features/products/web/index.ts'
import { call } from '#web/api.ts'
import { today } from '#web/device/day.ts'
import { useValue } from '#web/device/use.ts'
import { listPlaces, listRates, ratesShape } from '../contract.ts'
import { bookOn, earns, type Foreseen, foresee, type Place } from '../rules.ts'

export interface Asked {
  company: Pick<Company, 'importer' | 'exchange_rate'>
  /** Who earns; null: nobody does. */
  seller_id: number | null
  /** Of the cart. */
  currency: string
  discount_bp: number
}
const LONG = 5 * 60_000
/** Made once for one copy of the catalogue. */
let made: { of: readonly Product[]; by: ReadonlyMap<number, number[]> } | null = null
function categoriesOf(kept: readonly Product[]): ReadonlyMap<number, number[]> {
  if (made?.of !== kept) made = { of: kept, by: new Map(kept.map((p) => [p.id, p.categories])) }
  return made.by
}
/** null: no commission, or not known yet; 'unknown': it could not be asked for. */
export function useForeseen({ company, seller_id, currency, discount_bp }: Asked): Foreseen | 'unknown' | null {
  const { lines } = cart.use()
  const { kept: products, tree } = catalogue.use()
  const here = useValue('rates', ratesShape)
  const read = useQuery({
    queryKey: ['rates', 'own'],
    queryFn: () => call(listRates),
    enabled: seller_id !== null && here === null,
    staleTime: LONG,
  })
  const rates = { data: here ?? read.data, isError: !here && read.isError }
  const day = today()
  const book = useMemo(
    () =>
      bookOn(
        (rates.data ?? []).map(({ percent, ...r }) => ({ ...r, rate_bp: percent })),
        day,
      ),
    [rates.data, day],
  )
  const standing = categoriesOf(products)
  const byCategory = book.categories.size > 0
  // What the device does not hold: the catalogue is on its way or too large, or this product is hidden from the seller.
  const away = byCategory
    ? [...new Set(lines.map((l) => l.product_id))].filter((id) => !tree || !standing.has(id)).toSorted((a, b) => a - b)
    : []
  const places = useQuery({
    queryKey: ['places', away],
    queryFn: () => call(listPlaces, { query: { products: away } }),
    enabled: away.length > 0,
    staleTime: LONG,
  })
  if (seller_id === null || lines.length === 0) return null
  if (rates.isError || (away.length > 0 && places.isError)) return 'unknown'
  if (!rates.data || (away.length > 0 && !places.data) || !earns(book, seller_id)) return null
  const asked = new Map((places.data ?? []).map((p) => [p.product_id, p]))
  const placeOf = (product_id: number): Place =>
    asked.get(product_id) ?? {
      product_id,
      categories: (standing.get(product_id) ?? []).map((id) => ({ id, master_id: tree?.get(id) ?? null })),
    }
  return foresee(
    book,
    seller_id,
    {
      lines: lines.map((l) => ({ ...summed(l), product_id: l.product_id })),
      discount_bp,
      rate: company.importer && currency === 'USD' ? company.exchange_rate : null,
    },
    placeOf,
  )
}
