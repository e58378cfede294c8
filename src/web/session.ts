// Who is signed in on this device. The token is in persistent storage when "Continuar conectado" was chosen, else in
// session storage; a public session opens by itself on catalogue addresses, unless the logout flag is set.
import { useSyncExternalStore } from 'react'
import { CAME_BY } from '#shared/personal-link.ts'
import { atMost } from './atMost.ts'
import { clearCopies } from './device/index.ts'
import { WAKE } from './outbox/names.ts'
import { forgetKept } from './worker.ts'

export interface Account<U = { id: number; name: string; level: number }, C = { id: number; path: string }> {
  kind: 'user' | 'public'
  user: U | null
  company: C | null
}
export const TOKEN = 'mo_token'
export const ACCOUNT = 'mo_account'
/** Colours of the account that are not the document's. */
export const WORN = 'mo_worn'
export const SIGNED_OUT = 'mo_signed_out'
/** This tab's session was refused: said where somebody signs in. */
const ENDED = 'mo_ended'
export const sessionEnded = () => sessionStorage.getItem(ENDED) === '1'
const VEND = 'mo_vend'
const LINKED = 'mo_id'
/** The personal link that opened this device's session, for what hands the page on. */
export const LINK = 'mo_link'
/** Before an account's name: how much of it waits to be sent (outbox/count.ts). Signing out leaves that and what waits. */
export const WAITS = 'mo_waits:'

type Stored = Account<never, never> | null
let account: Stored = null
let token = ''
let opening: Promise<string> | null = null
let reopen: (() => Promise<string>) | null = null
let refused: () => void = () => {}
const listeners = new Set<() => void>()
const changed = () => {
  for (const l of listeners) l()
}

/** Where the session of this tab is: its own comes before the one that every tab reads. */
const home = () => (sessionStorage.getItem(TOKEN) === null ? localStorage : sessionStorage)
export const storedToken = () => home().getItem(TOKEN) ?? ''
export const storedAccount = <A>(): A | null => {
  try {
    return JSON.parse(home().getItem(ACCOUNT) ?? 'null') as A | null
  } catch {
    return null
  }
}
/** Keeps what a link names, until another does or somebody signs out: its seller (`vend`), and of a bare `id` the
 * number, which opens nothing. */
export function keepLink(query: URLSearchParams): void {
  for (const [name, key] of [
    ['vend', VEND],
    ['id', LINKED],
  ] as const) {
    const value = query.get(name)
    if (value && /^\d{1,15}$/.test(value)) localStorage.setItem(key, value)
  }
}
/** The seller whose link brought this device here. */
export const vendId = () => Number(localStorage.getItem(VEND)) || undefined
/** The number that a link named a client by, or ''. */
export const linkedId = () => localStorage.getItem(LINKED) ?? ''
export const loggedOut = () => localStorage.getItem(SIGNED_OUT) === '1'

/** Takes an opened session on, with its wire form for the device; `stay` keeps it after the browser closes. */
export function keepSession(
  newToken: string,
  newAccount: Account<object, object>,
  stored: object,
  stay: boolean,
): void {
  forgetSession(stay)
  ;(stay ? localStorage : sessionStorage).setItem(TOKEN, newToken)
  token = newToken
  keepBeside(ACCOUNT, stored)
  sessionStorage.removeItem(ENDED)
  if (newAccount.kind === 'user') localStorage.removeItem(SIGNED_OUT)
  account = newAccount as unknown as Stored
  opening = null
  changed()
}
/** Keeps something with the token, unless somebody else's stands there by now. */
export function keepBeside(key: string, value: object): void {
  if (home().getItem(TOKEN) === token) home().setItem(key, JSON.stringify(value))
}
/** A newer reading of the account, and its wire form for the device. */
export function refreshAccount(newer: Account<object, object>, stored: object): void {
  if (!token) return
  keepBeside(ACCOUNT, stored)
  account = newer as unknown as Stored
  changed()
}
/** Begins with what storage held, or as a visitor whose session opens when first needed. */
export function beginSession(
  stored: string,
  first: Account<object, object> | null,
  open: (() => Promise<string>) | null,
  onRefused: () => void,
): void {
  token = stored
  account = first as unknown as Stored
  reopen = open
  refused = onRefused
}
/** This tab's session goes. Somebody else's, who signed in to stay in another tab, goes only with `all`. */
export function forgetSession(all = false): void {
  const stays = localStorage.getItem(TOKEN)
  const others = !all && stays !== null && stays !== token
  for (const storage of others ? [sessionStorage] : [sessionStorage, localStorage])
    for (const key of [TOKEN, ACCOUNT, WORN, LINK, CAME_BY]) storage.removeItem(key)
  token = ''
  if (others) return
  document.cookie = `${WORN}=; path=/; max-age=0; samesite=lax`
  // The worker has nobody to send for. A browser that stores nothing has nothing to give back.
  void Promise.resolve()
    .then(() => indexedDB.deleteDatabase(WAKE))
    .catch(() => {})
}
/** Whether this token is on the device's disk in any case: "Continuar conectado" was chosen, and nobody has left since. */
export const staysHere = (which: string) => localStorage.getItem(TOKEN) === which
/** The bearer token; opens the public session when there is none yet. Empty when nobody can be. */
export async function bearerToken(): Promise<string> {
  if (token || !reopen) return token
  opening ??= reopen().finally(() => {
    opening = null
  })
  token = await opening
  return token
}
/** The token of somebody who works here; '' for clients and visitors, who ask as nobody where nobody may ask. */
export const staffToken = () => {
  const a = account as Account | null
  return a?.kind === 'user' && (a.user?.level ?? 3) < 3 ? token : ''
}
/** The server refused this token: a visitor opens another, anybody else signs in again. */
export function sessionRefused(which: string): void {
  if (which !== token) return
  forgetSession()
  if (reopen) return
  sessionStorage.setItem(ENDED, '1')
  // What was kept for whoever may come in no more goes first.
  void copiesCleared().then(() => refused())
}
/** What the device keeps of the company is gone; a storage that hangs holds nobody. */
export const copiesCleared = () => atMost(1000, clearCopies())
export const currentAccount = <A>() => account as A | null
/** Under which name the device keeps what is this account's: company and user; '' for nobody. */
export const accountName = () => {
  const { kind, user, company } = (account ?? {}) as Partial<Account>
  return company ? `${company.id}:${kind === 'public' ? 'public' : user?.id}` : ''
}
export function useAccount<A>(): A | null {
  return useSyncExternalStore(
    (l) => {
      listeners.add(l)
      return () => listeners.delete(l)
    },
    () => account as A | null,
  )
}
/** Clears everything that was stored but what waits to be sent, and sets the logout flag, at once: no late answer or
 * refusal of the server's finds anybody here. */
export async function clearDevice(): Promise<void> {
  forgetSession(true)
  account = null
  reopen = null
  const kept = Object.entries(localStorage).filter(([key]) => key === 'mo_lang' || key.startsWith(WAITS))
  localStorage.clear()
  sessionStorage.clear()
  for (const [key, value] of kept) localStorage.setItem(key, value as string)
  localStorage.setItem(SIGNED_OUT, '1')
  await Promise.all([forgetKept().catch(() => {}), clearCopies()])
}
