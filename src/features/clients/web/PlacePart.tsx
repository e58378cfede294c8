import { Suspense, useState } from 'react'
import { t } from '#web/i18n.ts'
import { lazy } from '#web/lazy.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Loading } from '#web/ui/states.tsx'

const PinMap = lazy(() => import('#web/map/PinMap.tsx'))
interface Props {
  lat: string
  lng: string
  error: (key: string) => string | undefined
  onMove: (lat: string, lng: string) => void
}
/** Where a client is, for the map and the day's route: the CEP may know it, a pin or two numbers say it by hand. */
export function PlacePart({ lat, lng, error, onMove }: Props) {
  const [open, setOpen] = useState(false)
  const marked = lat !== '' || lng !== ''
  const wrong = error('lat') ?? error('lng')
  const input = (label: string, key: 'lat' | 'lng', value: string, write: (typed: string) => void) => (
    <Field label={label} optional error={error(key)}>
      <input
        className="in"
        value={value}
        inputMode="text"
        autoComplete="off"
        maxLength={24}
        onChange={(e) => write(e.target.value)}
      />
    </Field>
  )
  if (!open && !wrong)
    return (
      <div className="row wrap">
        <button type="button" className="btn sec small" onClick={() => setOpen(true)}>
          {marked ? t('Ver o lugar no mapa') : t('Marcar no mapa')}
        </button>
        <span className="sm t2">{marked ? t('Lugar no mapa marcado.') : t('Sem lugar no mapa ainda.')}</span>
      </div>
    )
  return (
    <div className="col g2">
      <div className="fields two">
        {input(t('Latitude'), 'lat', lat, (typed) => onMove(typed, lng))}
        {input(t('Longitude'), 'lng', lng, (typed) => onMove(lat, typed))}
      </div>
      <Suspense fallback={<Loading rows={2} />}>
        <PinMap lat={lat} lng={lng} label={t('Mapa com o lugar do cliente')} onMove={onMove} />
      </Suspense>
      {marked && (
        <button type="button" className="btn sec small self-start" onClick={() => onMove('', '')}>
          {t('Tirar do mapa')}
        </button>
      )}
    </div>
  )
}
