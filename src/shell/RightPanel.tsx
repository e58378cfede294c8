import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { countOrders } from '#features/orders/contract.ts'
import { useIntegrations } from '#features/integrations/web/index.ts'
import { NoticeList } from '#features/notices/web/index.ts'
import { listPriceRequests } from '#features/price_requests/contract.ts'
import { catalogue } from '#features/products/web/index.ts'
import { call } from '#web/api.ts'
import Freshness from '#web/device/Freshness.tsx'
import { t, tn } from '#web/i18n.ts'
import { waiting } from '#web/outbox/count.ts'
import { Queries } from '#web/queries.tsx'
import { Modal } from '#web/ui/Dialog.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Loading } from '#web/ui/states.tsx'
import { Activity } from './Activity.tsx'
import type { Viewer } from './viewer.ts'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import './RightPanel.css'

/** What happened and what waits, for the company's people. Avisos is in front (specification §2: the second tab). */
export default function RightPanel({
  viewer,
  company,
  onClose,
}: {
  viewer: Viewer
  company: number
  onClose: () => void
}) {
  const admin = viewer.level === 1
  const [tab, setTab] = useState<'activity' | 'notices'>('notices')
  const button = (id: typeof tab, label: string) => (
    <button
      type="button"
      role="tab"
      id={`tab-${id}`}
      aria-selected={tab === id}
      aria-controls="panel"
      onClick={() => setTab(id)}
    >
      {label}
    </button>
  )
  return (
    <Modal className="rightpanel" label={t('Avisos e atividade')} onClose={onClose}>
      <Queries>
        <div className="row between pad">
          <h2>{t('Avisos e atividade')}</h2>
          <button type="button" className="ib" aria-label={t('Fechar')} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <div className="tabs" role="tablist" aria-label={t('Avisos e atividade')}>
          {button('activity', t('Atividade'))}
          {button('notices', t('Avisos'))}
        </div>
        <div id="panel" role="tabpanel" aria-labelledby={`tab-${tab}`} className="pad">
          {tab === 'notices' ? (
            <>
              {viewer.level <= 2 && <Waiting company={company} admin={admin} onChosen={onClose} />}
              <NoticeList onChosen={onClose} />
              {viewer.level <= 2 && viewer.level > 0 && <Ways onChosen={onClose} />}
              <Here hide_price={viewer.hide_price} />
            </>
          ) : admin ? (
            <Activity company={company} />
          ) : (
            <p className="t2">{t('A atividade da empresa é vista pelo administrador.')}</p>
          )}
        </div>
      </Queries>
    </Modal>
  )
}
interface WaitingProps {
  company: number
  admin: boolean
  onChosen: () => void
}
/** What waits for somebody of the company, as it is now. */
function Waiting({ company, admin, onChosen }: WaitingProps) {
  const orders = useQuery({
    queryKey: ['orders', 'counts', company],
    queryFn: () => call(countOrders, { params: { company } }),
  })
  const prices = useQuery({ queryKey: ['price-requests'], queryFn: () => call(listPriceRequests), enabled: admin })
  const links = useIntegrations(admin)
  const unsent = waiting.use()
  if (orders.isPending) return <Loading rows={2} />
  const fresh = orders.data?.novo ?? 0
  const asking = orders.data?.aguardando_aprovacao ?? 0
  const asked = prices.data?.length ?? 0
  const unread = orders.data?.mensagens ?? 0
  const visits = orders.data?.visitas ?? 0
  const line = (icon: IconName, text: string, href: string) => (
    <Link key={text} href={href} className="li" onClick={onChosen}>
      <Icon name={icon} />
      <span className="grow">{text}</span>
      <Icon name="right" size="s" />
    </Link>
  )
  const lines = [
    unsent > 0 && line('upload', tn(unsent, '{n} aguardando envio', '{n} aguardando envio'), '/aguardando'),
    fresh > 0 && line('box', tn(fresh, '{n} pedido novo', '{n} pedidos novos'), '/dashboard/orders?status=novo'),
    unread > 0 && line('chat', tn(unread, '{n} conversa não lida', '{n} conversas não lidas'), '/apps/messages'),
    visits > 0 && line('pin', tn(visits, '{n} visita hoje', '{n} visitas hoje'), '/visitas'),
    asking > 0 &&
      line(
        'clock',
        tn(asking, '{n} pedido espera aprovação', '{n} pedidos esperam aprovação'),
        '/dashboard/orders?status=aguardando_aprovacao',
      ),
    asked > 0 &&
      line(
        'lock',
        tn(asked, '{n} pessoa pede para ver preços', '{n} pessoas pedem para ver preços'),
        '/dashboard/users',
      ),
    ...(links.data?.rows ?? []).flatMap((i) => [
      i.problem !== '' &&
        i.status === 'Ativa' &&
        line('plug', t('O {name} parou', { name: i.system_name }), `/dashboard/integrations?id=${i.id}`),
      i.run?.status === 'retido' &&
        line(
          'plug',
          t('A atualização do {name} espera sua decisão.', { name: i.system_name }),
          `/dashboard/integrations?id=${i.id}`,
        ),
      i.orders_refused > 0 &&
        line(
          'plug',
          tn(
            i.orders_refused,
            '{n} pedido não foi aceito. Abra-o em Pedidos.',
            '{n} pedidos não foram aceitos. Abra-os em Pedidos.',
          ),
          '/dashboard/orders?status=confirmado',
        ),
    ]),
  ].filter((x) => x !== false)
  return (
    lines.length > 0 && (
      <>
        <h3 className="sm t2">{t('Espera por você')}</h3>
        <div className="panel spacedown">{lines}</div>
        <h3 className="sm t2">{t('O que aconteceu')}</h3>
      </>
    )
  )
}
const WAYS = [
  { href: '/apps/messages', label: 'Mensagens' },
  { href: '/apps/calendar', label: 'Agenda' },
  { href: '/visitas', label: 'Visitas' },
  { href: '/maps', label: 'Mapa' },
  { href: '/widgets', label: 'Indicadores' },
]
/** To where notices come from. */
const Ways = ({ onChosen }: { onChosen: () => void }) => (
  <nav className="row wrap g2 spaced" aria-label={t('Mais telas')}>
    {WAYS.map(({ href, label }) => (
      <Link key={href} href={href} className="btn sec small" onClick={onChosen}>
        {t(label)}
      </Link>
    ))}
  </nav>
)
/** What of the catalogue is on this device. */
function Here({ hide_price }: { hide_price: boolean }) {
  const c = catalogue.use()
  return (
    <p className="sm t2 spaced">
      {c.complete
        ? tn(c.products.length, '{n} produto guardado neste aparelho.', '{n} produtos guardados neste aparelho.')
        : t('O catálogo ainda não está guardado neste aparelho.')}{' '}
      <Freshness hide_price={hide_price} />
    </p>
  )
}
