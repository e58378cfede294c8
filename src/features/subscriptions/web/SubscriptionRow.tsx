import { Link } from 'wouter'
import { showDay } from '#shared/day.ts'
import { showCents } from '#shared/money.ts'
import { trackingLines } from '#shared/tracking.ts'
import type { DataOf } from '#shared/wire.ts'
import { t } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { untilWords } from '#web/untilWords.ts'
import type { Invoice, listSubscriptions } from '../contract.ts'
import { OPTION_WORDS } from '../rules.ts'
import { WORDS } from './words.ts'
import './SubscriptionRow.css'

interface Props {
  subscription: DataOf<typeof listSubscriptions>[number]
  onConfirm: (invoice: Invoice) => void
}
/** Who pays, for what, how much, until when, and what is open. */
export function Row({ subscription: s, onConfirm }: Props) {
  const until = s.company.valid_until
  const left = untilWords(s.company.days)
  const bill = s.invoice
  const due = bill && [bill.txid, t('vence {day}', { day: showDay(bill.due_date) }), t(WORDS[bill.status] ?? '')]
  return (
    <tr>
      <td>
        <Link href={`/dashboard/companies/${s.company.id}`} className="b">
          {s.company.name}
        </Link>
        <span className="xs t2 smallonly">
          {s.plan_name} · {showCents(s.amount)}
        </span>
        <span className="xs t2 smallonly">
          {t('vale até {day}', { day: showDay(until) })} · {left}
        </span>
        {due && <span className="xs t2 smallonly">{due.join(' · ')}</span>}
        <details className="xs">
          <summary>{s.billing_name}</summary>
          <span className="block t2">
            {[
              s.billing_email,
              showMoment(s.created_at),
              s.discount_amount > 0 && `−${showCents(s.discount_amount)}: ${s.discount_why}`,
              ...trackingLines(s.tracking).map(([k, v]) => `${k}=${v}`),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </details>
      </td>
      <td className="hide-s">
        {s.plan_name}
        <span className="xs t2 block">{t(OPTION_WORDS[s.option])}</span>
      </td>
      <td className="hide-s num nowrap">{showCents(s.amount)}</td>
      <td className="hide-s nowrap">
        {showDay(until)}
        <span className="xs t2 block">{left}</span>
      </td>
      <td className="hide-s">
        {bill && (
          <>
            <span className="nowrap">{showCents(bill.amount)}</span>
            <span className="xs t2 block">{due?.join(' · ')}</span>
          </>
        )}
      </td>
      <td>
        <span className="col g1 substate">
          <span className="pill" data-s={s.status}>
            {t(WORDS[s.status] ?? s.status)}
          </span>
          {bill?.status === 'aberta' && (
            <button
              type="button"
              className="btn sec small"
              aria-label={t('Confirmar pagamento de {name}', { name: s.company.name })}
              onClick={() => onConfirm(bill)}
            >
              {t('Confirmar')}
            </button>
          )}
        </span>
      </td>
    </tr>
  )
}
