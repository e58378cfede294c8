// Front door of categories on the web: the list, as the first HTML brought it, then as the device keeps it.
import * as z from 'zod/mini'
import { device, kept } from '#web/device/index.ts'
import { createStore } from '#web/store.ts'
import { type Category, categoryShape } from '../contract.ts'

const wire = z.array(categoryShape)
const shown = createStore<{ rows: Category[]; loaded: boolean }>({ rows: [], loaded: false })

export function plantCategories(rows: unknown): void {
  shown.set({ rows: z.decode(wire, rows as never), loaded: true })
}
kept('categories', (now) => {
  const read = now ? z.safeDecode(wire, now.value as never) : null
  shown.set(read?.success ? { rows: read.data, loaded: true } : { rows: [], loaded: false })
})
export const categories = {
  get: shown.get,
  use() {
    const { failed } = device.use()
    return { ...shown.use(), failed }
  },
}
/** Without those that are hidden, and what is below them. */
export const withoutHidden = (rows: Category[], hidden: number[]): Category[] =>
  hidden.length === 0
    ? rows
    : rows
        .filter((c) => !hidden.includes(c.id) && !hidden.includes(c.master_id ?? 0))
        .map((c) => ({ ...c, sub_categories: c.sub_categories.filter((s) => !hidden.includes(s.id)) }))
/** A category and what is below it. */
export const familyOf = (rows: Category[], id: number | null): ReadonlySet<number> | null =>
  id === null ? null : new Set([id, ...(rows.find((c) => c.id === id)?.sub_categories.map((s) => s.id) ?? [])])
