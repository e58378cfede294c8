import type { FastifyInstance } from 'fastify'
import { type Kit, paging, serve } from '#server/serve.ts'
import { Refusal } from '#shared/errors.ts'
import { listClients, listUsers, readUser } from '../contract.ts'
import { escapeLike, findUser, findUsers } from './queries.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, listUsers, async ({ tx, query, session }) => {
    const { limit, page, offset } = paging(query, 25, session as never)
    const found = await findUsers(tx, {
      name: escapeLike(query.name ?? ''),
      level: query.level ?? null,
      seller_id: null,
      withOperators: session?.level === 0,
      limit,
      offset,
    })
    return { ...found, page, limit }
  })
  serve(app, kit, readUser, async ({ tx, params, session }) => {
    if ((session?.level ?? 3) >= 2 && params.id !== session?.user_id) throw new Refusal('not_found')
    const user = await findUser(tx, params.id)
    if (!user || (user.level <= 0 && session?.level !== 0)) throw new Refusal('not_found')
    return user
  })
  serve(app, kit, listClients, async ({ tx, query, caller }) => {
    const { limit, page, offset } = paging(query, 25, caller)
    const seller_id = caller.level === 2 ? caller.user_id : null
    const found = await findUsers(tx, { name: escapeLike(query.name ?? ''), level: 3, seller_id, withOperators: false, limit, offset })
    return { ...found, page, limit }
  })
}
