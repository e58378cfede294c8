import { Suspense, useState } from 'react'
import { t } from '../i18n.ts'
import { lazy } from '../lazy.tsx'
import { Field } from '../ui/Field.tsx'
import { Loading } from '../ui/states.tsx'

const PinMap = lazy(() => import('./PinMap.tsx'))
interface Props {
  lat: string
  lng: string
  /** Where the map begins without a point. */
  state?: string | undefined
  /** What the map shows once there is one. */
  label: string
  /** It stands open from the start. */
  opened?: boolean
  error: (key: string) => string | undefined
  onMove: (lat: string, lng: string) => void
}
/** Where somebody is, for the map and the day's route: the CEP may know it, a pin or two numbers say it by hand. */
export function PlacePart({ lat, lng, state, label, opened = false, error, onMove }: Props) {
  const [open, setOpen] = useState(opened)
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
    <div className="col g3">
      <Suspense fallback={<Loading rows={2} />}>
        <PinMap lat={lat} lng={lng} state={state} label={label} onMove={onMove} />
      </Suspense>
      <div className="fields two">
        {input(t('Latitude'), 'lat', lat, (typed) => onMove(typed, lng))}
        {input(t('Longitude'), 'lng', lng, (typed) => onMove(lat, typed))}
      </div>
      {marked && (
        <div className="row">
          <button type="button" className="btn sec small" onClick={() => onMove('', '')}>
            {t('Tirar do mapa')}
          </button>
        </div>
      )}
    </div>
  )
}
