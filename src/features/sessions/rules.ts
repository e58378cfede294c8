// Hosts: decisions that browser and server take alike.

/** The company path that a host names: its first label; '1' on localhost and IPs; none on dev, sistema and www. */
export function pathOfHost(host: string): string {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  if (name === 'localhost' || /^[\d.]+$/.test(name) || name.includes(':') || name.startsWith('[')) return '1'
  const label = name.replace(/\..*/, '')
  return ['dev', 'sistema', 'www'].includes(label) ? '' : label
}
/** Whether the host is one company's own address (then only its accounts sign in there). */
export const isTenantHost = (host: string) => !['', '1'].includes(pathOfHost(host))
