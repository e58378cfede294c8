import { part, type Tx } from '#server/db.ts'
import type { KeyScope } from '#shared/wire.ts'
import type { Key } from '../contract.ts'

/** By the company's day, as app.find_key decides. */
const keysAt = (now: Date) => part`
  select k.id, k.name, k.scopes, k.last4, u.name as created_by, k.created_at, k.expires_on, k.used_at, k.revoked_at,
    case when k.revoked_at is not null then 'revogada'
      when k.expires_on < (${now}::timestamptz at time zone c.time_zone)::date then 'vencida'
      when not u.active or u.deleted_at is not null or u.level <> 1 then 'sem_dono' else 'ativa' end as state
  from api_keys k join companies c on c.id = k.company_id join users u on u.company_id = k.company_id and u.id = k.user_id`
export const findKeys = (tx: Tx, now: Date) => tx.sql<Key>`
  select * from (${keysAt(now)}) k where revoked_at is null or revoked_at > ${new Date(now.getTime() - 90 * 86_400_000)}
  order by revoked_at is not null, id desc`
export const findKey = (tx: Tx, id: number, now: Date) => tx.first<Key>`
  select * from (${keysAt(now)}) k where id = ${id}`

interface NewKey {
  name: string
  scopes: KeyScope[]
  hash: Buffer
  last4: string
  expires_on: string | null
}
export async function addKey(
  tx: Tx,
  owner: { company_id: number; user_id: number },
  k: NewKey,
  now: Date,
): Promise<number> {
  const row = await tx.first<{ id: number }>`
    insert into api_keys (company_id, name, scopes, hash, last4, user_id, created_at, expires_on)
    values (${owner.company_id}, ${k.name}, ${k.scopes}, ${k.hash}, ${k.last4}, ${owner.user_id}, ${now}, ${k.expires_on})
    returning id`
  return row?.id as number
}
export const revoke = (tx: Tx, id: number, now: Date) =>
  tx.sql`update api_keys set revoked_at = ${now} where id = ${id} and revoked_at is null returning id`
/** Keys of a person that open something. */
export const findKeysOf = (tx: Tx, user: number) =>
  tx.sql<{ id: number; name: string }>`select id, name from api_keys where user_id = ${user} and revoked_at is null
    order by id`
export const revokeAll = (tx: Tx, ids: number[]) =>
  tx.sql`update api_keys set revoked_at = now() where id = any(${ids}::bigint[]) and revoked_at is null`
/** Keys act in the name of another admin from now on; an operator, who is none of the company's, takes over none. */
export const passKeys = (tx: Tx, ids: number[], admin: number) =>
  tx.sql`update api_keys k set user_id = u.id from users u where k.id = any(${ids}::bigint[]) and u.id = ${admin}
    and u.company_id = k.company_id and u.level = 1`
