import { Suspense, useEffect, useRef, useState } from 'react'
import { pointOf } from '#shared/geo.ts'
import { internationalPhone, showPhone } from '#shared/phone.ts'
import { t } from '#web/i18n.ts'
import { lazy } from '#web/lazy.tsx'
import { online } from '#web/online.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import type { Company } from '../contract.ts'

const PlaceMap = lazy(() => import('#web/map/PlaceMap.tsx'))
/** A network in which the company is found. */
export interface Net {
  name: IconName
  label: string
  href: string
}
const search = (words: string) => `https://www.google.com/maps/search/?api=1&query=${words}`
/** Where the company is and how it is reached; nothing where it has said neither. */
export function Where({ company: c, phone, nets }: { company: Company; phone: string; nets: Net[] }) {
  const place = [c.address, c.city, c.state, c.country].filter(Boolean).join(', ')
  const at = pointOf({ lat: c.lat, lng: c.lang })
  const ways: { icon: IconName; href: string; text: string }[] = [
    ...(place ? [{ icon: 'pin' as const, href: search(encodeURIComponent(place)), text: place }] : []),
    ...(phone ? [{ icon: 'phone' as const, href: `tel:+${internationalPhone(phone)}`, text: showPhone(phone) }] : []),
    ...nets.map((n) => ({ icon: n.name, href: n.href, text: n.label })),
  ]
  if (!at && ways.length === 0) return null
  return (
    <section className="panel pad where" aria-labelledby="where">
      <address className="col g3">
        <h2 className="h3" id="where">
          {place || at ? t('Onde estamos') : t('Contato')}
        </h2>
        <ul className="col">
          {ways.map((w) => (
            <li key={w.icon}>
              <a href={w.href} {...(!w.href.startsWith('tel:') && { target: '_blank', rel: 'noreferrer' })}>
                <Icon name={w.icon} size="s" />
                <span>{w.text}</span>
              </a>
            </li>
          ))}
        </ul>
        {at && (
          <a href={search(`${at.lat},${at.lng}`)} target="_blank" rel="noreferrer" className="btn sec">
            <Icon name="pin" />
            {t('Ver no Google Maps')}
          </a>
        )}
      </address>
      {at && <Seen at={at} state={c.state} label={t('{name} no mapa', { name: c.name })} />}
    </section>
  )
}
/** The map comes when it is about to be seen, and where there is a network. */
function Seen(props: Parameters<typeof PlaceMap>[0]) {
  const [near, setNear] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const isOnline = online.use()
  useEffect(() => {
    const watch = new IntersectionObserver((e) => setNear((was) => was || e.some((x) => x.isIntersecting)), {
      rootMargin: '200px',
    })
    if (box.current) watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  // What has come stays when the network goes.
  const [shown, setShown] = useState(false)
  if (near && isOnline && !shown) setShown(true)
  return (
    <div ref={box} className="place">
      {shown && (
        <Suspense
          fallback={
            <span className="sk mapbox" role="status">
              <span className="sr">{t('Carregando')}</span>
            </span>
          }
        >
          <PlaceMap {...props} />
        </Suspense>
      )}
    </div>
  )
}
