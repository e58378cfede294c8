import { part, type Tx } from '#server/db.ts'
import type { Feed, FeedRun } from '../../feeds/contract.ts'

/** The way back is named as long as there is one. */
const run = (
  now: Date,
) => part`r.id, r.status, r.started_at, r.ended_at, r.created, r.changed, r.same, r.refused, r.retired, r.message,
  r.issues, (select u.id from undos u where u.id = r.undo_id and u.used_at is null and u.expires_at > ${now}) as undo_id`
const lastRun = (f: { run: unknown }) => {
  const r = f.run as (Omit<FeedRun, 'started_at' | 'ended_at'> & { started_at: string; ended_at: string | null }) | null
  return r && { ...r, started_at: new Date(r.started_at), ended_at: r.ended_at === null ? null : new Date(r.ended_at) }
}
export async function findFeeds(tx: Tx, now: Date, id: number | null = null): Promise<Feed[]> {
  const rows = await tx.sql<Feed>`
    select f.id, f.name, f.url, f.columns, f.mode, f.retire, f.every_hours, f.at_hour, f.percent, f.active, f.problem,
      case when f.active then f.next_at end as next_at,
      (select row_to_json(x) from (select ${run(now)} from feed_runs r where r.feed_id = f.id order by r.id desc limit 1) x) as run
    from feeds f where f.deleted_at is null and (${id}::bigint is null or f.id = ${id}) order by f.id`
  return rows.map((f) => ({ ...f, run: lastRun(f) }))
}
/** Feeds that run in a person's name. */
export const findFeedsOf = (tx: Tx, user: number) =>
  tx.sql<{ id: number; name: string }>`select id, name from feeds where user_id = ${user} and active
    and deleted_at is null order by id`
export const findRuns = (tx: Tx, feed: number, now: Date) =>
  tx.sql<FeedRun>`select ${run(now)} from feed_runs r where r.feed_id = ${feed} order by r.id desc limit 20`
export const findRun = (tx: Tx, id: number, now: Date) =>
  tx.first<FeedRun & { feed_id: number; hash: string }>`
  select ${run(now)}, r.feed_id, r.hash from feed_runs r where r.id = ${id}`

export interface Work {
  id: number
  name: string
  url: string
  columns: Record<string, string>
  mode: 'both' | 'update'
  retire: boolean
  percent: number
  etag: string
  last_modified: string
  hash: string
  failures: number
  user_id: number
  user_name: string
  /** Of the run: the file that an admin wants although it changes much. */
  wanted: string
}
/** What a run that has not ended works on. */
export const findWork = (tx: Tx, run_id: number) => tx.first<Work>`
  select f.id, f.name, f.url, f.columns, f.mode, f.retire, f.percent, f.etag, f.last_modified, f.hash, f.failures, f.user_id,
    u.name as user_name, r.wanted
  from feed_runs r join feeds f on f.company_id = r.company_id and f.id = r.feed_id and f.deleted_at is null
    join users u on u.company_id = f.company_id and u.id = f.user_id
  where r.id = ${run_id} and r.status = 'andando'`
export const findDueFeeds = (tx: Tx, now: Date, limit: number) =>
  tx.sql<{ company_id: number; id: number }>`select * from app.due_feeds(${now}, ${limit})`
/** Those whose next run is later than their schedule may say. */
export const findFeedsAhead = (tx: Tx, now: Date, limit: number) =>
  tx.sql<{ company_id: number; id: number }>`select * from app.feeds_ahead(${now}, ${limit})`
/** Products on sale, of which a share may change by itself. */
export const countActive = async (tx: Tx) =>
  (await tx.first<{ n: number }>`select count(*)::int as n from products where active and deleted_at is null`)?.n ?? 0
/** What a feed brought once, is on sale, and came no more, nor from another feed that nobody switched off; codes in lower
 * case. */
export const findGone = (tx: Tx, feed: number, codes: string[]) => tx.sql<{ id: number; code: string; name: string }>`
  select p.id, p.code, p.name from feed_products x join products p on p.company_id = x.company_id and p.id = x.product_id
  where x.feed_id = ${feed} and p.active and p.deleted_at is null and lower(p.code) <> all (${codes})
    and not exists (select 1 from feed_products y join feeds f on f.company_id = y.company_id and f.id = y.feed_id
      where y.company_id = x.company_id and y.product_id = x.product_id and y.feed_id <> x.feed_id and y.brings
        and (f.active or f.problem <> ''))`
/** Of these codes, what a feed of the company took off itself, whichever. */
export const findRetired = async (tx: Tx, codes: string[]) =>
  new Set(
    (
      await tx.sql<{ id: number }>`
        select p.id from feed_products x join products p on p.company_id = x.company_id and p.id = x.product_id
        where x.retired and not p.active and p.deleted_at is null and lower(p.code) = any (${codes})`
    ).map((p) => p.id),
  )
