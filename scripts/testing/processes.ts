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
/** When a process began, in clock ticks since the machine's start; '' once it has ended or waits to be reaped. */
export function startOf(pid: number): string {
  const stat = textOfProcess(`${pid}/stat`)
  // The name in brackets may hold spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' ? '' : (fields[19] ?? '')
}
