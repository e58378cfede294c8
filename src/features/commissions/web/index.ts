// Front door of commissions on the web.
export { useForeseen } from './foreseen.ts'
export { ForeseenRow } from './ForeseenRow.tsx'
export { TargetBar } from './TargetBar.tsx'
