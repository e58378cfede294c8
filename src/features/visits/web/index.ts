// Front door of visits for other features' screens.
export { sendChange, useActs } from './outbox.ts'
export { PlanVisit } from './PlanVisit.tsx'
export { dayInWords, shortDay } from './words.ts'
