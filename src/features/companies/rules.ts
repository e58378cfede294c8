// What is read off a company: its tables' names, its address, how long it has and which banner says so
// (specification §4 "Trial banners").
import { isWebLink } from '#shared/address.ts'
import { daysBetween } from '#shared/day.ts'
import { slug } from '#shared/name.ts'
import type { Company } from './contract.ts'

/** What the company calls price table 1–3; '' when it has no name. */
export const tableName = (c: Pick<Company, 'price_table_config'>, n: number) =>
  (c.price_table_config?.[n - 1] as { name?: string } | undefined)?.name ?? ''

export type TrialBanner =
  | { kind: 'blocked' }
  /** `days` until it goes off the air, or, once it has, until it is deleted. */
  | { kind: 'deletion'; days: number; off: boolean }
  | { kind: 'ended' }
  /** `left`: days of the trial that remain. */
  | { kind: 'live'; left: number }
  | { kind: 'bonus'; reseller: string }
  | { kind: 'welcome' }
/** No company is good for longer than this. */
export const LAST_DAY = '2100-01-01'
/** A trial that nobody paid is kept so long after its last day. */
const KEPT_DAYS = 30
export interface Standing {
  trial?: boolean | undefined
  is_blocked?: boolean | undefined
  valid_until?: string | undefined
  open_until?: string | undefined
  today?: string | undefined
  reseller?: { name: string; redirect_link: string } | null | undefined
}
/** The banner for the company's people; null when nothing is to be said. Clients never ask. */
export function trialBanner(c: Standing): TrialBanner | null {
  if (c.is_blocked) return { kind: 'blocked' }
  if (!c.trial || !c.valid_until || !c.today) return null
  const days = daysBetween(c.today, c.valid_until)
  if (days <= 5)
    return days >= 0
      ? { kind: 'deletion', days, off: false }
      : { kind: 'deletion', days: Math.max(0, KEPT_DAYS + days), off: true }
  if (days <= 7) return { kind: 'ended' }
  if (days <= 13) return { kind: 'live', left: days - 7 }
  return c.reseller?.redirect_link ? { kind: 'bonus', reseller: c.reseller.name } : { kind: 'welcome' }
}
/** Where "assinar" leads: the reseller's own page when there is one (specification §1). A block ends with the operator,
 * whose contact is on the platform's page. */
export const subscribeHref = (c: {
  id: number
  is_blocked?: boolean | undefined
  reseller?: { redirect_link: string } | null | undefined
}) =>
  c.reseller && !c.is_blocked && isWebLink(c.reseller.redirect_link)
    ? c.reseller.redirect_link
    : `/session/assinar?company_id=${c.id}`
/** Names that the platform's own hosts use, or may one day. */
const RESERVED = new Set(
  'www dev sistema api admin mail static app assets files cdn blog ajuda suporte status docs ftp smtp imap pop ns ns1 ns2 mx webmail login entrar assinar conta painel loja mostruario teste test localhost catalogo pedidos sobre session dashboard root operador'.split(
    ' ',
  ),
)
/** "Ateliê Jequitibá" → "atelie-jequitiba": a host's label. */
export const slugOf = (name: string) => slug(name).slice(0, 40).replace(/-+$/, '')
/** Why a path cannot be a company's address; null when it can (whether it is free only the server knows). */
export function pathIssue(path: string): string | null {
  if (!/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(path)) return 'Use letras sem acento, números e hífen, de 1 a 40.'
  if (/^\d+$/.test(path)) return 'O endereço precisa ter pelo menos uma letra.'
  if (RESERVED.has(path)) return 'Este endereço é reservado. Escolha outro.'
  return null
}
