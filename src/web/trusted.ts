// The page's Trusted Types policies. Ours: HTML made through it is only ever parsed into a document that never runs.
interface Policy {
  createHTML(html: string): string
  createScriptURL(address: string): string
}
const factory = (window as unknown as { trustedTypes?: { createPolicy(name: string, rules: Partial<Policy>): Policy } })
  .trustedTypes
// Leaflet asks the browser what it can do with these two; everything else that writes HTML by text is refused.
const PROBES = new Set(['<svg/>', '<v:shape adj="1"/>'])
/** Lets Leaflet be loaded: call it before the import. */
let probed = false
export function allowMapProbes(): void {
  if (probed) return
  probed = true
  factory?.createPolicy('default', {
    createHTML: (html) => {
      if (PROBES.has(html)) return html
      throw new TypeError('HTML by text is not used here')
    },
  })
}
const WORKER = '/sw.js'
const policy = factory?.createPolicy('mostruario', {
  createHTML: (html) => html,
  createScriptURL: (address) => {
    if (address === WORKER) return address
    throw new TypeError('The only script that is named by text is the worker')
  },
})
/** The service worker's address, as `register` takes it. */
export const workerAddress = () => policy?.createScriptURL(WORKER) ?? WORKER

/** The nodes of a cleaned text, parsed apart from the page: no script runs, no handler fires. */
export function inertNodes(html: string): Node[] {
  const parsed = new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, 'text/html')
  return [...parsed.body.childNodes]
}
