import { Link } from 'wouter'
import { t } from '#web/i18n.ts'
import { metresOf } from '#web/map/metres.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Pin, PlacedPin } from './pins.ts'

interface Props {
  pins: readonly PlacedPin[]
  picked: string
  /** Keys of the route's stops. */
  stops: readonly string[]
  /** Metres from where one is; null: that is not known. */
  away: ((pin: PlacedPin) => number) | null
  onPick: (key: string) => void
  onStop: (key: string) => void
}
/** The map as a list: whom it shows, how far away, and the way onto the day's route. */
export const PinList = ({ pins, picked, stops, away, onPick, onStop }: Props) => (
  <ul>
    {pins.map((p) => {
      const on = stops.includes(p.key)
      return (
        <li key={p.key} className={`li pinrow${p.key === picked ? ' sel' : ''}`}>
          <button
            type="button"
            className="grow plain"
            aria-pressed={p.key === picked}
            onClick={() => onPick(p.key === picked ? '' : p.key)}
          >
            <b className="clip block">{p.name}</b>
            <span className="sm t2 clip block">
              {p.age && <i className="agedot" data-age={p.age} />} {p.about}
            </span>
          </button>
          {away && <span className="sm nowrap">{metresOf(away(p))}</span>}
          {p.kind === 'client' && (
            <button
              type="button"
              className="btn sec small"
              aria-pressed={on}
              aria-label={on ? t('Tirar {name} da rota', { name: p.name }) : t('Pôr {name} na rota', { name: p.name })}
              onClick={() => onStop(p.key)}
            >
              <Icon name={on ? 'check' : 'plus'} size="s" />
              {t('rota')}
            </button>
          )}
        </li>
      )
    })}
  </ul>
)
/** Who has no place yet, each with the way to say it. */
export const LostList = ({ lost, onPlace }: { lost: readonly Pin[]; onPlace: (pin: Pin) => void }) => (
  <ul>
    {lost.map((p) => (
      <li key={p.key} className="li pinrow">
        <Link href={p.href} className="grow">
          <b className="clip block">{p.name}</b>
          <span className="sm t2 clip block">{p.about}</span>
        </Link>
        {p.kind === 'client' && (
          <button
            type="button"
            className="btn sec small nowrap"
            aria-label={t('Marcar {name} no mapa', { name: p.name })}
            onClick={() => onPlace(p)}
          >
            <Icon name="pin" />
            {t('Marcar')}
          </button>
        )}
      </li>
    ))}
  </ul>
)
