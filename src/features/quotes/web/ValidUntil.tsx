import { MOST_QUOTE_DAYS } from '#features/orders/quote.ts'
import { addDays } from '#shared/day.ts'
import { t, tn } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'

/** The last day of a quote: a few usual lengths, or any day. */
export function ValidUntil({ today, value, onPick }: { today: string; value: string; onPick: (day: string) => void }) {
  return (
    <div className="col g3 spaced">
      <div className="row wrap" role="group" aria-label={t('Validade')}>
        {[3, 7, 15, 30].map((days) => (
          <button
            type="button"
            key={days}
            className="chip"
            aria-pressed={value === addDays(today, days)}
            onClick={() => onPick(addDays(today, days))}
          >
            {tn(days, '{n} dia', '{n} dias')}
          </button>
        ))}
      </div>
      <Field label={t('Válido até')}>
        <input
          className="in"
          type="date"
          min={today}
          max={addDays(today, MOST_QUOTE_DAYS)}
          value={value}
          onChange={(e) => onPick(e.target.value)}
        />
      </Field>
    </div>
  )
}
