// Who is calling. Tokens are 256 random bits and our signature of them; the database keeps their hash.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { KeyScope } from '#shared/wire.ts'
import type { Tx } from './db.ts'
import { Refusal } from '#shared/errors.ts'
import { sameBytes } from './signed.ts'

export interface Session {
  kind: 'user' | 'public'
  user_id: number
  company_id: number | null
  level: number
  name: string
  hide_price: boolean
  hide_no_stock: boolean
  margin_bp: number
  hidden_categories: number[]
  price_table: number
  currency: string
  seller_id: number | null
  is_blocked: boolean
  /** The company's last open day: `companies.open_until`. */
  valid_until: string
  time_zone: string
  orders_open: boolean
  catalogue_version: number
  /** The operator who looks at the company through this session; null: the person itself. */
  acting_id: number | null
  acting: string
  expires_at: Date | null
  /** Opened by an account of the demonstration: `allowsDemo` says from where it counts. */
  demo: boolean
  /** What a company's key may do; null: a person, who may do what the level may. */
  scopes: KeyScope[] | null
}
/** A session of somebody who works inside one company. */
export type Caller = Session & { company_id: number }
/** The level of the account that opened a session: of a visit, the operator's. */
export const levelOfAccount = ({ acting_id, level }: Session) => (acting_id === null ? level : 0)
/** In whose name rows are written. */
export type Actor = Pick<Caller, 'company_id' | 'user_id' | 'name'>

export const newToken = (appKey: string) => signed(appKey, 'mo_')
/** A company's key: told apart from a session by whoever finds it where it should not be. */
export const newKey = (appKey: string) => signed(appKey, 'mk_')
function signed(appKey: string, kind: 'mo_' | 'mk_'): string {
  const random = kind + randomBytes(32).toString('base64url')
  return random + sign(appKey, `bearer:${random}`)
}
/** Whether we gave a token out, be it good by now or not: known without asking anybody. Those from before they were
 * signed are good all the same. */
export const isOurs = (appKey: string, token: string): boolean =>
  sameBytes(Buffer.from(token.slice(SIGNED_FROM)), Buffer.from(sign(appKey, `bearer:${token.slice(0, SIGNED_FROM)}`)))
const SIGNED_FROM = 46
export const tokenHash = (token: string) => createHash('sha256').update(token).digest()

/** The session behind a bearer token, or null: unknown, too old, or its user is gone. */
export async function findSession(db: Tx, token: string, now: Date): Promise<Session | null> {
  if (!/^mo_[\w-]{43}([\w-]{24})?$/.test(token)) return null
  const row = await db.first<Session>`select * from app.find_session(${tokenHash(token)}, ${now})`
  return row ? { ...row, hidden_categories: row.hidden_categories.map(Number), scopes: null } : null
}
/** Whether a token has a session, be it over by now: one that was ended on purpose is gone. */
export const hasSession = async (db: Tx, token: string): Promise<boolean> =>
  (await db.first<{ has: boolean }>`select app.has_session(${tokenHash(token)}) as has`)?.has === true
/** The same of a company's key: as the admin who made it, in the key's name. Refuses one that asks too often. */
async function findKey(db: Tx, token: string, perMinute: number, now: Date): Promise<Session | null> {
  if (!/^mk_[\w-]{43}([\w-]{24})?$/.test(token)) return null
  const row = await db.first<Session & { wait: number }>`
    select * from app.find_key(${tokenHash(token)}, ${perMinute}, ${now})`
  if (!row) return null
  const { wait, ...session } = row
  if (wait > 0) throw new Refusal('too_many', { retry_after: wait })
  return { ...session, hidden_categories: session.hidden_categories.map(Number) }
}

/** Who a bearer is: a person, or a company's key. */
export const sessionOf = (db: Tx, token: string, perMinute: number, now: Date): Promise<Session | null> =>
  token.startsWith('mk_') ? findKey(db, token, perMinute, now) : findSession(db, token, now)

const sign = (key: string, text: string) =>
  createHmac('sha256', key).update(text).digest().subarray(0, 18).toString('base64url')

/** A client's personal link token: unguessable, worth nothing after link_version is raised. */
export const clientLinkToken = (key: string, user: { id: number; link_version: number }) =>
  `c${user.id}.${sign(key, `client-link:${user.id}:${user.link_version}`)}`
/** The user id that a client link token claims; check it with isClientLink. */
export const claimedClient = (token: string) =>
  /^c(\d{1,15})\.[\w-]{24}$/.test(token) ? Number(token.slice(1, token.indexOf('.'))) : null
export function isClientLink(key: string, token: string, user: { id: number; link_version: number }): boolean {
  const good = Buffer.from(clientLinkToken(key, user))
  const given = Buffer.from(token)
  return sameBytes(good, given)
}
