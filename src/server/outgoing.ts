// Addresses that somebody else named and that we call: public ones only, each one that the name resolves to, at the moment
// of connecting; no redirect, no more than is asked for, a time. Origins that tests answer themselves are `simulated`.
import { lookup } from 'node:dns'
import { request as askHttp } from 'node:http'
import { request as askHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { calling, traced } from './trace.ts'

const closed = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(net, bits, 'ipv4')
// Of IPv6 also what carries an IPv4 address inside: compatible, NAT64, Teredo, 6to4.
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  closed.addSubnet(net, bits, 'ipv6')
/** Whether an address is of the open internet; IPv4 inside IPv6 counts as what it is. */
function isPublic(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return isPublic(mapped)
  const family = isIP(address)
  return family !== 0 && !closed.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
const publicOnly: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0)
    if (found.length === 0 || found.some((a) => !isPublic(a.address)))
      return done(new Error('not a public address'), '', 0)
    if (options.all) return done(null, found as never)
    const [first] = found
    done(null, first?.address ?? '', first?.family ?? 0)
  })

/** Whether somebody may name this address for us to call: https on its own port, no number, nobody's password. */
export function isOutside(address: string, simulated: readonly string[]): boolean {
  // Written out: https:host is read as an address, too, and says less than it means.
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false
  const url = new URL(address)
  if (simulated.includes(url.origin)) return true
  const { protocol, port, username, password, hostname } = url
  const named = hostname.includes('.') && isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  return protocol === 'https:' && port === '' && username === '' && password === '' && named
}

export interface Outgoing {
  method: 'GET' | 'POST'
  headers: Record<string, string | number>
  body?: Buffer
  /** The longest answer that is read, in bytes. */
  most: number
  /** Milliseconds for all of it. */
  timeout: number
}
export interface Answered {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}
/** Throws for an address that is not public, and for what does not answer in time or answers too much. */
export function askOutside(address: string, simulated: readonly string[], how: Outgoing): Promise<Answered> {
  const url = new URL(address)
  const inTest = simulated.some((s) => new URL(s).origin === url.origin)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!inTest && (url.protocol !== 'https:' || (isIP(host) && !isPublic(host))))
    return Promise.reject(new Error('not a public address'))
  const call = () =>
    new Promise<Answered>((resolve, reject) => {
      const ask = url.protocol === 'https:' ? askHttps : askHttp
      const { method, headers, body, most, timeout } = how
      const request = ask(
        url,
        { method, headers, signal: AbortSignal.timeout(timeout), ...(!inTest && { lookup: publicOnly }) },
        (response) => {
          const chunks: Buffer[] = []
          let size = 0
          response.on('data', (chunk: Buffer) => {
            size += chunk.length
            if (size > most) return void request.destroy(new Error('too large'))
            chunks.push(chunk)
          })
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
          )
          response.on('error', reject)
        },
      )
      request.on('error', reject)
      request.end(body)
    })
  return traced(calling(how.method, url.origin), call)
}
