import { today } from '#web/device/use.ts'

/** The month of the company's day, "2026-11". */
export const monthToday = () => today().slice(0, 7)
/** "novembro de 2026" */
export const monthName = (month: string) =>
  new Date(`${month}-15T12:00:00`).toLocaleDateString('pt-BR', { month: 'long', year: 'numeric' })
