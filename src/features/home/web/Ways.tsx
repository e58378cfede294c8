import { Link } from 'wouter'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'

const WAYS = [
  { href: '/widgets', icon: 'chart', label: 'Indicadores' },
  { href: '/apps/messages', icon: 'chat', label: 'Mensagens' },
  { href: '/apps/calendar', icon: 'calendar', label: 'Agenda' },
  { href: '/maps', icon: 'pin', label: 'Mapa' },
] as const
/** From the start of the day to the screens that are opened every day. */
export const Ways = () => (
  <nav className="ways" aria-label={t('Mais telas')}>
    {WAYS.map(({ href, icon, label }) => (
      <Link key={href} href={href} className="btn sec">
        <Icon name={icon} size="s" /> {t(label)}
      </Link>
    ))}
  </nav>
)
