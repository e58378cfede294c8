// Folders that a test file writes into, and that go with it; and the one around all of a run.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function temporary(name: string): { folder: () => string; clear: () => void } {
  const made: string[] = []
  return {
    folder() {
      const f = mkdtempSync(join(tmpdir(), `mostruario-${name}-`))
      made.push(f)
      return f
    },
    clear() {
      for (const f of made) rmSync(f, { recursive: true, force: true })
    },
  }
}
/** From here on, whatever this process and those that it starts keep for a while lies in one folder: what a killed one
 * leaves behind goes with the run, too. Other users come through it, as PostgreSQL under root is one. */
export function oneTemporary(): { clear(): void } {
  const { folder, clear } = temporary('run')
  process.env.TMPDIR = folder()
  chmodSync(process.env.TMPDIR, 0o755)
  return { clear }
}
