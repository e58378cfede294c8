// A list of products in XML (shops' feeds, what ERPs export) as a table: the element that repeats is a row, what stands in it
// its columns. Read as it comes, without what a DTD could do. Runs in the child process only (worker.ts).
import { SaxesParser } from 'saxes'
import { Refusal } from '#shared/errors.ts'
import type { Cell } from '#shared/cell.ts'
import type { Column } from '../columns.ts'
import { recognise } from '../headers.ts'
import { meter } from './limits.ts'

const DEEPEST = 30
const MOST_COLUMNS = 200
/** What shops' feeds call things (Google Merchant, RSS) in the words that headers are known by. */
const NAMES: Record<string, string> = {
  id: 'código',
  title: 'nome',
  price: 'preço',
  sale_price: 'preço promocional',
  gtin: 'ean',
  product_type: 'categoria',
  google_product_category: 'categoria google',
}
interface Open {
  name: string
  path: string
  text: string
  /** What stands in it, by name. */
  cells: Row
  children: number
}
type Row = Map<string, string>
/** null: nothing in it repeats. */
export function xmlRows(text: string, columns: Record<string, Column>): Cell[][] | null {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new Refusal('bad_sheet')
  const parser = new SaxesParser()
  const stack: Open[] = []
  /** Elements with something in them, by where they stand. */
  const found = new Map<string, Row[]>()
  parser.on('error', () => {
    throw new Refusal('bad_sheet')
  })
  parser.on('opentag', ({ name, attributes }) => {
    const above = stack.at(-1)
    if (above) above.children++
    if (stack.length >= DEEPEST) throw new Refusal('bad_sheet')
    const cells = new Map(Object.entries(attributes).map(([key, value]) => [bare(key), String(value)]))
    stack.push({ name: bare(name), path: `${above?.path ?? ''}/${name}`, text: '', cells, children: 0 })
  })
  const say = (words: string) => {
    const open = stack.at(-1)
    if (open) open.text += words
  }
  parser.on('text', say)
  parser.on('cdata', say)
  parser.on('closetag', () => {
    const { name, path, text: said, cells, children } = stack.pop() as Open
    const above = stack.at(-1)
    if (children === 0) {
      const words = said.trim()
      // What comes twice (categories) is listed.
      if (above && words) above.cells.set(name, above.cells.has(name) ? `${above.cells.get(name)}; ${words}` : words)
      for (const [key, value] of cells) above?.cells.set(`${name} ${key}`, value)
      if (cells.size === 0) return
    }
    if (cells.size === 0) return
    const alike = found.get(path)
    if (alike) alike.push(cells)
    else found.set(path, [cells])
  })
  parser.write(text).close()
  const kinds = [...found].map(([path, rows]) => {
    const names = namesOf(rows)
    return { path, rows, names, known: recognise(names.map(headerOf), columns).filter((f) => f !== null) }
  })
  // What stands in a product (its variations, its freight) is a part of it; a department tells less than its products.
  const inProduct = (part: (typeof kinds)[number]) =>
    kinds.some(
      ({ path, rows, known }) =>
        part.path.startsWith(`${path}/`) &&
        (known.includes('price') || (rows.length > 1 && known.length > 1 && known.length >= part.known.length)),
    )
  const [best] = kinds
    .filter((k) => !inProduct(k))
    .toSorted((a, b) => b.rows.length * width(b.rows) - a.rows.length * width(a.rows))
  return best ? tableOf(best.rows, best.names) : null
}
const bare = (name: string) => name.replace(/^.*:/, '')
const width = (rows: Row[]) => rows[0]?.size ?? 0
const namesOf = (rows: Row[]) => [...new Set(rows.flatMap((r) => [...r.keys()]))].slice(0, MOST_COLUMNS)
const headerOf = (name: string) => NAMES[name.toLowerCase()] ?? name
function tableOf(rows: Row[], names: string[]): Cell[][] {
  const count = meter()
  return [names.map(headerOf), ...rows.map((r) => names.map((c) => cellOf(r.get(c))))].map((row) => {
    count(row)
    return row
  })
}
/** "25.00 BRL" is a price with its currency behind it. */
function cellOf(value: string | undefined): Cell {
  if (value === undefined) return null
  const price = /^(\d+(?:[.,]\d{1,2})?) ?(?:BRL|R\$)$/.exec(value)?.[1]
  return price ? Number(price.replace(',', '.')) : value
}
