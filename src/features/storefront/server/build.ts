// What the build made: which files a screen needs, and which of them stay on a device.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { Keeper, Route } from '#shared/route.ts'
import { routeAt, ROUTES } from '#shared/routes.ts'

export interface Built {
  /** Another build has another. */
  id: string
  script: string
  preload: string[]
  styles: string[]
  /** Scripts and styles of the screen at this address, beyond what every screen needs. */
  ahead: (pathname: string, asksPrices: boolean) => { scripts: string[]; styles: string[] }
  critical: string
  font: string
  /** The service worker's own text. */
  worker: string
  /** What every device keeps. */
  first: string[]
  /** What stays, beyond that, with whoever buys without a name, by name, and with the company's people. */
  kept: Record<Keeper, string[]>
}
interface Chunk {
  file: string
  name?: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}
type Manifest = Record<string, Chunk>
/** Opened by every screen but the catalogue: the table of screens, and what asks the server. */
const SECOND = ['src/shell/screens.tsx', 'src/shell/account.ts']
/** Stands above a catalogue without prices. */
const ASKS_PRICES = 'features/price_requests/web/AskPrices.tsx'
const KEEPERS: readonly Keeper[] = ['visitor', 'client', 'staff']
/** What the shell opens beside screens, and for whom: each with everything that it opens itself. */
const PARTS: Record<Keeper, readonly string[]> = {
  visitor: [
    'features/carts/web/LastOrder.tsx',
    'features/carts/web/full.ts',
    'features/catalogue/web/ask.ts',
    'features/catalogue/web/ProductSheet.tsx',
    'features/catalogue/web/ProductTail.tsx',
    'features/entities/web/Makers.tsx',
    'features/products/web/copy.ts',
    'shell/Device.tsx',
    'shell/kept.ts',
    'shell/LayoutDialog.tsx',
    'shell/Leave.tsx',
    'shell/LeaveDevice.tsx',
    'shell/outbox.ts',
  ],
  client: [
    ASKS_PRICES,
    'features/carts/web/LeaveCarts.tsx',
    'features/images/web/shrink.ts',
    'shell/Bell.tsx',
    'shell/LeaveOutbox.tsx',
  ],
  staff: [
    'features/carts/web/ClientStrip.tsx',
    'features/carts/web/desk.ts',
    'features/catalogue/web/Presentation.tsx',
    'features/orders/web/counting.ts',
    'shell/TrialBar.tsx',
    'shell/VisitBar.tsx',
  ],
}
const rows: readonly Route[] = Object.values(ROUTES)
/** What stays on a device: the screens that the table of routes says work there, and what stands around them. */
function keptFor(keeper: Keeper): string[] {
  const upTo = KEEPERS.slice(0, KEEPERS.indexOf(keeper) + 1)
  return upTo.flatMap((one) => [...PARTS[one], ...rows.flatMap((r) => r.stays?.[one] ?? [])])
}
/** Large, and of no use where there is no network. */
const NETWORK_ONLY = /zip-core|confetti|node_modules\/qrcode/

/** Every chunk that `entry` needs before it runs: one that is found late costs a round trip. `later`: also what it
 * opens afterwards. */
function neededBy(manifest: Manifest, entry: Chunk, later = false, seen = new Set<Chunk>()): Chunk[] {
  for (const name of [...(entry.imports ?? []), ...(later ? (entry.dynamicImports ?? []) : [])]) {
    const chunk = manifest[name]
    if (!chunk || seen.has(chunk) || (later && NETWORK_ONLY.test(name))) continue
    seen.add(chunk)
    neededBy(manifest, chunk, later, seen)
  }
  return [...seen]
}
const address = (file: string) => `/${file}`
const addresses = (chunks: Chunk[]) => [
  ...new Set(chunks.flatMap((c) => [address(c.file), ...(c.css ?? []).map(address)])),
]
export function readBuild(root: string): Built {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const manifest = JSON.parse(read('web/manifest.json')) as Manifest
  const entry = manifest['src/shell/main.tsx']
  const styles = manifest['src/shell/first.css']
  if (!entry || !styles) throw new Error('Falta a versão web: rode npm run build.')
  const first = [entry, ...neededBy(manifest, entry)]
  const second = SECOND.flatMap((name) => manifest[name] ?? [])
  if (second.length < SECOND.length) throw new Error('Falta a versão web: rode npm run build.')
  /** What every device keeps: the table's own, not what it opens. */
  const always = [...first, ...second.flatMap((c) => [c, ...neededBy(manifest, c)])]
  const font = `/fonts/${readdirSync(join(root, 'web/fonts')).find((f) => f.endsWith('.woff2'))}`
  const worker = read('worker/sw.js')
  const id = createHash('sha256').update(JSON.stringify(manifest)).update(worker).update(read('web/veil.js'))
  for (const file of readdirSync(join(root, 'web/assets/i18n')).sort()) id.update(read(`web/assets/i18n/${file}`))
  const ones = Object.values(manifest)
  const keptBy = (keeper: Keeper) => {
    const files = keptFor(keeper)
    // A chunk that several screens share stands there under its own name.
    const found = files.map((f) => manifest[`src/${f}`] ?? ones.find((c) => c.name === basename(f, extname(f))))
    const missing = files.filter((_, i) => !found[i])
    if (missing.length > 0) throw new Error(`A versão web não tem ${missing.join(', ')}.`)
    const chunks = (found as Chunk[]).flatMap((c) => [c, ...neededBy(manifest, c, true, new Set(always))])
    return addresses(chunks).filter((a) => !addresses(always).includes(a))
  }
  return {
    id: id.digest('hex').slice(0, 16),
    script: address(entry.file),
    preload: first.slice(1).map((c) => address(c.file)),
    styles: (entry.css ?? []).map(address),
    ahead: (pathname, asksPrices) => {
      const route = routeAt(pathname)?.route
      const ahead = route?.ahead && Object.values(route.stays ?? {})[0]
      const screen = manifest[`src/${asksPrices ? ASKS_PRICES : ahead}`]
      const opens = [...(route?.first === 'cards' ? [] : second), ...(screen ? [screen] : [])]
      const needed = opens.flatMap((c) => [c, ...neededBy(manifest, c)]).filter((c) => !first.includes(c))
      const chunks = [...new Set(needed)]
      return {
        scripts: chunks.map((c) => address(c.file)),
        styles: [...new Set(chunks.flatMap((c) => c.css ?? []))].map(address),
      }
    },
    critical: read(join('web', styles.file)).trim(),
    font,
    worker,
    first: [...addresses(always), font, '/veil.js'],
    kept: { visitor: keptBy('visitor'), client: keptBy('client'), staff: keptBy('staff') },
  }
}
