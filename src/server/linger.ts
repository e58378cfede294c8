// Lingering close: an answer that is sent while the request's body still arrives. A connection closed at once would lose
// the answer.
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Read and discarded after the answer. */
const BYTES = 16 * 1024 * 1024
/** A sender that was too slow (408) has had its time: a tenth of the seconds. */
const AFTER_TOO_SLOW = 0.1

/** Reads the rest of a refused body for at most so many seconds, then closes the connection. */
export function lingerOver({ raw }: FastifyRequest, reply: FastifyReply, seconds: number): void {
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
    const ms = 1000 * seconds * (reply.statusCode === 408 ? AFTER_TOO_SLOW : 1)
    const cut = setTimeout(() => raw.destroy(), ms).unref()
    for (const end of ['end', 'close']) raw.once(end, () => clearTimeout(cut))
  })
}
const over = (raw: IncomingMessage) => raw.complete || raw.readableEnded || raw.destroyed
