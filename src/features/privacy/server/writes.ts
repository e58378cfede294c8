import type { Tx } from '#server/db.ts'

export const addConsent = (tx: Tx, company: number, visitor: string, granted: boolean, now: Date) => tx.sql`
  insert into consents (company_id, at, visitor, granted) values (${company}, ${now}, ${visitor}, ${granted})`
/** A client becomes a number: the account, its orders, its requests and its names in the log. Amounts stay; answers how many orders. */
export const eraseClient = async (tx: Tx, id: number, now: Date) => (await tx.first<{ n: number }>`select app.erase_client(${id}, ${now}) as n`)?.n ?? 0
/** Deletes every row of a company that is gone, but for its invoices and its address; answers the photos that nobody has any more. */
export const purgeCompany = async (tx: Tx, id: number, now: Date) => (await tx.sql<{ hash: string }>`select app.purge_company(${id}, ${now}) as hash`).map((r) => r.hash)
