// Front door of integrations for other screens.
export { ErpState } from './ErpState.tsx'
