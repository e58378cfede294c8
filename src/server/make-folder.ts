// Makes folders whose path comes from a setting or from the command line.
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Like `mkdirSync` with `recursive`, which never returns below /proc: mkdir reports there that a parent is missing. */
export function makeFolder(path: string, mode = 0o777): void {
  if (isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have made it since.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(path)) throw error
  }
}
