import type { Map as LeafletMap, Marker } from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { allowMapProbes } from '#web/trusted.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
// Ours first: Leaflet's own ground stays.
import './PinMap.css'
import 'leaflet/dist/leaflet.css'

const BRAZIL = { lat: -15.8, lng: -47.9, zoom: 3 }
const STREET = 15
const number = (s: string) => {
  const n = Number(s.replace(',', '.'))
  return s.trim() !== '' && Number.isFinite(n) ? n : null
}
const written = (n: number) => n.toFixed(6).replace('.', ',')

/** Where the company is: a pin to drag, a tap on the map, or this device's own place. The fields
 * above say the same in numbers. */
export default function PinMap({
  lat,
  lang,
  onMove,
}: {
  lat: string
  lang: string
  onMove: (lat: string, lang: string) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<{ leaflet: LeafletMap; pin: Marker } | null>(null)
  const move = useRef(onMove)
  useEffect(() => {
    move.current = onMove
  })
  const [broken, setBroken] = useState(false)
  const at = { lat: number(lat), lng: number(lang) }
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
      const { lat: y, lng: x } = start.current
      const known = y !== null && x !== null
      const leaflet = L.map(el, { zoomControl: false, attributionControl: false, keyboard: false }).setView(
        known ? [y, x] : [BRAZIL.lat, BRAZIL.lng],
        known ? STREET : BRAZIL.zoom,
      )
      L.tileLayer(tiles, { maxZoom: 19 })
        .on('tileerror', () => setBroken(true))
        .on('tileload', () => setBroken(false))
        .addTo(leaflet)
      const shape = document.createElement('span')
      const pin = L.marker(known ? [y, x] : [BRAZIL.lat, BRAZIL.lng], {
        draggable: true,
        keyboard: false,
        opacity: known ? 1 : 0,
        icon: L.divIcon({ className: 'mappin', html: shape, iconSize: [28, 28], iconAnchor: [14, 28] }),
      }).addTo(leaflet)
      const say = (p: { lat: number; lng: number }) => move.current(written(p.lat), written(p.lng))
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
    if (!m || at.lat === null || at.lng === null || Math.abs(at.lat) > 90 || Math.abs(at.lng) > 180) return
    m.pin.setLatLng([at.lat, at.lng]).setOpacity(1)
    if (!m.leaflet.getBounds().contains([at.lat, at.lng]))
      m.leaflet.setView([at.lat, at.lng], Math.max(m.leaflet.getZoom(), STREET))
  }, [at.lat, at.lng])
  const here = () =>
    navigator.geolocation.getCurrentPosition(
      (p) => onMove(written(p.coords.latitude), written(p.coords.longitude)),
      () => notify(t('Não conseguimos saber onde este aparelho está. Toque no mapa.')),
      { timeout: 10_000 },
    )
  const zoom = (by: number) => map.current?.leaflet.setZoom(map.current.leaflet.getZoom() + by)
  return (
    <div className="col g1">
      <div className="mapbox">
        <div
          ref={box}
          className="map"
          role="img"
          aria-label={at.lat === null ? t('Mapa sem ponto marcado') : t('Mapa com o ponto da empresa')}
        />
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
