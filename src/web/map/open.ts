// The one way a map is opened: Leaflet with the outline of Brazil's states as its ground, which needs no network, and the
// streets of the installation's tile server above it, where one is set and answers.
import type { Map as LeafletMap } from 'leaflet'
import { allowMapProbes } from '../trusted.ts'
import type { Bounds } from './outline.ts'
// Ours first: Leaflet's own ground stays.
import './map.css'
import 'leaflet/dist/leaflet.css'

type Leaflet = typeof import('leaflet')
export interface Opened {
  L: Leaflet
  map: LeafletMap
  /** What a state spans, by its letters; all Brazil for anything else. */
  boundsOf: (state: string) => Bounds
}
/** Streets of one shop beside the next. */
export const STREET = 15
/** No tile server knows more. */
const CLOSEST = 19
interface Options {
  /** Arrows and + and − move it once it has the focus. */
  keyboard: boolean
  /** Streets came, or did not. */
  onStreets: (came: boolean) => void
}
/** Opens it in a box once what it takes is here; null: the box is gone by then. */
export async function openMap(box: () => HTMLElement | null, { keyboard, onStreets }: Options): Promise<Opened | null> {
  allowMapProbes()
  const [L, { boundsOf, STATES }] = await Promise.all([import('leaflet'), import('./outline.ts')])
  const el = box()
  if (!el) return null
  const map = L.map(el, { zoomControl: false, attributionControl: false, keyboard, maxZoom: CLOSEST, minZoom: 3 })
  const resized = new ResizeObserver(() => map.invalidateSize({ animate: false }))
  resized.observe(el)
  map.on('unload', () => resized.disconnect())
  map.fitBounds(boundsOf(''), { animate: false })
  map.createPane('ground').style.zIndex = '150'
  const renderer = L.svg({ pane: 'ground', padding: 0.6 })
  for (const rings of STATES.values())
    L.polygon(
      rings.map((ring) => [ring]),
      { pane: 'ground', renderer, interactive: false, className: 'uf' },
    ).addTo(map)
  const tiles = document.querySelector<HTMLMetaElement>('meta[name="tiles"]')?.content
  if (tiles)
    L.tileLayer(tiles, { maxZoom: CLOSEST })
      .on('tileerror', () => onStreets(false))
      .on('tileload', () => onStreets(true))
      .addTo(map)
  return { L, map, boundsOf }
}
/** Whose map it is: the outline's and the streets' makers. */
export const MADE_BY = '© OpenStreetMap · MapSVG (CC BY 4.0)'
