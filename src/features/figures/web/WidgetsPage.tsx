import { t, tn } from '#web/i18n.ts'
import { showMoment, showTime } from '#web/moments.ts'
import { Queries } from '#web/queries.tsx'
import { Failed } from '#web/ui/states.tsx'
import type { Glance } from '../contract.ts'
import { average, conversion } from '../rules.ts'
import { Change } from './Change.tsx'
import { FiguresHead } from './FiguresHead.tsx'
import { ShowcasePanel } from './ShowcasePanel.tsx'
import { QuietDay } from './QuietDay.tsx'
import { Spark } from './Spark.tsx'
import { useFollowed, useGlance } from './useFigures.ts'
import { showNumber, showPercent, showValue, weekday } from './words.ts'
import '#web/styles/kit.css'
import './figures.css'
import './WidgetsPage.css'

interface Props {
  admin: boolean
  hide_price: boolean
}
/** The day and the week at a glance, and the catalogue as a window for the company's own site. */
export default function WidgetsPage({ admin, hide_price }: Props) {
  return (
    <Queries>
      <div className="page figs">
        <FiguresHead here="/widgets" />
        <Glances hide_price={hide_price} />
        {admin && <ShowcasePanel />}
      </div>
    </Queries>
  )
}
interface Card {
  name: string
  /** null: it cannot be said. */
  of: (g: Glance) => number | null
  show: (n: number) => string
  note?: (g: Glance) => string
}
const cards = (hide_price: boolean, visits: boolean): Card[] => [
  ...(hide_price
    ? [{ name: t('Peças'), of: (g: Glance) => g.pieces, show: showNumber }]
    : [{ name: t('Vendas'), of: (g: Glance) => g.total ?? 0, show: (n: number) => showValue('total', n) }]),
  { name: t('Pedidos'), of: (g) => g.orders, show: showNumber },
  ...(hide_price
    ? []
    : [
        {
          name: t('Ticket médio'),
          of: (g: Glance) => average(g.total ?? 0, g.orders),
          show: (n: number) => showValue('total', n),
        },
      ]),
  { name: t('Clientes novos'), of: (g) => g.new_clients, show: showNumber },
  ...(visits
    ? [
        {
          name: t('Visitas que viram pedido'),
          of: (g: Glance) => conversion(g.from_catalogue ?? 0, g.visits ?? 0),
          show: showPercent,
          note: ({ from_catalogue: orders = 0, visits: seen = 0 }: Glance) =>
            [
              tn(orders, '{n} pedido', '{n} pedidos'),
              tn(seen, '{n} visita', '{n} visitas'),
              orders > seen && t('mais pedidos que visitas: não há taxa'),
            ]
              .filter(Boolean)
              .join(' · '),
        },
      ]
    : []),
]

function Glances({ hide_price }: { hide_price: boolean }) {
  const read = useGlance()
  useFollowed()
  const g = read.data
  if (!g)
    return read.isError ? (
      <Failed
        what={t('Não conseguimos carregar os indicadores.')}
        error={read.error}
        retry={() => void read.refetch()}
      />
    ) : (
      <Waiting />
    )
  const list = cards(hide_price, g.today.visits !== undefined)
  const ago = g.days.at(-8)?.day ?? ''
  const time = showTime(g.at)
  return (
    <>
      <p className="xs t2 fg-when" role="status">
        {g.counting
          ? t('Contando os pedidos…')
          : read.isError
            ? t('Sem internet: estes números são de {when}.', { when: showMoment(g.at) })
            : t('Atualizado às {time}.', { time })}
      </p>
      {g.today.orders > 0 ? (
        <Row
          title={t('Hoje')}
          note={t('contra {day} da semana passada até {time}; as visitas, o dia inteiro', { day: weekday(ago), time })}
          cards={list}
          now={g.today}
          before={g.week_ago}
          days={g.days.slice(-7)}
        />
      ) : (
        !g.counting && <QuietDay glances={g} />
      )}
      {(g.week.orders > 0 || g.week_before.orders > 0) && (
        <Row
          title={t('Últimos 7 dias')}
          note={t('contra os 7 dias antes deles')}
          cards={list}
          now={g.week}
          before={g.week_before}
          days={g.days}
        />
      )}
    </>
  )
}
interface RowProps {
  title: string
  note: string
  cards: Card[]
  now: Glance
  before: Glance
  days: Glance[]
}
const Row = ({ title, note, cards: list, now, before, days }: RowProps) => (
  <section>
    <div className="fg-title">
      <h2>{title}</h2>
      <span className="sm t2">{note}</span>
    </div>
    <ul className="fg-cards">
      {list.map((c) => {
        const [value, was] = [c.of(now), c.of(before)]
        return (
          <li key={c.name} className="panel pad fg-card">
            <h3 className="sm t2">{c.name}</h3>
            <b className="fg-big">{value === null ? '—' : c.show(value)}</b>
            {was !== null && <Change now={value} before={was} show={c.show} />}
            {c.note && <span className="xs t2">{c.note(now)}</span>}
            <Spark values={days.map((d) => c.of(d) ?? 0)} />
          </li>
        )
      })}
    </ul>
  </section>
)
const Waiting = () => (
  <div role="status">
    <span className="sr">{t('Carregando')}</span>
    <div className="fg-cards" aria-hidden="true">
      {[0, 1, 2, 3, 4].map((n) => (
        <div key={n} className="panel pad fg-card">
          <span className="sk xs">&nbsp;</span>
          <span className="sk fg-big">&nbsp;</span>
          <span className="sk xs">&nbsp;</span>
        </div>
      ))}
    </div>
  </div>
)
