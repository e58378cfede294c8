import type { Tx } from '#server/db.ts'
import { enqueue } from '#server/jobs.ts'
import type { FeedRun } from '../../feeds/contract.ts'

export interface Fields {
  name: string
  url: string
  columns: Record<string, string>
  mode: 'both' | 'update'
  retire: boolean
  every_hours: number | null
  at_hour: number | null
  percent: number
  active: boolean
}
export async function addFeed(
  tx: Tx,
  owner: { company_id: number; user_id: number },
  f: Fields,
  at: { now: Date; next: Date },
): Promise<number> {
  const row = await tx.first<{ id: number }>`
    insert into feeds (company_id, name, url, columns, mode, retire, every_hours, at_hour, percent, next_at, user_id, created_at)
    values (${owner.company_id}, ${f.name}, ${f.url}, ${f.columns}, ${f.mode}, ${f.retire}, ${f.every_hours}, ${f.at_hour},
      ${f.percent}, ${at.next}, ${owner.user_id}, ${at.now}) returning id`
  return row?.id as number
}
/** In the name of who saved it last. What was read before may mean something else now. */
export const changeFeed = (tx: Tx, id: number, user: number, f: Fields, next: Date) => tx.sql`
  update feeds set name = ${f.name}, url = ${f.url}, columns = ${f.columns}, mode = ${f.mode}, retire = ${f.retire},
    every_hours = ${f.every_hours}, at_hour = ${f.at_hour}, percent = ${f.percent}, active = ${f.active}, next_at = ${next},
    problem = '', failures = 0, etag = '', last_modified = '', hash = '', user_id = ${user} where id = ${id}`
export const stopFeeds = (tx: Tx, ids: number[], problem: string) =>
  tx.sql`update feeds set active = false, problem = ${problem} where id = any(${ids}::bigint[])`
/** Feeds run in the name of another admin from now on, as `passKeys` does it. */
export const passFeeds = (tx: Tx, ids: number[], admin: number) =>
  tx.sql`update feeds f set user_id = u.id from users u where f.id = any(${ids}::bigint[]) and u.id = ${admin}
    and u.company_id = f.company_id and u.level = 1`
export async function removeFeed(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.sql`delete from feed_products where feed_id = ${id}`
  await tx.sql`update feed_runs set status = 'falhou', ended_at = ${now}, message = 'O catálogo por endereço foi excluído.'
    where feed_id = ${id} and status = 'andando'`
  await tx.sql`update feeds set deleted_at = ${now}, active = false where id = ${id}`
}
/** Of one feed. */
const KEPT_RUNS = 200
/** Begins a run, unless one is under way: then nothing is answered. */
export async function startRun(
  tx: Tx,
  company: number,
  feed: number,
  now: Date,
  wanted = '',
): Promise<number | undefined> {
  const row = await tx.first<{ id: number }>`
    insert into feed_runs (company_id, feed_id, started_at, wanted) values (${company}, ${feed}, ${now}, ${wanted})
    on conflict (company_id, feed_id) where status = 'andando' do nothing returning id`
  if (!row) return undefined
  await enqueue(tx, 'run_feed', { run_id: row.id })
  await tx.sql`delete from feed_runs where feed_id = ${feed} and id <= (select id from feed_runs where feed_id = ${feed}
    order by id desc offset ${KEPT_RUNS} limit 1)`
  return row.id
}
/** Seconds until a run that found too many under way comes again. */
const LATER = 5
export const runLater = (tx: Tx, run_id: number) =>
  tx.sql`select app.enqueue_after('run_feed', ${{ run_id }}, ${LATER})`
export const planNext = (tx: Tx, id: number, next: Date) => tx.sql`update feeds set next_at = ${next} where id = ${id}`
export type Ended = Partial<
  Pick<FeedRun, 'created' | 'changed' | 'same' | 'refused' | 'retired' | 'issues' | 'undo_id'>
> & {
  status: Exclude<FeedRun['status'], 'andando'>
  message: string
  hash?: string
}
export const endRun = (tx: Tx, id: number, e: Ended, now: Date) => tx.sql`
  update feed_runs set status = ${e.status}, ended_at = ${now}, created = ${e.created ?? 0}, changed = ${e.changed ?? 0},
    same = ${e.same ?? 0}, refused = ${e.refused ?? 0}, retired = ${e.retired ?? 0}, message = ${e.message},
    issues = ${JSON.stringify(e.issues ?? [])}::jsonb, undo_id = ${e.undo_id ?? null}, hash = ${e.hash ?? ''}
  where id = ${id} and status = 'andando' returning id`
/** It was read well: asked again only when it is another. What somebody changed meanwhile has not been read so yet. */
export const noteRead = (
  tx: Tx,
  { id, url, columns, mode, retire }: Pick<Fields, 'url' | 'columns' | 'mode' | 'retire'> & { id: number },
  r: { etag: string; last_modified: string; hash: string },
) => tx.sql`
  update feeds set etag = ${r.etag}, last_modified = ${r.last_modified}, hash = ${r.hash}, failures = 0, problem = ''
  where id = ${id} and url = ${url} and columns = ${columns} and mode = ${mode} and retire = ${retire}`
export const noteWell = (tx: Tx, id: number) => tx.sql`update feeds set failures = 0, problem = '' where id = ${id}`
export const noteFailed = (tx: Tx, id: number, problem: string, off: boolean) => tx.sql`
  update feeds set failures = failures + 1, active = active and not ${off}, problem = ${off ? problem : ''} where id = ${id}`
/** What a feed brings from here on, of all `codes` of its file, in lower case: what it has `made`, and what it or another
 * feed of the company made before. A product that somebody else made is not its own, also where its file names it. */
export async function keepBrought(tx: Tx, company: number, feed: number, codes: string[], made: string[]) {
  await tx.sql`update feed_products x set brings = false from products p
    where x.feed_id = ${feed} and x.brings and p.company_id = x.company_id and p.id = x.product_id and lower(p.code) <> all (${codes})`
  await tx.sql`insert into feed_products (company_id, feed_id, product_id)
    select ${company}, ${feed}, p.id from products p
    where lower(p.code) = any (${codes}) and p.code <> '' and p.deleted_at is null and (lower(p.code) = any (${made})
      or exists (select 1 from feed_products x where x.company_id = p.company_id and x.product_id = p.id))
    on conflict (company_id, feed_id, product_id) do update set brings = true where not feed_products.brings`
}
/** It took these off. Whoever puts one on sale again takes the mark away (migration 0117). */
export const markRetired = (tx: Tx, feed: number, ids: number[]) =>
  tx.sql`update feed_products set retired = true where feed_id = ${feed} and product_id = any (${ids}::bigint[])`
