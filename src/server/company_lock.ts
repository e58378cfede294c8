import type { Tx } from './db.ts'

/** Whoever counts or looks for something of a company before adding it waits here for the other. */
export const lockCompany = (tx: Tx, company: number) =>
  tx.sql`select 1 from company_counters where company_id = ${company} for update`
