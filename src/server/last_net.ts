// How a server ends: in order when it is told to, and in order too after a fault that nothing has caught, because
// nobody knows what such a fault has left half done. Who started the process starts another.
import { plainError } from './plain.ts'

/** For requests and jobs in hand: told to end, and after a fault, when another server waits for the address. */
const [BOUND, SHORT_BOUND] = [20_000, 5000]

/** From now on a signal, or an uncaught fault, runs `end` and exits. What a fault was stands in one line of the log. */
export function lastNet(end: () => Promise<void>): void {
  let ending = false
  const exit = (code: number) => {
    if (ending) return
    ending = true
    const out = () => process.exit(code)
    setTimeout(out, code === 0 ? BOUND : SHORT_BOUND).unref()
    end().then(out, out)
  }
  const fault = (kind: string) => (reason: unknown) => {
    process.stderr.write(
      `${JSON.stringify({ level: 60, time: Date.now(), pid: process.pid, msg: kind, err: plainError(reason) })}\n`,
    )
    exit(1)
  }
  process.on('uncaughtException', fault('uncaughtException'))
  process.on('unhandledRejection', fault('unhandledRejection'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => exit(0))
  // A terminal that has gone, or a full disk under a log, must not end the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
