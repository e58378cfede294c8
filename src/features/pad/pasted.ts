// From what a clipboard holds to rows: chat signs, HTML and emoji go; columns are told apart.
import { type Amount, readCell } from './amount.ts'
import { byCode, byName, type Shelf, wordsOf } from './shelf.ts'

export interface Row {
  /** Of the pasted text, from 1. */
  line: number
  /** What names the product; in a chat the quantity stands in it, too. */
  text: string
  /** Of a column of its own. */
  amount: Amount | null
}
/** As many as one order holds. */
const MOST_ROWS = 1000
const MOST_LETTERS = 200_000

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" }
/** Where these part lines, the breaks of the source part none. */
const BLOCKS = /<(?:table|tr|td|p|div|br|li|h\d)\b/i
/** Rows, cells and line breaks of HTML as text; what is no HTML stays as it is. */
function plain(text: string): string {
  if (!/<\/?[a-z][^>]*>/i.test(text)) return text
  return text
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(BLOCKS.test(text) ? /[\r\n]+/g : /(?!)/g, ' ')
    .replace(/<\/t[dh]>\s*<t[dh]\b[^>]*>/gi, '\t')
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h\d)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#?\w{2,6});/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
}
/** Signs that say nothing: emoji, marks of direction, bold of a chat. */
const bare = (line: string) =>
  line
    .replace(/½/g, '1/2')
    .replace(/¼/g, '1/4')
    .replace(/[×✕✖]/g, 'x')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\ufeff]|\ufe0e|\ufe0f|\u20e3/g, '')
    .replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1f1e6}-\u{1f1ff}]/gu, ' ')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
/** Who said it and when, quotes and bullets of a chat. */
const said = (line: string) =>
  line
    .replace(/^\s*\[[^\]]{5,30}\]\s*[^:]{1,60}:\s/, '')
    .replace(/^\s*\d{1,2}\/\d{1,2}\/\d{2,4},?\s+\d{1,2}:\d{2}(?::\d{2})?\s*[-–]\s*[^:]{1,60}:\s/, '')
    .replace(/[*`~]+/g, ' ')
    .replace(/^[\s>•·▪➤✓✔–—-]+/, '')
    .replace(/\s+/g, ' ')
    .replace(/[\s.,;]+$/, '')

export function readRows(shelf: Shelf, text: string): { rows: Row[]; left: number } {
  const lines = plain(text.slice(0, MOST_LETTERS))
    .split(/\r\n|\r|\n|\u2028/)
    .map(bare)
  const full = lines.map((content, i) => ({ line: i + 1, content })).filter(({ content }) => content.trim() !== '')
  const table = cellsOf(full.map((l) => l.content))
  const rows = table
    ? fromTable(
        shelf,
        table,
        full.map((l) => l.line),
      )
    : unnumbered(full.map(({ line, content }) => ({ line, text: said(content), amount: null }))).filter((r) =>
        /[\p{L}\d]/u.test(r.text),
      )
  return { rows: rows.slice(0, MOST_ROWS), left: Math.max(0, rows.length - MOST_ROWS) }
}
/** "1) … 2) … 3) …": a list's own numbers are no quantities; one that is not in order stays. */
function unnumbered(rows: Row[]): Row[] {
  const numbers = rows.map((r) => /^(\d{1,3})\s?[.)ºª°-]\s+(?=\S)/.exec(r.text))
  const listed = rows.length > 1 && numbers.every((m, i) => m && Number(m[1]) === i + 1)
  return listed ? rows.map((r, i) => ({ ...r, text: r.text.slice((numbers[i] as RegExpExecArray)[0].length) })) : rows
}

/** The cells of a copied table: parted by tabs, or every line by the same number of semicolons. */
function cellsOf(lines: string[]): string[][] | null {
  const split = (sign: string) => lines.map((l) => l.split(sign).map((c) => c.trim()))
  if (lines.some((l) => l.trim().includes('\t'))) return split('\t')
  const signs = (lines[0] ?? '').split(';').length
  return signs > 1 && lines.every((l) => l.split(';').length === signs) ? split(';') : null
}
const QUANTITY = /^(?:qtd|qtde|qde|quant|quantidade|quantia|qty|quantity|unidades|pecas|peças)\.?$/i
const NAMING =
  /^(?:c[oó]d(?:igo)?|sku|ref(?:er[eê]ncia)?|ean|gtin|produto|item|descri[cç][aã]o|nome|product|code|description|mercadoria|artigo|barras)\b/i
const MONEY = /^(?:R\$|US?\$|€)|^\d{1,3}(?:\.\d{3})*,\d{2}$|^\d+[.,]\d{2}$/

function fromTable(shelf: Shelf, table: string[][], lines: number[]): Row[] {
  const width = Math.max(...table.map((r) => r.length))
  const columns = Array.from({ length: width }, (_, c) => c)
  const titles = table[0] as string[]
  const titled =
    titles.some((t) => QUANTITY.test(t)) ||
    (titles.length > 1 && titles.some((t) => NAMING.test(t)) && titles.every((t) => !/\d/.test(t)))
  const body = titled ? table.slice(1) : table
  const numbers = titled ? lines.slice(1) : lines
  const share = (c: number, is: (cell: string) => boolean) => {
    const cells = body.flatMap((r) => r[c] || [])
    return cells.length === 0 ? 0 : cells.filter(is).length / cells.length
  }
  const names = (cell: string) => byCode(shelf, cell).length > 0 || byName(shelf, wordsOf(cell)).length > 0
  const known = columns.map((c) => share(c, names))
  const namedQuantity = titled ? columns.filter((c) => QUANTITY.test(titles[c] ?? '')) : []
  const counting = columns.filter((c) => share(c, (cell) => readCell(cell) !== null) >= 0.8)
  const best = Math.max(...known)
  // Of several columns of numbers the one that names goods is their code; then prices are left out.
  const open = counting
    .filter((c) => counting.length === 1 || known[c] !== best || best === 0)
    .filter((c) => share(c, (cell) => MONEY.test(cell)) < 0.5 || counting.length === 1)
  const quantity = namedQuantity.length === 1 ? namedQuantity[0] : open.length === 1 ? open[0] : undefined
  const naming = columns.filter((c) => c !== quantity && (titled ? NAMING.test(titles[c] ?? '') : !isPrice(share, c)))
  return body.flatMap((row, i) => {
    const text = said((naming.length > 0 ? naming : columns.filter((c) => c !== quantity)).map((c) => row[c]).join(' '))
    const cell = quantity === undefined ? '' : (row[quantity] ?? '')
    if (!/[\p{L}\d]/u.test(text)) return []
    const amount = cell === '' ? null : (readCell(cell) ?? { n: null, unit: 'odd' as const, said: cell })
    return [{ line: numbers[i] as number, text, amount }]
  })
}
const isPrice = (share: (c: number, is: (cell: string) => boolean) => number, c: number) =>
  share(c, (cell) => MONEY.test(cell)) >= 0.5
