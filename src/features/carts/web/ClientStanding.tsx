// What whoever sells has to know of the client of this order, before anything is sent.
import { showCents } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { cart, cartTotals } from './cart.ts'
import { aside, joinMerged } from './desk.ts'
import { standings } from './standing.ts'
import './ClientStanding.css'

/** Why the order cannot be sent as it is; '' when it can. */
export function useStopped(): '' | 'blocked' | 'gone' | 'merged' {
  const { buyer } = cart.use()
  const known = standings.use()
  const state = buyer.kind === 'client' ? known.get(buyer.id)?.state : undefined
  return !state || state === 'fine' ? '' : state
}
/** What the button says instead of sending. */
export const STOPPED = { blocked: 'Cliente bloqueado', gone: 'Troque o cliente', merged: 'Junte os dois pedidos' }
export function ClientStanding({ currency, hide_price }: { currency: string; hide_price: boolean }) {
  const { buyer } = cart.use()
  const others = aside.use()
  const known = standings.use()
  const now = buyer.kind === 'client' ? known.get(buyer.id) : undefined
  if (!now) return null
  const theirs = others.find((c) => c.buyer.kind === 'client' && c.buyer.id === now.into?.id)
  return (
    <div role="status" className="standings">
      {now.state === 'blocked' && (
        <p className="note bad">
          <Icon name="lock" size="s" />
          {t('Este cliente está bloqueado: recebe orçamento, não pedido.')}
        </p>
      )}
      {now.state === 'gone' && (
        <p className="note bad">
          <Icon name="warn" size="s" />
          {t('Este cliente não está mais na sua carteira. Toque em Trocar: os itens continuam aqui.')}
        </p>
      )}
      {now.state === 'merged' && now.into && (
        <div className="note warn row wrap">
          <span className="grow">
            {t('Este cadastro foi juntado a {name}, que já tem um pedido aberto neste aparelho.', {
              name: now.into.name,
            })}
          </span>
          <button type="button" className="btn sec small" onClick={() => void joinMerged()}>
            {theirs && !hide_price
              ? t('Juntar ao pedido de {v}', { v: showCents(cartTotals(theirs).total, currency) })
              : t('Juntar ao pedido aberto')}
          </button>
        </div>
      )}
      {now.credit_note && <p className="note">{t('Crédito: {note}', { note: now.credit_note })}</p>}
    </div>
  )
}
