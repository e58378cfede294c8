import { Link } from 'wouter'
import { finds, type Role, type Route } from '#shared/route.ts'
import { ROUTES } from '#shared/routes.ts'
import { t } from '#web/i18n.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Empty } from '#web/ui/states.tsx'
import '#web/styles/kit.css'
import './AppsPage.css'

interface App {
  icon: IconName
  about: string
}
/** What each is for; which there are, and for whom, the table of addresses says. */
const APPS: Record<string, App> = {
  '/apps/calendar': { icon: 'calendar', about: 'Visitas, entregas, orçamentos e promoções, dia por dia.' },
  '/apps/messages': { icon: 'chat', about: 'As conversas de cada pedido e de cada cliente.' },
  '/apps/media': { icon: 'picture', about: 'As fotos da empresa: onde cada uma é usada, enviar e trocar.' },
}
const appsOf = (role: Role) =>
  Object.entries(ROUTES as Record<string, Route>).filter(([path, r]) => path.startsWith('/apps/') && finds(r, role))
/** The tools beside the catalogue, those of them that this person finds. */
export default function AppsPage({ role }: { role: Role }) {
  const apps = appsOf(role)
  return (
    <div className="page">
      <div className="head">
        <h1>{t('Aplicativos')}</h1>
      </div>
      {apps.length === 0 && (
        <Empty icon="grid">
          <p>{t('Nada por aqui ainda.')}</p>
          <Link href="/inicio" className="btn sec">
            {t('Início')}
          </Link>
        </Empty>
      )}
      <ul className="apps">
        {apps.map(([path, { title = '' }]) => (
          <li key={path}>
            <Link href={path} className="panel pad row">
              <Icon name={APPS[path]?.icon ?? 'grid'} />
              <span className="grow">
                <b className="block">{t(title)}</b>
                <span className="sm t2 block">{t(APPS[path]?.about ?? '')}</span>
              </span>
              <Icon name="right" size="s" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
