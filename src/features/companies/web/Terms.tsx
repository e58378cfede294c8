// How the company lets its people sell: the list that a seller chooses the payment from.
import { t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Group, type PartProps } from './parts.tsx'
import type { Term } from './values.ts'

const MOST_TERMS = 20
export function Terms({ form: { values: v, set, error } }: Pick<PartProps, 'form'>) {
  const terms = v.payment_terms
  const change = (i: number, next: Partial<Term>) =>
    set(
      'payment_terms',
      terms.map((x, n) => (n === i ? { ...x, ...next } : x)),
    )
  return (
    <Group title={t('Formas de pagamento')}>
      <p className="sm t2">
        {t('Quem vende escolhe uma desta lista. A parcela mínima evita boletos pequenos demais.')}
      </p>
      {terms.map((term, i) => (
        <div className="row top wrap" key={i}>
          <div className="fields three grow">
            <Field label={t('Nome')} {...(i === 0 && { hint: t('Ex.: 30/60/90 dias.') })}>
              <input
                className="in"
                maxLength={60}
                value={term.name}
                onChange={(e) => change(i, { name: e.target.value })}
              />
            </Field>
            <Field label={t('Parcelas')}>
              <input
                className="in"
                inputMode="numeric"
                value={term.instalments}
                onChange={(e) => change(i, { instalments: e.target.value })}
              />
            </Field>
            <Field label={t('Parcela mínima')} optional>
              <input
                className="in"
                inputMode="decimal"
                value={term.least}
                onChange={(e) => change(i, { least: e.target.value })}
              />
            </Field>
          </div>
          <button
            type="button"
            className="ib"
            aria-label={t('Retirar {name}', { name: term.name || t('a forma de pagamento') })}
            onClick={() =>
              set(
                'payment_terms',
                terms.filter((_, n) => n !== i),
              )
            }
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      {error('payment_terms') && (
        <p className="hint err" role="alert">
          {error('payment_terms')}
        </p>
      )}
      {terms.length < MOST_TERMS && (
        <button
          type="button"
          className="btn sec small self-start"
          onClick={() => set('payment_terms', [...terms, { name: '', instalments: '1', least: '' }])}
        >
          <Icon name="plus" />
          {t('Adicionar forma de pagamento')}
        </button>
      )}
    </Group>
  )
}
