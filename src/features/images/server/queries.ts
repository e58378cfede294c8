import type { Tx } from '#server/db.ts'

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
