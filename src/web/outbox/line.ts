// The line of whoever is here, as every tab knows it: what stands in it, who is told of a change, and what each feature
// says of its own things (`delivers`).
import type { DataOf, Endpoint } from '#shared/wire.ts'
import { readAnswer } from '../api.ts'
import { createStore } from '../store.ts'
import { count } from './count.ts'
import type { Item, Refusal } from './item.ts'
import { OUTBOX } from './names.ts'
import type { Later } from './post.ts'

/** What a feature does with what it sends. */
export interface Kind {
  /** What it is called on the screen. */
  title(item: Item): string
  /** What is said of it when it is there, and where it is seen. */
  said(item: Item, answer: unknown): Said
  /** It is there: the device is brought up to date; twice is like once. `watched`: somebody waits for this very answer.
   * True: the person must see it, or say something to it. */
  sent(item: Item, answer: unknown, watched: boolean): boolean | Promise<boolean>
  /** How it comes back whole to where it is changed, answering the address; null: it cannot, and is sent or put away. */
  edit(item: Item): Back | null
  /** Where this feature sends to, and whether something is what it keeps beside: of a file from somewhere nothing else
   * is taken in. */
  path: RegExp
  isKept(kept: unknown): boolean
}
interface Said {
  text: string
  to: string
}
type Back = () => string | Promise<string>
/** The answer of a call; null: something else came. */
export function answerIn<E extends Endpoint>(endpoint: E, answer: unknown): DataOf<E> | null {
  try {
    return readAnswer(endpoint, answer)
  } catch {
    return null
  }
}
const kinds = new Map<string, Kind>()
/** A feature writes itself in. */
export function delivers(kind: string, how: Kind): void {
  kinds.set(kind, how)
}
export const kindOf = (item: Item) => kinds.get(item.kind)
/** Whether it is what a feature here makes. */
export function isOurs(item: Item): boolean {
  const how = kindOf(item)
  return how !== undefined && item.method === 'POST' && how.path.test(item.path) && how.isKept(item.kept)
}

export interface Pause {
  why: Later
  until: number
  said?: string
}
interface Outbox {
  /** Whose rows these are; '' while they are not read. */
  owner: string
  items: Item[]
  newer: number
  sending: string
  pause: Pause | null
  /** What this tab saw arrive, by name. */
  arrived: Record<string, Said>
}
export const NOTHING: Outbox = { owner: '', items: [], newer: 0, sending: '', pause: null, arrived: {} }
export const outbox = createStore<Outbox>(NOTHING)
/** What a try came to for whoever waits for it. */
export type Outcome = { sent: unknown } | { refused: Refusal } | 'held'
/** What became of a row. */
export interface Change {
  row?: Item
  gone?: string
  outcome?: [id: string, Outcome]
}
/** What tabs and the service worker tell each other. */
export interface Told extends Change {
  owner: string
  /** The worker sent it, which knows no kinds: what becomes of it is a page's to say. */
  left?: true
}
export const watchers = new Map<string, (o: Outcome) => void>()
let tabs: BroadcastChannel | null = null
/** Hears what other tabs and the worker do to the line; `onLeft`: the worker left an answer to be seen to. */
export function listen(onLeft: () => void): void {
  if (tabs) return
  tabs = new BroadcastChannel(OUTBOX)
  tabs.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data.owner !== outbox.get().owner) return
    hear(data)
    if (data.left) onLeft()
  }
}
function hear({ row, gone, outcome }: Change): void {
  if (row || gone)
    outbox.set((o) => {
      const others = o.items.filter((i) => i.id !== (row?.id ?? gone))
      return { ...o, items: row ? [...others, row].toSorted((a, b) => a.seq - b.seq) : others }
    })
  if (outcome) watchers.get(outcome[0])?.(outcome[1])
}
export function tell(what: Change): void {
  hear(what)
  tabs?.postMessage({ owner: outbox.get().owner, ...what })
  if (what.row || what.gone) recount()
}
export function recount(): void {
  const { owner, items, newer } = outbox.get()
  if (owner) count(owner, items.length + newer)
}
