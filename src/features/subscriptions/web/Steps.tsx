import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Plan } from '#features/plans/contract.ts'
import { type Extras, NO_EXTRAS, type Offer, PAY_OPTIONS, type PayOption, priceOf } from '#features/plans/rules.ts'
import type { Proposal } from '#features/proposals/contract.ts'
import type { Company } from '#features/companies/contract.ts'
import { showCents } from '#shared/money.ts'
import { chatLink, showPhone } from '#shared/phone.ts'
import { call, isFailure } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { tracking } from '#web/tracking.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import { useForm } from '#web/useForm.ts'
import { type Choice, subscribe, type readSubscription } from '../contract.ts'
import type { DataOf } from '#shared/wire.ts'
import { isPix, limitsWith, OPTION_WORDS } from '../rules.ts'
import { BillingFields, type Billing, emptyBilling } from './BillingFields.tsx'
import { type Over, OverChoice } from './OverChoice.tsx'
import { PriceBox } from './PriceBox.tsx'
import './Steps.css'

interface Props {
  offered: {
    plans: Plan[]
    offer: (Offer & { ends_at: string | null }) | null
    refused: boolean
    consultant: { name: string; phone: string }
    pix: boolean
  }
  company: { id: number; name?: string } | Company | null
  signedIn: boolean
  desconto: string
  proposal: Proposal | null
  current: DataOf<typeof readSubscription> | null
  onBack?: () => void
}
interface Values extends Billing {
  plan_id: string
  option: PayOption
  extra_products: number
  extra_sellers: number
  desconto: string
}
const STEPS = ['Seus dados', 'Plano', 'Pagamento']
/** Data, plan, payment; the price stands beside every step. */
export function Steps({ offered, company, signedIn, desconto, proposal, current, onBack }: Props) {
  const [, navigate] = useLocation()
  const [step, setStep] = useState(0)
  const [over, setOver] = useState<Over | null>(null)
  const [rest, setRest] = useState<Choice>({})
  const [sent, setSent] = useState('')
  const last = current?.current ?? current?.pending
  const fits = (p: Plan) => !current || (p.products >= current.used.products && p.sellers >= current.used.sellers)
  const first = offered.plans.find(fits) ?? offered.plans.at(-1)
  const form = useForm<Values>(
    'subscribe',
    {
      ...emptyBilling(last ?? null, company && 'orders_email' in company ? company : null),
      plan_id: String(proposal?.recommendedPlan.id ?? first?.id ?? ''),
      option: (proposal?.selectedPaymentMethod as PayOption) || 'pix',
      extra_products: 0,
      extra_sellers: 0,
      desconto,
    },
    {
      onFailure: (failure) => {
        if (!isFailure(failure)) return false
        if (failure.code === 'over_limit') {
          setOver(failure.extra as unknown as Over)
          return true
        }
        if (Object.keys(failure.errors).some((k) => k in emptyBilling(null, null))) setStep(0)
        return false
      },
    },
  )
  const { values: v, set } = form
  const plan = offered.plans.find((p) => String(p.id) === v.plan_id) ?? first
  if (!plan) return <p className="note">{t('Nenhum plano à venda no momento. Fale com o consultor.')}</p>
  const extras: Extras = proposal
    ? { products: proposal.extraProducts / 100, sellers: proposal.extraSellers }
    : { ...NO_EXTRAS, products: v.extra_products, sellers: v.extra_sellers }
  const price = priceOf(plan, extras, v.option, offered.offer)
  const credit = current?.credit ?? 0
  const action =
    credit >= price.total
      ? t('Trocar de plano agora')
      : isPix(v.option) && signedIn && offered.pix
        ? t('Gerar o Pix')
        : t('Pedir a cobrança')
  const send = () =>
    form.submit(async () => {
      const { plan_id, option, extra_products, extra_sellers, ...billing } = v
      const answer = await call(subscribe, {
        typed: {
          ...billing,
          frequency: 'monthly',
          plan_id,
          option,
          extra_products,
          extra_sellers,
          company_id: company?.id,
          description: `${plan.name}, ${OPTION_WORDS[option]}`,
          amount: '',
          discount_amount: '',
          seller_id: '',
          proposta: proposal?.token,
          tracking: tracking(),
          ...(Object.keys(rest).length > 0 && { deactivate: rest }),
        },
      })
      if (answer.invoice) navigate(`/session/assinar?cobranca=${answer.invoice}`)
      else
        setSent(
          t('Seu pedido chegou. {name} responde em {email} com a cobrança; até lá, nada muda na conta.', {
            name: offered.consultant.name || t('A equipe do Mostruário'),
            email: v.billing_email,
          }),
        )
    })
  if (sent)
    return (
      <section className="panel pad" role="status">
        <span className="done-mark">
          <Icon name="check" />
        </span>
        <h1 className="spaced">{t('Pedido recebido')}</h1>
        <p>{sent}</p>
        <Consultant {...offered.consultant} />
      </section>
    )
  return (
    <>
      <header>
        <h1>{proposal ? t('Aceitar a proposta') : t('Assinar o Mostruário')}</h1>
        {company && 'name' in company && company.name && <p className="t2">{company.name}</p>}
        <ol className="steps" aria-label={t('Passos')}>
          {STEPS.map((s, i) => (
            <li key={s} aria-current={i === step ? 'step' : undefined} className={i < step ? 'past' : ''}>
              <span>{i + 1}</span>
              {t(s)}
            </li>
          ))}
        </ol>
      </header>
      {offered.refused && (
        <p className="note">{t('O desconto deste link não vale mais. Os preços abaixo são os de hoje.')}</p>
      )}
      <div className="paying">
        <SubmitForm onSubmit={() => (step < 2 ? setStep(step + 1) : void send())}>
          {step === 0 && <BillingFields form={form} signedIn={signedIn} hasCompany={company !== null} />}
          {step === 1 && (
            <fieldset className="plans">
              <legend className="h2">{t('Escolha o plano')}</legend>
              {offered.plans.map((p) => (
                <label key={p.id} className={`plan${p === plan ? ' on' : ''}`}>
                  <input
                    type="radio"
                    name="plan"
                    checked={p === plan}
                    disabled={proposal !== null && p.id !== plan.id}
                    onChange={() => set('plan_id', String(p.id))}
                  />
                  <span className="grow">
                    <b>{p.name}</b>
                    <span className="sm t2 block">
                      {[
                        tn(p.products, '{n} produto', '{n} produtos'),
                        tn(p.sellers, '{n} vendedor', '{n} vendedores'),
                        tn(p.price_tables, '{n} tabela de preços', '{n} tabelas de preços'),
                      ].join(' · ')}
                    </span>
                    {!fits(p) && <span className="sm block warntext">{t('Menor do que o que você usa hoje')}</span>}
                  </span>
                  <span className="num nowrap">
                    <b>{showCents(p.monthly)}</b>
                    <span className="xs t2 block">{t('por mês')}</span>
                  </span>
                </label>
              ))}
              {!proposal && (
                <div className="fields two spaced">
                  <Extra
                    label={t('+100 produtos ({price} por mês)', { price: showCents(plan.extra_products) })}
                    value={v.extra_products}
                    onChange={(n) => set('extra_products', n)}
                  />
                  <Extra
                    label={t('+1 vendedor ({price} por mês)', { price: showCents(plan.extra_seller) })}
                    value={v.extra_sellers}
                    onChange={(n) => set('extra_sellers', n)}
                  />
                </div>
              )}
            </fieldset>
          )}
          {step === 2 && (
            <fieldset className="plans">
              <legend className="h2">{t('Como você quer pagar')}</legend>
              {PAY_OPTIONS.map((o) => {
                const p = priceOf(plan, extras, o, offered.offer)
                return (
                  <label key={o} className={`plan${o === v.option ? ' on' : ''}`}>
                    <input type="radio" name="option" checked={o === v.option} onChange={() => set('option', o)} />
                    <span className="grow">
                      <b>{t(OPTION_WORDS[o])}</b>
                      <span className="sm t2 block">
                        {p.full > p.total
                          ? t('economia de {amount}', { amount: showCents(p.full - p.total) })
                          : o === 'mensal'
                            ? t('sem fidelidade')
                            : t('sem juros')}
                        {!isPix(o) && ` · ${t('o consultor envia o link do cartão')}`}
                      </span>
                    </span>
                    <span className="num nowrap">
                      <b>{p.instalments > 1 ? `${p.instalments}x ${showCents(p.each)}` : showCents(p.total)}</b>
                      {p.instalments > 1 && <span className="xs t2 block">{showCents(p.total)}</span>}
                    </span>
                  </label>
                )
              })}
              <label className="field spaced">
                <span className="lb">
                  {t('Melhor dia para vencer')} <span className="opt">{t('opcional')}</span>
                </span>
                <select className="in" value={v.best_day_due} onChange={(e) => set('best_day_due', e.target.value)}>
                  <option value="">{t('O dia de hoje')}</option>
                  {[1, 5, 10, 15, 20, 25, 28].map((d) => (
                    <option key={d} value={d}>
                      {t('Dia {n}', { n: d })}
                    </option>
                  ))}
                </select>
              </label>
              {over && <OverChoice over={over} limits={limitsWith(plan, extras)} rest={rest} onRest={setRest} />}
              {!isPix(v.option) && <Consultant {...offered.consultant} />}
            </fieldset>
          )}
          <div className="acts">
            {(step > 0 || onBack) && (
              <button type="button" className="btn sec" onClick={() => (step > 0 ? setStep(step - 1) : onBack?.())}>
                {t('Voltar')}
              </button>
            )}
            <button type="submit" className="btn pri" disabled={form.busy}>
              {step < 2 ? t('Continuar') : form.busy ? t('Enviando…') : action}
            </button>
          </div>
        </SubmitForm>
        <PriceBox
          plan={plan}
          extras={extras}
          price={price}
          offer={offered.offer}
          credit={credit}
          coupon={{ value: v.desconto, refused: offered.refused }}
        />
      </div>
    </>
  )
}
const Extra = ({ label, value, onChange }: { label: string; value: number; onChange: (n: number) => void }) => (
  <label className="field">
    <span className="lb">{label}</span>
    <input
      className="in"
      type="number"
      min={0}
      max={1000}
      inputMode="numeric"
      value={value}
      onChange={(e) => onChange(Math.max(0, Math.min(1000, Math.trunc(Number(e.target.value) || 0))))}
    />
  </label>
)
export function Consultant({ name, phone }: { name: string; phone: string }) {
  if (!phone) return null
  return (
    <p className="spaced">
      <a
        className="btn wa"
        href={chatLink(phone, t('Olá! Quero assinar o Mostruário.'))}
        target="_blank"
        rel="noreferrer"
      >
        <Icon name="whatsapp" />
        {t('Falar com {name}', { name: name || showPhone(phone) })}
      </a>
    </p>
  )
}
