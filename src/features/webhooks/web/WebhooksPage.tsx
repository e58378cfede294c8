import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hostOf } from '#shared/address.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Queries, renew } from '#web/queries.tsx'
import { useListState } from '#web/useListState.ts'
import { LinkList, LinkRow } from '#web/ui/Links.tsx'
import { OnceDialog } from '#web/ui/OnceDialog.tsx'
import { createWebhook, listWebhooks } from '../contract.ts'
import { EVENT_LABELS, MOST_WEBHOOKS } from '../rules.ts'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookSheet } from './WebhookSheet.tsx'
import { lastWords, stateOf } from './words.ts'

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
  return (
    <LinkList
      title={t('Avisos para outros sistemas')}
      about={t(
        'Quando um pedido chega ou muda, ou um produto muda, o endereço que você escolher recebe uma mensagem assinada.',
      )}
      guide={{ href: '/api/docs#avisos', words: t('Como receber') }}
      add={t('Avisar outro sistema')}
      onAdd={() => setAdding(true)}
      full={rows.length >= MOST_WEBHOOKS}
      list={list}
      failed={t('Não conseguimos carregar os avisos para outros sistemas.')}
      icon="plug"
      none={t('Nenhum sistema é avisado ainda.')}
      steps={[
        t('Quem cuida do outro sistema informa o endereço que recebe.'),
        t('Você guarda lá o segredo que aparece uma vez.'),
        t('Um teste chega na hora, e daí em diante tudo o que muda.'),
      ]}
      rows={rows.map((w) => (
        <LinkRow
          key={w.id}
          name={w.name}
          what={`${hostOf(w.url)} · ${w.events.map((e) => t(EVENT_LABELS[e])).join(', ')}`}
          last={lastWords(w)}
          state={stateOf(w)}
          onOpen={() => shown.set({ id: String(w.id) })}
        />
      ))}
    >
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
    </LinkList>
  )
}
