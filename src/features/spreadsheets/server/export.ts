// Products as a spreadsheet, a page of rows at a time; with a transaction for each, a slow reader holds no connection.
import type { Readable } from 'node:stream'
import type { Asking } from '#server/db.ts'
import { type SheetColumn, writeSheet } from '#server/sheet.ts'
import type { Cell } from '#shared/cell.ts'
import { type Field, labelOf, PRODUCT_COLUMNS } from '../columns.ts'
import { showValue } from '../rules.ts'
import { findPage } from './queries.ts'

const PAGE = 1000
/** A product's value as the sheet holds it: money in cents, lists as text. */
const cellOf = (field: Field, value: unknown): Cell =>
  value === null || value === undefined
    ? null
    : typeof value === 'boolean' || Array.isArray(value)
      ? showValue(field, value)
      : (value as Cell)

/** All products of a company, with these fields. */
export function productsSheet(ask: Asking, fields: Field[]): Readable {
  const columns: SheetColumn[] = fields.map((f) => ({
    header: labelOf(f),
    width: PRODUCT_COLUMNS[f].width,
    kind: PRODUCT_COLUMNS[f].kind,
  }))
  const pages = async function* () {
    for (let after = 0; ; ) {
      const page = await ask((own) => findPage(own, after, PAGE))
      if (page.length === 0) return
      after = page.at(-1)?.id as number
      yield page.map((r) => fields.map((f) => cellOf(f, r[f])))
    }
  }
  return writeSheet('Produtos', columns, pages())
}
