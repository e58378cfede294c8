import { companyTurn } from '#server/company_lock.ts'
import type { Tx } from '#server/db.ts'

export async function addFile(
  tx: Tx,
  company: number,
  f: { hash: string; type: string; bytes: number; width: number; height: number; thumbhash: string; person?: boolean },
) {
  const row = await tx.first<{ id: number; ready: boolean }>`
    insert into files (company_id, hash, type, bytes, width, height, thumbhash, person, stripped)
    values (${company}, ${f.hash}, ${f.type}, ${f.bytes}, ${f.width}, ${f.height}, ${f.thumbhash},
      ${f.person ?? false}, true)
    on conflict (company_id, hash) do update set type = excluded.type returning id, ready`
  return row as { id: number; ready: boolean }
}
/** Until the transaction ends nobody sweeps a file of this content away. */
export const lockFile = (tx: Tx, hash: string) => tx.sql`select app.keep_file(${hash})`
/** Which of these addresses are pictures of the company's library; none of them is deleted until the transaction ends. */
export const findPictures = async (tx: Tx, paths: string[]) =>
  new Set(
    (
      await tx.sql<{ path: string }>`select '/files/' || hash || '.webp' as path from files
        where '/files/' || hash || '.webp' = any(${paths}) and not person order by id for key share`
    ).map((r) => r.path),
  )
export const markReady = (tx: Tx, hash: string) =>
  tx.sql`update files set ready = true where hash = ${hash} returning id`
export const hasFile = async (tx: Tx, hash: string) =>
  (await tx.first`select 1 from files where hash = ${hash}`) !== undefined
/** Whether any company shows this person's picture; asked outside of any company. */
export const hasPersonPicture = async (db: Tx, hash: string) =>
  (await db.first<{ has: boolean }>`select app.has_person_picture(${hash}) as has`)?.has === true

/** A picture of before decision 0125, whose original may hold metadata. */
export interface Unstripped {
  id: number
  hash: string
  type: string
  bytes: number
  width: number
  height: number
  thumbhash: string
  person: boolean
  /** A portrait or a message shows it under this name. */
  shown: boolean
}
export const findUnstrippedCompanies = async (tx: Tx) =>
  (await tx.sql<{ id: number }>`select app.unstripped_companies() as id`).map((r) => r.id)
export const findUnstripped = (tx: Tx, limit: number) => tx.sql<Unstripped>`
  select id, hash, type, bytes, width, height, thumbhash, person, app.shows_person(company_id, hash) as shown
  from files where not stripped order by id limit ${limit}`
export const lockUnstripped = (tx: Tx, id: number) =>
  tx.first`select 1 from files where id = ${id} and not stripped and ${companyTurn} for update`
export const markStripped = (tx: Tx, id: number, f: { type: string; bytes: number }) =>
  tx.sql`update files set stripped = true, type = ${f.type}, bytes = ${f.bytes} where id = ${id}`
export const deleteFile = (tx: Tx, id: number) => tx.sql`delete from files where id = ${id}`
/** Portraits and messages name a picture by its new path; answers how many. No change of a person: nothing is logged. */
export async function renamePersons(tx: Tx, was: string, now: string): Promise<number> {
  await tx.sql`select set_config('app.quiet', '1', true)`
  const users = await tx.sql`update users set profile_pic = ${now} where profile_pic = ${was} returning 1`
  const messages = await tx.sql`update messages set photo = ${now} where photo = ${was} returning 1`
  await tx.sql`select set_config('app.quiet', '', true)`
  return users.length + messages.length
}
