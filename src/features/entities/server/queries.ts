import { part, type Tx } from '#server/db.ts'
import type { Entity } from '../contract.ts'

const text = part`id, company_id, type, code, name, company_name, about, logo, cover, phone, social_link, social,
  city, state, country, "order", active`
/** Where somebody works is for the company's people. */
const columns = (level: number) =>
  level <= 2 ? part`${text}, lat, lng` : part`${text}, null::float8 as lat, null::float8 as lng`
/** Who is switched off is for the admin. */
const seen = (level: number) => part`deleted_at is null and (active or ${level === 1})`
/** Every entity of the company that a reader of this level sees. */
export const findEntities = (tx: Tx, level: number) => tx.sql<Entity>`
  select ${columns(level)} from entities where ${seen(level)}
  order by "order", name, id limit 1000`
export const findEntity = (tx: Tx, id: number, level: number) =>
  tx.first<Entity>`select ${columns(level)} from entities where id = ${id} and ${seen(level)}`
/** By code, also one that it had before. */
export const findByCode = (tx: Tx, code: string, level: number) => tx.first<Entity>`
  select ${columns(level)} from entities where ${seen(level)}
    and (lower(code) = lower(${code}) or id = (select object_id from old_names
      where kind = 'entity' and name = lower(${code})))
  order by (lower(code) = lower(${code})) desc limit 1`
export const isCodeTaken = async (tx: Tx, code: string, except: number | null) =>
  (await tx.first`select 1 from entities where lower(code) = lower(${code}) and deleted_at is null and id is distinct
    from ${except}::bigint`) !== undefined

export type Written = Omit<Entity, 'id' | 'company_id'>
export async function addEntity(tx: Tx, company: number, e: Written): Promise<number> {
  const row = await tx.first<{ id: number }>`
    insert into entities (company_id, type, code, name, company_name, about, logo, cover, phone, social_link, social,
      city, state, country, lat, lng, "order", active)
    values (${company}, ${e.type}, ${e.code}, ${e.name}, ${e.company_name}, ${e.about}, ${e.logo}, ${e.cover},
      ${e.phone}, ${e.social_link}, ${e.social}, ${e.city}, ${e.state},
      ${e.country}, ${e.lat}, ${e.lng}, ${e.order}, ${e.active}) returning id`
  return row?.id as number
}
/** Whoever writes a product holds the company's counter already and may point at this one: that goes on. */
export const lockEntity = (tx: Tx, id: number) =>
  tx.first<Entity>`select ${columns(1)} from entities where id = ${id} and deleted_at is null for no key update`
export const changeEntity = (tx: Tx, id: number, e: Written) => tx.sql`
  update entities set type = ${e.type}, code = ${e.code}, name = ${e.name}, company_name = ${e.company_name},
  about = ${e.about}, logo = ${e.logo}, cover = ${e.cover},
    phone = ${e.phone}, social_link = ${e.social_link}, social = ${e.social}, city = ${e.city}, state = ${e.state},
    country = ${e.country}, lat = ${e.lat}, lng = ${e.lng}, "order" = ${e.order}, active = ${e.active}
  where id = ${id}`
/** Makes these the products of an entity: all of them, or of those that were shown. False: not all that are new are
 * the company's. */
export async function setProducts(tx: Tx, entity: number, ids: number[], shown: number[] | null): Promise<boolean> {
  const before = new Set(shown)
  const added = ids.filter((id) => !before.has(id))
  await tx.sql`update products set entity_id = null where entity_id = ${entity} and id <> all(${ids}::bigint[])
    and (${shown}::bigint[] is null or id = any(${shown}::bigint[]))`
  await tx.sql`update products set entity_id = ${entity}
    where id = any(${added}::bigint[]) and deleted_at is null and entity_id is distinct from ${entity}`
  const found = await tx.first<{ n: number }>`
    select count(*) as n from products where entity_id = ${entity} and id = any(${added}::bigint[])`
  return found?.n === added.length
}
/** Removes it and unlinks its products: it first, because that takes the company's counter, which whoever orders or
 * writes products holds before them. */
export async function removeEntity(tx: Tx, id: number, now: Date): Promise<boolean> {
  const gone =
    await tx.sql`update entities set deleted_at = ${now} where id = ${id} and deleted_at is null returning id`
  await tx.sql`update products set entity_id = null where entity_id = ${id}`
  return gone.length > 0
}
