// Which calls have answered whom, noted by every server that a test starts: after a whole run each call must have answered
// each who may make it (test/answered.test.ts).
import { channel } from 'node:diagnostics_channel'
import { appendFileSync, readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A file that the run gives to all its tests; none in a run of a few. */
const file = () => process.env.ANSWERED
const noted = new Set<string>()

const letterOf = (session: FastifyRequest['session']) =>
  session === null || session === undefined ? 'n' : session.kind === 'public' ? 'v' : 'oasc'[session.level]
function note(request: FastifyRequest, reply: FastifyReply): void {
  const { endpoint } = request.routeOptions.config
  // Who comes back from an ERP's consent is led on.
  if (!endpoint || reply.statusCode >= 400) return
  const cell = `${endpoint.method} ${endpoint.path} ${letterOf(request.session)}`
  if (noted.has(cell)) return
  noted.add(cell)
  appendFileSync(file() as string, `${cell}\n`)
}
/** Notes, from here on, what the servers of this process answer. */
export function noteAnswers(): void {
  if (!file()) return
  // Fastify's own sign that a request has come to its handler.
  channel('tracing:fastify.request.handler:start').subscribe((message) => {
    const { request, reply } = message as { request: FastifyRequest; reply: FastifyReply }
    reply.raw.once('close', () => note(request, reply))
  })
}
/** `METHOD path letter` of all that were answered in this run, letters as in own_calls.ts; null: a run of a few. */
export function answeredCells(): Set<string> | null {
  const path = file()
  return path ? new Set(readFileSync(path, 'utf8').trim().split('\n')) : null
}
