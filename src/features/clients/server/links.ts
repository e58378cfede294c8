// Personal links that a member of the staff has opened: a link is a session of the client.
import { formerSellersReach, leaves } from '#features/users/server/index.ts'
import type { Tx } from '#server/db.ts'
import { findLinkOffers, findLinkViews } from './link-views/queries.ts'
import { endLinkSessions, keepLinks, keepLinksOf, lockClients, replaceLink } from './writes.ts'

/** Replaces the link of a client; sessions that it opened end. */
export async function renewLinkOf(tx: Tx, id: number): Promise<void> {
  await replaceLink(tx, id)
  await endLinkSessions(tx, id)
}
/** Answers the offers of these clients; absent: they wait in *Pendências*. Returns the clients concerned. */
export async function answerLinkOffers(tx: Tx, ids: number[], renew: boolean | undefined): Promise<number[]> {
  await lockClients(tx, ids)
  const offered = (await findLinkOffers(tx, ids)).map((r) => r.id)
  if (renew === true) for (const id of offered) await renewLinkOf(tx, id)
  if (renew === false) await keepLinks(tx, offered)
  return offered
}
formerSellersReach(async (tx, client, end) => {
  await answerLinkOffers(tx, [client], end)
})
leaves('links', {
  async find(tx, user) {
    const seen = await findLinkViews(tx, user)
    return seen.length > 0 ? [{ id: user, name: String(seen.length) }] : []
  },
  async close(tx, [user = 0]) {
    for (const { id } of await findLinkViews(tx, user)) await renewLinkOf(tx, id)
  },
  async keep(tx, [user = 0]) {
    await keepLinksOf(tx, user)
  },
})
