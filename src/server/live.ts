// Live updates: one LISTEN connection, told to every open screen.
import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { DatabaseClient } from './database-address.ts'

/** An order, of a company that may hear of it. */
interface OrderChange {
  type: 'order'
  company_id: number
  id: number
  seller_id: number | null
  client_id: number | null
  status: string
  created: boolean
}
/** The catalogue of a company, or people of it: those named and whoever they belong to; null: many. */
type OtherChange =
  | { type: 'catalogue'; company_id: number }
  | { type: 'people'; company_id: number; users: number[] | null }
  /** These people were told something. */
  | { type: 'notice'; company_id: number; users: number[] }
/** Something was written or read in a conversation: of an order, or of a client apart from any. */
interface MessageChange {
  type: 'message'
  company_id: number
  id: number
  order_id: number | null
  seller_id: number | null
  client_id: number | null
}
export type LiveEvent = OrderChange | MessageChange | OtherChange
/** How far somebody's work is, 0 to 100; null: it has ended. */
interface Progress {
  key: string
  percent: number | null
}
export interface Live {
  /** `over`: nothing more will be told. */
  on(listener: (event: LiveEvent) => void, over: () => void): () => void
  /** Every server's work in hand. */
  onProgress(listener: (progress: Progress) => void): void
  /** How many are told. */
  listeners(): number
  stop(): Promise<void>
}
/** A line that fell silent (a machine that is gone without a word) looks like one on which nothing happens. */
const ASK_EVERY = 20_000
const PATIENCE = 10_000

/** Listens on the channels `orders`, `changes` and `progress`; comes back by itself after PostgreSQL was away. */
export function listenLive(url: string): Live {
  const emitter = new EventEmitter().setMaxListeners(0)
  let client: pg.Client | undefined
  let stopped = false
  let before = false
  const connect = async () => {
    const c = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: PATIENCE, query_timeout: PATIENCE })
    client = c
    let over = false
    const look = setInterval(() => void c.query('select 1').catch(() => again()), ASK_EVERY).unref()
    const again = () => {
      if (over) return
      over = true
      clearInterval(look)
      c.removeAllListeners()
      c.on('error', () => {})
      void c.end().catch(() => {})
      if (!stopped) setTimeout(() => void connect(), 500).unref()
    }
    c.on('error', again)
    c.on('end', again)
    c.on('notification', ({ channel, payload }) => {
      const told = JSON.parse(payload ?? '{}') as object
      if (channel === 'progress') emitter.emit('progress', told)
      else emitter.emit('event', { ...(channel === 'orders' && { type: 'order' }), ...told })
    })
    try {
      await c.connect()
      await c.query('listen orders; listen changes; listen progress')
      // What was told while nobody listened is lost: open screens ask again for what they show.
      if (before) emitter.emit('over')
      before = true
    } catch {
      again()
    }
  }
  void connect()
  return {
    on(listener, over) {
      emitter.on('event', listener).once('over', over)
      return () => emitter.off('event', listener).off('over', over)
    },
    onProgress: (listener) => void emitter.on('progress', listener),
    listeners: () => emitter.listenerCount('event'),
    async stop() {
      stopped = true
      emitter.emit('over')
      await client?.end().catch(() => {})
    },
  }
}
