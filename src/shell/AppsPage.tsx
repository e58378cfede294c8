import { Link } from 'wouter'
import { finds, type Role, type Route } from '#shared/route.ts'
import { fresh } from '#features/orders/web/index.ts'
import { MENU, ROUTES } from '#shared/routes.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Empty } from '#web/ui/states.tsx'
import '#web/styles/kit.css'
import './AppsPage.css'

/** What each is for; which there are, and for whom, the table of addresses says. */
const ABOUT: Record<string, string> = {
  '/apps/calendar': 'Visitas, entregas, orçamentos e promoções, dia por dia.',
  '/apps/messages': 'As conversas de cada pedido e de cada cliente.',
  '/apps/media': 'As fotos da empresa: onde cada uma é usada, enviar e trocar.',
}
const appsOf = (role: Role) =>
  Object.entries(ROUTES as Record<string, Route>).filter(([path, r]) => path.startsWith('/apps/') && finds(r, role))
/** The tools beside the catalogue, those of them that this person finds. */
export default function AppsPage({ role }: { role: Role }) {
  const apps = appsOf(role)
  const waiting = fresh.use()
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
        {apps.map(([path, { title = '' }]) => {
          const entry = MENU.find((e) => e.path === path)
          const unread = entry?.badge === 'messages' ? waiting.messages : 0
          return (
            <li key={path}>
              <Link href={path} className="panel pad row">
                <Icon name={entry?.icon ?? 'picture'} />
                <span className="grow">
                  <b className="block">{t(title)}</b>
                  <span className="sm t2 block">{t(ABOUT[path] ?? '')}</span>
                </span>
                {unread > 0 && (
                  <span className="pill" data-s="novo">
                    {unread}
                    <span className="sr"> {t('não lidas')}</span>
                  </span>
                )}
                <Icon name="right" size="s" />
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
