// The account, asked of the server or read from this device: loaded for whoever has one, and for a visitor when the
// server is first asked.
import * as z from 'zod/mini'
import {
  type Account,
  accountShape,
  type Opened,
  openPublicSession,
  readSession,
  signOut,
} from '#features/sessions/contract.ts'
import { hostPath } from '#features/sessions/web/index.ts'
import { CAME_BY } from '#shared/personal-link.ts'
import { call, isFailure } from '#web/api.ts'
import { accountName, keepSession, LINK, refreshAccount, SIGNED_OUT } from '#web/session.ts'
import { openStores, plant, wearOwn } from './boot.ts'
import { showLink } from './show-link.ts'

/** As the device keeps it; null: of another build, or none. */
export function decodeAccount(value: unknown): Account | null {
  const read = value ? z.safeDecode(accountShape, value as never) : null
  return read?.success ? read.data : null
}
const encodeAccount = (a: Account) => z.encode(accountShape, a)

export function enter(opened: Opened, stay: boolean): void {
  const { token, ...account } = opened
  keepSession(token, account, encodeAccount(account), stay)
  plant(false)
  wearOwn(account)
  openStores(account)
}
/** The account as the server has it now: name, colour, switches. */
export async function refresh(): Promise<void> {
  try {
    const account = await call(readSession)
    const before = accountName()
    refreshAccount(account, encodeAccount(account))
    wearOwn(account)
    // What stood beside the token was somebody else's.
    if (before && accountName() !== before) openStores(account)
  } catch (error) {
    if (!isFailure(error)) throw error
  }
}
/** The public session of this address. Specification §8: a failure is only logged. */
export async function openByHost(): Promise<string> {
  try {
    const opened = await call(openPublicSession, {
      body: { company_path: hostPath(), user_id: undefined },
    })
    const { token, ...account } = opened
    keepSession(token, account, encodeAccount(account), false)
    return token
  } catch (error) {
    console.warn('loginClient', error)
    return ''
  }
}
/** A client's personal link opens that client's session; it also ends the logout
 * flag: the seller sent it on purpose. The link leaves the address; a reload tries it again until the server answered. */
export async function openLink(id: string): Promise<void> {
  sessionStorage.setItem(CAME_BY, id)
  showLink(null)
  try {
    const opened = await call(openPublicSession, { body: { company_path: hostPath(), user_id: id } })
    localStorage.removeItem(SIGNED_OUT)
    const { token, ...account } = opened
    keepSession(token, account, encodeAccount(account), true)
    localStorage.setItem(LINK, id)
  } catch (error) {
    if (isFailure(error) && error.status > 0) sessionStorage.removeItem(CAME_BY)
    console.warn('loginClient', error)
  }
}
/** "Ver catálogo" after signing out: the flag goes, the address lets in again. */
export function seeCatalogue(): void {
  localStorage.removeItem(SIGNED_OUT)
  location.assign('/pedidos')
}
export const tellSignedOut = () => call(signOut)
