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
import { readPicture } from './decoder.ts'
import { addFile, lockFile } from './queries.ts'
import type { Size } from './work.ts'

/** Raised by the database for a file that the company has no space for (migration 0280). */
export const FILES_FULL = 'MO006'
const starts = (b: Buffer, hex: string, at = 0) => b.subarray(at, at + hex.length / 2).toString('hex') === hex
/** The format by its first bytes; null for anything that is not on the list (SVG among them). */
function formatOf(bytes: Buffer): 'jpeg' | 'png' | 'webp' | 'avif' | null {
  if (starts(bytes, 'ffd8ff')) return 'jpeg'
  if (starts(bytes, '89504e470d0a1a0a')) return 'png'
  if (starts(bytes, '52494646') && bytes.subarray(8, 12).toString() === 'WEBP') return 'webp'
  if (bytes.subarray(4, 8).toString() === 'ftyp' && /^(avif|avis)/.test(bytes.subarray(8, 12).toString())) return 'avif'
  return null
}

/** What came in as a picture. `seen` is null when it cannot be shown; the handler
 * refuses it in its turn (keepImage). */
export interface Picture {
  field: string
  name: string
  seen: (Omit<Size, 'shrunk'> & { hash: string; type: string; bytes: number; held: string }) | null
}
async function look(kit: Kit, { field, name, bytes }: Pick<Upload, 'field' | 'name' | 'bytes'>): Promise<Picture> {
  const type = formatOf(bytes)
  if (!type) return { field, name, seen: null }
  let held = await kit.storage.hold(bytes)
  try {
    const read = await readPicture(held)
    if (read) {
      const { shrunk, ...size } = read
      const kept = shrunk ? await readFile(held) : bytes
      if (shrunk) {
        // Held once more: what is held is on the disk.
        await kit.storage.drop(held)
        held = await kit.storage.hold(kept)
      }
      const hash = hashOf(kept)
      const format = shrunk ?? type
      await kit.storage.ahead(held, `${hash}-original.${format}`)
      return { field, name, seen: { ...size, hash, type: format, bytes: kept.length, held } }
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
  uploads: Pick<Upload, 'field' | 'name' | 'bytes'>[],
  work: (pictures: Picture[]) => Promise<T>,
): Promise<T> {
  const looked = await Promise.allSettled(uploads.map((u) => look(kit, u)))
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
/** Serves a form with pictures: they are looked at before the handler asks the database anything. */
export function servePictures<E extends Endpoint>(
  app: FastifyInstance,
  kit: Kit,
  endpoint: E,
  handler: (call: PictureCall<E>) => ReturnType<Handler<E>>,
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
  return { id, hash, path: `/files/${hash}.webp` }
}
