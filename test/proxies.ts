// The proxies of deploy/ in front of a server, from the files that are installed with them.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { certificate } from './certificate.ts'
import { freePort } from './ports.ts'
import { root, without } from './starting.ts'

export type ProxyName = 'nginx' | 'caddy'
export const PROXIES: ProxyName[] = ['nginx', 'caddy']
/** Why a proxy cannot run here; false when it can. */
export const withoutProxy = (name: ProxyName) => without(name, 'openssl')
export interface Proxy {
  /** Port of HTTPS, and of HTTP. */
  port: number
  plain: number
  child: ChildProcess
}
interface Site {
  /** The installation's name; companies are below it. */
  site: string
  /** Host and port of the server. */
  upstream: string
  /** For certificates, temporary files and the log. */
  dir: string
}
/** Starts a proxy with its file of deploy/. Only what a sandbox on loopback needs is changed: ports, paths, the
 * certificate and the site's name. */
export async function startProxy(name: ProxyName, { site, upstream, dir }: Site): Promise<Proxy> {
  const here = mkdtempSync(join(dir, `${name}-`))
  const [port, plain] = [await freePort(), await freePort()]
  const { cert, key } = certificate(here, site, `*.${site}`)
  const start = { nginx: startNginx, caddy: startCaddy }[name]
  return { port, plain, child: start({ site, upstream, here, port, plain, cert, key }) }
}
type Installed = Omit<Site, 'dir'> & { here: string; port: number; plain: number; cert: string; key: string }
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
/** Replaces what must be there, so that a change of the file does not leave the sandbox on ports of the system. */
function replaced(text: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((made, [from, to]) => {
    if (!made.includes(from)) throw new Error(`deploy/ no longer says: ${from}`)
    return made.replaceAll(from, to)
  }, text)
}
function startNginx({ site, upstream, here, port, plain, cert, key }: Installed): ChildProcess {
  mkdirSync(join(here, 'conf.d'))
  writeFileSync(
    join(here, 'conf.d/mostruario.conf'),
    replaced(read('nginx.conf'), {
      'listen 443': `listen 127.0.0.1:${port}`,
      'listen 80': `listen 127.0.0.1:${plain}`,
      'mostruario.example': site,
      '127.0.0.1:3000': upstream,
      '/etc/ssl/mostruario/fullchain.pem': cert,
      '/etc/ssl/mostruario/key.pem': key,
    }),
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((t) => `${t}_temp_path ${here}/${t};`)
  const log = join(here, 'nginx.log')
  writeFileSync(
    join(here, 'nginx.conf'),
    `daemon off; pid ${here}/nginx.pid; error_log ${log}; events {}
http { access_log off; ${temporary.join(' ')} include ${here}/conf.d/*.conf; }`,
  )
  return spawn('nginx', ['-c', join(here, 'nginx.conf'), '-e', log], { stdio: 'ignore' })
}
function startCaddy({ site, upstream, here, port, plain, cert, key }: Installed): ChildProcess {
  const config = join(here, 'Caddyfile')
  const sandbox = `admin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${plain}\n\thttps_port ${port}`
  writeFileSync(config, replaced(read('Caddyfile'), { 'admin off': sandbox }))
  return spawn('caddy', ['run', '--config', config], {
    env: { ...process.env, SITE: site, CERT: cert, KEY: key, UPSTREAM: upstream, HOME: here, XDG_DATA_HOME: here },
    stdio: 'ignore',
  })
}

export interface ProxyAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}
/** Asks a proxy over TLS by a host's name. `from`: the loopback address that the client has. A stream is read until
 * `enough`. */
export const askProxy = (
  port: number,
  host: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
    from = '127.0.0.1',
    enough = /$^/,
  }: { method?: string; headers?: Record<string, string>; body?: unknown; from?: string; enough?: RegExp } = {},
) =>
  new Promise<ProxyAnswer>((done, fail) => {
    const sent = request(
      {
        host: '127.0.0.1',
        servername: host,
        port,
        path,
        method,
        localAddress: from,
        rejectUnauthorized: false,
        headers: { host, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      },
      (r) => {
        let text = ''
        const end = () => done({ status: r.statusCode ?? 0, headers: r.headers, text })
        r.setEncoding('utf8')
          .on('data', (d) => {
            text += d
            if (!enough.test(text)) return
            end()
            sent.destroy()
          })
          .on('end', end)
          .on('error', () => {})
      },
    )
    sent.on('error', fail).end(body === undefined ? undefined : JSON.stringify(body))
  })
/** Where a proxy leads a call without TLS. */
export const redirectedTo = (plain: number, host: string, path: string) =>
  new Promise<string>((done, fail) => {
    get({ host: '127.0.0.1', port: plain, path, headers: { host } }, (r) => {
      done(`${r.headers.location}`)
      r.resume()
    }).on('error', fail)
  })
