import type { Tx } from '#server/db.ts'

/** Product and file rows of the sample pictures at once. */
export const addFiles = (
  tx: Tx,
  company: number,
  list: { hash: string; bytes: number; thumbhash: string }[],
) => tx.sql<{ hash: string; ready: boolean }>`
  insert into files (company_id, hash, type, bytes, width, height, thumbhash)
  select ${company}, f.hash, 'webp', f.bytes, 800, 800, f.thumbhash
  from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as f(hash text, bytes int, thumbhash text)
  on conflict (company_id, hash) do update set type = excluded.type returning hash, ready`
export const addPictures = (tx: Tx, company: number, list: { product: number; hash: string }[]) => tx.sql`
  insert into product_images (company_id, product_id, slot, hash)
  select ${company}, p.product, 1, p.hash from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as p(product bigint,
    hash text) on conflict do nothing`
export const markSamples = async (tx: Tx, products: number[], categories: number[]) => {
  await tx.sql`update products set sample = true where id = any(${products}::bigint[])`
  await tx.sql`update categories set sample = true where id = any(${categories}::bigint[])`
}
export const countSamples = async (tx: Tx) =>
  (await tx.first<{ n: number }>`select count(*) as n from products where sample and deleted_at is null`)?.n ?? 0
/** Those of these codes that some product has, a sample or one that was made of it. */
export const codesThere = async (tx: Tx, codes: string[]) =>
  (await tx.sql<{ code: string }>`select code from products where code = any(${codes}) and deleted_at is null`).map(
    (r) => r.code,
  )
/** Sample products go; a sample category goes when nothing else is in it. Answers how many products. */
export async function dropSamples(tx: Tx, now: Date): Promise<number> {
  const gone = await tx.sql`update products set deleted_at = ${now}, active = false where sample and deleted_at is null
      returning id`
  await tx.sql`update categories c set deleted_at = ${now} where c.sample and c.deleted_at is null
    and not exists (select 1 from product_categories pc
      join products p on p.company_id = pc.company_id and p.id = pc.product_id and p.deleted_at is null
      where pc.company_id = c.company_id and pc.category_id = c.id)
    and not exists (select 1 from categories s
      where s.company_id = c.company_id and s.master_id = c.id and s.deleted_at is null)`
  return gone.length
}
/** The reseller whose name a ref says, without accents and spaces. */
export const findResellers = (tx: Tx) => tx.sql<{ id: number; name: string }>`select id, name from resellers`
/** Other trials with the e-mail or phone of one. */
export const findTrialsLike = (tx: Tx, c: { id: number; email: string; phone: string }, since: Date) =>
  tx.sql<{ id: number; name: string }>`select * from app.trials_like(${c.id}, ${c.email}, ${c.phone}, ${since})`
