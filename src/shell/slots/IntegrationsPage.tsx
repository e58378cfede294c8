// What the company is linked with: systems that we ask, systems that we tell.
import IntegrationsList from '#features/integrations/web/IntegrationsPage.tsx'
import { t } from '#web/i18n.ts'
import { lazy } from '#web/lazy.tsx'

const FeedsPage = lazy(() => import('#features/spreadsheets/web/feeds/FeedsPage.tsx'))
const KeysPage = lazy(() => import('#features/keys/web/KeysPage.tsx'))
const WebhooksPage = lazy(() => import('#features/webhooks/web/WebhooksPage.tsx'))

const BESIDE = [
  {
    part: 'avisos',
    name: 'Avisos para outros sistemas',
    hint: 'Um endereço seu fica sabendo de pedidos e produtos na hora.',
  },
  { part: 'chaves', name: 'Chaves de acesso', hint: 'Um programa seu lê e muda produtos e pedidos pela API.' },
  {
    part: 'catalogo',
    name: 'Catálogo por endereço',
    hint: 'Uma lista em CSV, Excel ou XML é buscada na hora marcada.',
  },
] as const

export default function IntegrationsPage({ part }: { part: string | undefined }) {
  if (part === 'avisos') return <WebhooksPage />
  if (part === 'catalogo') return <FeedsPage />
  if (part === 'chaves') return <KeysPage />
  return (
    <IntegrationsList
      beside={BESIDE.map((b) => ({ href: `/dashboard/integrations/${b.part}`, name: t(b.name), hint: t(b.hint) }))}
    />
  )
}
