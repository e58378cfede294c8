// The company path of this page's host. The server marks the installation's own name, which is no company's host.
import { pathOfHost as labelOf } from '../rules.ts'

const isOwnHost = () => document.querySelector('meta[name="own-host"]') !== null
/** The company path that this page's host names; '' for none. */
export const hostPath = (): string => (isOwnHost() ? '' : labelOf(location.hostname))
/** Whether this page's host is one company's own address. */
export const onTenantHost = (): boolean => !['', '1'].includes(hostPath())
