// What is being done right now: which request's work it is, also in the jobs that it leaves behind.
import { AsyncLocalStorage } from 'node:async_hooks'

interface Work {
  request_id: string
}
const now = new AsyncLocalStorage<Work>()
/** Does `go`, and whatever follows from it, as this work. */
export const enter = <T>(work: Work, go: () => T): T => now.run(work, go)
/** The request whose work this is; '' outside of any. */
export const requestId = (): string => now.getStore()?.request_id ?? ''
