// What the simulated ERPs keep, are asked and answer.
import type { IncomingHttpHeaders } from 'node:http'

export type Row = Record<string, unknown>
export type Answer = [status: number, body: unknown]
export interface Fault {
  status?: number
  body?: string
  headers?: Record<string, string>
  /** Cut the connection instead of answering. */
  cut?: boolean
  /** Milliseconds before anything is sent. */
  late?: number
  /** Nothing is sent before this has come about. */
  held?: Promise<unknown>
  /** Do what was asked, then cut the connection: the answer is lost. */
  lost?: boolean
}
export interface Asked {
  erp: string
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}
/** What the simulated ERPs do beyond their documents. Each was measured at one of the five or cannot be ruled out at the
 * others (erp_simulator.ts says where). */
export interface Hostile {
  /** Filters are accepted and ignored: every row comes. */
  filterIgnored: boolean
  /** Most rows of a page, whatever was asked for; null: as documented. */
  mostRows: number | null
  /** Changes what is answered: `withoutList`, `emptyList` of erp_simulator.ts. */
  bend: ((a: Asked, body: unknown) => unknown) | null
}
export interface Taken {
  id: number
  key: string
  body: Row
}
export interface ErpSimulator {
  hosts: Record<string, string>
  origin: string
  /** Every request as it came. */
  journal: Asked[]
  /** `today` (yyyy-mm-dd) is Omie's own day: no order is foreseen for one before it. */
  omie: { products: Row[]; stock: Row[]; families: Row[]; today: () => string }
  bling: {
    products: Row[]
    categories: Row[]
    access: string
    refresh: string
    refreshes: number
    code: string
    callback: string
    /** Whether the token is one that is still accepted. */
    jwt: boolean
    /** Forms of payment. */
    forms: Row[]
    /** Takes orders without their instalments, as for a form that is not the account's. */
    alerts: boolean
  }
  sankhya: { products: Row[]; groups: Row[]; prices: Row[]; stock: Row[]; token: string; sessions: number }
  tagplus: { products: Row[]; categories: Row[] }
  pedidook: { products: Row[]; sellers: Row[]; link: (path: string, page: number) => string }
  /** What was made there. */
  taken: Record<'omie' | 'bling' | 'tagplus' | 'pedidook', { clients: Taken[]; orders: Taken[] }>
  hostile: Hostile
  /** What to answer instead, for this request; undefined lets it through. */
  fault: ((a: Asked) => Fault | undefined) | null
  close(): void
}
/** When a row changed there, on Brazil's clock; rows without it are old. */
export const changedAt = (r: Row) => (typeof r._changed === 'string' ? r._changed : '2020-01-01 00:00:00')
export const shown = (r: Row): Row => Object.fromEntries(Object.entries(r).filter(([k]) => !k.startsWith('_')))
export const slice = (rows: Row[], page: number, size: number) => rows.slice((page - 1) * size, page * size).map(shown)
export const unknownFields = (given: Iterable<string>, known: string) =>
  [...given].filter((k) => !known.split(' ').includes(k))

/** No row is ever taken out of the lists. */
export const nextId = (rows: { id: number }[]) => rows.length + 1
export const missing = (o: Row, fields: string) => fields.split(' ').filter((f) => o[f] === undefined || o[f] === '')
export const rowOf = (v: unknown): Row => (v ?? {}) as Row
