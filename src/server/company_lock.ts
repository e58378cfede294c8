import { part, type Tx } from './db.ts'

/** Whoever counts or looks for something of a company before adding it waits here for the other. */
export const lockCompany = (tx: Tx, company: number) =>
  tx.sql`select 1 from company_counters where company_id = ${company} for update`
/** Whoever writes products raises the number of the company's catalogue sooner or later, and a sale holds it before it
 * takes its stock: it is locked before any product, so that no two wait for each other. A condition of the statement
 * that locks rows before it writes them; a statement that writes them does it itself (app.counter_first). */
export const companyTurn = part`(select k.company_id from company_counters k where k.company_id = app.company()
  for update) is not null`
