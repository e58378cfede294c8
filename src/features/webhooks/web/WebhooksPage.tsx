import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { showMoment, t, tn } from '#web/i18n.ts'
import { Queries, renew } from '#web/queries.tsx'
import { useListState } from '#web/useListState.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { OnceDialog } from '#web/ui/OnceDialog.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { createWebhook, listWebhooks, type Webhook } from '../contract.ts'
import { MOST_WEBHOOKS } from '../rules.ts'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookSheet } from './WebhookSheet.tsx'
import { hostOf, stateOf } from './words.ts'
import '#web/styles/kit.css'
import '#web/styles/manage.css'

/** Which other systems hear of orders and products, and how that goes. */
export default function WebhooksPage() {
  return (
    <Queries>
      <Webhooks />
    </Queries>
  )
}
function Webhooks() {
  const shown = useListState()
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState('')
  const list = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => call(listWebhooks),
    refetchInterval: (q) => (q.state.data?.some((w) => w.waiting > 0) ? 2000 : 30_000),
  })
  const rows = list.data ?? []
  const opened = rows.find((w) => String(w.id) === shown.of('id'))
  const add = (
    <button type="button" className="btn pri" onClick={() => setAdding(true)}>
      <Icon name="plus" />
      {t('Avisar outro sistema')}
    </button>
  )
  return (
    <div className="page narrow">
      <BackLink href="/dashboard/integrations">{t('Integrações')}</BackLink>
      <div className="head">
        <h1 className="h1">{t('Avisos para outros sistemas')}</h1>
        {rows.length > 0 && rows.length < MOST_WEBHOOKS && add}
      </div>
      <p className="t2 spacedown">
        {t(
          'Quando um pedido chega ou muda, ou um produto muda, o endereço que você escolher recebe uma mensagem assinada.',
        )}{' '}
        <a className="linklike" href="/api/docs#avisos" target="_blank" rel="noreferrer">
          {t('Como receber')}
        </a>
      </p>
      <ListStates
        list={list}
        what={t('Não conseguimos carregar os avisos para outros sistemas.')}
        none={rows.length === 0}
        rows={2}
      >
        <Empty icon="plug">
          <p>{t('Nenhum sistema é avisado ainda.')}</p>
          {add}
        </Empty>
      </ListStates>
      {rows.length > 0 && (
        <ul className="panel">
          {rows.map((w) => (
            <Row key={w.id} webhook={w} onOpen={() => shown.set({ id: String(w.id) })} />
          ))}
        </ul>
      )}
      {adding && (
        <WebhookForm
          onClose={() => setAdding(false)}
          save={async (typed) => {
            const made = await call(createWebhook, { typed })
            renew('webhooks')
            setSecret(made.secret)
            shown.set({ id: String(made.webhook.id) })
          }}
        />
      )}
      {opened && !secret && (
        <WebhookSheet key={opened.id} webhook={opened} onSecret={setSecret} onClose={() => shown.set({ id: '' })} />
      )}
      {secret && (
        <OnceDialog
          title={t('Guarde o segredo')}
          text={t('O outro sistema confere com ele que a mensagem é nossa. Ele não é mostrado de novo.')}
          secret={secret}
          onClose={() => setSecret('')}
        />
      )}
    </div>
  )
}
function Row({ webhook: w, onOpen }: { webhook: Webhook; onOpen: () => void }) {
  const state = stateOf(w)
  return (
    <li>
      <button type="button" className="li full left" onClick={onOpen}>
        <span className="grow">
          <b className="block">{w.name}</b>
          <span className="sm t2 block">{hostOf(w.url)}</span>
          <span className="xs t2 block">
            {w.delivered_at
              ? t('Última entrega: {when}', { when: showMoment(w.delivered_at) })
              : t('Nada foi entregue ainda.')}
            {w.given_up > 0 && ` · ${tn(w.given_up, '{n} não chegou', '{n} não chegaram')}`}
          </span>
        </span>
        <span className="pill" data-s={state.pill}>
          {state.word}
        </span>
      </button>
    </li>
  )
}
