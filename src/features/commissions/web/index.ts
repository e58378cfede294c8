// Front door of commissions on the web.
export { TargetBar } from './TargetBar.tsx'
