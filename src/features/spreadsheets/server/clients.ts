// Clients by spreadsheet: found again by document, phone, e-mail or code; new ones enter by their personal link.
import { logAs, quiet } from '#features/logs/server/index.ts'
import { keepUndo } from '#features/undos/server/index.ts'
import {
  addClients,
  type ClientRow,
  changeClients,
  findClientRows,
  findMergedCards,
  findSellersByName,
  type MergedCard,
} from '#features/users/server/index.ts'
import { fold } from '#features/products/search.ts'
import type { Tx } from '#server/db.ts'
import type { Actor } from '#server/session.ts'
import type { Cell } from '#shared/cell.ts'
import { readPlace } from '#shared/geo.ts'
import { tell } from '#shared/sentence.ts'
import { CLIENT_COLUMNS, type ClientField } from '../columns.ts'
import { CLIENTS, type ClientValues } from '../kinds.ts'
import { type Draft, readTable, type RowIssue, type Table } from '../rules.ts'
import type { Asked } from './plan.ts'

interface PlannedClient {
  draft: Draft<ClientValues>
  result: 'new' | 'changed' | 'same' | 'refused'
  id: number | null
  was: Partial<ClientRow>
  now: Partial<ClientRow>
}
export interface ClientPlan {
  table: Table<ClientValues>
  issues: RowIssue[]
  rows: PlannedClient[]
}
const NOWHERE = { lat: null, lng: null }
const ADDRESS = ['cep', 'street', 'number', 'complement', 'district', 'city', 'state'] as const

export async function planClients(tx: Tx, cells: Cell[][], asked: Asked): Promise<ClientPlan> {
  const issues: RowIssue[] = []
  const table = readTable(CLIENTS, cells, issues, { ...asked, need: [] })
  const has = (f: ClientField) => table.columns.includes(f)
  if (issues.length === 0 && !has('name') && !has('company_name') && !has('client_code'))
    issues.push({ row: table.headerRow, column: 'Nome', message: 'Falta a coluna Nome.' })
  const sellers = new Map((await findSellersByName(tx)).map((s) => [fold(s.name), s.id]))
  const stored = await findClientRows(tx)
  const index = new Map<string, ClientRow[]>()
  for (const c of stored)
    for (const key of keysOf(c)) {
      const rows = index.get(key)
      if (rows) rows.push(c)
      else index.set(key, [c])
    }
  const merged = mergedInto(stored, await findMergedCards(tx))
  const bad = new Set(issues.map((i) => i.row))
  const rows = (bad.has(table.headerRow) ? [] : table.drafts).map((draft): PlannedClient => {
    // A formula without a result changes nothing.
    const v: ClientValues = Object.fromEntries(
      Object.entries(draft.values).filter(([field]) => !draft.emptyFormulas?.includes(field)),
    )
    const refuse = (field: ClientField, message: string) => {
      issues.push({ row: draft.row, column: CLIENT_COLUMNS[field].header, message })
      bad.add(draft.row)
    }
    const found = matchesOf(v, (key) => index.get(key) ?? [merged.get(key)?.client].filter((c) => c !== undefined))
    if (found.length > 1)
      refuse('name', `Parece com mais de um cliente: ${found.map((c) => c.company_name || c.name).join(', ')}.`)
    const name = v.name || v.company_name || v.client_code || ''
    if (!found[0] && name.length < 2) refuse('name', 'Informe um nome com pelo menos 2 letras.')
    const seller = v.seller ? sellers.get(fold(v.seller)) : undefined
    if (v.seller && seller === undefined) refuse('seller', `Não há vendedor com o nome ${v.seller}.`)
    const { issues: wrong, ...place } = readPlace(found[0] ?? NOWHERE, {
      lat: v.lat || undefined,
      lng: v.lng || undefined,
    })
    if (wrong.lat) refuse('lat', tell(wrong.lat))
    if (wrong.lng) refuse('lng', tell(wrong.lng))
    if (bad.has(draft.row)) return { draft, result: 'refused', id: null, was: {}, now: {} }
    const there = found[0]
    const address = Object.fromEntries(ADDRESS.filter((k) => v[k] !== undefined).map((k) => [k, v[k] as string]))
    const wanted: Partial<ClientRow> = {
      ...(v.name || !there ? { name: name.slice(0, 120) } : {}),
      ...(v.company_name !== undefined && { company_name: v.company_name }),
      ...(v.document && { document: v.document }),
      ...(v.phone && { phone: v.phone }),
      ...(v.email && { email: v.email }),
      ...(v.client_code && { client_code: v.client_code }),
      ...(Object.values(address).some(Boolean) && { address: { ...there?.address, ...address } }),
      ...(seller !== undefined && { seller_id: seller }),
      ...(v.price_table !== undefined && { price_table: v.price_table }),
      ...(v.blocked !== undefined && { active: !v.blocked }),
      ...((v.lat || v.lng) && place),
    }
    if (!there) return { draft, result: 'new', id: null, was: {}, now: wanted }
    for (const key of keysOf(v)) keepOwn(wanted, there, index.has(key) ? undefined : merged.get(key)?.card)
    const keys = (Object.keys(wanted) as (keyof ClientRow)[]).filter(
      (k) => JSON.stringify(wanted[k]) !== JSON.stringify(there[k]),
    )
    const pick = (from: Partial<ClientRow>) => Object.fromEntries(keys.map((k) => [k, from[k]]))
    return { draft, result: keys.length ? 'changed' : 'same', id: there.id, was: pick(there), now: pick(wanted) }
  })
  return { table, issues, rows }
}
/** What cards were known by that were merged, and which client each of them is now. */
export function mergedInto(
  stored: ClientRow[],
  cards: MergedCard[],
): Map<string, { card: MergedCard; client: ClientRow }> {
  const byId = new Map(stored.map((c) => [c.id, c]))
  return new Map(
    cards.flatMap((card) => {
      const client = byId.get(card.survivor)
      return client ? keysOf(card).map((key) => [key, { card, client }] as const) : []
    }),
  )
}
/** A row that still calls a client by a card that was merged does not bring that card's name and numbers back. */
function keepOwn(wanted: Partial<ClientRow>, there: ClientRow, card: MergedCard | undefined): void {
  if (!card) return
  for (const key of ['name', 'company_name', 'document', 'phone', 'email', 'client_code'] as const)
    if (there[key] && wanted[key]?.toLowerCase() === card[key].toLowerCase()) delete wanted[key]
}
const calledBy = (c: { name?: string; company_name?: string }) => fold(c.company_name || c.name || '')
/** The clients that a row may be: those that all its known keys name, of several the one of this name. More than one when
 * the keys name different clients, or cannot tell two cards apart. */
