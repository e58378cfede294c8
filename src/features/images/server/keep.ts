// A picture comes in: its format is checked before anything decodes it, it is decoded before
// any transaction begins, then the original is kept; the widths are made later.
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '#server/db.ts'
import { enqueue } from '#server/jobs.ts'
import type { Upload } from '#server/body.ts'
import { type Call, type Handler, type Kit, serve } from '#server/serve.ts'
import { hashOf } from '#server/storage.ts'
import type { Endpoint } from '#shared/wire.ts'
import { Refusal } from '#shared/errors.ts'
import { pathOf, personName } from './address.ts'
import { readPicture } from './decoder.ts'
import { formatOf } from './metadata.ts'
import { addFile, lockFile } from './queries.ts'
import type { Size } from './work.ts'

/** Raised by the database for a file that the company has no space for (migration 0280). */
export const FILES_FULL = 'MO006'
interface Kept {
  hash: string
  type: string
  bytes: number
  person: boolean
}
/** What came in as a picture. `seen` is null when it cannot be shown; the handler
 * refuses it in its turn (keepImage). */
export interface Picture {
  field: string
  name: string
  seen: (Omit<Size, 'rewritten'> & Kept & { held: string }) | null
}
type Sent = Pick<Upload, 'field' | 'name' | 'bytes'>
/** `persons`: the company whose person's pictures these are; null: the library's. */
async function look(kit: Kit, { field, name, bytes }: Sent, persons: number | null): Promise<Picture> {
  const type = formatOf(bytes)
  if (!type) return { field, name, seen: null }
  let held = await kit.storage.hold(bytes)
  try {
    const read = await readPicture(held)
    if (read) {
      const { rewritten, ...size } = read
      const kept = rewritten ? await readFile(held) : bytes
      if (rewritten) {
        // Held once more: what is held is on the disk.
        await kit.storage.drop(held)
        held = await kit.storage.hold(kept)
      }
      const hash = persons === null ? hashOf(kept) : personName(persons, kept)
      const format = rewritten ?? type
      await kit.storage.ahead(held, `${hash}-original.${format}`)
      const file = { hash, type: format, bytes: kept.length, person: persons !== null, held }
      return { field, name, seen: { ...size, ...file } }
    }
  } catch (error) {
    await kit.storage.drop(held)
    throw error
  }
  await kit.storage.drop(held)
  return { field, name, seen: null }
}
/** Looks at pictures, then does `work` with them; what it did not keep is on no disk afterwards. */
export async function usingPictures<T>(
  kit: Kit,
  uploads: Sent[],
  work: (pictures: Picture[]) => Promise<T>,
  persons: number | null = null,
): Promise<T> {
  const looked = await Promise.allSettled(uploads.map((u) => look(kit, u, persons)))
  const pictures = looked.flatMap((l) => (l.status === 'fulfilled' ? [l.value] : []))
  try {
    const failed = looked.find((l) => l.status === 'rejected')
    if (failed) throw failed.reason
    return await work(pictures)
  } finally {
    for (const p of pictures) if (p.seen) await kit.storage.drop(p.seen.held)
  }
}
/** A call whose files are pictures, by field. */
export type PictureCall<E extends Endpoint> = Call<E> & { pictures: Record<string, Picture[]> }
/** Serves a form with pictures: they are looked at before the handler asks the database anything. `persons`: portraits or
 * photos of a conversation, which are no pictures of the library. */
export function servePictures<E extends Endpoint>(
  app: FastifyInstance,
  kit: Kit,
  endpoint: E,
  handler: (call: PictureCall<E>) => ReturnType<Handler<E>>,
  { persons = false }: { persons?: boolean } = {},
): void {
  serve(app, kit, endpoint, (call) => {
    const fields = Object.entries(call.files)
    return usingPictures(
      kit,
      fields.flatMap(([, uploads]) => uploads),
      (list) => {
        const looked = list.values()
        const pictures = Object.fromEntries(
          fields.map(([field, uploads]) => [field, uploads.flatMap(() => looked.next().value ?? [])]),
        )
        return handler(Object.assign(call, { pictures }))
      },
      persons ? call.company : null,
    )
  })
}

/** Stores a picture of a company; throws bad_image when it cannot be shown. Same bytes, same file. */
export async function keepImage(
  kit: Kit,
  tx: Tx,
  company_id: number,
  { seen }: Picture,
): Promise<{ id: number; hash: string; path: string }> {
  if (!seen) throw new Refusal('bad_image')
  const { held, ...file } = seen
  const { hash, type } = file
  // Whoever sweeps files away waits until this row is there to be seen, or has swept before this one is placed.
  await lockFile(tx, hash)
  const original = `${hash}-original.${type}`
  // The row first: a company without space places nothing.
  const { id, ready } = await addFile(tx, company_id, file)
  if (!(await kit.storage.has(original))) await kit.storage.place(held, original)
  if (!ready)
    await enqueue(tx, 'make_widths', { hash, format: type }, { key: `widths-${company_id}-${hash}`, queue: 'images' })
  return { id, hash, path: pathOf(hash) }
}
