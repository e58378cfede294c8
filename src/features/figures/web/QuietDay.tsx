import { Link } from 'wouter'
import { daysBetween, showDay } from '#shared/day.ts'
import { t, tn } from '#web/i18n.ts'
import { Empty } from '#web/ui/states.tsx'
import type { Glances } from '../contract.ts'
import { showNumber, showValue, weekday } from './words.ts'

const MONTH = 30
/** A day without a sale: says so, what was seen of the catalogue, and which day sold last. */
export function QuietDay({ glances: g }: { glances: Glances }) {
  const { last } = g
  // Kept by a version that did not ask.
  if (last === undefined) return null
  const visits = g.today.visits ?? 0
  const seen = visits > 0 && (
    <p className="t2 sm">{tn(visits, 'O catálogo teve {n} visita hoje.', 'O catálogo teve {n} visitas hoje.')}</p>
  )
  if (!last)
    return (
      <div className="panel">
        <Empty icon="chart">
          <p className="b">{t('Nenhuma venda ainda')}</p>
          <p className="t2">{t('Os números aparecem aqui com o primeiro pedido.')}</p>
          {seen}
          <Link href="/pedido/cliente" className="btn pri">
            {t('Novo pedido')}
          </Link>
        </Empty>
      </div>
    )
  const today = g.days.at(-1)?.day ?? last.day
  const away = daysBetween(last.day, today)
  const sold = tn(last.orders, '{n} pedido', '{n} pedidos')
  return (
    <section>
      <div className="fg-title">
        <h2>{t('Hoje')}</h2>
        <span className="sm t2">{t('nenhuma venda ainda')}</span>
      </div>
      <div className="panel pad fg-quiet">
        <div className="grow">
          <p className="sm t2">
            {t('O último dia com vendas: {day}', { day: `${weekday(last.day)}, ${showDay(last.day)}` })}
          </p>
          <p>
            <b className="fg-big">
              {last.total === undefined ? showNumber(last.pieces) : showValue('total', last.total)}
            </b>{' '}
            <span className="sm t2">
              {last.total === undefined ? t('peças em {sold}', { sold }) : t('em {sold}', { sold })}
            </span>
          </p>
          {seen}
        </div>
        <div className="row wrap">
          <Link href={`/charts?period=own&from=${last.day}&until=${last.day}`} className="btn sec">
            {t('Ver esse dia')}
          </Link>
          <Link href={`/charts?period=${away < MONTH ? '30' : 'year'}`} className="btn sec">
            {away < MONTH ? t('Ver 30 dias') : t('Ver 12 meses')}
          </Link>
        </div>
      </div>
    </section>
  )
}
