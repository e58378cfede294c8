import { readFileSync } from 'node:fs'

/** The text of a small file, null where there is none: looking first and reading then would meet what another process
 * removes in between. */
export function textOfFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}
