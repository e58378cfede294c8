// The reader's own request for an adjustment is taken back: from the order's page, or right after asking.
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { notify } from '#web/ui/snack.tsx'
import { withdrawAdjustment } from '../withdraw.ts'
import { putOrder } from './kept.ts'

export function useWithdraw(company: number, id: number) {
  const { busy, act } = useAct()
  const withdraw = () =>
    void act(async () => {
      putOrder(await call(withdrawAdjustment, { params: { company, id } }))
      notify(t('Solicitação retirada.'))
      // Answered meanwhile: the order is shown as it is by now.
    }).finally(() => renew())
  return { busy, withdraw }
}
