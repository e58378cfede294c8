// What every change of products does to the screens, and how it is taken back.
import { takeBack } from '#features/undos/web/index.ts'
import { attempt } from '#web/act.ts'
import { renew } from '#web/queries.tsx'
import { notify } from '#web/ui/snack.tsx'

/** Products changed: lists and counts are read anew. */
export function productsChanged(): void {
  renew('products')
}
/** Takes a change back and says so. */
export async function undo(id: number): Promise<void> {
  await attempt(async () => {
    notify(await takeBack(id))
    renew('products')
  })
}
