import { part, type Tx } from '#server/db.ts'
import type { Entity } from '../contract.ts'

const columns = part`id, company_id, type, code, name, company_name, about, logo, cover, phone, social_link, social,
  city, state, country, "order", active`
/** Every entity of the company; inactive ones only when asked. */
export const findEntities = (tx: Tx, withInactive: boolean) => tx.sql<Entity>`
  select ${columns} from entities where deleted_at is null and (active or ${withInactive})
  order by "order", name, id limit 1000`
export const findEntity = (tx: Tx, id: number, withInactive: boolean) =>
  tx.first<Entity>`select ${columns} from entities
    where id = ${id} and deleted_at is null and (active or ${withInactive})`
/** By code, also one that it had before. */
export const findByCode = (tx: Tx, code: string, withInactive: boolean) => tx.first<Entity>`
  select ${columns} from entities where deleted_at is null and (active or ${withInactive})
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
      city, state, country, "order", active)
    values (${company}, ${e.type}, ${e.code}, ${e.name}, ${e.company_name}, ${e.about}, ${e.logo}, ${e.cover},
      ${e.phone}, ${e.social_link}, ${e.social}, ${e.city}, ${e.state},
      ${e.country}, ${e.order}, ${e.active}) returning id`
  return row?.id as number
}
export const lockEntity = (tx: Tx, id: number) =>
  tx.first<Entity>`select ${columns} from entities where id = ${id} and deleted_at is null for update`
export const changeEntity = (tx: Tx, id: number, e: Written) => tx.sql`
  update entities set type = ${e.type}, code = ${e.code}, name = ${e.name}, company_name = ${e.company_name},
  about = ${e.about}, logo = ${e.logo}, cover = ${e.cover},
    phone = ${e.phone}, social_link = ${e.social_link}, social = ${e.social}, city = ${e.city}, state = ${e.state},
    country = ${e.country}, "order" = ${e.order}, active = ${e.active}
  where id = ${id}`
/** Makes exactly these the products of an entity; answers how many of them exist. */
export async function setProducts(tx: Tx, entity: number, ids: number[]): Promise<number> {
  await tx.sql`update products set entity_id = null where entity_id = ${entity} and id <> all(${ids}::bigint[])`
  await tx.sql`update products set entity_id = ${entity}
    where id = any(${ids}::bigint[]) and deleted_at is null and entity_id is distinct from ${entity}`
  return (
    (
      await tx.first<{
        n: number
      }>`select count(*) as n from products where entity_id = ${entity} and id = any(${ids}::bigint[])`
    )?.n ?? 0
  )
}
/** Removes it and unlinks its products. */
export async function removeEntity(tx: Tx, id: number, now: Date): Promise<boolean> {
  await tx.sql`update products set entity_id = null where entity_id = ${id}`
  return (
    (await tx.sql`update entities set deleted_at = ${now} where id = ${id} and deleted_at is null returning id`)
      .length > 0
  )
}
