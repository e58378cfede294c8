// From where the accounts of the demonstration may be used. Their password is public, so the request itself is the proof:
// it comes from this machine, through no proxy. Settings such as HOST say nothing about a proxy in front.
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Where accounts of the demonstration count: nowhere, on this machine, or from outside as well. */
export type DemoAccess = 'off' | 'local' | 'open'
/** Headers by which proxies say for whom they ask. */
const FORWARDING =
  /^(forwarded|via|x-forwarded.*|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.*|true-client-ip|cf-.*)$/
/** Whether a request comes from this machine, and through no proxy that says so. */
export function isThisMachine({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): boolean {
  const { remoteAddress } = raw.socket
  const local = remoteAddress === undefined || /^(::ffff:)?127\.|^::1$/.test(remoteAddress)
  return local && !Object.keys(headers).some((name) => FORWARDING.test(name))
}
/** Whether a host name means this machine: localhost, a name below it, or a loopback address. */
function isLoopbackHost(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '')
  return isIP(name) ? /^127\.|^::1$/.test(name) : /^(.+\.)?localhost$/i.test(name)
}

/** Whether an account of the demonstration counts for this request: always from this machine; from elsewhere only with
 * DEMO=1, and the operator's never. */
export function allowsDemo({ demo }: { demo: DemoAccess }, request: FastifyRequest, level: number): boolean {
  if (demo === 'off') return false
  return (isThisMachine(request) && isLoopbackHost(request.hostname)) || (demo === 'open' && level > 0)
}
interface Installation {
  host: string
  publicUrl: string
}
/** Whether a setting says that this is a real installation: a proxy in front of it may rewrite Host and add nothing. */
export const isReal = (env: NodeJS.ProcessEnv, { host, publicUrl }: Installation): boolean =>
  env.NODE_ENV === 'production' ||
  !isLoopbackHost(host) ||
  !isLoopbackHost(new URL(publicUrl).hostname) ||
  [env.BASE_DOMAIN, env.TRUST_PROXY, env.SMTP_URL].some(Boolean)
/** Where demo accounts count, by DEMO; without it on this machine, unless the installation is real. */
export function demoSetting(env: NodeJS.ProcessEnv, installation: Installation): DemoAccess {
  if (env.DEMO === '1') return 'open'
  return env.DEMO === '0' || isReal(env, installation) ? 'off' : 'local'
}
/** Whether a start loads the demonstration into an empty database: with DEMO=1; without DEMO, only into the embedded one
 * of an installation that is not real. */
export const loadsDemo = ({ demo }: { demo: DemoAccess }, embedded: boolean): boolean =>
  demo === 'open' || (demo === 'local' && embedded)
