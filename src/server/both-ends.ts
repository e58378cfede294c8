// The two ends of a stream, awaited together.
/** What one end meets when the other has failed; tar-stream gives it no code. */
const CLOSED = /^(ERR_STREAM_PREMATURE_CLOSE|ERR_STREAM_DESTROYED|ABORT_ERR)$/
const CLOSED_TAR = /already finalized or destroyed|closed prematurely|premature close/i
const isClosed = ({ code, message }: NodeJS.ErrnoException) => CLOSED.test(code ?? '') || CLOSED_TAR.test(message)

/** Awaits the end that writes and the end that reads. Where one fails, the other meets a closed stream, often earlier: the
 * error that is thrown is the one that began it. */
export async function bothEnds<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([one, other])
  if (a.status === 'fulfilled' && b.status === 'fulfilled') return [a.value, b.value]
  const reasons = [a, b].flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []))
  throw reasons.find((reason) => !isClosed(reason)) ?? reasons[0]
}
