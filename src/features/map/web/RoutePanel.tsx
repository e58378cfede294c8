import { distance, type Point, routeLength } from '#shared/geo.ts'
import { t, tn } from '#web/i18n.ts'
import { metresOf } from '#web/map/metres.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { googleLegs, wazeTo } from '../rules.ts'
import type { PlacedPin } from './pins.ts'

interface Props {
  stops: readonly PlacedPin[]
  start: Point | null
  /** What the route begins at. */
  from: string
  onDrop: (key: string) => void
  onClear: () => void
}
/** The day's route: whom to see in which order, how far that is, and the way on to a navigator. */
export function RoutePanel({ stops, start, from, onDrop, onClear }: Props) {
  const [first] = stops
  if (!first) return null
  const legs = googleLegs(start, stops)
  return (
    <section className="panel pad col g1 route" aria-label={t('Rota do dia')}>
      <div className="row between">
        <h2 className="h3">{t('Rota do dia')}</h2>
        <button type="button" className="btn sec small" onClick={onClear}>
          {t('Limpar')}
        </button>
      </div>
      <p className="sm t2" role="status">
        {tn(stops.length, '{n} parada', '{n} paradas')} ·{' '}
        {t('{km} em linha reta', { km: metresOf(routeLength(start ?? first, stops)) })} · {from}
      </p>
      <ol>
        {stops.map((s, i) => (
          <li key={s.key} className="row">
            <span className="stopno" aria-hidden="true">
              {i + 1}
            </span>
            <span className="grow clip">{s.name}</span>
            <span className="xs t2 nowrap">{metresOf(distance(stops[i - 1] ?? start ?? s, s))}</span>
            <button
              type="button"
              className="ib"
              aria-label={t('Tirar {name} da rota', { name: s.name })}
              onClick={() => onDrop(s.key)}
            >
              <Icon name="close" size="s" />
            </button>
          </li>
        ))}
      </ol>
      <div className="row wrap">
        {legs.map((href, i) => (
          <a key={href} className="btn pri small" href={href} target="_blank" rel="noreferrer">
            <Icon name="pin" />
            {legs.length === 1 ? t('Abrir no Google Maps') : t('Google Maps, trecho {n}', { n: i + 1 })}
          </a>
        ))}
        <a className="btn sec small" href={wazeTo(first)} target="_blank" rel="noreferrer">
          {t('Primeira parada no Waze')}
        </a>
      </div>
    </section>
  )
}
