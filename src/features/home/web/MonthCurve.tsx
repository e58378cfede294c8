import { Link } from 'wouter'
import { showCents } from '#shared/money.ts'
import { t, tn } from '#web/i18n.ts'
import type { Sold } from '../contract.ts'
import { running } from '../rules.ts'
import './MonthCurve.css'

interface Props {
  days: Sold[]
  before: Sold[]
}
const HIGH = 40
/** What the month has come to day by day, over the month before: the way to the charts. */
export function MonthCurve({ days, before }: Props) {
  const money = days.some((d) => d.total !== undefined)
  const worth = (d: Sold) => (money ? (d.total ?? 0) : d.orders)
  const [now, then] = [running(days, worth), running(before, worth)]
  const most = Math.max(...now, ...then)
  if (most <= 0) return null
  const last = Math.max(days.length, before.length) - 1
  const point = (v: number, i: number) => `${((i * 100) / last).toFixed(1)} ${(HIGH - (v * HIGH) / most).toFixed(1)}`
  const line = (values: number[]) => `M${values.map(point).join('L')}`
  const [x, y] = point(now.at(-1) ?? 0, now.length - 1).split(' ')
  const place = (el: HTMLElement | null) => {
    el?.style.setProperty('translate', `calc(${x}cqw - 50%) calc(${Number(y) / HIGH} * 100cqh - 50%)`)
  }
  const say = (n: number) => (money ? showCents(n) : tn(n, '{n} pedido', '{n} pedidos'))
  return (
    <Link href="/charts?period=month" className="panel pad monthcurve">
      <span className="row between wrap">
        <span className="sm t2">{t('O mês dia a dia')}</span>
        <span className="row xs t2 keys">
          <span className="key now">{t('Este mês')}</span>
          <span className="key then">
            {t('Mês passado')} <b>{say(then.at(-1) ?? 0)}</b>
          </span>
        </span>
      </span>
      <span className="plot" aria-hidden="true">
        <svg viewBox={`0 0 100 ${HIGH}`} preserveAspectRatio="none">
          <path className="area" d={`${line(now)}L${x} ${HIGH}L0 ${HIGH}Z`} />
          <path className="then" d={line(then)} />
          <path className="now" d={line(now)} />
        </svg>
        <i ref={place} />
      </span>
      <span className="row between xs t2" aria-hidden="true">
        <span>1</span>
        <span>{Math.ceil((last + 1) / 2)}</span>
        <span>{last + 1}</span>
      </span>
    </Link>
  )
}
