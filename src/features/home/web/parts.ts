// What the home shows of other features, and to whom.
import type { ReactNode } from 'react'

export interface HomeSlots {
  /** The button that begins an order. */
  newOrder: ReactNode
  /** Orders that were begun on this device and not sent. */
  carts: ReactNode
  /** Today's visits. */
  visits: ReactNode
  /** The button that plans a visit to somebody of the list. */
  plan: (whom: { client_id: number; name: string; phone: string; interval_days: number | null }) => ReactNode
  /** Begins an order for this client. */
  start: (client: number) => Promise<void>
}
export interface HomeViewer {
  level: number
  name: string
  /** Whether the company takes orders. */
  orders: boolean
}
