import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useCalendar } from '#features/calendar/web/data.ts'
import { listMedia } from '#features/media/contract.ts'
import { fresh } from '#features/orders/web/index.ts'
import { addDays } from '#shared/day.ts'
import { finds, type Role, type Route } from '#shared/route.ts'
import { MENU, ROUTES } from '#shared/routes.ts'
import { callList } from '#web/api.ts'
import { today } from '#web/device/day.ts'
import { t, tn } from '#web/i18n.ts'
import { showTime } from '#web/moments.ts'
import { Queries } from '#web/queries.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import '#web/styles/kit.css'
import './AppsPage.css'

/** What each is for; which there are, and for whom, the table of addresses says. */
const ABOUT: Record<string, string> = {
  '/apps/calendar': 'Visitas, entregas, orçamentos e promoções, dia por dia.',
  '/apps/messages': 'As conversas de cada pedido e de cada cliente.',
  '/apps/media': 'As fotos da empresa: onde cada uma é usada, enviar e trocar.',
}
/** What stands beside the catalogue elsewhere, by what one wants to do; the icon of those that the menu has not. */
const OTHERS: [string, [path: string, about: string, icon?: IconName][]][] = [
  [
    'Na rua',
    [
      ['/visitas/:visit?', 'Quem visitar hoje, em que ordem, e o que ficou de cada visita.'],
      ['/maps', 'Clientes perto de você e a rota do dia.'],
      ['/pedido', 'Pedido por código e quantidade, sem tirar a mão do teclado.'],
    ],
  ],
  [
    'Divulgar',
    [
      ['/dashboard/catalog', 'O catálogo em PDF, com os preços de cada cliente.'],
      ['/pages', 'Capas e páginas suas entre os produtos do PDF.', 'picture'],
      ['/material', 'Cartaz, cartão, etiquetas e posts com a cara da empresa.'],
      ['/dragndrop', 'O que aparece primeiro no catálogo.', 'drag'],
    ],
  ],
  [
    'Acompanhar',
    [
      ['/widgets', 'Vendas, pedidos e visitas de hoje contra os dias de antes.'],
      ['/charts', 'Um período contra o outro, em gráfico e em tabela.', 'bars'],
      ['/comissoes', 'Metas e comissões de quem vende.'],
    ],
  ],
  [
    'Preços e outros sistemas',
    [
      ['/tables', 'Os preços de cada tabela, lado a lado.', 'sheet'],
      ['/dashboard/excel', 'Produtos, clientes e pedidos, de planilha e para planilha.'],
      ['/dashboard/integrations/:part?', 'O seu ERP, avisos para outros sistemas e chaves de acesso.'],
    ],
  ],
]
const table = ROUTES as Record<string, Route>
/** The tools beside the catalogue, those of them that this person finds, and how each stands. */
export default function AppsPage({ role }: { role: Role }) {
  const admin = role === 'admin'
  const mine = (path: string) => finds(table[path] as Route, role)
  const apps = Object.keys(table).filter((path) => path.startsWith('/apps/') && mine(path))
  const stands: Record<string, ReactNode> = {
    '/apps/calendar': <DayLine />,
    '/apps/messages': <TalkLine />,
    '/apps/media': <PhotoLine />,
  }
  return (
    <Queries>
      <div className="page">
        <div className="head">
          <h1>{t('Aplicativos')}</h1>
        </div>
        <ul className="apps">
          {apps.map((path) => (
            <li key={path}>
              <Tool path={path} about={ABOUT[path] ?? ''} icon="picture">
                {stands[path]}
              </Tool>
            </li>
          ))}
        </ul>
        {OTHERS.map(([group, tools]) => {
          const found = tools.filter(([path]) => mine(path))
          return (
            found.length > 0 && (
              <section key={group}>
                <h2 className="appsgroup">{t(group)}</h2>
                <ul className="apps small">
                  {found.map(([path, about, icon]) => (
                    <li key={path}>
                      <Tool path={path} about={about} icon={icon ?? 'grid'} />
                    </li>
                  ))}
                </ul>
              </section>
            )
          )
        })}
        {!admin && <p className="sm t2 spaced">{t('O que é da empresa toda fica com quem a administra.')}</p>}
      </div>
    </Queries>
  )
}
interface ToolProps {
  path: string
  about: string
  icon: IconName
  /** How it stands now. */
  children?: ReactNode
}
function Tool({ path, about, icon, children }: ToolProps) {
  const entry = MENU.find((e) => e.path === path)
  return (
    <Link href={entry?.href ?? path} className="panel pad row">
      <span className="appicon">
        <Icon name={entry?.icon ?? icon} />
      </span>
      <span className="grow">
        <b className="block">{t(table[path]?.title ?? '')}</b>
        <span className="sm t2 block">{t(about)}</span>
        {children}
      </span>
      <Icon name="right" size="s" />
    </Link>
  )
}
const Stands = ({ news, children }: { news: boolean; children: ReactNode }) => (
  <span className={`sm block appstands${news ? ' b' : ''}`}>{children}</span>
)
const clock = () => showTime(new Date())
/** What today holds, and what comes first. */
function DayLine() {
  const day = today()
  const { items } = useCalendar({ from: day, until: addDays(day, 1), seller: null })
  if (!items) return null
  const open = items.filter((i) => !i.done)
  const next = open.find((i) => !i.all_day && i.starts >= `${day}T${clock()}`)
  return (
    <Stands news={open.length > 0}>
      {open.length === 0 ? t('Nada marcado para hoje') : tn(open.length, '{n} para hoje', '{n} para hoje')}
      {next && ` · ${next.starts.slice(11, 16)} ${next.name}`}
    </Stands>
  )
}
function TalkLine() {
  const { messages } = fresh.use()
  return (
    <Stands news={messages > 0}>
      {messages === 0 ? t('Tudo lido') : tn(messages, '{n} não lida', '{n} não lidas')}
    </Stands>
  )
}
function PhotoLine() {
  const count = (only?: 'unused') => callList(listMedia, { query: { limit: 1, only } }).then((l) => l.total)
  const found = useQuery({
    queryKey: ['media', 'counts'],
    queryFn: async () => ({ all: await count(), unused: await count('unused') }),
  })
  if (!found.data) return null
  const { all, unused } = found.data
  return (
    <Stands news={false}>
      {tn(all, '{n} foto', '{n} fotos')}
      {unused > 0 && ` · ${tn(unused, '{n} sem uso', '{n} sem uso')}`}
    </Stands>
  )
}
