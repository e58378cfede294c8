import { t } from '../i18n.ts'
import { Icon } from '../ui/Icon.tsx'

/** Nearer and farther, for whoever has no wheel. */
export function MapButtons({ onZoom }: { onZoom: (by: number) => void }) {
  return (
    <span className="mapbuttons">
      <button type="button" className="ib" aria-label={t('Aproximar o mapa')} onClick={() => onZoom(1)}>
        <Icon name="plus" />
      </button>
      <button type="button" className="ib" aria-label={t('Afastar o mapa')} onClick={() => onZoom(-1)}>
        <Icon name="minus" />
      </button>
    </span>
  )
}
