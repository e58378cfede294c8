// A secret that is drawn once and kept in a file.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

/** The secret in `file`, or a new one. It is written beside, synced and renamed: after a kill between creating the file
 * and writing it, an empty secret would be read for good. */
export function readOrDraw(file: string, draw: () => string): string {
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (kept) return kept
  const drawn = draw()
  const part = openSync(`${file}.part`, 'w', 0o600)
  writeFileSync(part, drawn)
  fsyncSync(part)
  closeSync(part)
  renameSync(`${file}.part`, file)
  return drawn
}
