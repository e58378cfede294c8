// An answer that is given while the request's body still comes: a line cut at once would take the answer with it.
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What is still read and forgotten after the answer, and for how long: then the line is cut. */
const BYTES = 16 * 1024 * 1024
const MILLISECONDS = 5000
/** Whoever was too slow has had the time. */
const AFTER_TOO_SLOW = 500

/** Reads the rest of a body that nobody wants, up to a bound, so that its sender gets to the answer. */
export function lingerOver({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (over(raw)) {
    // All of it is here and nobody reads on: left in the buffer it would keep the line from its next request.
    if (raw.readableLength > 0) raw.resume()
    return
  }
  let rest = BYTES
  raw.on('data', (bytes: Buffer) => {
    rest -= bytes.length
    // Unread, the sender waits and reads; the line ends with the time.
    if (rest < 0) raw.pause()
  })
  raw.resume()
  reply.raw.once('finish', () => {
    if (over(raw)) return
    const cut = setTimeout(() => raw.destroy(), reply.statusCode === 408 ? AFTER_TOO_SLOW : MILLISECONDS).unref()
    for (const end of ['end', 'close']) raw.once(end, () => clearTimeout(cut))
  })
}
const over = (raw: IncomingMessage) => raw.complete || raw.readableEnded || raw.destroyed
