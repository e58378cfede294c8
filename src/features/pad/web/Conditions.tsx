// How an order is paid, delivered and signed for: filled in where it is reviewed and sent.
import { cart, cartTotals, setDetail } from '#features/carts/web/index.ts'
import type { Company } from '#features/companies/contract.ts'
import { type PaymentTerm, termIssue } from '#features/orders/rules.ts'
import { TermChoice } from '#features/orders/web/index.ts'
import { showCents } from '#shared/money.ts'
import { today } from '#web/device/day.ts'
import { say, t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { SignatureField } from './SignatureField.tsx'
import './Conditions.css'

interface Props {
  company: Company
  currency: string
  discount_bp: number
  /** What the server said of a field. */
  errors: Partial<Record<string, string[]>>
  onTyped: (field: string) => void
}
export default function Conditions({ company, currency, discount_bp, errors, onTyped }: Props) {
  const c = cart.use()
  const terms = company.payment_terms ?? []
  const { total } = cartTotals(c, discount_bp)
  const { payment_term = '', delivery_date = '', freight = '', signature = '' } = c.details
  const set = (field: 'payment_term' | 'delivery_date' | 'freight' | 'signature') => (value: string) => {
    setDetail(field, value)
    onTyped(field)
  }
  const chosen = terms.find((x) => x.name === payment_term)
  const unpayable = termIssue(total, payment_term, terms)
  return (
    <section className="col g4 op-conditions" aria-label={t('Condições')}>
      <h2>{t('Condições')}</h2>
      <Field
        label={t('Pagamento')}
        optional
        error={errors.payment_term?.[0] ?? (unpayable ? say(unpayable) : undefined)}
        {...(chosen && !unpayable && { hint: instalmentsOf(chosen, total, currency) })}
      >
        <TermChoice terms={terms} value={payment_term} onChange={set('payment_term')} />
      </Field>
      <div className="fields two">
        <Field label={t('Entrega')} optional error={errors.delivery_date?.[0]}>
          <input
            className="in"
            type="date"
            name="delivery_date"
            min={today()}
            value={delivery_date}
            onChange={(e) => set('delivery_date')(e.target.value)}
          />
        </Field>
        <Field label={t('Frete')} optional error={errors.freight?.[0]}>
          <input
            className="in"
            name="freight"
            inputMode="decimal"
            placeholder="0,00"
            value={freight}
            onChange={(e) => set('freight')(e.target.value)}
          />
        </Field>
      </div>
      <SignatureField optional value={signature} onChange={set('signature')} />
      {errors.signature && (
        <p className="hint err" role="alert">
          {errors.signature[0]}
        </p>
      )}
    </section>
  )
}
const instalmentsOf = (term: PaymentTerm, total: number, currency: string) =>
  t(term.instalments === 1 ? '{n} parcela de {v}' : '{n} parcelas de {v}', {
    n: term.instalments,
    v: showCents(Math.floor(total / term.instalments), currency),
  })
