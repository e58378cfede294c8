// Front door of categories on the web: the list, kept on the device so that a second visit shows it at once.
import { callList } from '#web/api.ts'
import { currentAccount, vendId } from '#web/session.ts'
import { createStore } from '#web/store.ts'
import * as z from 'zod/mini'
import { type Category, categoryShape, listCategories } from '../contract.ts'

const KEPT = 'mo_categories'
const wire = z.array(categoryShape)
export const categories = createStore<{ rows: Category[]; loaded: boolean; failed: unknown }>({
  rows: [],
  loaded: false,
  failed: null,
})

export function plantCategories(rows: unknown): void {
  categories.set({ rows: z.decode(wire, rows as never), loaded: true, failed: null })
}
let name = ''
/** Those of an account, as the link's seller shows them. */
export async function openCategories(owner: string): Promise<void> {
  name = `${KEPT}:${owner}:${vendId() ?? ''}`
  const kept = localStorage.getItem(name)
  if (kept && !categories.get().loaded) {
    try {
      plantCategories(JSON.parse(kept))
    } catch {
      localStorage.removeItem(name)
    }
  }
  await renewCategories()
}
/** Reads them anew: somebody changed them. */
export async function renewCategories(): Promise<void> {
  const of = name
  try {
    const { rows } = await callList(listCategories, { query: { seller_id: vendId() } })
    if (of !== name) return
    categories.set({ rows, loaded: true, failed: null })
    if (currentAccount()) localStorage.setItem(name, JSON.stringify(z.encode(wire, rows)))
  } catch (error) {
    categories.set((c) => ({ ...c, failed: error }))
  }
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
