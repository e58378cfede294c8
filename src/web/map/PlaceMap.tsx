import { useEffect, useRef, useState } from 'react'
import type { Point } from '#shared/geo.ts'
import { t } from '../i18n.ts'
import { notify } from '../ui/snack.tsx'
import { MapButtons } from './MapButtons.tsx'
import { hasStreets, MADE_BY, type Opened, openMap, pinOf, STREET } from './open.ts'

interface Props {
  at: Point
  /** What is shown around it: a state by its letters. */
  state: string
  /** What it shows. */
  label: string
}
/** One place to be seen, not changed, in its state; the streets when they are asked for. A page is scrolled over it as
 * if it were a picture. */
export default function PlaceMap({ at: { lat, lng }, state, label }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const opened = useRef<Opened | null>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    let gone = false
    let came = false
    const onStreets = (one: boolean) => {
      came ||= one
      if (came || gone) return
      setNear(false)
      notify(t('As ruas não carregaram.'))
      opened.current?.map.fitBounds(opened.current.boundsOf(state), { animate: false })
    }
    const open = async () => {
      const o = await openMap(() => (gone ? null : box.current), { keyboard: false, later: true, onStreets })
      if (!o) return
      const { L, map } = o
      map.scrollWheelZoom.disable()
      if (matchMedia('(pointer: coarse)').matches) map.dragging.disable()
      map.fitBounds(o.boundsOf(state), { animate: false })
      L.marker([lat, lng], { keyboard: false, interactive: false, icon: pinOf(L) }).addTo(map)
      opened.current = o
    }
    void open()
    return () => {
      gone = true
      opened.current?.map.remove()
      opened.current = null
    }
  }, [lat, lng, state])
  const toStreets = () => {
    const o = opened.current
    if (!o) return
    setNear(true)
    o.map.setView([lat, lng], STREET, { animate: false })
    o.showStreets()
  }
  return (
    <figure className="col g1">
      <div className="mapbox">
        <div ref={box} className="map" role="img" aria-label={label} />
        <MapButtons onZoom={(by) => opened.current?.map.setZoom(opened.current.map.getZoom() + by)} />
      </div>
      <figcaption className="row between wrap xs t2">
        {MADE_BY}
        {hasStreets() && !near && (
          <button type="button" className="btn sec small" onClick={toStreets}>
            {t('Ver as ruas')}
          </button>
        )}
      </figcaption>
    </figure>
  )
}
