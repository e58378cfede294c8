// What every change of products does to the screens, and how it is taken back.
import { takeBack } from '#features/undos/web/index.ts'
import { attempt } from '#web/act.ts'
import { renew, showAhead } from '#web/queries.tsx'
import { notify } from '#web/ui/snack.tsx'
import type { Product } from '../../contract.ts'

/** Products changed: lists and counts are read anew. */
export function productsChanged(): void {
  renew('products')
}
/** Shows products as they were just made, in every list; answers how to take it back. */
export const showProducts = (changed: ReadonlyMap<number, Partial<Product>>): (() => void) =>
  showAhead<Product>(['products', 'list'], (p) => ({ ...p, ...changed.get(p.id) }))
/** Takes changes back, the last one first, and says so. */
export async function undo(...ids: number[]): Promise<void> {
  await attempt(async () => {
    for (const id of ids.toReversed()) notify(await takeBack(id))
    renew('products')
  })
}
