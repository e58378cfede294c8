import { Link } from 'wouter'
import { wayTo } from '#shared/geo.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { wazeTo } from '../rules.ts'
import type { PlacedPin } from './pins.ts'

interface Props {
  pin: PlacedPin
  onRoute: boolean
  onStop: () => void
  onClose: () => void
}
/** Whoever is picked: who it is, the way there, the card, the route. */
export const PinCard = ({ pin, onRoute, onStop, onClose }: Props) => (
  <section className="panel pad col g1 pincard" aria-label={pin.name}>
    <div className="row between">
      <span className="grow">
        <b className="clip block">{pin.name}</b>
        <span className="sm t2 clip block">{pin.about}</span>
      </span>
      <button type="button" className="ib" aria-label={t('Fechar')} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
    <div className="row wrap">
      <Link href={pin.href} className="btn pri small">
        {pin.kind === 'client' ? t('Abrir cliente') : t('Abrir perfil')}
      </Link>
      <a className="btn sec small" href={wayTo(pin)} target="_blank" rel="noreferrer">
        {t('Como chegar')}
      </a>
      <a className="btn sec small" href={wazeTo(pin)} target="_blank" rel="noreferrer">
        {t('Waze')}
      </a>
      {pin.kind === 'client' && (
        <button type="button" className="btn sec small" aria-pressed={onRoute} onClick={onStop}>
          {onRoute ? t('Tirar da rota') : t('Pôr na rota')}
        </button>
      )}
    </div>
  </section>
)
