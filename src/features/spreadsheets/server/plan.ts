// What a sheet would do to the catalogue, row by row; and doing it.
import { addCategory, EVERY_CATEGORY, findCategories } from '#features/categories/server/index.ts'
import { logAs, quiet } from '#features/logs/server/index.ts'
import {
  addProducts,
  changeRows,
  findIdsByCode,
  linkCategories,
  lockRows,
  readRows,
  roomForProducts,
  type RowChange,
  type RowState,
} from '#features/products/server/index.ts'
import { keepUndo } from '#features/undos/server/index.ts'
import { fold } from '#features/products/search.ts'
import type { Tx } from '#server/db.ts'
import type { Actor } from '#server/session.ts'
import { Refusal } from '#shared/errors.ts'
import { joined } from '#shared/sentence.ts'
import type { Cell } from '#shared/cell.ts'
import { EMPTY_FORMULA } from '../cell-problems.ts'
import { type Field, labelOf } from '../columns.ts'
import { PRODUCTS, type Values } from '../kinds.ts'
import { descriptionIsName, type Draft, readTable, type Repeated, type RowIssue, type Table } from '../rules.ts'

export type Mode = 'insert' | 'update' | 'both'
export interface Asked {
  mode: Mode
  mapping: (string | null)[] | undefined
  named?: Record<string, string> | undefined
  /** Index of the row with the headers; undefined: guessed. */
  header: number | undefined
  repeated: Repeated | undefined
}
interface Planned {
  draft: Draft
  result: 'new' | 'changed' | 'same' | 'refused'
  id: number | null
  /** Fields that would change: what is, what would be. */
  was: Values
  now: Values
}
export interface Plan {
  table: Table
  issues: RowIssue[]
  rows: Planned[]
  /** Categories that would be made. */
  categories: string[]
  /** So many more products may be on sale. */
  room: number
}
/** So many more products are on sale when these rows are written: one that is taken off makes room for another. */
export const comingOf = (rows: Planned[]): number =>
  rows.reduce((n, { result, now: { active } }) => {
    if (result === 'new') return n + Number(active ?? true)
    return result === 'changed' && active !== undefined ? n + (active ? 1 : -1) : n
  }, 0)
const NEEDS: Record<Mode, Field[]> = { insert: ['name', 'price'], update: ['code'], both: ['code'] }

/** Reads the table and compares it with what there is; writes nothing. `lock` keeps the rows
 * still until the transaction ends. */
export async function plan(tx: Tx, company: number, cells: Cell[][], asked: Asked, lock: boolean): Promise<Plan> {
  const issues: RowIssue[] = []
  // A sheet that only updates changes what its headers name, and never a name by a description.
  const instead = asked.mode === 'update' ? undefined : descriptionIsName
  const table = readTable(PRODUCTS, cells, issues, { ...asked, need: NEEDS[asked.mode], instead })
  const known = await categoryNames(tx)
  const room = Math.max(0, await roomForProducts(tx, company, lock))
  const codes = [...new Set(table.drafts.map((d) => (d.values.code ?? '').toLowerCase()).filter(Boolean))]
  const ids = new Map((await findIdsByCode(tx, codes)).map((r) => [r.code, r.id]))
  const stored = new Map((await (lock ? lockRows : readRows)(tx, [...ids.values()])).map((r) => [r.id, r]))
  const bad = new Set(issues.map((i) => i.row))
  const refuse = (d: Draft, column: Field, message: string) => {
    issues.push({ row: d.row, column: labelOf(column), message })
    bad.add(d.row)
  }
  const rows = table.drafts.map((draft): Planned => {
    const v = draft.values
    const id = ids.get((v.code ?? '').toLowerCase()) ?? null
    const there = id === null ? undefined : stored.get(id)
    if (asked.mode === 'insert' && there) refuse(draft, 'code', `Já existe um produto com o código ${v.code}.`)
    if (asked.mode !== 'insert' && !there) {
      if (!v.code) refuse(draft, 'code', 'Falta o código. Sem ele não dá para saber qual produto é.')
      else if (asked.mode === 'update') refuse(draft, 'code', `Não existe produto com o código ${v.code}.`)
      else if (v.name === undefined) refuse(draft, 'name', 'Produto novo precisa de nome. Falta a coluna Nome.')
      else if (v.price === undefined) refuse(draft, 'price', 'Produto novo precisa de preço. Falta a coluna Preço.')
    }
    const { emptyFormulas = [] } = draft
    // Without a result it is unknown whether a product is for sale, and what a new one costs.
    for (const field of emptyFormulas)
      if (field === 'active' || (field === 'price' && !there)) refuse(draft, field, EMPTY_FORMULA)
    const leftOut: Planned = { draft, result: 'refused', id, was: {}, now: {} }
    if (bad.has(draft.row)) return leftOut
    if (!there) return { draft, result: 'new', id: null, was: {}, now: v }
    const was: Record<string, unknown> = {}
    const now: Record<string, unknown> = {}
    for (const [field, value] of Object.entries(v)) {
      const old =
        field === 'category'
          ? there.categories.map((c) => known.names.get(c) ?? '').filter(Boolean)
          : there[field as keyof RowState]
      if (field === 'code' || sameValue(field, old, value)) continue
      was[field] = old
      now[field] = value
    }
    const erased = emptyFormulas.filter((field) => field in now)
    for (const field of erased) refuse(draft, field as Field, EMPTY_FORMULA)
    if (erased.length > 0) return leftOut
    return { draft, result: Object.keys(now).length ? 'changed' : 'same', id, was: was as Values, now: now as Values }
  })
  // Rows are many, the names of their categories few.
  const wanted = new Set(rows.flatMap((r) => (r.result === 'refused' ? [] : (r.now.category ?? []))))
  const categories = [...new Map([...wanted].filter((c) => !known.ids.has(fold(c))).map((c) => [fold(c), c])).values()]
  return { table, issues, rows, categories, room }
}
const sameValue = (field: string, a: unknown, b: unknown) =>
  field === 'category' && Array.isArray(a) && Array.isArray(b)
    ? a.map(fold).sort().join() === b.map(fold).sort().join()
    : JSON.stringify(a) === JSON.stringify(b)

