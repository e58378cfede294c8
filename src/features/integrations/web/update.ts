// Asks for an update by the call that the specification names for each system.
import { call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { notify } from '#web/ui/snack.tsx'
import {
  blingImport,
  blingUpdate,
  type Integration,
  omieProducts,
  pedidookProducts,
  sankhyaProducts,
  tagplusProducts,
} from '../contract.ts'

const CALLS = { omie: omieProducts, sankhya: sankhyaProducts, tagplus: tagplusProducts, pedidook: pedidookProducts }
/** `everything`: also what did not change since the last time. */
export async function startUpdate(
  i: Pick<Integration, 'id' | 'type' | 'company_id'>,
  everything: boolean,
): Promise<void> {
  try {
    if (i.type === 'bling') await call(everything ? blingImport : blingUpdate, { body: { integration_id: i.id } })
    else
      await call(CALLS[i.type], {
        typed: { company_id: i.company_id, integration_id: i.id, alltime: everything ? 1 : 0 },
      })
    notify(t('A atualização começou.'))
  } catch (failure) {
    if (!isFailure(failure)) throw failure
    notify(failure.message)
  }
  renew('integrations')
  renew('runs')
}
