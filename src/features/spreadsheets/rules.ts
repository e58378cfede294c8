// From cells to products: which column is what, and what is wrong with a row.
import { fold } from '#features/products/search.ts'
import { parseCents } from '#shared/money.ts'

export type Cell = string | number | boolean | null
type Field =
  | 'name'
  | 'code'
  | 'price'
  | 'price2'
  | 'price3'
  | 'price_promo'
  | 'category'
  | 'description'
  | 'additional_text'
  | 'ean'
  | 'stock'
  | 'tags'
  | 'active'
  | 'order'
  | 'min_quantity'
  | 'multiple'
  | 'code_2'
  | 'reference'

const HEADERS: Record<Field, string> = {
  name: 'nome|produto|nome do produto|name|product|product name|titulo',
  code: 'codigo|cod|codigo do produto|sku|code|product code|stockcode|referencia interna',
  price: 'preco|preco 1|valor|preco de venda|price|price1|price 1|unit price|unitprice|preco unitario',
  price2: 'preco 2|preco2|price2|price 2',
  price3: 'preco 3|preco3|price3|price 3',
  price_promo: 'preco promocional|promocao|preco promo|price promo|sale price',
  category: 'categoria|categorias|category|categories|grupo',
  description: 'descricao|description|detalhes',
  additional_text: 'texto adicional|additional text|informacoes adicionais',
  ean: 'ean|gtin|codigo de barras|barcode',
  stock: 'estoque|saldo|stock|quantidade em estoque|inventory',
  tags: 'tags|etiquetas|marcadores',
  active: 'ativo|active|situacao',
  order: 'ordem|order|posicao',
  min_quantity: 'minimo|quantidade minima|min quantity|minimum',
  multiple: 'multiplo|multiple|caixa',
  code_2: 'codigo 2|code 2',
  reference: 'referencia|reference',
}
const byHeader = new Map(Object.entries(HEADERS).flatMap(([field, words]) => words.split('|').map((w) => [w, field as Field] as const)))

export interface RowIssue {
  /** 1 is the header, as the spreadsheet counts. */
  row: number
  column: string
  message: string
}
interface SheetRow {
  row: number
  values: Partial<Record<Field, Cell>>
}
/** Recognises headers in Portuguese or English, in any order, with or without accents. */
function readHeader(cells: Cell[]): { columns: (Field | null)[]; missing: string[] } {
  const columns = cells.map((c) => byHeader.get(fold(String(c ?? ''))) ?? null)
  const missing = [!columns.includes('name') && 'Nome', !columns.includes('price') && 'Preço'].filter((m): m is string => !!m)
  return { columns, missing }
}
export interface ProductDraft {
  row: number
  name: string
  code: string
  code_2: string
  reference: string
  ean: string
  price: number | null
  price2: number | null
  price3: number | null
  price_promo: number | null
  description: string
  additional_text: string
  tags: string[]
  order: number
  active: boolean
  stock: number | null
  min_quantity: number
  multiple: number
  categories: string[]
}
const LABELS: Partial<Record<Field, string>> = {
  name: 'Nome',
  code: 'Código',
  price: 'Preço',
  price2: 'Preço 2',
  price3: 'Preço 3',
  price_promo: 'Preço promocional',
  stock: 'Estoque',
  order: 'Ordem',
  min_quantity: 'Mínimo',
  multiple: 'Múltiplo',
  ean: 'Código de barras',
  active: 'Ativo',
}
const words = (c: Cell | undefined) => (c === null || c === undefined ? '' : String(c).trim())

/** One row as a product; what is wrong with it goes to `issues`, all of it. */
function readRow({ row, values }: SheetRow, issues: RowIssue[]): ProductDraft {
  const issue = (field: Field, message: string) => issues.push({ row, column: LABELS[field] ?? field, message })
  const text = (field: Field, most: number) => {
    const t = words(values[field])
    if (t.length > most) issue(field, `Texto longo demais: no máximo ${most} letras.`)
    return t
  }
  const price = (field: Field) => {
    const v = values[field]
    if (words(v) === '') return null
    const c = typeof v === 'number' ? parseCents(Math.round(v * 100) / 100) : parseCents(words(v).replace(/^R\$\s*/, ''))
    if (c === null || c < 0 || c > 999_999_999) issue(field, `“${words(v).slice(0, 30)}” não é um preço. Ex.: 12,90.`)
    return c
  }
  const whole = (field: Field, empty: number | null, least: number) => {
    const t = words(values[field])
    if (t === '') return empty
    const n = Number(t.replace(',', '.'))
    if (!Number.isInteger(n) || n < least) issue(field, `“${t.slice(0, 30)}” não é um número inteiro válido.`)
    return Number.isInteger(n) ? n : empty
  }
  const name = text('name', 160)
  if (name.length < 2) issue('name', 'Informe um nome com pelo menos 2 letras.')
  return {
    row,
    name,
    code: text('code', 40),
    code_2: text('code_2', 40),
    reference: text('reference', 40),
    ean: text('ean', 20),
    price: price('price'),
    price2: price('price2'),
    price3: price('price3'),
    price_promo: price('price_promo') || null,
    description: text('description', 5000),
    additional_text: text('additional_text', 5000),
    tags: words(values.tags)
      .split(',')
      .map((t) => t.trim())
      .filter(Boolean)
      .slice(0, 30),
    order: whole('order', 0, 0) ?? 0,
    active: !['0', 'nao', 'inativo', 'false', 'n'].includes(fold(words(values.active))),
    stock: whole('stock', null, -999_999_999),
    min_quantity: whole('min_quantity', 1, 1) ?? 1,
    multiple: whole('multiple', 1, 1) ?? 1,
    categories: words(values.category)
      .split(/[;|]/)
      .map((c) => c.trim())
      .filter(Boolean),
  }
}
/** The table of a sheet: recognised rows without empty ones, or what its header lacks. */
export function readTable(rows: Cell[][], issues: RowIssue[]): ProductDraft[] {
  const start = rows.findIndex((r) => r.some((c) => words(c) !== ''))
  const { columns, missing } = readHeader(rows[start] ?? [])
  if (missing.length) {
    for (const m of missing) issues.push({ row: Math.max(start, 0) + 1, column: m, message: `Falta a coluna ${m}.` })
    return []
  }
  const drafts: ProductDraft[] = []
  const seen = new Map<string, number>()
  for (let i = start + 1; i < rows.length; i++) {
    const cells = rows[i] as Cell[]
    if (!cells.some((c) => words(c) !== '')) continue
    const values: Partial<Record<Field, Cell>> = {}
    columns.forEach((field, at) => {
      if (field) values[field] = cells[at] ?? null
    })
    const draft = readRow({ row: i + 1, values }, issues)
    const key = draft.code.toLowerCase()
    if (key && seen.has(key)) issues.push({ row: i + 1, column: 'Código', message: `O código ${draft.code} já está na linha ${seen.get(key)}.` })
    else if (key) seen.set(key, i + 1)
    drafts.push(draft)
  }
  if (drafts.length === 0) issues.push({ row: 1, column: '', message: 'A planilha não tem nenhuma linha preenchida.' })
  return drafts
}
