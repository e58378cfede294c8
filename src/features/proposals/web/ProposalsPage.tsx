import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { listPlans } from '#features/plans/contract.ts'
import type { PlanTerms } from '#features/plans/rules.ts'
import { showPhone } from '#shared/phone.ts'
import { call } from '#web/api.ts'
import { showMoment, t, tn } from '#web/i18n.ts'
import { Queries, renew } from '#web/queries.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Typed } from '#web/ui/Typed.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Empty, Failed, FailedPage, Loading } from '#web/ui/states.tsx'
import { useForm } from '#web/useForm.ts'
import { createProposal, listProposals, type Proposal } from '../contract.ts'
import { propose } from '../rules.ts'
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
        plans={plans.data.plans.filter((p) => p.active)}
        consultant={plans.data.consultant}
        pickCompany={pickCompany}
      />
      <Made />
    </div>
  )
}
const count = (typed: string) => (/^\d{1,7}$/.test(typed.trim()) ? Number(typed) : 0)
interface CalculatorProps {
  plans: PlanTerms[]
  consultant: { name: string; phone: string }
  pickCompany: PickCompany
}
function Calculator({ plans, consultant, pickCompany }: CalculatorProps) {
  const [made, setMade] = useState<Proposal | null>(null)
  const form = useForm('proposal', {
    selectedProducts: '500',
    selectedSellers: '1',
    plan_id: '',
    prospect: '',
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
        <button type="submit" className="btn pri" disabled={form.busy}>
          {form.busy ? t('Criando…') : t('Criar proposta')}
        </button>
        {made && <Share proposal={made} />}
      </SubmitForm>
      <aside className="panel pad">
        <Offered data={data} />
      </aside>
    </div>
  )
}
function Made() {
  const list = useQuery({ queryKey: ['proposals'], queryFn: () => call(listProposals, { query: { limit: 25 } }) })
  return (
    <section className="sect spaced">
      <h2>{t('Feitas')}</h2>
      {list.isPending && <Loading rows={3} />}
      {list.isError && (
        <Failed
          what={t('Não conseguimos carregar as propostas.')}
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      {list.data?.length === 0 && (
        <Empty icon="sheet">
          <p>{t('Nenhuma proposta ainda.')}</p>
        </Empty>
      )}
      {!!list.data?.length && (
        <ul className="panel">
          {list.data.map((p) => (
            <li className="li" key={p.id}>
              <span className="grow">
                <b>{p.prospect || t('Proposta {n}', { n: p.id })}</b>
                <span className="sm block">
                  {p.recommendedPlan.name} · {p.consultantName} · {showMoment(p.created_at)}
                </span>
                <span className="xs t2 block">
                  {p.accepted_at
                    ? t('Aceita {when}', { when: showMoment(p.accepted_at) })
                    : p.viewed_at
                      ? tn(p.views, 'Vista {n} vez', 'Vista {n} vezes')
                      : t('Ainda não foi aberta')}
                </span>
              </span>
              <span className="pill" data-s={p.accepted_at ? 'ativa' : p.expired ? 'bloqueada' : 'pendente'}>
                {p.accepted_at ? t('Aceita') : p.expired ? t('Venceu') : t('Valendo')}
              </span>
              <a className="btn txt small" href={p.link} target="_blank" rel="noreferrer">
                {t('Abrir')}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
