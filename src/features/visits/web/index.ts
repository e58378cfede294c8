// Front door of visits for other features' screens.
export { sendChange, useActs, visitTo } from './outbox.ts'
export { PlanAnyVisit, PlanVisit } from './PlanVisit.tsx'
export { shortDay } from './words.ts'
