// Personal links that a member of the staff has opened: a link is a session of the client.
import { formerSellersReach, leaves } from '#features/users/server/index.ts'
import type { Tx } from '#server/db.ts'
import { findLinkViews, findSeenLinks } from './queries.ts'
import { endLinkSessions, replaceLink } from './writes.ts'

/** Replaces the link of a client; sessions that it opened end. */
export async function renewLinkOf(tx: Tx, id: number): Promise<void> {
  await replaceLink(tx, id)
  await endLinkSessions(tx, id)
}
formerSellersReach(async (tx, client) => {
  for (const id of await findSeenLinks(tx, [client])) await renewLinkOf(tx, id)
})
leaves('links', {
  async find(tx, user) {
    const seen = await findLinkViews(tx, user)
    return seen.length > 0 ? [{ id: user, name: String(seen.length) }] : []
  },
  async close(tx, [user = 0]) {
    for (const { id } of await findLinkViews(tx, user)) await renewLinkOf(tx, id)
  },
})
