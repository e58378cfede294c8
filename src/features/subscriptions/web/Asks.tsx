import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { showFullDay } from '#web/moments.ts'
import { renew } from '#web/queries.tsx'
import { notify } from '#web/ui/snack.tsx'
import { type Ask, declineAsk } from '../contract.ts'
import { OPTION_WORDS } from '../rules.ts'

/** What sellers ask for: an admin opens the steps with it, or declines it. */
export function Asks({ asks, onUse }: { asks: readonly Ask[]; onUse: (ask: Ask) => void }) {
  const { busy, act } = useAct()
  if (asks.length === 0) return null
  const decline = (ask: Ask) =>
    act(async () => {
      await call(declineAsk, { params: { id: ask.id } })
      renew('subscription')
      renew('home')
      notify(t('Pedido recusado.'))
    })
  return (
    <section>
      <h2>{t('Esperam sua confirmação')}</h2>
      <ul className="panel">
        {asks.map((ask) => (
          <li className="li wrap ask" key={ask.id}>
            <span className="grow">
              <b>{t('{name} pediu o plano {plan}', { name: ask.who, plan: ask.plan_name })}</b>
              <span className="xs t2 block">
                {t(OPTION_WORDS[ask.form.option])} · {showFullDay(ask.created_at)}
              </span>
            </span>
            <button type="button" className="btn pri small" onClick={() => onUse(ask)}>
              {t('Ver e confirmar')}
            </button>
            <button type="button" className="btn txt small" disabled={busy} onClick={() => void decline(ask)}>
              {t('Recusar')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
