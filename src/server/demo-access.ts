// From where the accounts of the demonstration may be used. Their password is public, so the request itself is the proof:
// it comes from this machine, through no proxy. Settings such as HOST say nothing about a proxy in front.
import type { FastifyRequest } from 'fastify'
import type { Config } from './config.ts'

const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'x-client-ip',
  'cf-connecting-ip',
]
/** Whether a request comes from this machine, and through no proxy that says so. */
export function isThisMachine({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): boolean {
  const { remoteAddress } = raw.socket
  const local = remoteAddress === undefined || /^(::ffff:)?127\.|^::1$/.test(remoteAddress)
  return local && !FORWARDING.some((name) => headers[name] !== undefined)
}
/** Whether a host name means this machine: localhost, a name below it, or a loopback address. */
const isLoopbackHost = (hostname: string): boolean => /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname)

/** Whether an account of the demonstration counts for this request: always from this machine; from elsewhere only with
 * DEMO=1, and the operator's never. */
export function allowsDemo({ demo }: Pick<Config, 'demo'>, request: FastifyRequest, level: number): boolean {
  if (demo === 'off') return false
  return (isThisMachine(request) && isLoopbackHost(request.hostname)) || (demo === 'open' && level > 0)
}
interface Installation {
  embedded: boolean
  host: string
  publicUrl: string
}
/** Whether a start loads the demonstration into an empty database: with DEMO=1; without DEMO, only where nothing says
 * that this is a real installation. */
export function loadsDemo(env: NodeJS.ProcessEnv, { embedded, host, publicUrl }: Installation): boolean {
  if (env.DEMO === '0') return false
  if (env.DEMO === '1') return true
  const isReal =
    env.NODE_ENV === 'production' ||
    !isLoopbackHost(host) ||
    !isLoopbackHost(new URL(publicUrl).hostname) ||
    [env.BASE_DOMAIN, env.TRUST_PROXY, env.SMTP_URL].some(Boolean)
  return embedded && !isReal
}
