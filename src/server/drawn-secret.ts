// A secret that is drawn once and kept in a file.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { CannotStart } from './settings.ts'

/** The secret in `file`, or a new one. It is written beside, synced and renamed: after a kill between creating the file
 * and writing it, an empty secret would be read for good. */
export function readOrDraw(file: string, draw: () => string): string {
  const there = statSync(file, { throwIfNoEntry: false })
  if (there?.isDirectory()) throw new CannotStart(`${file} é uma pasta, e deveria ser um arquivo. Mova-a.`)
  const kept = there ? readFileSync(file, 'utf8').trim() : ''
  if (kept) return kept
  const drawn = draw()
  const part = openSync(`${file}.part`, 'w', 0o600)
  writeFileSync(part, drawn)
  fsyncSync(part)
  closeSync(part)
  renameSync(`${file}.part`, file)
  return drawn
}
