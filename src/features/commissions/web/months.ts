import { today } from '#web/device/day.ts'
import { dayWords } from '#web/moments.ts'

/** The month of the company's day, "2026-11". */
export const monthToday = () => today().slice(0, 7)
/** "novembro de 2026" */
export const monthName = (month: string) => dayWords(`${month}-15`, { month: 'long', year: 'numeric' })
