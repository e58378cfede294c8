import type { Receipt } from '#features/orders/contract.ts'
import { daysBetween, showDay } from '#shared/day.ts'
import { chatLink } from '#shared/phone.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Offer } from '../contract.ts'

/** Whose offer it is, for whom, how much and until when. */
export function Head({ order, offer, total }: { order: Receipt; offer: Offer; total: string }) {
  const left = offer.valid_until ? daysBetween(offer.today, offer.valid_until) : null
  return (
    <section className="offerhead panel pad">
      <p className="sm t2">{t('Orçamento {n}', { n: order.number ?? '' })}</p>
      <h1>{t('Para {name}', { name: order.company_name || order.name })}</h1>
      <p className="sm t2">
        {order.seller_name
          ? t('Preparado por {seller}, {company}', { seller: order.seller_name, company: order.company.name })
          : t('Preparado por {company}', { company: order.company.name })}
      </p>
      {total && <p className="offertotal">{total}</p>}
      <p className="row wrap sm">
        {offer.valid_until && (
          <span className={`until${left !== null && left <= 1 ? ' soon' : ''}`}>
            <Icon name="clock" size="s" />
            {left !== null && left < 0
              ? t('Venceu em {day}', { day: showDay(offer.valid_until) })
              : t('Válido até {day}', { day: showDay(offer.valid_until) })}
            {left !== null && left >= 0 && (
              <span className="t2">
                · {left === 0 ? t('último dia') : tn(left, 'falta {n} dia', 'faltam {n} dias')}
              </span>
            )}
          </span>
        )}
        {order.payment_term && <span className="until">{order.payment_term}</span>}
        {order.delivery_date && (
          <span className="until">{t('entrega em {day}', { day: showDay(order.delivery_date) })}</span>
        )}
      </p>
    </section>
  )
}
interface StandingProps {
  order: Receipt
  offer: Offer
  own: boolean
  busy: boolean
  onRenew: () => void
  onWithdraw: () => void
}
/** What stands, where there is nothing to answer now. */
export function Standing({ order, offer, own, busy, onRenew, onWithdraw }: StandingProps) {
  const chat = order.company.chat_phone
  const day = showDay(offer.valid_until)
  const words = own
    ? t('É assim que o cliente vê este orçamento.')
    : offer.answer === 'recusado'
      ? t('Você recusou este orçamento.')
      : offer.answer === 'aceito'
        ? t('Orçamento aceito. O vendedor já sabe.')
        : offer.answer === 'renovar'
          ? t('Renovação pedida. O vendedor vai enviar um orçamento novo.')
          : offer.ended
            ? t('Este orçamento venceu em {day}.', { day })
            : offer.answer === 'ajuste'
              ? t('Resposta enviada. O vendedor vai conferir e esta página mostra o que ele responder.')
              : t('Este orçamento não está mais aberto.')
  return (
    <div className={`note standing${offer.ended && !own ? ' warn' : ''}`} role="status">
      <Icon name={offer.ended ? 'warn' : 'check'} size="s" />
      <div className="grow col g3">
        <p>{words}</p>
        {order.adjustment && (
          <p className="sm">
            <span className="xs t2">
              {own ? t('O cliente pediu um ajuste') : t('Você pediu um ajuste')} · {showMoment(order.adjustment.at)}
            </span>
            {order.adjustment.text && <span className="pre block">{order.adjustment.text}</span>}
          </p>
        )}
        {!own && (
          <p className="row wrap noprint">
            {offer.ended && offer.answer !== 'renovar' && (
              <button type="button" className="btn pri" disabled={busy} onClick={onRenew}>
                {t('Pedir de novo')}
              </button>
            )}
            {order.withdrawable && (
              <button type="button" className="btn sec" disabled={busy} onClick={onWithdraw}>
                {t('Retirar solicitação')}
              </button>
            )}
            {chat && (
              <a
                className="btn sec"
                href={chatLink(chat, t('Olá! Sobre o orçamento {n}:', { n: order.number ?? '' }))}
                target="_blank"
                rel="noreferrer"
              >
                <Icon name="whatsapp" />
                {t('Falar com o vendedor')}
              </a>
            )}
          </p>
        )}
      </div>
    </div>
  )
}
