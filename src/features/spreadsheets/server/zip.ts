// What a zip holds, by its directory: nothing is inflated before its size is known, and no more than it said.
import { inflateRawSync } from 'node:zlib'

export interface Entry {
  name: string
  packed: number
  /** As the directory says; Infinity where it says nothing that could be true. */
  unpacked: number
  method: number
  at: number
}
const MOST_ENTRIES = 2000
const UNSAID = 0xffffffff

export const isZip = (b: Buffer) => b.subarray(0, 4).toString('hex') === '504b0304'
/** Its entries; null when the directory is broken, too long, or not the one that other readers would take. */
export function entriesOf(b: Buffer): Entry[] | null {
  const end = b.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end < 0 || end + 22 > b.length) return null
  const count = b.readUInt16LE(end + 10)
  // Where one of the three is "see elsewhere" (zip64), a reader would go there and find other entries than these.
  if (count > MOST_ENTRIES || b.readUInt32LE(end + 12) === UNSAID || b.readUInt32LE(end + 16) === UNSAID) return null
  const entries: Entry[] = []
  for (let i = 0, at = b.readUInt32LE(end + 16); i < count; i++) {
    if (at + 46 > b.length || b.readUInt32LE(at) !== 0x02014b50) return null
    const [packed, unpacked, name] = [b.readUInt32LE(at + 20), b.readUInt32LE(at + 24), b.readUInt16LE(at + 28)]
    // Sizes that are left out would leave the reader without a limit.
    const honest = packed !== UNSAID && unpacked !== UNSAID && (unpacked > 0 || packed <= 2)
    entries.push({
      name: b.subarray(at + 46, at + 46 + name).toString(),
      packed,
      unpacked: honest ? unpacked : Number.POSITIVE_INFINITY,
      method: b.readUInt16LE(at + 10),
      at: b.readUInt32LE(at + 42),
    })
    at += 46 + name + b.readUInt16LE(at + 30) + b.readUInt16LE(at + 32)
  }
  return entries
}
/** One entry, inflated to at most what the directory says. */
export function unpack(b: Buffer, e: Entry): Buffer {
  const from = e.at + 30 + b.readUInt16LE(e.at + 26) + b.readUInt16LE(e.at + 28)
  const data = b.subarray(from, from + e.packed)
  return e.method === 0 ? data : inflateRawSync(data, { maxOutputLength: Math.max(1, e.unpacked) })
}
