// What is being done right now: which request's work it is, also in the jobs that it leaves behind.
import { AsyncLocalStorage } from 'node:async_hooks'

interface Work {
  request_id: string
  /** What is counted again as if it had not been, where the server could not do the work. */
  undos?: (() => unknown)[]
}
const now = new AsyncLocalStorage<Work>()
/** Does `go`, and whatever follows from it, as this work. */
export const enter = <T>(work: Work, go: () => T): T => now.run(work, go)
/** Takes back what was counted against limits if this work fails by a fault of the server's (`takeBackCounts`). */
export const onServerFault = (undo: () => unknown): void => {
  const work = now.getStore()
  if (work) (work.undos ??= []).push(undo)
}
/** The sender did nothing wrong: a full disk or a database that is away costs nobody a part of a limit. */
export async function takeBackCounts(): Promise<void> {
  for (const undo of now.getStore()?.undos?.splice(0) ?? []) await Promise.resolve(undo()).catch(() => {})
}
/** The request whose work this is; '' outside of any. */
export const requestId = (): string => now.getStore()?.request_id ?? ''
