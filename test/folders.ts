// Folders that a test file writes into, and that go with it.
import { mkdtempSync, rmSync } from 'node:fs'
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
