import type { Map as LeafletMap, Marker } from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import { typedPoint, writtenDegrees } from '#shared/geo.ts'
import { t } from '../i18n.ts'
import { allowMapProbes } from '../trusted.ts'
import { Icon } from '../ui/Icon.tsx'
import { notify } from '../ui/snack.tsx'
// Ours first: Leaflet's own ground stays.
import './PinMap.css'
import 'leaflet/dist/leaflet.css'

const BRAZIL = { lat: -15.8, lng: -47.9, zoom: 3 }
const STREET = 15

/** Where something is: a pin to drag, a tap on the map, or this device's own place. The fields
 * above say the same in numbers. */
export default function PinMap({
  lat,
  lng,
  label,
  onMove,
}: {
  lat: string
  lng: string
  /** What it shows once there is a point. */
  label: string
  onMove: (lat: string, lng: string) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<{ leaflet: LeafletMap; pin: Marker } | null>(null)
  const move = useRef(onMove)
  useEffect(() => {
    move.current = onMove
  })
  const [broken, setBroken] = useState(false)
  const at = typedPoint(lat, lng)
  const start = useRef(at)
  useEffect(() => {
    let gone = false
    const open = async () => {
      const tiles = document.querySelector<HTMLMetaElement>('meta[name="tiles"]')?.content
      const el = box.current
      if (!tiles || !el) return
      allowMapProbes()
      const L = await import('leaflet')
      if (gone) return
      const leaflet = L.map(el, { zoomControl: false, attributionControl: false, keyboard: false }).setView(
        start.current ?? BRAZIL,
        start.current ? STREET : BRAZIL.zoom,
      )
      L.tileLayer(tiles, { maxZoom: 19 })
        .on('tileerror', () => setBroken(true))
        .on('tileload', () => setBroken(false))
        .addTo(leaflet)
      const shape = document.createElement('span')
      const pin = L.marker(start.current ?? BRAZIL, {
        draggable: true,
        keyboard: false,
        opacity: start.current ? 1 : 0,
        icon: L.divIcon({ className: 'mappin', html: shape, iconSize: [28, 28], iconAnchor: [14, 28] }),
      }).addTo(leaflet)
      const say = (p: { lat: number; lng: number }) => move.current(writtenDegrees(p.lat), writtenDegrees(p.lng))
      pin.on('dragend', () => say(pin.getLatLng()))
      leaflet.on('click', (e) => say(e.latlng))
      map.current = { leaflet, pin }
    }
    void open()
    return () => {
      gone = true
      map.current?.leaflet.remove()
      map.current = null
    }
  }, [])
  useEffect(() => {
    const m = map.current
    const to = typedPoint(lat, lng)
    if (!m) return
    m.pin.setOpacity(to ? 1 : 0)
    if (!to) return
    m.pin.setLatLng(to)
    if (!m.leaflet.getBounds().contains(to)) m.leaflet.setView(to, Math.max(m.leaflet.getZoom(), STREET))
  }, [lat, lng])
  const here = () =>
    navigator.geolocation.getCurrentPosition(
      (p) => onMove(writtenDegrees(p.coords.latitude), writtenDegrees(p.coords.longitude)),
      () => notify(t('Não conseguimos saber onde este aparelho está. Toque no mapa.')),
      { timeout: 10_000 },
    )
  const zoom = (by: number) => map.current?.leaflet.setZoom(map.current.leaflet.getZoom() + by)
  return (
    <div className="col g1">
      <div className="mapbox">
        <div ref={box} className="map" role="img" aria-label={at ? label : t('Mapa sem ponto marcado')} />
        <span className="mapbuttons">
          <button type="button" className="ib" aria-label={t('Aproximar o mapa')} onClick={() => zoom(1)}>
            <Icon name="plus" />
          </button>
          <button type="button" className="ib" aria-label={t('Afastar o mapa')} onClick={() => zoom(-1)}>
            <Icon name="minus" />
          </button>
        </span>
      </div>
      {broken && <p className="hint">{t('O mapa não carregou. O endereço e os números acima continuam valendo.')}</p>}
      <div className="row between wrap">
        <span className="xs t2">{t('Toque no mapa ou arraste o ponto.')} © OpenStreetMap</span>
        <button type="button" className="btn sec small" onClick={here}>
          {t('Usar onde estou')}
        </button>
      </div>
    </div>
  )
}
