import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { showCents } from '#shared/money.ts'
import { chatLink, showPhone } from '#shared/phone.ts'
import { trackingLines } from '#shared/tracking.ts'
import { attempt } from '#web/act.ts'
import { call, callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { renew } from '#web/queries.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Failed } from '#web/ui/states.tsx'
import { answerRequest, listRequests, type SubscriptionRequest } from '../contract.ts'
import { OPTION_WORDS } from '../rules.ts'
import './Requests.css'

/** What people asked for without signing in, until somebody has answered; absent when there is nothing. */
export function Requests() {
  const list = useQuery({
    queryKey: ['subscription-requests'],
    queryFn: () => callList(listRequests, { query: { status: 'novo', limit: 100 } }),
  })
  if (list.isError)
    return (
      <Failed
        what={t('Não conseguimos carregar os pedidos de assinatura.')}
        error={list.error}
        retry={() => void list.refetch()}
      />
    )
  const rows = list.data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <section className="requests col g3" aria-labelledby="requests">
      <h2 id="requests">{tn(list.data?.total ?? 0, '{n} pedido sem sessão', '{n} pedidos sem sessão')}</h2>
      <p className="sm t2">
        {t('Alguém pediu a assinatura sem entrar. Nada da empresa mudou: responda e marque como atendido.')}
      </p>
      <ul className="panel">
        {rows.map((r) => (
          <Line key={r.id} request={r} />
        ))}
      </ul>
    </section>
  )
}
function Line({ request: r }: { request: SubscriptionRequest }) {
  const mark = async (status: 'novo' | 'atendido') => {
    await attempt(async () => {
      await call(answerRequest, { params: { id: r.id }, body: { status } })
      renew('subscription-requests')
      if (status === 'atendido')
        notify(t('Pedido de {name} marcado como atendido.', { name: r.billing_name }), {
          label: t('Desfazer'),
          run: () => void mark('novo'),
        })
    })
  }
  const extras = [
    r.extra_products > 0 && t('+{n} produtos', { n: r.extra_products * 100 }),
    r.extra_sellers > 0 && tn(r.extra_sellers, '+{n} vendedor', '+{n} vendedores'),
    r.coupon && t('cupom {code}', { code: r.coupon }),
  ]
  return (
    <li className="li wrap">
      <span className="grow">
        <b>{r.billing_name}</b>
        <span className="sm block">
          {[r.plan_name, t(OPTION_WORDS[r.option]), showCents(r.amount), ...extras].filter(Boolean).join(' · ')}
        </span>
        {r.description !== `${r.plan_name}, ${OPTION_WORDS[r.option]}` && (
          <span className="sm block">{r.description}</span>
        )}
        <span className="xs t2 block">
          {[
            showMoment(r.created_at),
            r.billing_document,
            r.phone && showPhone(r.phone),
            ...trackingLines(r.tracking).map(([k, v]) => `${k}=${v}`),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="xs block">
          {r.company ? (
            <>
              {t('Diz ser da empresa')}{' '}
              <Link href={`/dashboard/companies/${r.company.id}`} className="linklike">
                {r.company.name}
              </Link>
            </>
          ) : (
            t('Não disse de qual empresa é.')
          )}
        </span>
      </span>
      <span className="row wrap">
        <a className="btn txt small" href={`mailto:${r.billing_email}`}>
          {r.billing_email}
        </a>
        {r.phone && (
          <a
            className="btn sec small"
            href={chatLink(r.phone, t('Olá! Recebemos seu pedido de assinatura do Mostruário.'))}
            target="_blank"
            rel="noreferrer"
          >
            <Icon name="whatsapp" />
            {t('Conversar')}
          </a>
        )}
        <button
          type="button"
          className="btn sec small"
          aria-label={t('Marcar o pedido de {name} como atendido', { name: r.billing_name })}
          onClick={() => void mark('atendido')}
        >
          {t('Atendido')}
        </button>
      </span>
    </li>
  )
}
