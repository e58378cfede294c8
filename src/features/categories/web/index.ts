// Front door of categories on the web: the list, as the first HTML brought it, then as the device keeps it.
import { device } from '#web/device/index.ts'
import { createStore } from '#web/store.ts'
import type { Category } from '../contract.ts'

const shown = createStore<{ rows: Category[]; loaded: boolean }>({ rows: [], loaded: false })

/** As the first HTML or the device has them; null: neither has. */
export const plantCategories = (rows: Category[] | null): void => shown.set({ rows: rows ?? [], loaded: rows !== null })
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
