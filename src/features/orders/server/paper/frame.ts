// What an order's paper is made of, and the measures of its pages.
import { A4 } from '#server/paper.ts'
import { writable } from '#server/pdf.ts'
import type { Order } from '../../contract.ts'

export interface Printed
  extends Pick<
    Order,
    | 'number'
    | 'name'
    | 'company_name'
    | 'phone'
    | 'document'
    | 'seller_name'
    | 'description'
    | 'payment_term'
    | 'delivery_date'
    | 'valid_until'
    | 'currency'
    | 'items_count'
    | 'lines'
  > {
  /** Absent where the reader may not know prices: then no money stands anywhere. */
  subtotal?: number | undefined
  discount?: number | undefined
  freight?: number | undefined
  total?: number | undefined
  email: string
  client_code: string
  additional_name: string
  additional_field: string
  signature: string
  /** Still offered, and not ordered yet. */
  quote: boolean
  cancelled: boolean
  /** When it came, as a day. */
  day: string
  /** When it was taken, where that is another day than `day`. */
  taken: string
  /** Where it opens. */
  link: string
}
export interface Head {
  name: string
  document: string
  phone: string
  place: string
  colour: string
  logo: Buffer | null
}
export const [W, H] = A4
export const EDGE = 40
export const WIDTH = W - 2 * EDGE
export const FOOT = H - 52

export const right = (width: number) => ({ width, align: 'right' as const })
/** The first of several words that can be written at all. */
export const firstWritable = (...words: string[]) => words.map(writable).find(Boolean) ?? ''
