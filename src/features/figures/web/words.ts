// Figures in words: amounts, changes, days.
import { showDay } from '#shared/day.ts'
import { showCents } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import { dayWords } from '#web/moments.ts'
import type { Ranked } from '../contract.ts'
import { change, type Dimension, type Period, type Step } from '../rules.ts'

export const MEASURES = [
  { value: 'total', label: 'Vendas' },
  { value: 'orders', label: 'Pedidos' },
  { value: 'pieces', label: 'Peças' },
] as const
export type Measure = (typeof MEASURES)[number]['value']
export const showNumber = (n: number) => n.toLocaleString('pt-BR')
export const showPercent = (n: number) => `${n.toLocaleString('pt-BR')}%`
export const showValue = (measure: Measure, n: number) => (measure === 'total' ? showCents(n) : showNumber(n))
/** "R$ 1,2 mil": beside an axis there is no room for more. */
export const showShort = (measure: Measure, n: number) => {
  const value = measure === 'total' ? n / 100 : n
  return new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 }).format(value)
}
/** "+12%", null where there was nothing before. */
export function showChange(now: number, before: number): { text: string; up: boolean | null } | null {
  const percent = change(now, before)
  if (percent === null) return null
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return { text: `${sign}${showNumber(Math.abs(percent))}%`, up: percent === 0 ? null : percent > 0 }
}
export const showPeriod = (p: Period) =>
  p.from === p.until ? showDay(p.from) : `${showDay(p.from)} – ${showDay(p.until)}`
export const weekday = (day: string) => dayWords(day, { weekday: 'long' })
/** "12/11" below a chart, or "nov. de 26" by months. */
export const tickOf = (day: string, step: Step) =>
  step === 'day' ? day.slice(8) + '/' + day.slice(5, 7) : dayWords(day, { month: 'short', year: '2-digit' })
export const stepName = (day: string, step: Step) =>
  step === 'day'
    ? dayWords(day, { weekday: 'short', day: '2-digit', month: '2-digit' })
    : dayWords(day, { month: 'long', year: 'numeric' })

export const DIMENSION_CHOICES: { value: Dimension; label: string }[] = [
  { value: 'product', label: 'Produto' },
  { value: 'category', label: 'Categoria' },
  { value: 'client', label: 'Cliente' },
  { value: 'seller', label: 'Vendedor' },
  { value: 'city', label: 'Cidade' },
]
const NAMELESS: Record<Dimension, string> = {
  product: '',
  category: 'Sem categoria',
  client: 'Sem cadastro',
  seller: 'Sem vendedor',
  city: 'Sem cidade',
}
export const nameIn = (by: Dimension, row: Pick<Ranked, 'name'>) => row.name || t(NAMELESS[by])
