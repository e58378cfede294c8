// The disk of the data folder: whether it takes a write, and how much room it has.
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

export interface Room {
  bytes: number
  /** Files that can still be made; Infinity where the file system has no such limit. */
  inodes: number
}
export async function freeRoom(folder: string): Promise<Room> {
  const { bavail, bsize, files, ffree } = await statfs(folder)
  return { bytes: bavail * bsize, inodes: files === 0 ? Number.POSITIVE_INFINITY : ffree }
}
/** Bytes of a probe: a disk that is full may still take a byte. */
const PROBE = 64 * 1024
/** The disk is asked at most once in so many ms, however often it is asked for. */
const ASK_EVERY = 5000
/** Asks whether a file can be written in a folder, with all bytes on the disk. */
export function diskProbe(folder: string): () => Promise<boolean> {
  let asked = Number.NEGATIVE_INFINITY
  let answer: Promise<boolean> | undefined
  const ask = async () => {
    const path = join(folder, `ready-${process.pid}.part`)
    try {
      const file = await open(path, 'w', 0o600)
      try {
        await file.writeFile(Buffer.alloc(PROBE, 1))
        await file.sync()
      } finally {
        await file.close()
      }
      return true
    } catch {
      return false
    } finally {
      await rm(path, { force: true }).catch(() => {})
    }
  }
  return () => {
    if (answer && performance.now() - asked < ASK_EVERY) return answer
    asked = performance.now()
    return (answer = ask())
  }
}
