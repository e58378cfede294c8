// Addresses that the product gives out come from the configuration, never from a request's Host: anybody writes that.
import { isIP } from 'node:net'
import type { Config } from './config.ts'

/** Where a company's catalogue is: its label before the domain of the catalogues. Numbers (an IP) take no label, and
 * PUBLIC_URL may be the host of one company itself. */
export function catalogueOrigin({ publicUrl, baseDomain }: Config, path: string): string {
  const { origin, protocol, port, hostname } = new URL(publicUrl)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) || hostname.split('.')[0] === path) return origin
  return `${protocol}//${path}.${baseDomain}${port && `:${port}`}`
}
/** Whether a host is the installation's own name: that of PUBLIC_URL or BASE_DOMAIN. */
export const isOwnHost = ({ publicUrl, baseDomain }: Config, host: string): boolean =>
  [new URL(publicUrl).hostname, baseDomain].includes(host.replace(/:\d+$/, '').toLowerCase())
/** Where a company's catalogue opens. */
export const catalogueAddress = (config: Config, path: string) => `${catalogueOrigin(config, path)}/pedidos`
/** The address of ours that a request came to: the company's own, else the main one. */
export function originAt(config: Config, path: string, host: string): string {
  const own = catalogueOrigin(config, path)
  return new URL(own).host === host.toLowerCase() ? own : new URL(config.publicUrl).origin
}