function matchesOf(v: ClientValues, named: (key: string) => ClientRow[]): ClientRow[] {
  const found = keysOf(v)
    .map((key) => new Set(named(key)))
    .filter((rows) => rows.size > 0)
  const all = [...(found[0] ?? [])].filter((c) => found.every((rows) => rows.has(c)))
  if (all.length === 0) return [...new Set(found.flatMap((rows) => [...rows]))]
  const called = all.filter((c) => calledBy(c) === calledBy(v))
  return called.length === 1 ? called : all
}
/** What a client is found again by: document, phone, e-mail, code. */
export const keysOf = (c: { document?: string; phone?: string; email?: string; client_code?: string }) =>
  [
    c.document && `d${c.document}`,
    c.phone && `p${c.phone}`,
    c.email && `e${c.email.toLowerCase()}`,
    c.client_code && `c${c.client_code.toLowerCase()}`,
  ].filter((k): k is string => !!k)

/** Does what the plan says, refused rows left out; keeps the way back for a day. */
export async function carryOutClients(tx: Tx, caller: Actor, p: ClientPlan, file: string, now: Date) {
  await quiet(tx)
  const added = p.rows.filter((r) => r.result === 'new')
  const changed = p.rows
    .filter((r) => r.result === 'changed')
    .map((r) => ({ id: r.id as number, was: r.was, now: r.now }))
  const made = await addClients(
    tx,
    caller.company_id,
    added.map((r) => r.now),
  )
  await changeClients(tx, changed)
  const all = [...changed, ...made.map((id) => ({ id, was: { deleted: true }, now: { deleted: false } }))]
  const undo_id = await keepUndo(tx, caller, 'clients', file, all as never, now)
  await logAs(tx, caller, { action: 'import', object: 'sheet', name: file, changes: { rows: [null, all.length] } })
  return { created: made.length, changed: changed.length, categories_created: 0, undo_id }
}
