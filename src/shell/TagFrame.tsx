import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { TAG_COOKIES } from '#features/privacy/web/answer-consent.ts'
import { routeAt } from '#shared/routes.ts'
import { knownTouch } from '#shared/tracking.ts'
import { t } from '#web/i18n.ts'

/** Characters of the scripts' cookies that the device keeps. */
const MOST_COOKIES = 4096
/** What a measured address keeps of its query, besides the campaign: nothing that was typed, no number of a person. */
const SHOWN = ['product_code', 'category', 'tag', 'promo', 'fbclid']

/** The site that led here, without the page there. */
function referringSite(): string {
  const site = document.referrer && new URL(document.referrer).origin
  return site === location.origin ? '' : site
}
function measuredQuery(search: string): string {
  const query = Object.fromEntries(new URLSearchParams(search))
  const kept = new URLSearchParams(knownTouch(query))
  for (const key of SHOWN) if (query[key]) kept.set(key, query[key].slice(0, 300))
  return kept.size > 0 ? `?${kept}` : ''
}

/** The document with the vendors' scripts, one for each screen that the server makes for visitors. */
export default function TagFrame({ company }: { company: string }) {
  const [path] = useLocation()
  const search = useSearch()
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    // The frame's cookies, for the next frame: an opaque origin keeps none.
    const keep = ({ source, data }: MessageEvent) => {
      if (source && source === frame.current?.contentWindow && typeof data === 'string' && data.length <= MOST_COOKIES)
        localStorage.setItem(TAG_COOKIES, data)
    }
    addEventListener('message', keep)
    return () => removeEventListener('message', keep)
  }, [])
  const route = routeAt(path)?.route
  // The cart's screen has its data with the document (`data`), and is not measured.
  if (route?.first !== 'cards' && route?.first !== 'bar') return null
  const src = `/tags${path}${measuredQuery(search)}`
  return (
    <iframe
      key={src}
      ref={frame}
      src={src}
      name={JSON.stringify([
        localStorage.getItem(TAG_COOKIES) ?? '',
        referringSite(),
        route.title ? t(route.title, { name: company }) : company,
      ])}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      title={t('Medição de visitas')}
      hidden
    />
  )
}
