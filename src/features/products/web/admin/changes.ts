// What every change of products does to the screens, and how it is taken back.
import { undoChange } from '#features/undos/contract.ts'
import { call, isFailure } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
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
    const { restored, kept } = await call(undoChange, { params: { id } })
    productsChanged()
    notify(kept ? t('{n} desfeitos; {k} ficaram como alguém deixou depois.', { n: restored, k: kept }) : tn(restored, '{n} linha como antes.', '{n} linhas como antes.'))
  } catch (failure) {
    if (!isFailure(failure)) throw failure
    notify(failure.message)
  }
}
