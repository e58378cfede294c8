import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { isWebLink } from '#shared/address.ts'
import { listPlans } from '#features/plans/contract.ts'
import { readProposal } from '#features/proposals/contract.ts'
import type { Account } from '#features/sessions/contract.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { lazy } from '#web/lazy.tsx'
import { Queries } from '#web/queries.tsx'
import { useAccount } from '#web/session.ts'
import { BrandLine } from '#web/ui/BrandLine.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { type Ask, readSubscription } from '../contract.ts'
import { Blocked } from './Blocked.tsx'
import { CurrentPlan } from './CurrentPlan.tsx'
import { Steps } from './Steps.tsx'
import '#web/styles/kit.css'
import '#web/ui/Steps.css'

const InvoiceView = lazy(() => import('./InvoiceView.tsx'))
const ProposalView = lazy(() => import('./ProposalView.tsx'))

/** Subscribing: an invoice by its link, a proposal by its link, or the steps plan, data, payment. `onPaid`: the company
 * of who is here may be open again. */
export default function SubscribePage({ onPaid }: { onPaid: () => void }) {
  const [params] = useSearchParams()
  const invoice = params.get('cobranca')
  return (
    <Queries>
      <main className="subscribe">
        <BrandLine own={false} href="/mobi" />
        <Suspense fallback={<Loading />}>
          {invoice ? (
            <InvoiceView key={invoice} token={invoice} onPaid={onPaid} />
          ) : (
            <Subscribe proposal={params.get('proposta')} />
          )}
        </Suspense>
      </main>
    </Queries>
  )
}
function Subscribe({ proposal: token }: { proposal: string | null }) {
  const [params, setParams] = useSearchParams()
  const account = useAccount<Account>()
  const mine = account?.kind === 'user' && (account.user?.level ?? 3) <= 2 ? account.company : null
  const admin = mine !== null && account?.user?.level === 1
  const [chosen, setChosen] = useState(false)
  const [ask, setAsk] = useState<Ask | null>(null)
  const company = mine?.id ?? (Number(params.get('company_id')) || undefined)
  const desconto = params.get('desconto') ?? undefined
  const plans = useQuery({
    queryKey: ['plans', desconto, company],
    queryFn: () => call(listPlans, { query: { desconto, company_id: company } }),
    // A coupon is tried beside every step: the step stays.
    placeholderData: (before) => before,
    refetchOnWindowFocus: false,
  })
  const current = useQuery({ queryKey: ['subscription'], queryFn: () => call(readSubscription), enabled: admin })
  const proposal = useQuery({
    queryKey: ['proposal', token],
    queryFn: () => call(readProposal, { params: { token: token ?? '' } }),
    enabled: token !== null,
    refetchOnWindowFocus: false,
  })
  const redirect = mine?.reseller?.redirect_link || plans.data?.redirect || ''
  const leaves = isWebLink(redirect) && !mine?.is_blocked
  useEffect(() => {
    if (leaves) location.replace(redirect)
  }, [leaves, redirect])
  if (plans.isPending || leaves || (admin && current.isPending) || (token && proposal.isPending)) return <Loading />
  const failed = [plans, current, proposal].find((q) => q.isError)
  if (failed)
    return (
      <>
        <h1>{t('Assinar o Mostruário')}</h1>
        <Failed
          what={t('Não conseguimos abrir a assinatura.')}
          error={failed.error}
          retry={() => void failed.refetch()}
        />
      </>
    )
  const use = (wanted: Ask) => {
    setAsk(wanted)
    setChosen(true)
    setParams((now) => {
      for (const key of ['desconto', 'proposta'] as const) {
        const value = wanted.form[key]
        if (value) now.set(key, value)
        else now.delete(key)
      }
      return now
    })
  }
  const data = plans.data as NonNullable<typeof plans.data>
  const standing = current.data
  if (mine?.is_blocked)
    return (
      <>
        <Blocked consultant={data.consultant} />
        {standing && <CurrentPlan data={standing} company={mine.id} />}
      </>
    )
  if (proposal.data && !chosen) return <ProposalView proposal={proposal.data} onAccept={() => setChosen(true)} />
  if (admin && standing && !chosen && (standing.current || standing.invoices.length > 0 || standing.asks.length > 0))
    return <CurrentPlan data={standing} company={mine.id} onChange={() => setChosen(true)} onUse={use} />
  return (
    <Steps
      key={ask?.id}
      ask={ask}
      byAdmin={admin}
      offered={data}
      company={mine ?? (company ? { id: company } : null)}
      signedIn={mine !== null}
      desconto={desconto ?? ''}
      proposal={proposal.data ?? null}
      current={current.data ?? null}
      {...(chosen && {
        onBack: () => {
          setChosen(false)
          setAsk(null)
        },
      })}
    />
  )
}
