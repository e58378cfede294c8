import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { listPlans } from '#features/plans/contract.ts'
import type { PlanTerms } from '#features/plans/rules.ts'
import { showCents } from '#shared/money.ts'
import { showPhone } from '#shared/phone.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Queries, renew } from '#web/queries.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Typed } from '#web/ui/Typed.tsx'
import { notify } from '#web/ui/snack.tsx'
import { FailedPage, Loading } from '#web/ui/states.tsx'
import { useForm } from '#web/useForm.ts'
import { createProposal, type Proposal } from '../contract.ts'
import { propose } from '../rules.ts'
import { Made } from './Made.tsx'
import { Offered } from './Offered.tsx'
import { Share } from './Share.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import './ProposalsPage.css'

/** Draws the field in which a company that is already here is chosen, by its number. */
export type PickCompany = (p: { value: string; error: string | undefined; onPick: (id: string) => void }) => ReactNode

/** A consultant's calculator: needs in, plan and prices out, a link and a PDF to send. */
export default function ProposalsPage({ pickCompany }: { pickCompany: PickCompany }) {
  return (
    <Queries>
      <Loaded pickCompany={pickCompany} />
    </Queries>
  )
}
function Loaded({ pickCompany }: { pickCompany: PickCompany }) {
  const plans = useQuery({ queryKey: ['plans', 'sold'], queryFn: () => call(listPlans) })
  // One that was made before, to make another like it.
  const [like, setLike] = useState<Proposal | null>(null)
  if (plans.isPending) return <Loading />
  if (plans.isError)
    return (
      <FailedPage
        title={t('Propostas')}
        what={t('Não conseguimos carregar os planos.')}
        error={plans.error}
        retry={() => void plans.refetch()}
      />
    )
  return (
    <div className="page">
      <div className="head">
        <h1 className="h1">{t('Propostas')}</h1>
      </div>
      <Calculator
        key={like?.id ?? ''}
        like={like}
        plans={plans.data.plans.filter((p) => p.active)}
        consultant={plans.data.consultant}
        pickCompany={pickCompany}
      />
      <Made
        onLike={(one) => {
          setLike(one)
          scrollTo({ top: 0 })
        }}
      />
    </div>
  )
}
const count = (typed: string) => (/^\d{1,7}$/.test(typed.trim()) ? Number(typed) : 0)
interface CalculatorProps {
  like: Proposal | null
  plans: PlanTerms[]
  consultant: { name: string; phone: string }
  pickCompany: PickCompany
}
function Calculator({ like, plans, consultant, pickCompany }: CalculatorProps) {
  const [made, setMade] = useState<Proposal | null>(null)
  const form = useForm(`proposal${like ? `:${like.id}` : ''}`, {
    selectedProducts: String(like?.selectedProducts ?? 500),
    selectedSellers: String(like?.selectedSellers ?? 1),
    plan_id: '',
    prospect: like?.prospect ?? '',
    email: '',
    companyId: '',
    consultantName: consultant.name,
    consultantPhone: consultant.phone && showPhone(consultant.phone),
  })
  const { values: v, set, error } = form
  const chosen = plans.find((p) => String(p.id) === v.plan_id)
  const { data } = propose(
    plans,
    { products: Math.max(1, count(v.selectedProducts)), sellers: count(v.selectedSellers) },
    chosen,
  )
  const text = (
    key: Exclude<keyof typeof v, 'plan_id'>,
    label: string,
    more: React.InputHTMLAttributes<HTMLInputElement> & { optional?: boolean } = {},
  ) => {
    const { optional, ...input } = more
    return (
      <Field label={label} error={error(key)} {...(optional && { optional })}>
        <Typed className="in" autoComplete="off" value={v[key]} onChange={(e) => set(key, e.target.value)} {...input} />
      </Field>
    )
  }
  const save = () =>
    form.submit(async () => {
      setMade(await call(createProposal, { typed: v }))
      renew('proposals')
      notify(t('Proposta criada. Vale por 7 dias.'))
    })
  return (
    <div className="withside">
      <SubmitForm onSubmit={() => void save()}>
        <section className="sect">
          <h2>{t('O que a empresa precisa')}</h2>
          <div className="fields three">
            {text('selectedProducts', t('Produtos'), { inputMode: 'numeric' })}
            {text('selectedSellers', t('Vendedores'), { inputMode: 'numeric' })}
            <Field label={t('Plano')} error={error('plan_id')}>
              <select className="in" value={v.plan_id} onChange={(e) => set('plan_id', e.target.value)}>
                <option value="">{t('O que custa menos')}</option>
                {plans.map((p) => (
                  <option key={p.id} value={p.id}>
                    {p.name}
                  </option>
                ))}
              </select>
            </Field>
          </div>
        </section>
        <section className="sect">
          <h2>{t('Para quem')}</h2>
          <div className="fields two">
            {text('prospect', t('Nome do cliente'), { optional: true, maxLength: 120 })}
            {text('email', t('E-mail para enviar'), { optional: true, type: 'email' })}
            {pickCompany({ value: v.companyId, error: error('companyId'), onPick: (id) => set('companyId', id) })}
          </div>
        </section>
        <section className="sect">
          <h2>{t('Consultor')}</h2>
          <div className="fields two">
            {text('consultantName', t('Nome do consultor'), { maxLength: 80 })}
            {text('consultantPhone', t('WhatsApp com DDD'), { optional: true, type: 'tel' })}
          </div>
        </section>
        <div className="offerbar">
          <p className="grow">
            <b className="block clip">{data.recommendedPlan.name}</b>
            <span className="sm t2">{t('{price} por mês', { price: showCents(data.totalMonthlyCost) })}</span>
          </p>
          <button type="submit" className="btn pri" disabled={form.busy}>
            {form.busy ? t('Criando…') : t('Criar proposta')}
          </button>
        </div>
        {made && <Share proposal={made} />}
      </SubmitForm>
      <aside className="panel pad">
        <Offered data={data} />
      </aside>
    </div>
  )
}
