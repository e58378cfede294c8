// The address that a company had before leads to the same page at the one that it has now.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pathOfHost } from '#features/sessions/rules.ts'
import { catalogueOrigin } from '#server/addresses.ts'
import type { Kit } from '#server/serve.ts'
import { findMovedPath } from './queries.ts'

/** Not for ever: another company may be given the address one day. */
export const leadTo = (kit: Kit, path: string, { url }: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.redirect(catalogueOrigin(kit.config, path) + url, 302)
/** Leads on from a host that no company has; false where none had it either. */
export async function leadOn(kit: Kit, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const path = pathOfHost(request.hostname)
  const moved = path ? await findMovedPath(kit.db, path) : null
  if (moved) leadTo(kit, moved, request, reply)
  return moved !== null
}
