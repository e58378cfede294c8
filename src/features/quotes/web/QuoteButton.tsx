import { useState } from 'react'
import type { Company } from '#features/companies/contract.ts'
import { addDays, daysBetween, showDay } from '#shared/day.ts'
import { today } from '#web/device/day.ts'
import { t } from '#web/i18n.ts'
import { Confirm } from '#web/ui/Confirm.tsx'
import { MOST_QUOTE_DAYS } from '#features/orders/quote.ts'
import { ValidUntil } from './ValidUntil.tsx'

interface Props {
  company: Pick<Company, 'quote_days'>
  disabled?: boolean
  /** The last day on which the offer holds. */
  onSend: (valid_until: string) => void
}
/** Offers what is being put together instead of ordering it: asks how long the offer holds. */
export default function QuoteButton({ company, disabled = false, onSend }: Props) {
  const day = today()
  const [until, setUntil] = useState<string | null>(null)
  const days = until ? daysBetween(day, until) : Number.NaN
  const fits = days >= 0 && days <= MOST_QUOTE_DAYS
  return (
    <>
      <button
        type="button"
        className="btn sec"
        disabled={disabled}
        onClick={() => setUntil(addDays(today(), company.quote_days ?? 7))}
      >
        {t('Enviar como orçamento')}
      </button>
      {until !== null && (
        <Confirm
          title={t('Enviar como orçamento?')}
          text={t(
            'O cliente responde pelo link, sem senha. Os preços valem até o último dia; o estoque não é reservado.',
          )}
          onClose={() => setUntil(null)}
          onConfirm={() => {
            if (!fits) return
            setUntil(null)
            onSend(until)
          }}
        >
          <ValidUntil today={day} value={until} onPick={setUntil} />
          <p className="sm t2 spaced" aria-live="polite">
            {fits
              ? t('Vale até {day}.', { day: showDay(until) })
              : t('Escolha um dia entre hoje e {day}.', { day: showDay(addDays(day, MOST_QUOTE_DAYS)) })}
          </p>
        </Confirm>
      )}
    </>
  )
}
