import type { LayerGroup, Marker } from 'leaflet'
import { useEffect, useMemo, useRef, useState } from 'react'
import Supercluster from 'supercluster'
import type { Point } from '#shared/geo.ts'
import { t, tn } from '#web/i18n.ts'
import { MapButtons } from '#web/map/MapButtons.tsx'
import { MADE_BY, type Opened, openMap, STREET } from '#web/map/open.ts'
import { online } from '#web/online.ts'
import type { PlacedPin } from './pins.ts'

interface Props {
  pins: readonly PlacedPin[]
  company: Point | null
  /** Where this device is. */
  here: Point | null
  /** The stops of the day's route as they are driven, and where it begins. */
  route: readonly Point[]
  start: Point | null
  picked: PlacedPin | null
  onPick: (key: string) => void
  /** Several that stand at one place. */
  onCrowd: (keys: string[]) => void
  /** Another selection: everything of it is to be seen. */
  selection: string
}
/** Pins nearer to each other than this are one, in pixels. */
const RADIUS = 64
const CLOSEST = 19
/** So much beyond the edges is drawn, too: a pan shows no gap. */
const BEYOND = 0.3

/** Pins on the map, those that would cover each other as one with their number. The list beside it says the same to whoever
 * sees no map: the pins are kept out of the way of keyboard and screen reader. */
export default function ClusterMap(props: Props) {
  const { pins, company, here, route, start, picked, selection } = props
  const box = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [streets, setStreets] = useState(true)
  const connected = online.use()
  const acts = useRef(props)
  useEffect(() => {
    acts.current = props
  })
  useEffect(() => {
    let gone = false
    let mine: Opened | null = null
    const open = async () => {
      mine = await openMap(() => (gone ? null : box.current), { keyboard: true, onStreets: setStreets })
      if (mine) setOpened(mine)
    }
    void open()
    return () => {
      gone = true
      mine?.map.remove()
    }
  }, [])
  const index = useMemo(() => {
    const clusters = new Supercluster<{ pin: PlacedPin }>({ radius: RADIUS, maxZoom: CLOSEST, extent: 256 })
    return clusters.load(
      pins.map((pin) => ({
        type: 'Feature',
        properties: { pin },
        geometry: { type: 'Point', coordinates: [pin.lng, pin.lat] },
      })),
    )
  }, [pins])
  useEffect(() => (opened ? drawPins(opened, index, () => acts.current) : undefined), [opened, index])
  useEffect(() => {
    if (!opened) return
    const all = [...acts.current.pins, ...(acts.current.company ? [acts.current.company] : [])]
    const { picked: one } = acts.current
    if (one) opened.map.setView(one, STREET, { animate: false })
    else if (all.length > 0)
      opened.map.fitBounds(
        all.map((p): [number, number] => [p.lat, p.lng]),
        { padding: [32, 32], maxZoom: STREET, animate: false },
      )
  }, [opened, selection])
  useEffect(() => {
    if (!opened) return
    const { L, map } = opened
    const group: LayerGroup = L.layerGroup().addTo(map)
    const mark = (at: Point, above: number, look: Look) =>
      L.marker(at, {
        keyboard: false,
        interactive: false,
        zIndexOffset: above,
        icon: dot(L, look),
      }).addTo(group)
    if (company) mark(company, 500, { className: 'spot house' })
    if (here) mark(here, 600, { className: 'spot me' })
    if (route.length > 0)
      L.polyline([...(start ? [start] : []), ...route], { interactive: false, className: 'way' }).addTo(group)
    route.forEach((stop, i) => mark(stop, 700, { className: 'spot stop', text: String(i + 1) }))
    if (picked) mark(picked, 800, { className: 'spot picked' })
    return () => void group.remove()
  }, [opened, company, here, route, start, picked])
  useEffect(() => {
    if (!opened || !picked) return
    const { map } = opened
    if (map.getZoom() < STREET || !map.getBounds().pad(-0.1).contains(picked))
      map.setView(picked, Math.max(map.getZoom(), STREET))
  }, [opened, picked])
  const label = t('Mapa com {n}. A lista traz os mesmos; setas e os sinais de mais e menos movem o mapa.', {
    n: tn(pins.length, '{n} lugar', '{n} lugares'),
  })
  return (
    <div className="mapbox clusters">
      <section ref={box} className="map" aria-label={label} />
      <MapButtons onZoom={(by) => opened?.map.setZoom(opened.map.getZoom() + by)} />
      <p className="madeby xs">
        {(!streets || !connected) && <b>{t('Sem internet para as ruas: só o contorno dos estados.')} </b>}
        {MADE_BY}
      </p>
    </div>
  )
}
interface Look {
  className: string
  text?: string
  /** How long ago the last order is. */
  age?: string
}
function dot(L: Opened['L'], { className, text = '', age = '' }: Look) {
  const html = document.createElement('span')
  html.textContent = text
  html.dataset.age = age
  return L.divIcon({ className, html, iconSize: [0, 0] })
}
/** Draws what stands in the part that is seen, anew after each move; answers how to take it away. */
function drawPins(
  { L, map }: Opened,
  index: Supercluster<{ pin: PlacedPin }>,
  acts: () => Pick<Props, 'onPick' | 'onCrowd'>,
): () => void {
  const group = L.layerGroup().addTo(map)
  const drawn = new Map<string, Marker>()
  map.getPane('markerPane')?.setAttribute('aria-hidden', 'true')
  const make = (found: ReturnType<typeof index.getClusters>[number]): Marker => {
    const [lng = 0, lat = 0] = found.geometry.coordinates
    const crowd = 'cluster' in found.properties ? found.properties : null
    const pin = 'pin' in found.properties ? found.properties.pin : null
    const marker = L.marker([lat, lng], {
      keyboard: false,
      title: pin?.name ?? '',
      icon: dot(
        L,
        crowd
          ? {
              className: `crowd${crowd.point_count < 100 ? '' : ' many'}`,
              text: crowd.point_count.toLocaleString('pt-BR'),
            }
          : { className: pin?.kind === 'profile' ? 'spot profile' : 'spot client', age: pin?.age ?? '' },
      ),
    })
    marker.on('click', () => {
      if (pin) return acts().onPick(pin.key)
      if (!crowd) return
      const zoom = index.getClusterExpansionZoom(crowd.cluster_id)
      if (zoom <= CLOSEST) return map.setView([lat, lng], Math.max(zoom, map.getZoom() + 1))
      acts().onCrowd(index.getLeaves(crowd.cluster_id, Number.POSITIVE_INFINITY).map((l) => l.properties.pin.key))
    })
    return marker
  }
  const draw = () => {
    const seen = map.getBounds().pad(BEYOND)
    const found = index.getClusters(
      [seen.getWest(), seen.getSouth(), seen.getEast(), seen.getNorth()],
      Math.round(map.getZoom()),
    )
    const wanted = new Map(
      found.map((f) => ['cluster' in f.properties ? `g${f.properties.cluster_id}` : f.properties.pin.key, f]),
    )
    for (const [key, marker] of drawn) {
      if (wanted.has(key)) continue
      marker.remove()
      drawn.delete(key)
    }
    for (const [key, f] of wanted) if (!drawn.has(key)) drawn.set(key, make(f).addTo(group))
  }
  map.on('moveend', draw)
  draw()
  return () => {
    map.off('moveend', draw)
    group.remove()
  }
}
