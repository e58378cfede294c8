// The product in a process of its own, as npm start runs it, on a test's database.
import { spawn } from 'node:child_process'
import { lean } from '#server/lean.ts'
import { type TestApp, until } from './kit.ts'
import { freePort } from './ports.ts'

export interface Apart {
  port: number
  pid: number
  alive: () => boolean
  /** What it wrote so far. */
  output: () => string
  stop: () => void
}
export async function startApart(
  t: TestApp,
  env: Record<string, string> = {},
  dataDir = t.config.dataDir,
): Promise<Apart> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [
      '--max-semi-space-size=2',
      '--max-old-space-size=1024',
      'test/server.ts',
      String(port),
      dataDir,
      t.config.databaseUrl,
      t.config.ownerUrl,
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...lean(), TEST_NOW: t.clock.now().toISOString(), ...env },
    },
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (d) => (text += d))
  const alive = () => child.exitCode === null && child.signalCode === null
  await until(() => {
    if (!alive()) throw new Error(`The server ended: ${text}`)
    return fetch(`http://127.0.0.1:${port}/readyz`).then(
      (r) => r.ok,
      () => false,
    )
  })
  return {
    port,
    pid: child.pid as number,
    alive,
    output: () => text,
    stop: () => void child.kill('SIGKILL'),
  }
}
