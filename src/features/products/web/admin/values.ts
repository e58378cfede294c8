// A product as the form holds it: everything as it is typed.
import * as z from 'zod/mini'
import type { Company } from '#features/companies/contract.ts'
import { formatCents } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import { LABELS, type Product, productShape } from '../../contract.ts'
import type { TypedVariation } from './VariationEditor.tsx'

/** What the company uses: the form shows no field of what it does not. */
export type Switches = Pick<
  Company,
  'price_table_active' | 'price_table_config' | 'promo_price_active' | 'variations_active' | 'tag_active'
>
/** Fields that are not typed into one line. */
interface Parts {
  categories: number[]
  attributes: TypedVariation[]
  tags: string[]
  active: boolean
  mixed: boolean
  images: string[]
}
type Field = keyof typeof LABELS
/** '' for what is empty. */
export type Values = Parts & Record<Exclude<Field, keyof Parts>, string>

const typedKeys = (Object.keys(LABELS) as Field[]).filter(
  (k): k is Exclude<Field, keyof Parts> =>
    !['categories', 'attributes', 'tags', 'active', 'mixed', 'images'].includes(k),
)
const FRESH: Partial<Record<Field, string>> = { min_quantity: '1', multiple: '1' }
const money = (c: number | null | undefined) => (c == null ? '' : formatCents(c))
/** `fresh`: a new product, or a copy: what is one product's own stays behind. */
export function valuesOf(p: Product | null, fresh: boolean): Values {
  const wire = (p ? z.encode(productShape, p) : FRESH) as Partial<Record<Field, string | number | null>>
  const typed = Object.fromEntries(typedKeys.map((k) => [k, String(wire[k] ?? '')])) as Record<
    (typeof typedKeys)[number],
    string
  >
  return {
    ...typed,
    ...(fresh && { code: '', ean: '', order: '', name: p ? t('{name} (cópia)', { name: p.name }).slice(0, 160) : '' }),
    categories: p?.categories ?? [],
    attributes: (p?.attributes ?? []).map((v) => ({
      specs: v.specs,
      code: fresh ? '' : v.code,
      ean: fresh ? '' : v.ean,
      price: money(v.price),
      surcharge: v.surcharge ? money(v.surcharge) : '',
      stock: v.stock === null ? '' : String(v.stock),
      image: v.image,
    })),
    tags: p?.tags ?? [],
    active: p?.active ?? true,
    mixed: p?.mixed ?? true,
    images: p?.images.map((i) => i.path) ?? [],
  }
}
