// Front door of integrations for other screens.
export { useIntegrations } from './data.ts'
export { ErpState } from './ErpState.tsx'
