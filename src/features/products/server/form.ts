// A product's form as the database takes it.
import { splitTags } from '#shared/tags.ts'
import type { BodyOf } from '#shared/wire.ts'
import type { createProduct } from '../contract.ts'
import type { New } from './own/writes.ts'

type Form = BodyOf<typeof createProduct>

/** A new product's own fields; what was not sent is left to addProducts. */
export function fill({ categories: _c, attributes: _a, images: _i, imagesToRemove: _r, ...form }: Form): New {
  return {
    ...form,
    price_promo: typeof form.price_promo === 'number' && form.price_promo > 0 ? form.price_promo : null,
    tags: readTags(form.tags ?? []),
    min_quantity: Math.max(1, form.min_quantity ?? 1),
    multiple: Math.max(1, form.multiple ?? 1),
  }
}
/** Specification §5: an empty list of tags is sent as the word "empty". */
export const readTags = (tags: string[] | string): string[] =>
  (typeof tags === 'string' ? splitTags(tags) : tags.map((x) => x.trim()).filter((x) => x && x !== 'empty')).slice(
    0,
    30,
  )
/** The hash in "/files/abc.webp", "abc.webp" or "abc". */
export const imageHash = (path: string) => path.replace(/^.*\//, '').replace(/(-\d+)?\.\w+$/, '')
