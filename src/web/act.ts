// What a button does: one act at a time, and what stopped it is said.
import { useState } from 'react'
import { asFailure, type Failure, isFailure } from './api.ts'
import { notify } from './ui/snack.tsx'

/** Does it. What stops it is said, at the foot of the page or by `say`: a refusal in its words, and that something went
 * wrong of any other fault, which is ours and is thrown on. Answers whether it was done. */
export async function attempt(
  work: () => Promise<unknown>,
  say: (failure: Failure) => void = (failure) => notify(failure.summary),
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (failure) {
    say(asFailure(failure))
    if (!isFailure(failure)) throw failure
    return false
  }
}
/** The same for a button that waits while it is done. */
export function useAct(say?: (failure: Failure) => void) {
  const [busy, setBusy] = useState(false)
  const act = (work: () => Promise<unknown>) => {
    setBusy(true)
    return attempt(work, say).finally(() => setBusy(false))
  }
  return { busy, act }
}
