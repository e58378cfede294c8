import { t } from '#web/i18n.ts'

/** "850 m", "12,3 km", "361 km". */
export function far(metres: number): string {
  if (metres < 995) return t('{n} m', { n: Math.round(metres / 10) * 10 })
  const km = metres / 1000
  return t('{n} km', { n: km.toLocaleString('pt-BR', { maximumFractionDigits: km < 100 ? 1 : 0 }) })
}