async function categoryNames(tx: Tx) {
  const { rows } = await findCategories(tx, EVERY_CATEGORY)
  return { ids: new Map(rows.map((c) => [fold(c.name), c.id])), names: new Map(rows.map((c) => [c.id, c.name])) }
}
/** So many bad rows are told one by one; a person mends a sheet by rule, not by hand, when there are more. */
const TOLD = 2000
/** Every bad row at once, row by row. */
export function refused(issues: RowIssue[]): Refusal {
  const rows = issues.toSorted((a, b) => a.row - b.row)
  const first = rows
    .slice(0, 3)
    .map((i) =>
      joined(
        [
          i.column
            ? { text: 'Linha {row}, coluna {column}', values: { row: i.row, column: i.column } }
            : { text: 'Linha {row}', values: { row: i.row } },
          i.message,
        ],
        ': ',
      ),
    )
  return new Refusal('rows_refused', {
    rows: rows.slice(0, TOLD),
    message: joined([
      ...first,
      ...(rows.length > 3 ? [{ text: 'E mais {n}.', values: { n: rows.length - 3 } }] : []),
      'Nada foi gravado.',
    ]),
  })
}
/** So many rows are written by one statement; between them others are told how far it is. */
const ROWS_AT_ONCE = 10_000
/** Does what the plan says, refused rows left out; keeps the way back for a day. */
export async function carryOut(
  tx: Tx,
  caller: Actor,
  p: Plan,
  file: string,
  now: Date,
  at: (share: number) => void = () => {},
) {
  const added = p.rows.filter((r) => r.result === 'new')
  const changed = p.rows.filter((r) => r.result === 'changed')
  const coming = comingOf(p.rows)
  if (coming > p.room)
    throw new Refusal('plan_limit', {
      message: {
        text: 'Seu plano tem lugar para mais {room} produtos e a planilha traz {n}. Nada foi gravado.',
        values: { room: p.room, n: coming },
      },
    })
  await quiet(tx)
  const { ids } = await categoryNames(tx)
  const categories: number[] = []
  for (const [i, name] of p.categories.entries()) {
    const id = await addCategory(tx, caller.company_id, {
      name,
      image: '',
      order: ids.size + i,
      is_master_category: false,
    })
    categories.push(id)
    ids.set(fold(name), id)
  }
  const known = new Map<string, number>()
  const idOf = (name: string): number => {
    let id = known.get(name)
    if (id === undefined) known.set(name, (id = ids.get(fold(name)) as number))
    return id
  }
  const idsOf = (names: string[] = []) => [...new Set(names.map(idOf))].sort((a, b) => a - b)
  const rowOf = ({ category, ...rest }: Values): Partial<RowState> => ({
    ...rest,
    ...(category && { categories: idsOf(category) }),
  })
  const changes: RowChange[] = changed.map((r) => ({ id: r.id as number, was: rowOf(r.was), now: rowOf(r.now) }))
  // First, so that what is taken off makes room.
  await changeRows(tx, caller.company_id, changes, now)
  const made: number[] = []
  // While rows are linked to their categories, the next ones are made ready.
  let linked: Promise<unknown> = Promise.resolve()
  for (let i = 0; i < added.length; i += ROWS_AT_ONCE) {
    const some = added.slice(i, i + ROWS_AT_ONCE)
    const [products] = await Promise.all([
      addProducts(
        tx,
        caller.company_id,
        some.map((r) => r.now as Values & { name: string }),
      ),
      linked,
    ])
    linked = linkCategories(
      tx,
      caller.company_id,
      some.flatMap((r, n) =>
        idsOf(r.now.category).map((category_id) => ({ product_id: products[n] as number, category_id })),
      ),
    )
    made.push(...products)
    at((i + ROWS_AT_ONCE) / (p.rows.length + 1))
  }
  await linked
  const alike = { was: { deleted: true }, now: { deleted: false } }
  const created: RowChange[] = made.map((id) => ({ id, ...alike }))
  const all = [...changes, ...created]
  const undo_id = await keepUndo(tx, caller, 'sheet', file, all as never, now, categories.length ? { categories } : {})
  await logAs(tx, caller, { action: 'import', object: 'sheet', name: file, changes: { rows: [null, all.length] } })
  return { created: made.length, changed: changes.length, categories_created: p.categories.length, undo_id }
}
