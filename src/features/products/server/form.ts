// A product's form as the database takes it.
import type { BodyOf } from '#shared/wire.ts'
import type { createProduct } from '../contract.ts'
import type { Written } from './writes.ts'

type Form = BodyOf<typeof createProduct>

/** Every field of a new product, with what was not sent at its default. */
export function fill(form: Form): Written {
  return {
    name: form.name,
    code: form.code ?? '',
    code_2: form.code_2 ?? '',
    reference: form.reference ?? '',
    ean: form.ean ?? '',
    price: form.price ?? null,
    price2: form.price2 ?? null,
    price3: form.price3 ?? null,
    price_promo: typeof form.price_promo === 'number' && form.price_promo > 0 ? form.price_promo : null,
    description: form.description ?? '',
    additional_text: form.additional_text ?? '',
    tags: readTags(form.tags ?? []),
    order: form.order ?? 0,
    active: form.active ?? true,
    stock: form.stock ?? null,
    min_quantity: Math.max(1, form.min_quantity ?? 1),
    multiple: Math.max(1, form.multiple ?? 1),
    mixed: form.mixed ?? true,
    promo_from: form.promo_from ?? null,
    promo_until: form.promo_until ?? null,
    entity_id: form.entity_id ?? null,
  }
}
/** Specification §5: an empty list of tags is sent as the word "empty". */
export function readTags(tags: string[] | string): string[] {
  const list = typeof tags === 'string' ? tags.split(',') : tags
  return list
    .map((t) => t.trim())
    .filter((t) => t && t !== 'empty')
    .slice(0, 30)
}
/** The hash in "/files/abc.webp", "abc.webp" or "abc". */
export const imageHash = (path: string) => path.replace(/^.*\//, '').replace(/(-\d+)?\.\w+$/, '')
