export { hostPath, onTenantHost } from './host.ts'
