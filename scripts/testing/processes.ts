// Processes as /proc shows them (Linux); elsewhere there are none.
import { readdirSync, readFileSync } from 'node:fs'

/** A file below /proc; '' once its process has ended. */
export function textOfProcess(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return ''
  }
}
export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      textOfProcess(`${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}
export const descendantsOf = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)])
