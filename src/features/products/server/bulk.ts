// Many products at once, and the way back: what was and what is now are kept per row.
import type { FastifyInstance } from 'fastify'
import { quiet, logAs } from '#features/logs/server/index.ts'
import { keepUndo, undoes } from '#features/undos/server/index.ts'
import type { Tx } from '#server/db.ts'
import { type Kit, serve } from '#server/serve.ts'
import { stands } from '#server/seen.ts'
import type { Actor } from '#server/session.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { mulDiv } from '#shared/money.ts'
import { MOST_PRICE } from '../contract.ts'
import { BULK_ACTIONS, changeMany, changePrices, type Gone, type Left, orderShelf } from '../many/contract.ts'
import { changeRows, findIdsByCode, type RowChange, type RowState, lockBehind, lockRows } from './rows/writes.ts'
import { countCategories } from './writes.ts'

/** More rows than this are one line in the log, not one each. */
const LOGGED_EACH = 500

/** Applies changes, writes the log, keeps the way back; answers how many rows changed and its id. */
async function applyChanges(tx: Tx, caller: Actor, changes: RowChange[], name: string, now: Date) {
  const real = changes.filter((c) => JSON.stringify(c.was) !== JSON.stringify(c.now))
  if (real.length === 0) return { changed: 0, undo_id: null }
  if (real.length > LOGGED_EACH) {
    await quiet(tx)
    await logAs(tx, caller, { action: 'bulk', object: 'product', name, changes: { rows: [null, real.length] } })
  }
  await changeRows(tx, caller.company_id, real, now)
  return { changed: real.length, undo_id: await keepUndo(tx, caller, 'products', name, real as never, now) }
}

const given = (fields: { [K in keyof RowState]?: RowState[K] | undefined }): Partial<RowState> =>
  Object.fromEntries(Object.entries(fields).filter(([, v]) => v !== undefined))

export function bulkRoutes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, changeMany, async ({ tx, body, caller, now }) => {
    const change = await decide(tx, body)
    const rows = await lockRows(tx, body.ids)
    const changes = rows.map((r) => {
      const next = change(r)
      const keys = Object.keys(next) as (keyof RowState)[]
      return { id: r.id, was: Object.fromEntries(keys.map((k) => [k, r[k]])), now: next }
    })
    return applyChanges(tx, caller, changes, body.action, now)
  })
  serve(app, kit, changePrices, async ({ tx, body, caller, now }) => {
    const rows = new Map(
      (
        await lockRows(
          tx,
          body.rows.map((r) => r.id),
          true,
        )
      ).map((r) => [r.id, r]),
    )
    const [left, gone]: [Left[], Gone[]] = [[], []]
    const changes = body.rows.flatMap(({ id, was, ...typed }) => {
      const row = rows.get(id)
      if (!row) throw new Refusal('not_found')
      if (row.deleted) {
        gone.push(row)
        return []
      }
      if (!stands(row, given(was ?? {}))) {
        left.push(row)
        return []
      }
      const next = given(typed)
      return [{ id, was: Object.fromEntries(Object.keys(next).map((k) => [k, row[k as keyof RowState]])), now: next }]
    })
    return { ...(await applyChanges(tx, caller, changes, 'prices', now)), left, gone }
  })
  serve(app, kit, orderShelf, async ({ tx, body, caller, now }) => {
    const rows = new Map((await lockRows(tx, body.ids)).map((r) => [r.id, r]))
    const ids = [...new Set(body.ids)].filter((id) => rows.has(id))
    const named = ids.map((id, i) => ({ id, was: { order: rows.get(id)?.order as number }, now: { order: i + 1 } }))
    // Whoever ordered the first of a long shelf, or before another product came, finds the others behind them.
    const behind = (await lockBehind(tx, ids, ids.length)).map(({ id, order }) => ({
      id,
      was: { order },
      now: { order: ids.length + 1 + order },
    }))
    return applyChanges(tx, caller, [...named, ...behind], 'shelf', now)
  })
}
const nameOf = (row: RowState) => [row.code, row.name].filter(Boolean).join(' ')
/** Takes changes of products back; what somebody changed afterwards stays theirs, and is named, as is what cannot come back
 * because another product has its code. */
export async function takeBackProducts(tx: Tx, rows: RowChange[], { company, now }: { company: number; now: Date }) {
  const ids = rows.map((r) => r.id)
  const current = new Map((await lockRows(tx, ids, true)).map((r) => [r.id, r]))
  const codes = [...current.values()].flatMap((r) => (r.deleted ? r.code.toLowerCase() : []))
  const taken = new Set((await findIdsByCode(tx, codes)).map((r) => r.code))
  const left: string[] = []
  const back = rows.flatMap(({ id, was, now: set }) => {
    const row = current.get(id)
    if (row?.deleted && was.deleted === false && taken.has(row.code.toLowerCase())) {
      left.push(nameOf(row))
      return []
    }
    const keys = Object.keys(set) as (keyof RowState)[]
    const mine = keys.filter((k) => row && JSON.stringify(row[k]) === JSON.stringify(set[k]))
    // What is as it was before asks for nothing, whoever did it.
    if (row && keys.some((k) => !mine.includes(k) && JSON.stringify(row[k]) !== JSON.stringify(was[k])))
      left.push(nameOf(row))
    return mine.length
      ? [{ id, was: {}, now: Object.fromEntries(mine.map((k) => [k, was[k]])) as Partial<RowState> }]
      : []
  })
  if (back.length > LOGGED_EACH) await quiet(tx)
  await changeRows(tx, company, back, now)
  return { restored: back.length, left }
}
undoes('products', 'product', takeBackProducts)
interface Bulk {
  action: (typeof BULK_ACTIONS)[number]
  category_id?: number | undefined
  tag?: string | undefined
  percent?: number | undefined
  table?: number | undefined
}
/** What the action makes of a row: only the fields that it sets. */
async function decide(tx: Tx, b: Bulk): Promise<(r: RowState) => Partial<RowState>> {
  const category = b.category_id ?? 0
  if (b.action.endsWith('_category') && (!category || (await countCategories(tx, [category])) !== 1))
    throw invalid({ category_id: 'Escolha uma categoria desta empresa.' })
  const tag = b.tag ?? ''
  if (b.action.endsWith('_tag') && !tag) throw invalid({ tag: 'Informe a etiqueta.' })
  switch (b.action) {
    case 'activate':
      return () => ({ active: true })
    case 'deactivate':
      return () => ({ active: false })
    case 'add_category':
      return (r) => ({ categories: [...new Set([...r.categories, category])].sort((x, y) => x - y) })
    case 'remove_category':
      return (r) => ({ categories: r.categories.filter((c) => c !== category) })
    case 'add_tag':
      return (r) => ({ tags: r.tags.includes(tag) ? r.tags : [...r.tags, tag].slice(0, 30) })
    case 'remove_tag':
      return (r) => ({ tags: r.tags.filter((x) => x !== tag) })
    case 'delete':
      return () => ({ deleted: true })
    default: {
      const bp = b.percent
      if (bp === undefined || bp <= -10_000 || bp > 100_000)
        throw invalid({ percent: 'Informe uma porcentagem entre −99,99 e 1.000.' })
      const field = b.table === 2 ? 'price2' : b.table === 3 ? 'price3' : 'price'
      return (r) => {
        if (r[field] === null) return {}
        const price = mulDiv(r[field], 10_000 + bp, 10_000)
        if (price > MOST_PRICE)
          throw invalid({ percent: { text: 'O preço de {name} passaria de 9.999.999,99.', values: { name: r.name } } })
        return { [field]: price }
      }
    }
  }
}
