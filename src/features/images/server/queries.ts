import { part, type Tx } from '#server/db.ts'
import type { Media } from '../contract.ts'

export async function addFile(tx: Tx, company: number, f: { hash: string; type: string; bytes: number; width: number; height: number; thumbhash: string }) {
  const row = await tx.first<{ id: number; ready: boolean }>`
    insert into files (company_id, hash, type, bytes, width, height, thumbhash)
    values (${company}, ${f.hash}, ${f.type}, ${f.bytes}, ${f.width}, ${f.height}, ${f.thumbhash})
    on conflict (company_id, hash) do update set type = excluded.type returning id, ready`
  return row as { id: number; ready: boolean }
}
export const markReady = (tx: Tx, hash: string) => tx.sql`update files set ready = true where hash = ${hash}`
export async function hasProduct(tx: Tx, id: number): Promise<boolean> {
  return (await tx.first`select 1 from products where id = ${id} and deleted_at is null`) !== undefined
}

const elsewhere = part`(exists (select 1 from categories c where c.company_id = f.company_id and c.image = '/files/' || f.hash || '.webp')
  or exists (select 1 from companies c where c.id = f.company_id and (c.logo = '/files/' || f.hash || '.webp' or c.settings::text like '%' || f.hash || '%'))
  or exists (select 1 from users u where u.company_id = f.company_id and u.profile_pic = '/files/' || f.hash || '.webp')
  or exists (select 1 from entities e where e.company_id = f.company_id and (e.logo like '%' || f.hash || '%' or e.cover like '%' || f.hash || '%'))
  or exists (select 1 from pages g where g.company_id = f.company_id and g.image_path = '/files/' || f.hash || '.webp')
  or exists (select 1 from variations v where v.company_id = f.company_id and v.image like '%' || f.hash || '%'))`
const used = part`exists (select 1 from product_images i join products p on p.company_id = i.company_id and p.id = i.product_id and p.deleted_at is null
  where i.company_id = f.company_id and i.hash = f.hash)`
export const findMedia = (tx: Tx, unused: boolean, limit: number, offset: number) => tx.sql<Media & { total: number }>`
  select f.id, '/files/' || f.hash || '.webp' as path, f.ready, f.width, f.height, count(*) over () as total, ${elsewhere} as elsewhere,
    (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name), '[]') from product_images i
      join products p on p.company_id = i.company_id and p.id = i.product_id and p.deleted_at is null where i.company_id = f.company_id and i.hash = f.hash) as products
  from files f where not ${unused} or not (${used} or ${elsewhere}) order by f.id desc limit ${limit} offset ${offset}`
export const findByCodes = (tx: Tx, codes: string[]) => tx.sql<{ id: number; name: string; code: string }>`
  select id, name, code from products where lower(code) = any(${codes}) and code <> '' and deleted_at is null`
/** Takes a picture away that nothing shows; false when something does, or there is none. */
export async function removeUnused(tx: Tx, id: number): Promise<boolean> {
  await tx.sql`delete from product_images i where hash = (select hash from files where id = ${id})
    and not exists (select 1 from products p where p.company_id = i.company_id and p.id = i.product_id and p.deleted_at is null)`
  return (await tx.sql`delete from files f where f.id = ${id} and not (${used} or ${elsewhere}) returning id`).length > 0
}
export const findHash = async (tx: Tx, id: number) => (await tx.first<{ hash: string }>`select hash from files where id = ${id}`)?.hash
/** Puts another picture wherever one is shown (`used` and `elsewhere` above name the same places); answers in how many places. Orders keep what they were sent with. */
export async function replaceEverywhere(tx: Tx, was: string, now: string): Promise<number> {
  const part = `%${was}%`
  await tx.sql`delete from product_images i where hash = ${was} and exists (select 1 from product_images o where o.company_id = i.company_id and o.product_id = i.product_id and o.hash = ${now})`
  const changed = [
    await tx.sql`update product_images set hash = ${now} where hash = ${was} returning 1`,
    await tx.sql`update variations set image = replace(image, ${was}, ${now}) where image like ${part} returning 1`,
    await tx.sql`update categories set image = replace(image, ${was}, ${now}) where image like ${part} returning 1`,
    await tx.sql`update entities set logo = replace(logo, ${was}, ${now}), cover = replace(cover, ${was}, ${now}) where logo like ${part} or cover like ${part} returning 1`,
    await tx.sql`update pages set image_path = replace(image_path, ${was}, ${now}) where image_path like ${part} returning 1`,
    await tx.sql`update users set profile_pic = replace(profile_pic, ${was}, ${now}) where profile_pic like ${part} returning 1`,
    await tx.sql`update companies set logo = replace(logo, ${was}, ${now}), settings = replace(settings::text, ${was}, ${now})::jsonb
      where id = app.company() and (logo like ${part} or settings::text like ${part}) returning 1`,
  ]
  return changed.flat().length
}
