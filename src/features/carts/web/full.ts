// A device without room for the open order: that is said.
import { t } from '#web/i18n.ts'
import { notify } from '#web/ui/snack.tsx'
import { missingFor } from '#web/worker.ts'

export async function sayFull(bytes: number): Promise<void> {
  const n = await missingFor(bytes)
  notify(t('Faltam {n} MB neste aparelho: o pedido aberto fica só nesta página, não a feche.', { n }))
}
