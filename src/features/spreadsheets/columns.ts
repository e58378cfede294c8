// Which column is what: headers in Portuguese and English, with or without accents, in any order.
import { fold } from '#features/products/search.ts'

export type Cell = string | number | boolean | null
/** A field's name on the sheet that we write, the headers that we recognise, how wide and of which kind it is. */
interface Column {
  header: string
  known: string
  width: number
  kind: 'text' | 'money' | 'whole'
}
export const PRODUCT_COLUMNS = {
  code: { header: 'Código', known: 'cod|codigo do produto|sku|code|product code|stockcode|stock code|referencia interna|cod produto', width: 16, kind: 'text' },
  name: { header: 'Nome', known: 'produto|nome do produto|name|product|product name|titulo', width: 44, kind: 'text' },
  price: { header: 'Preço', known: 'preco 1|valor|preco de venda|price|price1|price 1|unit price|unitprice|preco unitario|preco de tabela', width: 12, kind: 'money' },
  price2: { header: 'Preço 2', known: 'preco2|price2|price 2', width: 12, kind: 'money' },
  price3: { header: 'Preço 3', known: 'preco3|price3|price 3', width: 12, kind: 'money' },
  price_promo: { header: 'Preço promocional', known: 'promocao|preco promo|price promo|sale price', width: 16, kind: 'money' },
  category: { header: 'Categoria', known: 'categorias|category|categories|grupo', width: 24, kind: 'text' },
  stock: { header: 'Estoque', known: 'saldo|stock|quantidade em estoque|saldo de estoque|inventory', width: 10, kind: 'whole' },
  active: { header: 'Ativo', known: 'active|situacao', width: 8, kind: 'text' },
  ean: { header: 'Código de barras', known: 'ean|gtin|barcode', width: 16, kind: 'text' },
  description: { header: 'Descrição', known: 'description|detalhes', width: 50, kind: 'text' },
  additional_text: { header: 'Texto adicional', known: 'additional text|informacoes adicionais|observacoes', width: 40, kind: 'text' },
  tags: { header: 'Etiquetas', known: 'tags|marcadores', width: 24, kind: 'text' },
  order: { header: 'Ordem', known: 'order|posicao', width: 8, kind: 'whole' },
  min_quantity: { header: 'Mínimo', known: 'quantidade minima|min quantity|minimum', width: 10, kind: 'whole' },
  multiple: { header: 'Múltiplo', known: 'multiple|caixa', width: 10, kind: 'whole' },
  code_2: { header: 'Código 2', known: 'code 2', width: 16, kind: 'text' },
  reference: { header: 'Referência', known: 'reference', width: 16, kind: 'text' },
} as const satisfies Record<string, Column>
export type Field = keyof typeof PRODUCT_COLUMNS
export const FIELDS = Object.keys(PRODUCT_COLUMNS) as Field[]
/** Columns of every export; the others are extra. */
export const BASE_FIELDS: Field[] = ['code', 'name', 'price', 'category', 'stock', 'active']
export const labelOf = (field: Field): string => PRODUCT_COLUMNS[field].header

const byHeader = new Map(FIELDS.flatMap((field) => [fold(PRODUCT_COLUMNS[field].header), ...PRODUCT_COLUMNS[field].known.split('|')].map((w) => [w, field] as const)))
/** The field of each header cell; one that is not recognised, or stands twice, is null. */
export function recognise(header: Cell[]): (Field | null)[] {
  const seen = new Set<Field>()
  return header.map((c) => {
    const field = byHeader.get(fold(String(c ?? ''))) ?? null
    if (!field || seen.has(field)) return null
    seen.add(field)
    return field
  })
}
