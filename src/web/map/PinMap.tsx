import type { Marker } from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import { typedPoint, writtenDegrees } from '#shared/geo.ts'
import { t } from '../i18n.ts'
import { askHere } from './here.ts'
import { MapButtons } from './MapButtons.tsx'
import { MADE_BY, type Opened, openMap, pinOf, STREET } from './open.ts'

interface Props {
  lat: string
  lng: string
  /** Where to begin without a point: a state by its letters. */
  state?: string | undefined
  /** What it shows once there is a point. */
  label: string
  onMove: (lat: string, lng: string) => void
}
/** Where something is: a pin to drag, a tap on the map, or this device's own place. The fields
 * above say the same in numbers. */
export default function PinMap({ lat, lng, state = '', label, onMove }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const opened = useRef<(Opened & { pin: Marker }) | null>(null)
  const move = useRef(onMove)
  useEffect(() => {
    move.current = onMove
  })
  const [streets, setStreets] = useState(true)
  const at = typedPoint(lat, lng)
  const start = useRef({ at, state })
  useEffect(() => {
    let gone = false
    const open = async () => {
      const o = await openMap(() => (gone ? null : box.current), { keyboard: false, onStreets: setStreets })
      if (!o) return
      const { L, map, boundsOf } = o
      const first = start.current
      if (first.at) map.setView(first.at, STREET)
      else if (first.state) map.fitBounds(boundsOf(first.state), { animate: false })
      const pin = L.marker(first.at ?? map.getCenter(), {
        draggable: true,
        keyboard: false,
        opacity: first.at ? 1 : 0,
        icon: pinOf(L),
      }).addTo(map)
      const say = (p: { lat: number; lng: number }) => move.current(writtenDegrees(p.lat), writtenDegrees(p.lng))
      pin.on('dragend', () => say(pin.getLatLng()))
      map.on('click', (e) => say(e.latlng.wrap()))
      opened.current = { ...o, pin }
    }
    void open()
    return () => {
      gone = true
      opened.current?.map.remove()
      opened.current = null
    }
  }, [])
  useEffect(() => {
    const o = opened.current
    const to = typedPoint(lat, lng)
    if (!o) return
    o.pin.setOpacity(to ? 1 : 0)
    if (!to) return
    o.pin.setLatLng(to)
    if (!o.map.getBounds().contains(to)) o.map.setView(to, Math.max(o.map.getZoom(), STREET))
  }, [lat, lng])
  const toHere = async () => {
    const found = await askHere(t('Toque no mapa.'))
    if (found) onMove(writtenDegrees(found.lat), writtenDegrees(found.lng))
  }
  return (
    <div className="col g1">
      <div className="mapbox">
        <div ref={box} className="map" role="img" aria-label={at ? label : t('Mapa sem ponto marcado')} />
        <MapButtons onZoom={(by) => opened.current?.map.setZoom(opened.current.map.getZoom() + by)} />
      </div>
      {!streets && (
        <p className="hint">{t('As ruas não carregaram: o contorno dos estados, o endereço e os números valem.')}</p>
      )}
      <div className="row between wrap">
        <span className="xs t2">
          {t('Toque no mapa ou arraste o ponto.')} {MADE_BY}
        </span>
        <button type="button" className="btn sec small" onClick={() => void toHere()}>
          {t('Usar onde estou')}
        </button>
      </div>
    </div>
  )
}
