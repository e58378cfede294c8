import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Plan } from '#features/plans/contract.ts'
import { type Extras, type PayOption, type PlanTerms, priceOf } from '#features/plans/rules.ts'
import type { Proposal } from '#features/proposals/contract.ts'
import type { Company } from '#features/companies/contract.ts'
import { call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { tracking } from '#web/tracking.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import { useForm } from '#web/useForm.ts'
import { type Ask, type Choice, subscribe, type readSubscription } from '../contract.ts'
import type { DataOf } from '#shared/wire.ts'
import { isPix, isRenewal, limitsWith, OPTION_WORDS } from '../rules.ts'
import { BillingFields, emptyBilling } from './BillingFields.tsx'
import { Consultant } from './Consultant.tsx'
import { type Over, OverChoice } from './OverChoice.tsx'
import { PayChoice } from './PayChoice.tsx'
import { PlanChoice } from './PlanChoice.tsx'
import { PriceBox, type Shown } from './PriceBox.tsx'
import { type Values, valuesOf } from './values.ts'
import './Steps.css'

interface Props {
  offered: {
    plans: Plan[]
    offers: Shown[]
    refused: boolean
    consultant: { name: string; phone: string }
    pix: boolean
  }
  company: { id: number; name?: string } | Company | null
  signedIn: boolean
  desconto: string
  proposal: Proposal | null
  current: DataOf<typeof readSubscription> | null
  /** The seller's request that the steps begin with. */
  ask: Ask | null
  byAdmin: boolean
  onBack?: () => void
}
const STEPS = ['Plano', 'Seus dados', 'Pagamento']
/** Plan, data, payment; the price stands beside every step. */
export function Steps({ offered, company, signedIn, desconto, proposal, current, ask, byAdmin, onBack }: Props) {
  const [, navigate] = useLocation()
  const [step, setStep] = useState(0)
  const [over, setOver] = useState<Over | null>(null)
  const [rest, setRest] = useState<Choice>({})
  const [sent, setSent] = useState('')
  const last = current?.current ?? current?.pending
  const fits = (p: PlanTerms) => !current || (p.products >= current.used.products && p.sellers >= current.used.sellers)
  // A proposal's plan costs what was offered, and may be off sale by now.
  const plans: PlanTerms[] = proposal ? [proposal.recommendedPlan] : offered.plans
  const first = plans.find(fits) ?? plans.at(-1)
  const form = useForm<Values>(
    ask ? `subscribe:${ask.id}` : 'subscribe',
    {
      ...emptyBilling(last ?? null, company && 'orders_email' in company ? company : null),
      plan_id: String(first?.id ?? ''),
      option: (proposal?.selectedPaymentMethod as PayOption) || 'pix',
      extra_products: 0,
      extra_sellers: 0,
      ...(ask && valuesOf(ask)),
    },
    {
      onFailure: (failure) => {
        if (!isFailure(failure)) return false
        if (failure.code === 'over_limit') {
          setOver(failure.extra as unknown as Over)
          return true
        }
        if (Object.keys(failure.errors).some((k) => k in emptyBilling(null, null))) setStep(1)
        return false
      },
    },
  )
  const { values: v, set } = form
  const plan = plans.find((p) => String(p.id) === v.plan_id) ?? first
  if (!plan) return <p className="note">{t('Nenhum plano à venda no momento. Fale com o consultor.')}</p>
  // What was asked of one plan is not asked of another.
  const excess = over?.plan === plan.name ? over : null
  const extras: Extras = proposal
    ? { products: proposal.extraProducts / 100, sellers: proposal.extraSellers }
    : { products: v.extra_products, sellers: v.extra_sellers }
  const renewal =
    current?.current &&
    isRenewal(current.current, { plan_id: plan.id, extra_products: extras.products, extra_sellers: extras.sellers })
  const offers = renewal ? [] : offered.offers
  const price = priceOf(plan, extras, v.option, offers)
  const credit = (renewal ? current?.kept : current?.credit) ?? 0
  const action =
    credit >= price.total
      ? current?.current && !renewal
        ? t('Trocar de plano agora')
        : t('Assinar')
      : signedIn && !byAdmin
        ? t('Enviar ao administrador')
        : isPix(v.option) && signedIn && offered.pix
          ? t('Gerar o Pix')
          : t('Pedir a cobrança')
  const send = () =>
    form.submit(async () => {
      const { plan_id: _, option, extra_products, extra_sellers, ...billing } = v
      const answer = await call(subscribe, {
        typed: {
          ...billing,
          frequency: 'monthly',
          desconto,
          plan_id: String(plan.id),
          option,
          extra_products,
          extra_sellers,
          company_id: company?.id,
          description: `${plan.name}, ${OPTION_WORDS[option]}`,
          amount: '',
          discount_amount: '',
          seller_id: '',
          proposta: proposal?.token,
          ask: ask?.id,
          tracking: tracking(),
          ...(excess && Object.keys(rest).length > 0 && { deactivate: rest }),
        },
      })
      if (ask) {
        renew('subscription')
        renew('home')
      }
      if (answer.invoice) navigate(`/session/assinar?cobranca=${answer.invoice}`)
      else if (signedIn)
        setSent(t('Seu pedido espera um administrador da empresa. Até ele confirmar, nada muda e nada é cobrado.'))
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
          {step === 1 && <BillingFields form={form} signedIn={signedIn} hasCompany={company !== null} />}
          {renewal && step !== 1 && (
            <p className="note">
              {t('Este é o plano de hoje: o novo período começa quando o atual termina, pelo preço cheio.')}
            </p>
          )}
          {step === 0 && (
            <PlanChoice plans={plans} plan={plan} fits={fits} bound={proposal !== null} values={v} set={set} />
          )}
          {step === 2 && (
            <PayChoice plan={plan} extras={extras} offers={offers} values={v} set={set}>
              {excess && <OverChoice over={excess} limits={limitsWith(plan, extras)} rest={rest} onRest={setRest} />}
              {!isPix(v.option) && <Consultant {...offered.consultant} />}
            </PayChoice>
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
          credit={credit}
          coupon={{ value: desconto, refused: offered.refused }}
        />
      </div>
    </>
  )
}
