import type { Tx } from '#server/db.ts'
import type { Person } from '#server/person.ts'

export const addConsent = (tx: Tx, company: number, visitor: string, granted: boolean, now: Date) => tx.sql`
  insert into consents (company_id, at, visitor, granted) values (${company}, ${now}, ${visitor}, ${granted})`
/** A client becomes a number: the account, its orders, its requests and its names in the log.
 * Amounts stay; answers how many orders. */
export const eraseClient = async (tx: Tx, id: number, now: Date) =>
  (await tx.first<{ n: number }>`select app.erase_client(${id}, ${now}) as n`)?.n ?? 0
/** Orders and price requests without card become those of this card. */
export async function claimForCard(tx: Tx, card: number, p: Person): Promise<void> {
  await tx.sql`update orders set client_id = ${card} where id = any(${p.orders}::bigint[]) and client_id is null`
  await tx.sql`update price_requests set client_id = ${card} where id = any(${p.requests}::bigint[])
    and client_id is null and user_id is null`
}
/** Orders and price requests without card lose their person. */
export const eraseOrders = (tx: Tx, p: Person, now: Date) =>
  tx.sql`select app.erase_orders('{}', ${p.orders}, ${p.requests}, null, ${now})`
/** The end of a company that is gone (migration 0032): what names its people elsewhere, its
 * rows in pieces, its own row. */
export const purgeTraces = (tx: Tx, id: number, now: Date) => tx.sql`select app.purge_traces(${id}, ${now})`
/** Answers how many rows went; 0 when none is left. */
export const purgeRows = async (tx: Tx, id: number, now: Date, limit: number) =>
  (await tx.first<{ n: number }>`select app.purge_rows(${id}, ${now}, ${limit}) as n`)?.n ?? 0
export const purgeCompany = (tx: Tx, id: number, now: Date) => tx.sql`select app.purge_company(${id}, ${now})`
