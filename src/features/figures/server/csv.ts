// What stands behind a chart, as columns and rows.
import type { SheetColumn } from '#server/sheet.ts'
import type { Cell } from '#shared/cell.ts'
import type { Curve, Pair, Ranked } from '../contract.ts'
import type { Dimension } from '../rules.ts'

export type View =
  | { by: 'day'; curve: Omit<Curve, 'counting'> }
  | { by: 'together'; pairs: Pair[] }
  | { by: Dimension; rows: Ranked[] }
type Column = Pick<SheetColumn, 'header' | 'kind'>
const whole = (header: string): Column => ({ header, kind: 'whole' })
const text = (header: string): Column => ({ header, kind: 'text' })
const money = (header: string): Column => ({ header, kind: 'money' })
const NAMES: Record<Dimension, [name: string, none: string]> = {
  product: ['Produto', ''],
  category: ['Categoria', 'Sem categoria'],
  client: ['Cliente', 'Sem cadastro'],
  seller: ['Vendedor', 'Sem vendedor'],
  city: ['Cidade', 'Sem cidade'],
}
/** A number with a decimal comma. */
const decimal = (n: number) => String(n).replace('.', ',')
const cents = (n: number | undefined): Cell => n ?? null

/** Columns with money are not there for who sees none. */
export function csvOf(view: View, hide: boolean): { columns: Column[]; rows: Cell[][] } {
  const all = tableOf(view)
  const kept = all.columns.map((c) => !hide || c.kind !== 'money')
  return { columns: all.columns.filter((_, i) => kept[i]), rows: all.rows.map((r) => r.filter((_, i) => kept[i])) }
}
function tableOf(view: View): { columns: Column[]; rows: Cell[][] } {
  if (view.by === 'day') {
    const columns = [
      text(view.curve.step === 'day' ? 'Dia' : 'Mês desde'),
      whole('Pedidos'),
      whole('Peças'),
      money('Vendas'),
      text('Comparado com'),
      whole('Pedidos antes'),
      money('Vendas antes'),
    ]
    const rows = view.curve.steps.map((s) => [
      s.day,
      s.orders,
      s.pieces,
      cents(s.total),
      s.day_before,
      s.before.orders,
      cents(s.before.total),
    ])
    return { columns, rows }
  }
  if (view.by === 'together') {
    const columns = [text('Produto'), text('Sai com'), whole('Pedidos juntos'), whole('% dos pedidos do primeiro')]
    return { columns, rows: view.pairs.map((p) => [p.first.name, p.second.name, p.orders, p.share]) }
  }
  const [name, none] = NAMES[view.by]
  const columns = [
    text(name),
    text('Código'),
    whole('Pedidos'),
    whole('Peças'),
    money('Vendas'),
    text('% do total'),
    text('Classe'),
    whole('Peças antes'),
    money('Vendas antes'),
  ]
  const rows = view.rows.map((r) => [
    r.name || none,
    r.code,
    r.orders,
    r.pieces,
    cents(r.total),
    decimal(r.share),
    r.class,
    r.before.pieces,
    cents(r.before.total),
  ])
  return { columns, rows }
}
