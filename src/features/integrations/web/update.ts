// Asks for an update by the call that the specification names for each system.
import { attempt } from '#web/act.ts'
import { call } from '#web/api.ts'
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
  await attempt(async () => {
    if (i.type === 'bling') await call(everything ? blingImport : blingUpdate, { body: { integration_id: i.id } })
    else
      await call(CALLS[i.type], {
        typed: { company_id: i.company_id, integration_id: i.id, alltime: everything ? 1 : 0 },
      })
    notify(t('A atualização começou.'))
  })
  renew('integrations')
  renew('runs')
}
