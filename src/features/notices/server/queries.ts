import { type Part, part, type Tx } from '#server/db.ts'
import { latestBy } from '#shared/ahead.ts'
import { type Notice, MOST_COUNTED } from '../contract.ts'
import type { Kind, Quiet, Told } from '../rules.ts'
import { type Language, sentenceOf } from '../words.ts'

/** The newest of a person's notices, a page of them. While moments lie ahead because the clock was set back, they go by
 * their number: new ones come above. */
export async function findNotices(
  tx: Tx,
  user: number,
  { limit, offset, now }: { limit: number; offset: number; now: Date },
): Promise<Notice[]> {
  const soon = latestBy(now)
  const read = (order: Part) => tx.sql<Notice>`
    select id, kind, word, number, name, times, href, at, read_at is not null as read from person_notices
    where user_id = ${user} order by ${order} limit ${limit} offset ${offset}`
  const rows = await read(part`at desc, id desc`)
  const ahead =
    offset === 0
      ? rows.some((n) => n.at > soon)
      : (await tx.first`select 1 from person_notices where user_id = ${user} and at > ${soon} limit 1`) !== undefined
  return ahead ? read(part`id desc`) : rows
}
export const countNotices = async (tx: Tx, user: number) =>
  (await tx.first<{ n: number }>`select count(*)::int as n from person_notices where user_id = ${user}`)?.n ?? 0
/** The people who were told something under this key. */
export const findTold = async (tx: Tx, key: string) =>
  (await tx.sql<{ user_id: number }>`select user_id from person_notices where key = ${key} order by user_id`).map(
    (row) => row.user_id,
  )
/** Everything that a person was told, for a copy of the person's data: as it was said, without a name where one is kept
 * of somebody else. What a device is called and which kinds are off stand beside it. */
export const noticesOf = async (tx: Tx, user: number) => ({
  avisos: (
    await tx.sql<Told & { read_at: Date | null }>`
      select kind, word, number, case when about_id = user_id then name else '' end as name, times, href, at, read_at
      from person_notices where user_id = ${user} order by at, id`
  ).map((n) => ({ at: n.at, texto: sentenceOf(n, 'pt', true), pagina: n.href, lido_em: n.read_at })),
  escolhas: (await tx.first`select off, quiet_from, quiet_until from notice_settings where user_id = ${user}`) ?? null,
  aparelhos: await tx.sql`
    select agent, language, names, created_at, seen_at from push_devices where user_id = ${user} order by id`,
})
/** How many are unread; beyond what a badge shows it is not counted. */
export const countUnread = async (tx: Tx, user: number) =>
  (
    await tx.first<{ n: number }>`select count(*)::int as n from (
      select 1 from person_notices where user_id = ${user} and read_at is null limit ${MOST_COUNTED}) x`
  )?.n ?? 0

interface StoredSettings extends Quiet {
  off: Kind[]
  time_zone: string
  mails: boolean
}
export const findSettings = (tx: Tx, user: number) => tx.first<StoredSettings>`
  select coalesce(s.off, '{}') as off, s.quiet_from, s.quiet_until, c.time_zone, u.level = 2 and u.email <> '' as mails
  from users u join companies c on c.id = u.company_id
    left join notice_settings s on s.company_id = u.company_id and s.user_id = u.id
  where u.id = ${user}`
export const findDevices = (tx: Tx, user: number, session: Buffer) =>
  tx.sql<{ id: number; agent: string; seen_at: Date; names: boolean; current: boolean }>`
  select id, agent, seen_at, names, session = ${session} as current from push_devices where user_id = ${user}
  order by current desc, seen_at desc, id desc`

export interface Device {
  id: number
  user_id: number
  endpoint: string
  p256dh: string
  auth: string
  language: Language
  names: boolean
  failing_since: Date | null
  rests_until: Date | null
}
export const findDevice = (tx: Tx, id: number) => tx.first<Device>`
  select id, user_id, endpoint, p256dh, auth, language, names, failing_since, rests_until from push_devices where id = ${id}`
export const deviceIds = async (tx: Tx, user: number) =>
  (await tx.sql<{ id: number }>`select id from push_devices where user_id = ${user} order by id`).map((d) => d.id)

export interface Waiting extends Told {
  user_id: number
  sent_at: Date | null
  push_at: Date | null
  mail_at: Date | null
}
/** Those of these that nobody has read. */
export const findUnread = (tx: Tx, ids: number[]) => tx.sql<Waiting>`
  select id, user_id, kind, word, number, name, times, href, at, sent_at, push_at, mail_at from person_notices
  where id = any(${ids}) and read_at is null order by at desc, id desc`
/** A clock that was ahead wrote the notice: it is of a moment to come, or held for longer than a night. */
const ahead = (now: Date) => part`(at > ${now}::timestamptz + interval '1 minute'
  or least(push_at, mail_at) > ${now}::timestamptz + interval '25 hours')`
/** What the timed job has to look at for a person: others wait until it is done. */
export const lockDue = (tx: Tx, user: number, now: Date) => tx.sql<Waiting & { read: boolean; ahead: boolean }>`
  select id, user_id, kind, word, number, name, times, href, at, sent_at, push_at, mail_at, read_at is not null as read,
    ${ahead(now)} as ahead
  from person_notices where user_id = ${user} and (push_at is not null or mail_at is not null)
    and (least(push_at, mail_at) <= ${now} or ${ahead(now)}) order by at desc, id desc for update`
export const findDue = (tx: Tx, now: Date, limit: number) =>
  tx.sql<{ company_id: number; user_id: number }>`select * from app.due_notices(${now}, ${limit})`
/** Where a mail goes, and what the company is called. */
export const findAddressee = (tx: Tx, user: number) =>
  tx.first<{ email: string; language: Language; company: string; path: string }>`
  select u.email, u.language, c.name as company, c.path from users u join companies c on c.id = u.company_id
  where u.id = ${user} and u.active and u.deleted_at is null`
