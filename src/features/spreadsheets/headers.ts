// Which row of a sheet names its columns, and which column is what: as people and as the ERPs of Brazil write headers.
import { fold } from '#features/products/search.ts'
import type { Cell } from '#shared/cell.ts'
import type { Column } from './columns.ts'

/** Headers are looked for in so many rows; above them a sheet may have its title, its date, its company. */
export const HEAD = 20

/** Words as headers shorten them. */
const LONG: Record<string, string> = {
  cod: 'codigo',
  prod: 'produto',
  desc: 'descricao',
  descr: 'descricao',
  vlr: 'valor',
  vl: 'valor',
  vr: 'valor',
  prc: 'preco',
  pco: 'preco',
  unit: 'unitario',
  unitaria: 'unitario',
  qtd: 'quantidade',
  qtde: 'quantidade',
  qt: 'quantidade',
  quant: 'quantidade',
  estq: 'estoque',
  estoq: 'estoque',
  disp: 'disponivel',
  cat: 'categoria',
  categ: 'categoria',
  promo: 'promocional',
  promoc: 'promocional',
  tab: 'tabela',
  num: 'numero',
  nr: 'numero',
  nro: 'numero',
  tel: 'telefone',
  fone: 'telefone',
  cel: 'celular',
  obs: 'observacoes',
  observacao: 'observacoes',
  ref: 'referencia',
  refer: 'referencia',
  min: 'minimo',
  minima: 'minimo',
  mult: 'multiplo',
  compl: 'complementar',
  cli: 'cliente',
  vend: 'vendedor',
  repres: 'representante',
  end: 'endereco',
  ped: 'pedido',
  dt: 'data',
  cx: 'caixa',
  info: 'informacoes',
  inf: 'informacoes',
}
/** Words that say nothing here: "Valor (R$)" is a value, "Código do produto" the product's code. */
const SILENT = new Set([
  'de',
  'do',
  'da',
  'dos',
  'das',
  'no',
  'na',
  'em',
  'o',
  'a',
  'e',
  'p',
  'para',
  'por',
  'r',
  'rs',
  'brl',
])
const canonical = (text: string) =>
  fold(text)
    .split(' ')
    .filter((w) => w && !SILENT.has(w))
    .map((w) => LONG[w] ?? w)
    .join(' ')
/** What a header may mean: as it stands, then without what is in brackets ("COD BARRAS
 * (EAN13)"; a number in them counts). */
function meanings(cell: Cell): string[] {
  const text = String(cell ?? '').slice(0, 200)
  const bare = text.replace(/\(([^()]*)\)|\[([^[\]]*)\]/g, (all) => (/[a-z%$]/i.test(all) ? ' ' : all))
  return [...new Set([canonical(text), canonical(bare)])].filter(Boolean)
}
const dictionaries = new WeakMap<object, Map<string, string>>()
function dictionaryOf(columns: Record<string, Column>): Map<string, string> {
  let words = dictionaries.get(columns)
  if (!words) {
    const pairs = Object.entries(columns).flatMap(([field, c]) =>
      [c.header, ...c.known.split('|')].map((w) => [canonical(w), field] as const),
    )
    // The first to name a word has it.
    words = new Map(pairs.toReversed())
    dictionaries.set(columns, words)
  }
  return words
}
/** The field of each header cell; one that is not recognised, or stands twice, is null. */
export function recognise<F extends string>(header: Cell[], columns: Record<F, Column>): (F | null)[] {
  const known = dictionaryOf(columns)
  const seen = new Set<string>()
  return header.map((c) => {
    const field = meanings(c)
      .map((m) => known.get(m))
      .find(Boolean)
    if (!field || seen.has(field)) return null
    seen.add(field)
    return field as F
  })
}
const filled = (row: Cell[]) => row.filter((c) => c !== null && String(c).trim() !== '').length
const known = (row: Cell[], columns: Record<string, Column>) => recognise(row, columns).filter(Boolean).length
/** How sure the best of these rows is to be the headers: the more columns it names, the surer. */
export const headerScore = (rows: Cell[][], columns: Record<string, Column>) =>
  Math.max(0, ...rows.slice(0, HEAD).map((r) => known(r, columns)))
/** Index of the row that names the columns: the one with most headers that are known; none known:
 * the first that looks like a table. */
export function guessHeader(rows: Cell[][], columns: Record<string, Column>): number {
  const head = rows.slice(0, HEAD)
  const scores = head.map((r) => known(r, columns))
  const best = Math.max(0, ...scores)
  if (best > 0) return scores.indexOf(best)
  const widest = Math.max(0, ...head.map(filled))
  return Math.max(
    0,
    head.findIndex((r) => filled(r) > 0 && filled(r) * 2 >= widest),
  )
}
