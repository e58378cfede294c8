// Two servers that answer and one that works through the queue, each with a disk of its own, behind a proxy that takes
// turns: what somebody does goes now here, now there.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { type Apart, startApart } from './apart.ts'
import type { TestApp } from './kit.ts'

export interface Servers {
  port: number
  /** Those that answer, each for itself. */
  webs: Apart[]
  /** Their disks. */
  disks: string[]
  /** Those that answer end, and come again at the same address. */
  away(): Promise<void>
  back(): Promise<void>
  close(): Promise<void>
}
/** `t` lends its database, its settings and its keys, and keeps its files in S3, as they do. */
export async function startServers(
  t: TestApp,
  env: Record<string, string> = {},
  more: Partial<Config> = {},
): Promise<Servers> {
  let turn = 0
  const webs: Apart[] = []
  const proxy = createServer((from, to) => {
    const { port } = webs[turn++ % webs.length] as Apart
    const on = request({ host: '127.0.0.1', port, method: from.method, path: from.url, headers: from.headers }, (r) => {
      to.writeHead(r.statusCode ?? 502, r.rawHeaders)
      r.pipe(to)
      r.on('error', () => to.destroy())
    })
    on.on('error', () => to.destroy())
    to.on('close', () => on.destroy())
    from.pipe(on)
  })
  const listen = (port: number) => new Promise<void>((done) => proxy.listen(port, '127.0.0.1', done))
  const away = async () => {
    proxy.closeAllConnections()
    await new Promise((done) => proxy.close(done))
    for (const web of webs.splice(0)) web.stop()
  }
  await listen(0)
  const { port } = proxy.address() as AddressInfo
  const { port: _port, dataDir: _dataDir, role: _role, ...shared } = t.config
  const TEST_CONFIG = JSON.stringify({ ...shared, publicUrl: `http://localhost:${port}`, ...more })
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'mostruario-test-')))
  const begin = async () => {
    webs.push(...(await Promise.all(folders.map((f) => startApart(t, { ...env, TEST_CONFIG, ROLE: 'web' }, f)))))
  }
  await begin()
  // Mails without a server stay in the folder that the test looks into.
  const worker = await startApart(t, { ...env, TEST_CONFIG, ROLE: 'worker' })
  return {
    port,
    webs,
    disks: folders,
    away,
    async back() {
      if (proxy.listening) return
      await begin()
      await listen(port)
    },
    async close() {
      for (const s of [...webs, worker]) s.stop()
      if (proxy.listening) await away()
      for (const f of folders) rmSync(f, { recursive: true, force: true })
    },
  }
}
