// What every change of products does to the screens, and how it is taken back.
import { takeBack } from '#features/undos/web/index.ts'
import { isFailure } from '#web/api.ts'
import { renew } from '#web/queries.tsx'
import { notify } from '#web/ui/snack.tsx'
import { renewCatalogue } from '../catalogue.ts'

/** Products changed: lists, counts and the device's copy are read anew. */
export function productsChanged(): void {
  renew('products')
  void renewCatalogue()
}
/** Takes a change back and says so. */
export async function undo(id: number): Promise<void> {
  try {
    notify(await takeBack(id))
    void renewCatalogue()
  } catch (failure) {
    if (!isFailure(failure)) throw failure
    notify(failure.message)
  }
}
