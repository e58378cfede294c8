// A way to the tests' database that can be closed, fall silent or become slow: a proxy of bytes on a Unix socket.
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Mode = 'open' | 'closed' | 'silent' | 'slow'
/** How long the slow way holds every piece, in ms. */
const SLOW = 150

export interface Way {
  /** The same database by this way. */
  url: (url: string) => string
  set(mode: Mode): void
  close(): void
}
export async function wayToDatabase(direct: string): Promise<Way> {
  const folder = mkdtempSync(join(tmpdir(), 'mostruario-way-'))
  const socket = (dir: string) => join(dir, '.s.PGSQL.5432')
  const to = socket(new URL(direct.replace('postgresql:', 'http:').replace('@/', '@x/')).searchParams.get('host') ?? '')
  let mode: Mode = 'open'
  const lines = new Set<Socket>()
  const server = createServer((near) => {
    if (mode === 'closed') return void near.destroy()
    const far = connect(to)
    // What went in while the way was silent is lost, as on a network that comes back.
    let lost = mode === 'silent'
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const) {
      lines.add(from)
      from.on('data', (bytes) => {
        lost ||= mode === 'silent'
        if (lost) return
        if (mode === 'slow') setTimeout(() => other.write(bytes), SLOW)
        else other.write(bytes)
      })
      from.on('error', () => {})
      from.on('close', () => {
        lines.delete(from)
        other.destroy()
      })
    }
  })
  await new Promise<void>((done) => server.listen(socket(folder), done))
  return {
    url: (url) => url.replace(/host=[^&]*/, `host=${encodeURIComponent(folder)}`),
    set(next) {
      mode = next
      if (mode === 'closed') for (const line of lines) line.destroy()
    },
    close() {
      for (const line of lines) line.destroy()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
