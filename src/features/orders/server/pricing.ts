// From cart lines to order lines: the server's prices, for the buyer; the only place where an order is priced.
import { isHiddenFrom, type OrderableRow } from '#features/products/server/index.ts'
import { type PriceSettings, unitPrice } from '#features/products/prices.ts'
import { lineIssue } from '#features/products/quantity.ts'
import { type CatalogueUses, specsKey } from '#features/products/rules.ts'
import type { Specs } from '#features/products/contract.ts'
import type { Buyer } from '#features/readers/rules.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { joined, type Said } from '#shared/sentence.ts'
import { parseCents } from '#shared/money.ts'
import { readWhole } from '#shared/whole.ts'
import {
  isShare,
  lineDiscount,
  lineTotal,
  MOST_QUANTITY,
  passesMost,
  type Summed,
  type Totals,
  totals,
} from '../rules.ts'

export interface Wanted {
  product_id: number
  quantity: number
  specs: Specs
  /** Of this line alone, basis points. */
  discount_bp: number
  /** What the sender saw, in cents; undefined when it said nothing. */
  seen: number | undefined
}
export interface PricedLine {
  line: number
  product_id: number
  variation_id: number | null
  code: string
  name: string
  specs: Specs
  ean: string
  photo: string
  quantity: number
  unit_price: number
  discount_bp: number
  /** Cents; `total` is after it. */
  discount: number
  total: number
  counted: boolean
}
export interface Difference {
  product_id: number
  name: string
  specs: Specs
  was: number
  now: number
}

/** Cart lines as asked: quantity 0 or less is left out; fractions, words and more than 999,999 are refused. Same
 * product and specs are one line. */
export function readLines(
  raw: { product_id: number; quantity: unknown; specs?: unknown; price?: unknown; discount?: number | undefined }[],
): Wanted[] {
  const errors: Record<string, string> = {}
  const merged = new Map<string, Wanted>()
  raw.forEach((l, i) => {
    const quantity = typeof l.quantity === 'string' ? readWhole(l.quantity) : l.quantity
    if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity > MOST_QUANTITY) {
      errors[`product_json.${i}.quantity`] = 'A quantidade precisa ser um número inteiro de 1 a 999.999.'
      return
    }
    if (quantity <= 0) return
    const specs: Specs = l.specs && typeof l.specs === 'object' && !Array.isArray(l.specs) ? (l.specs as Specs) : {}
    const seen =
      l.price === undefined || l.price === null || l.price === ''
        ? undefined
        : (parseCents(l.price as string) ?? undefined)
    const discount_bp = l.discount ?? 0
    if (!isShare(discount_bp)) {
      errors[`product_json.${i}.discount`] = 'Informe uma porcentagem entre 0 e 100.'
      return
    }
    const key = `${l.product_id}|${specsKey(specs)}`
    const line = merged.get(key)
    if (line && line.discount_bp !== discount_bp)
      errors[`product_json.${i}.discount`] = 'O mesmo item veio com dois descontos. Deixe um só.'
    else if (line) line.quantity += quantity
    else merged.set(key, { product_id: l.product_id, quantity, specs, discount_bp, seen })
  })
  if (Object.keys(errors).length) throw invalid(errors)
  if (merged.size === 0) throw new Refusal('empty_cart')
  const lines = [...merged.values()]
  if (lines.some((l) => l.quantity > MOST_QUANTITY))
    throw invalid({ product_json: 'A quantidade precisa ser um número inteiro de 1 a 999.999.' })
  return lines
}

/** Whose prices hold, and what is hidden from them. */
export interface Purchaser extends Buyer {
  hidden_categories: number[]
}
/** `priced`: what has no price (*sob consulta*) is not sold; else it is a line of nothing. */
type PricingSettings = PriceSettings & Pick<CatalogueUses, 'variations_active'> & { priced?: boolean }
/** Prices every line for the buyer. Lines that cannot be ordered are named, all at once. */
export function priceLines(
  wanted: Wanted[],
  rows: OrderableRow[],
  buyer: Purchaser,
  settings: PricingSettings,
): { lines: PricedLine[]; diff: Difference[] } {
  const products = new Map(rows.filter((r) => !isHiddenFrom(r, buyer.hidden_categories)).map((r) => [r.id, r]))
  const refused: { product_id: number; specs: Specs; name: string; reason: Said; suggestion?: number }[] = []
  const lines: PricedLine[] = []
  const diff: Difference[] = []
  for (const w of wanted) {
    const row = products.get(w.product_id)
    const refuse = (reason: Said, suggestion?: number) =>
      refused.push({
        product_id: w.product_id,
        specs: w.specs,
        name: row?.name ?? '',
        reason,
        ...(suggestion !== undefined && { suggestion }),
      })
    if (!row) {
      refuse('Este produto não está mais no catálogo.')
      continue
    }
    const varied = settings.variations_active && row.attributes.length > 0
    const variation = varied ? row.attributes.find((v) => specsKey(v.specs) === specsKey(w.specs)) : undefined
    if (varied ? !variation : Object.keys(w.specs).length > 0) {
      refuse(
        varied
          ? 'Escolha de novo as opções deste produto: esta não existe.'
          : 'Este produto não tem opções para escolher.',
      )
      continue
    }
    const issue = lineIssue(w, wanted, row)
    if (issue) {
      refuse(issue.message, issue.suggestion)
      continue
    }
    const price = unitPrice(
      row,
      variation ? { price: variation.price ?? null, surcharge: variation.surcharge ?? 0 } : null,
      buyer,
      settings,
    )
    const unit_price = price.promo ?? price.price ?? 0
    if (unit_price === 0 && settings.priced) {
      refuse('Está sob consulta: fale com quem vende.')
      continue
    }
    if (w.seen !== undefined && w.seen !== unit_price)
      diff.push({ product_id: row.id, name: row.name, specs: w.specs, was: w.seen, now: unit_price })
    const priced = { unit_price, quantity: w.quantity, discount_bp: w.discount_bp }
    lines.push({
      line: lines.length + 1,
      product_id: row.id,
      variation_id: variation?.id ?? null,
      code: variation?.code || row.code,
      name: row.name,
      specs: variation?.specs ?? {},
      ean: variation?.ean || row.ean,
      photo: variation?.image || row.photo,
      ...priced,
      discount: lineDiscount(priced),
      total: lineTotal(priced),
      counted: (variation ? variation.stock : row.stock) !== null,
    })
  }
  if (refused.length)
    throw new Refusal('lines_refused', {
      lines: refused,
      message: joined(refused.slice(0, 3).map((r) => joined([r.name || 'Um item', r.reason], ': '))),
    })
  return { lines, diff }
}
/** What an order's lines come to; refused before anything of it is written where that is more than an order may. */
export function sumUp(lines: Summed[], discount_bp: number, freight: number): Totals {
  if (passesMost(lines, freight))
    throw new Refusal('invalid', {
      message: 'Este pedido passa de 999.999.999,99. Confira as quantidades e os preços.',
    })
  return totals(lines, discount_bp, freight)
}
