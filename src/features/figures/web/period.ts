// Which days are looked at, from what stands in the address.
import { addDays, addMonths, isDay } from '#shared/day.ts'
import { MOST_DAYS, type Period } from '../rules.ts'

export const PRESETS = [
  { value: '7', label: '7 dias' },
  { value: '30', label: '30 dias' },
  { value: 'month', label: 'Este mês' },
  { value: 'last', label: 'Mês passado' },
  { value: 'year', label: '12 meses' },
  { value: 'own', label: 'Outro' },
] as const
export type Preset = (typeof PRESETS)[number]['value']

export const presetOf = (asked: string): Preset => PRESETS.find((p) => p.value === asked)?.value ?? '30'
/** `from` and `until` are what was typed for a period of one's own; null while that is none. */
export function periodOf(preset: Preset, today: string, from: string, until: string): Period | null {
  const first = `${today.slice(0, 7)}-01`
  if (preset === '7') return { from: addDays(today, -6), until: today }
  if (preset === '30') return { from: addDays(today, -29), until: today }
  if (preset === 'month') return { from: first, until: today }
  if (preset === 'last') return { from: addMonths(first, -1), until: addDays(first, -1) }
  if (preset === 'year') return { from: addMonths(first, -11), until: today }
  const own = isDay(from) && isDay(until) && from <= until && addDays(from, MOST_DAYS - 1) >= until
  return own ? { from, until } : null
}
