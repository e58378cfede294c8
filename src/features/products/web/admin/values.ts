// A product as the form holds it: everything as it is typed.
import { formatCents } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import type { Product } from '../../contract.ts'
import type { TypedVariation } from './VariationEditor.tsx'

/** Everything as it is typed. */
export interface Values {
  name: string
  code: string
  code_2: string
  reference: string
  ean: string
  price: string
  price2: string
  price3: string
  price_promo: string
  promo_from: string
  promo_until: string
  description: string
  additional_text: string
  categories: number[]
  attributes: TypedVariation[]
  tags: string[]
  order: string
  active: boolean
  stock: string
  min_quantity: string
  multiple: string
  mixed: boolean
  images: string[]
  /** '' for none. */
  entity_id: string
}
const money = (c: number | null | undefined) => (c == null ? '' : formatCents(c))
const count = (n: number | null | undefined) => (n == null ? '' : String(n))
export function valuesOf(p: Product | null, fresh: boolean): Values {
  return {
    name: p ? (fresh ? t('{name} (cópia)', { name: p.name }).slice(0, 160) : p.name) : '',
    code: fresh ? '' : (p?.code ?? ''),
    code_2: p?.code_2 ?? '',
    reference: p?.reference ?? '',
    ean: fresh ? '' : (p?.ean ?? ''),
    price: money(p?.price),
    price2: money(p?.price2),
    price3: money(p?.price3),
    price_promo: money(p?.price_promo),
    promo_from: p?.promo_from ?? '',
    promo_until: p?.promo_until ?? '',
    description: p?.description ?? '',
    additional_text: p?.additional_text ?? '',
    categories: p?.categories ?? [],
    attributes: (p?.attributes ?? []).map((v) => ({
      specs: v.specs,
      code: fresh ? '' : v.code,
      ean: fresh ? '' : v.ean,
      price: money(v.price),
      surcharge: v.surcharge ? money(v.surcharge) : '',
      stock: count(v.stock),
      image: v.image,
    })),
    tags: p?.tags ?? [],
    order: count(p?.order ?? 0),
    active: p?.active ?? true,
    stock: count(p?.stock),
    min_quantity: count(p?.min_quantity ?? 1),
    multiple: count(p?.multiple ?? 1),
    mixed: p?.mixed ?? true,
    images: p?.images.map((i) => i.path) ?? [],
    entity_id: count(p?.entity_id),
  }
}
