// Prices that were typed into a list and are not saved: what each stands over, and what a save leaves of them.
import { formatCents, parseCents } from '#shared/money.ts'
import type { Product } from '../../contract.ts'
import type { Left } from '../../many/contract.ts'

export const PRICE_FIELDS = ['price', 'price2', 'price3', 'price_promo'] as const
export type PriceField = (typeof PRICE_FIELDS)[number]
export interface Edit {
  text: string
  /** What stood there when it was typed. */
  was: string
  /** Somebody else has put that there meanwhile. */
  theirs?: boolean
}
export type Typed = Readonly<Partial<Record<PriceField, Edit>>>
/** By product. */
export type Edits = Readonly<Record<number, Typed>>
export const written = (cents: number | null | undefined) => (cents == null ? '' : formatCents(cents))

function put(edits: Record<number, Typed>, id: number, typed: Typed): void {
  if (Object.keys(typed).length > 0) edits[id] = typed
  else delete edits[id]
}
/** Types a price over what stands there; the very same is none. */
export function typeOver(edits: Record<number, Typed>, p: Product, field: PriceField, text: string): void {
  const { [field]: before, ...others } = edits[p.id] ?? {}
  const was = written(p[field])
  put(edits, p.id, text === was ? others : { ...others, [field]: { was, ...before, text } })
}
const each = <R>(typed: Typed, of: (edit: Edit) => R) =>
  Object.fromEntries(Object.entries(typed).map(([field, edit]) => [field, of(edit)]))
/** As the call takes them. */
export const rowOf = (id: number, typed: Typed) => ({
  id,
  ...each(typed, (e) => e.text),
  was: each(typed, (e) => e.was),
})
/** As the lists show them. */
export const inCents = (typed: Typed) => each(typed, ({ text }) => (text.trim() ? parseCents(text) : null))
/** Without those of `saved`, but for what somebody else changed: that is still to be saved, over what stands there now. */
export function afterSave(edits: Edits, saved: readonly number[], left: readonly Left[]): Edits {
  const next: Record<number, Typed> = { ...edits }
  const others = new Map(left.map((p) => [p.id, p]))
  for (const id of saved) {
    const stands = others.get(id)
    const typed = Object.entries(edits[id] ?? {}) as [PriceField, Edit][]
    const open = typed.flatMap(([field, e]) => {
      const was = written(stands?.[field])
      return !stands || was === e.text ? [] : [[field, { ...e, was, theirs: e.theirs || was !== e.was }]]
    })
    put(next, id, Object.fromEntries(open))
  }
  return next
}
