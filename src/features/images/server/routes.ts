import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Kit } from '#server/serve.ts'
import { firstKept } from '#server/storage.ts'
import { Refusal } from '#shared/errors.ts'
import { WIDTHS } from '../rules.ts'
import { openSigned, PRIVATE_SECONDS } from './address.ts'
import { hasPersonPicture } from './queries.ts'

/** Shown while a picture is being made, or when it is gone. */
const PLACEHOLDER =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="400" height="400"><rect width="24" height="24" fill="#f1efed"/><g fill="none" stroke="#b9b1aa" stroke-width=".6"><rect x="8" y="9" width="8" height="6" rx=".8"/><circle cx="10.2" cy="11.2" r=".7"/><path d="m8.4 14.2 2.4-1.8 1.6 1.2 1.2-.9 2 1.4"/></g></svg>'

export function routes(app: FastifyInstance, kit: Kit): void {
  // Pictures by content: public, never changing. Without a width, or before the widths are
  // made, the nearest one answers.
  app.get('/files/:name', async (request, reply) => {
    const file = (request.params as { name: string }).name
    if (/^[0-9a-f]{32}-share\.jpg$/.test(file) && (await kit.storage.has(file))) {
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('image/jpeg')
        .send(kit.storage.stream(file))
    }
    const signed = openSigned(kit, kit.clock.now(), file)
    if (signed) return sendPersons(reply, signed)
    const m = /^([0-9a-f]{32})(?:-(\d{2,4}))?\.webp$/.exec(file)
    if (!m) throw new Refusal('not_found')
    const [, hash, asked] = m
    const name = await nearest(hash as string, Number(asked ?? 800))
    if (!name) return sendPlaceholder(reply)
    return reply
      .header(
        'cache-control',
        name === `${hash}-${asked ?? 800}.webp` ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/webp')
      .send(kit.storage.stream(name))
  })
  /** The file of the nearest width that is made. */
  const nearest = (hash: string, width: number) =>
    firstKept(
      kit.storage,
      [...WIDTHS].sort((a, b) => Math.abs(a - width) - Math.abs(b - width)).map((w) => `${hash}-${w}.webp`),
    )
  const sendPlaceholder = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-store').type('image/svg+xml').send(PLACEHOLDER)
  /** No cache between server and browser keeps a person's picture. An erased picture is gone while its signature is still good. */
  async function sendPersons(reply: FastifyReply, { hash, width }: { hash: string; width: number }) {
    if (!(await hasPersonPicture(kit.db, hash))) throw new Refusal('not_found')
    const name = await nearest(hash, width)
    void reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex')
    if (!name) return sendPlaceholder(reply)
    return reply
      .header('cache-control', name === `${hash}-${width}.webp` ? `private, max-age=${PRIVATE_SECONDS}` : 'no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/webp')
      .send(kit.storage.stream(name))
  }
}
