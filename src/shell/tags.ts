// Measuring tags of the company: only after a yes, only on pages that the server opened for them (its meta "tags").
import type { Company } from '#features/companies/contract.ts'

const COOKIE = 'mo_consent'
const YEAR = 365 * 24 * 3600

/** What this browser answered; null when it was not asked yet. */
export function consent(): boolean | null {
  const found = new RegExp(`(?:^|; )${COOKIE}=([01])`).exec(document.cookie)
  return found ? found[1] === '1' : null
}
/** A cookie, so that the server knows with which content policy to answer the next page. */
export function giveConsent(yes: boolean): void {
  document.cookie = `${COOKIE}=${yes ? 1 : 0}; path=/; max-age=${YEAR}; samesite=lax`
}
/** A number that this browser drew for itself, so that its answer can be told from others. */
export function visitorNumber(): string {
  const kept = localStorage.getItem('mo_visitor') ?? crypto.randomUUID()
  localStorage.setItem('mo_visitor', kept)
  return kept
}
export const hasTags = (c: Company) =>
  !!(c.settings.tag_facebook || c.settings.tag_google || c.settings.tag_tag_manager)

type Layer = {
  dataLayer?: unknown[]
  fbq?: ((...args: unknown[]) => void) & { queue?: unknown[][]; loaded?: boolean; version?: string }
}
let loaded = false
/** Loads the tags, once; nothing happens where the server did not open the page for them. */
export function loadTags(c: Company): void {
  if (loaded || consent() !== true || !document.querySelector('meta[name="tags"]')) return
  loaded = true
  const w = window as unknown as Layer
  const add = (src: string) =>
    document.head.append(Object.assign(document.createElement('script'), { async: true, src }))
  const { tag_google, tag_tag_manager, tag_facebook } = c.settings
  if (tag_google || tag_tag_manager) w.dataLayer ??= []
  if (tag_google) {
    // gtag reads the arguments object itself, not an array.
    const gtag = function () {
      // oxlint-disable-next-line prefer-rest-params
      w.dataLayer?.push(arguments)
    } as (...args: unknown[]) => void
    gtag('js', new Date())
    gtag('config', tag_google)
    add(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(tag_google)}`)
  }
  if (tag_tag_manager) {
    w.dataLayer?.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    add(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(tag_tag_manager)}`)
  }
  if (tag_facebook && !w.fbq) {
    const queue: unknown[][] = []
    w.fbq = Object.assign((...args: unknown[]) => void queue.push(args), { queue, loaded: true, version: '2.0' })
    w.fbq('init', tag_facebook)
    w.fbq('track', 'PageView')
    add('https://connect.facebook.net/pt_BR/fbevents.js')
  }
}
