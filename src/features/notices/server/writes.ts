import type { Tx } from '#server/db.ts'
import type { Kind } from '../rules.ts'

/** As app.tell takes them (migrations/0067_notices.sql). */
export const addNotices = (tx: Tx, told: object[], now: Date) =>
  tx.sql`select app.tell(${JSON.stringify(told)}::jsonb, ${now})`
/** Read or not again; null: all. */
export const markRead = (tx: Tx, user: number, ids: number[] | null, at: Date | null) => tx.sql`
  update person_notices set read_at = ${at}::timestamptz where user_id = ${user} and (${ids}::bigint[] is null or id = any(${ids}))
    and (read_at is null) = ${at !== null}`
/** What somebody was told under this key was seen where it happened. */
export const noticeRead = (tx: Tx, user: number, key: string, at: Date) => tx.sql`
  with seen as (update person_notices set read_at = ${at} where user_id = ${user} and key = ${key} and read_at is null
    returning company_id)
  select pg_notify('changes', json_build_object('type', 'notice', 'company_id', company_id,
    'users', json_build_array(${user}::bigint))::text) from seen`
/** What was told under these keys was taken back: it is gone where nobody has read it and no device has taken it. */
export const noticesTakenBack = (tx: Tx, keys: string[]) => tx.sql`
  with gone as (delete from person_notices where key = any(${keys}) and read_at is null and sent_at is null
    returning company_id, user_id)
  select pg_notify('changes', json_build_object('type', 'notice', 'company_id', company_id,
    'users', json_agg(user_id))::text) from gone group by company_id`
export const writeSettings = (
  tx: Tx,
  s: { company: number; user: number; off: Kind[]; quiet_from: string | null; quiet_until: string | null },
) => tx.sql`
  insert into notice_settings (company_id, user_id, off, quiet_from, quiet_until)
  values (${s.company}, ${s.user}, ${s.off}, ${s.quiet_from}, ${s.quiet_until})
  on conflict (company_id, user_id) do update set off = excluded.off, quiet_from = excluded.quiet_from,
    quiet_until = excluded.quiet_until`

export interface Registered {
  user: number
  hash: Buffer
  endpoint: string
  p256dh: string
  auth: string
  session: Buffer
  language: string
  agent: string
}
export const writeDevice = (tx: Tx, d: Registered, now: Date) => tx.sql`
  select app.keep_device(${d.user}, ${d.hash}, ${d.endpoint}, ${d.p256dh}, ${d.auth}, ${d.session}, ${d.language},
    ${d.agent}, ${now})`
/** Answers whether it was this person's. */
export const nameDevice = async (tx: Tx, id: number, user: number, names: boolean) =>
  (await tx.sql`update push_devices set names = ${names} where id = ${id} and user_id = ${user} returning id`).length >
  0
export const removeDevice = async (tx: Tx, id: number, user: number) =>
  (await tx.sql`delete from push_devices where id = ${id} and user_id = ${user} returning id`).length > 0

/** A device's service has taken these. */
export async function noteSent(tx: Tx, device: number, ids: number[], now: Date): Promise<void> {
  await tx.sql`update push_devices set failing_since = null, rests_until = null where id = ${device}`
  await tx.sql`update person_notices set sent_at = coalesce(sent_at, ${now}), mail_at = null where id = any(${ids})`
}
/** It did not; `rests` until it is asked again. */
export const noteFailed = (tx: Tx, device: number, now: Date, rests: Date) => tx.sql`
  update push_devices set failing_since = least(coalesce(failing_since, ${now}), ${now}), rests_until = ${rests} where id = ${device}`
/** Held until the quiet hours end; the mail, where there is one, as long after. */
export const holdNotices = (tx: Tx, ids: number[], push_at: Date, mail_at: Date) => tx.sql`
  update person_notices set push_at = ${push_at}, mail_at = case when mail_at is not null then ${mail_at}::timestamptz end
  where id = any(${ids})`
/** Notices that a clock ahead wrote are of now; the mail, where there is one, waits as long as for a new notice. */
export const redate = (tx: Tx, ids: number[], now: Date, mail_at: Date) => tx.sql`
  update person_notices set at = least(at, ${now}), push_at = case when push_at is not null then ${now}::timestamptz end,
    mail_at = case when mail_at is not null then ${mail_at}::timestamptz end where id = any(${ids})`
/** Nothing is sent of these any more. */
export const letGo = (tx: Tx, ids: number[]) => tx.sql`
  update person_notices set push_at = null, mail_at = null where id = any(${ids})`
/** On their way to the devices. */
export const pushing = (tx: Tx, ids: number[]) => tx.sql`
  update person_notices set push_at = null where id = any(${ids})`
export const mailed = (tx: Tx, ids: number[], now: Date) => tx.sql`
  update person_notices set mail_at = null, sent_at = ${now} where id = any(${ids})`
