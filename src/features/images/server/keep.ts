// A picture comes in: its format is checked before anything decodes it, the original is kept, the widths are made later.
import type { Tx } from '#server/db.ts'
import { enqueue } from '#server/jobs.ts'
import type { Kit } from '#server/serve.ts'
import { hashOf } from '#server/storage.ts'
import { Refusal } from '#shared/errors.ts'
import { addFile } from './queries.ts'
import { readPicture } from './work.ts'

const starts = (b: Buffer, hex: string, at = 0) => b.subarray(at, at + hex.length / 2).toString('hex') === hex
/** The format by its first bytes; null for anything that is not on the list (SVG among them). */
function formatOf(bytes: Buffer): 'jpeg' | 'png' | 'webp' | 'avif' | null {
  if (starts(bytes, 'ffd8ff')) return 'jpeg'
  if (starts(bytes, '89504e470d0a1a0a')) return 'png'
  if (starts(bytes, '52494646') && bytes.subarray(8, 12).toString() === 'WEBP') return 'webp'
  if (bytes.subarray(4, 8).toString() === 'ftyp' && /^(avif|avis)/.test(bytes.subarray(8, 12).toString())) return 'avif'
  return null
}

/** Stores a picture of a company; throws bad_image when it cannot be shown. Same bytes, same file. */
export async function keepImage(kit: Kit, tx: Tx, company_id: number, bytes: Buffer): Promise<{ id: number; hash: string; path: string }> {
  const format = formatOf(bytes)
  if (!format) throw new Refusal('bad_image')
  const hash = hashOf(bytes)
  const original = `${hash}-original.${format}`
  await kit.storage.put(original, bytes)
  const size = await readPicture(kit.storage.path(original))
  if (!size) throw new Refusal('bad_image')
  const { id, ready } = await addFile(tx, company_id, { hash, type: format, bytes: bytes.length, ...size })
  if (!ready) await enqueue(tx, 'make_widths', { hash, format }, { key: `widths-${company_id}-${hash}`, queue: 'images' })
  return { id, hash, path: `/files/${hash}.webp` }
}
