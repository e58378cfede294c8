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
  /** Asks for the streets, where they were not asked for at once. */
  showStreets: () => void
}
/** Streets of one shop beside the next. */
export const STREET = 15
/** No tile server knows more. */
const CLOSEST = 19
interface Options {
  /** Arrows and + and − move it once it has the focus. */
  keyboard: boolean
  /** Streets are asked of somebody else's server, which learns who looks: later, where a stranger only passes by. */
  later?: boolean
  /** Streets came, or did not. */
  onStreets: (came: boolean) => void
}
/** Opens it in a box once what it takes is here; null: the box is gone by then. */
export async function openMap(
  box: () => HTMLElement | null,
  { keyboard, later = false, onStreets }: Options,
): Promise<Opened | null> {
  allowMapProbes()
  const [L, { boundsOf, middleOf, STATES }] = await Promise.all([import('leaflet'), import('./outline.ts')])
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
  nameStates(L, map, { boundsOf, middleOf }, [...STATES.keys()])
  const tiles = tilesUrl()
  const streets = tiles
    ? L.tileLayer(tiles, { maxZoom: CLOSEST })
        .on('tileerror', () => onStreets(false))
        .on('tileload', () => onStreets(true))
    : null
  const showStreets = () => void streets?.addTo(map)
  if (!later) showStreets()
  return { L, map, boundsOf, showStreets }
}
/** The mark of a place. */
export const pinOf = (L: Leaflet) =>
  L.divIcon({
    className: 'mappin',
    html: document.createElement('span'),
    iconSize: [28, 28],
    iconAnchor: [14, 28],
  })
/** Whether the installation has streets to show at all. */
export const hasStreets = () => !!tilesUrl()
const tilesUrl = () => document.querySelector<HTMLMetaElement>('meta[name="tiles"]')?.content
/** The letters of each state, where they do not run into its neighbour's. */
function nameStates(
  L: Leaflet,
  map: LeafletMap,
  { boundsOf, middleOf }: Pick<typeof import('./outline.ts'), 'boundsOf' | 'middleOf'>,
  states: string[],
): void {
  const names = states.map((state) => {
    const html = document.createElement('span')
    html.textContent = state
    html.ariaHidden = 'true'
    const icon = L.divIcon({ className: 'ufname', html, iconSize: [0, 0] })
    // Above the outline: Leaflet puts what is further north further down.
    const place = { pane: 'ground', icon, interactive: false, keyboard: false, zIndexOffset: 10_000 }
    const marker = L.marker(middleOf(state), place).addTo(map)
    return { marker, bounds: boundsOf(state) }
  })
  const fit = () => {
    for (const { marker, bounds } of names) {
      const [low, high] = bounds.map((at) => map.latLngToLayerPoint(at))
      const wide = low && high ? Math.min(high.x - low.x, low.y - high.y) : 0
      marker.getElement()?.toggleAttribute('hidden', wide < ROOM)
    }
  }
  map.on('zoomend', fit)
  fit()
}
/** So many pixels a state must span to be named. */
const ROOM = 32
/** Whose map it is: the outline's and the streets' makers. */
export const MADE_BY = '© OpenStreetMap · MapSVG (CC BY 4.0)'
