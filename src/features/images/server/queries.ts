import type { Tx } from '#server/db.ts'

export async function addFile(
  tx: Tx,
  company: number,
  f: { hash: string; type: string; bytes: number; width: number; height: number; thumbhash: string },
) {
  const row = await tx.first<{ id: number; ready: boolean }>`
    insert into files (company_id, hash, type, bytes, width, height, thumbhash)
    values (${company}, ${f.hash}, ${f.type}, ${f.bytes}, ${f.width}, ${f.height}, ${f.thumbhash})
    on conflict (company_id, hash) do update set type = excluded.type returning id, ready`
  return row as { id: number; ready: boolean }
}
/** Until the transaction ends nobody sweeps a file of this content away. */
export const lockFile = (tx: Tx, hash: string) => tx.sql`select app.keep_file(${hash})`
/** Which of these addresses are pictures of the company; until the transaction ends nobody deletes one of them. */
export const findPictures = async (tx: Tx, paths: string[]) =>
  new Set(
    (
      await tx.sql<{ path: string }>`select '/files/' || hash || '.webp' as path from files
        where '/files/' || hash || '.webp' = any(${paths}) order by id for key share`
    ).map((r) => r.path),
  )
export const markReady = (tx: Tx, hash: string) => tx.sql`update files set ready = true where hash = ${hash}`
