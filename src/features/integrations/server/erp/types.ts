// What a connector is: it speaks one ERP's protocol and says what it read in our words. It writes nothing.
import type { ErpCategory } from '../../contract.ts'
import type { SecretField, Type } from '../../rules.ts'

/** A product as the ERP has it, in our words and cents. */
export interface ErpProduct {
  external_id: string
  values: {
    name: string
    code: string
    ean: string
    /** Cents. Undefined, as of pieces: another list of this ERP says it. */
    price?: number | null
    price_promo: number | null
    description: string
    additional_text: string
    active: boolean
    stock?: number | null
    multiple?: number
  }
  /** What it is counted in, where another list has prices of several units. */
  unit?: string
  categories: { id: string; name: string }[]
  variations: {
    external_id?: string
    specs: Record<string, string>
    code: string
    ean: string
    price: number | null
    stock: number | null
  }[]
  /** `address` names the picture for good, `source` is where it is read now. */
  photos: { address: string; source: string }[]
}
/** Where a walk stands; each connector's own. */
export type Cursor = Record<string, string | number | null>
export interface Page {
  products?: ErpProduct[]
  /** Pieces by external id, of one place each. The last list of a walk: they are written at its end. */
  stock?: [string, number][]
  /** Cents by external id, of a unit; those of another than the product's are left out. */
  prices?: [string, number | null, unit?: string][]
  /** This was the last page of a whole list that leaves out those that have none. */
  ends?: 'stock' | 'price'
  next: Cursor | null
}
/** One step's reading: first the categories, where they have a list of their own, then pages. */
export type Read = { categories: ErpCategory[] } | { page: Page }
export interface Request {
  method?: 'GET' | 'POST' | 'PATCH'
  path: string
  query?: Record<string, string | number | undefined>
  headers?: Record<string, string>
  json?: unknown
  form?: Record<string, string>
  /** Not tried again, and short: a token that was used must not be used twice. */
  once?: boolean
  /** Not tried again: what it makes there might be made twice. */
  write?: boolean
}
/** What came back: the status, and the text as JSON (undefined when it is none). */
export interface Reply {
  status: number
  json: unknown
  /** Seconds of the header Retry-After; 0 without it. */
  retry_after: number
}
export interface Tokens {
  access: string
  /** Seconds. */
  expires_in: number
  refresh?: string
}
export interface Context {
  type: Type
  base: string
  secrets: Partial<Record<SecretField, string>>
  /** Keys of the platform's own. */
  platform: { bling_id: string; bling_secret: string; pedidook_partner: string }
  /** What the company says of its account there (rules: own). */
  id_system: string
  /** Chosen from the ERP's lists (OrderTaker.choices). */
  settings: Record<string, string>
  now: Date
  since: Date | null
  ignore_stock: boolean
  /** Sends with this ERP's pace and tries again what may be tried again; throws ErpFailure. `judge`
   * answers the value or throws. */
  ask<T>(request: Request, judge: (reply: Reply) => T): Promise<T>
  /** A valid access token; `stale` is one that was refused. */
  access(stale?: string): Promise<string>
}
/** A confirmed order as it goes to an ERP. Money in cents. */
export interface OrderDraft {
  /** Our own name of it there. */
  key: string
  number: string
  /** yyyy-mm-dd */
  day: string
  client: {
    id: string
    name: string
    company_name: string
    document: string
    email: string
    phone: string
    /** Its id there, as kept from the order before; '' when none is, and of who has a document. */
    known_as: string
    /** Ids there of other clients without a document. */
    known_others: string[]
  }
  lines: { external_id: string; code: string; name: string; specs: string; quantity: number; unit: number }[]
  /** Of the lines and of the whole. */
  discount: number
  note: string
}
export interface Sent {
  external_id: string
  number: string
  /** What the ERP left out of an order that it took, in its words; '' when nothing. */
  alert?: string
}
export interface OrderTaker {
  /** Seconds until a sent order can be found there for sure. */
  settle: number
  /** Refuses a second order with our key: no need to look before the first try. */
  unique: boolean
  /** What an admin chooses once, from live lists. */
  choices: Record<string, (c: Context) => Promise<ErpCategory[]>>
  find(c: Context, key: string): Promise<Sent | null>
  /** Throws ErpFailure: `refused` for sure not there, `silent` nobody knows. `keep` is told the client's
   * id there before the order is made, where clients are found by their document only. */
  create(c: Context, draft: OrderDraft, keep: (client: string) => Promise<void>): Promise<Sent>
}
export interface Connector {
  /** Milliseconds between two calls with one key. */
  gap: number
  timeout: number
  page(c: Context, cursor: Cursor | null): Promise<Page>
  categories(c: Context): Promise<ErpCategory[]>
  /** Products name their categories: there is no list to read before them. */
  named?: true
  /** New tokens from what is stored; connectors with lasting keys have none. */
  sign?(c: Context, refresh: string): Promise<Tokens>
  orders?: OrderTaker
}
/** Why an ERP did not give what was asked, in a sentence for the admin. */
export class ErpFailure extends Error {
  /** credentials: the admin must act; permission: this one action is not allowed to the link; wait: after so many seconds; silent: no sensible answer, not before so many
   * seconds; refused: asking again changes nothing. */
  kind: 'credentials' | 'permission' | 'wait' | 'silent' | 'refused'
  seconds: number
  constructor(kind: ErpFailure['kind'], message: string, seconds = 0) {
    super(message)
    this.kind = kind
    this.seconds = seconds
  }
}
/** Anything else that is thrown is our own trouble, and may be over the next time. */
export const asFailure = (error: unknown): ErpFailure =>
  error instanceof ErpFailure
    ? error
    : new ErpFailure('silent', 'Algo deu errado do nosso lado. Tentamos de novo daqui a pouco.')
/** What was asked for is not there any more. */
export class Gone extends ErpFailure {}
/** No sensible answer, and none for long: whoever asks next would wait as well. */
export class Hung extends ErpFailure {}
/** Seconds of a failure that ends with the day in Brazil. */
export const TOMORROW = -1
/** Thrown by a judge: the same call may go well in a moment. */
export class Again extends Error {
  seconds: number
  constructor(seconds = 0) {
    super('again')
    this.seconds = seconds
  }
}
