// The product's typeface for paper: opened once for all documents. Its files are WOFF, whose tables fontkit inflates
// by itself each time that it reads one; joined into a plain font, they are inflated once and fast.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import { create, type Font } from 'fontkit'

const HEADER = 44
const ENTRY = 20
/** A WOFF (version 1) as the font that it packs. */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, i) => {
    const at = HEADER + i * ENTRY
    const [offset = 0, packed = 0, length = 0] = [4, 8, 12].map((o) => woff.readUInt32BE(at + o))
    const bytes = woff.subarray(offset, offset + packed)
    return {
      tag: woff.subarray(at, at + 4),
      sum: woff.readUInt32BE(at + 16),
      bytes: packed < length ? inflateSync(bytes) : bytes,
    }
  })
  const head = Buffer.alloc(12 + 16 * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const power = 2 ** Math.floor(Math.log2(count))
  head.writeUInt16BE(power * 16, 6)
  head.writeUInt16BE(Math.log2(power), 8)
  head.writeUInt16BE((count - power) * 16, 10)
  const out: Buffer[] = [head]
  let at = head.length
  for (const [i, { tag, sum, bytes }] of tables.entries()) {
    const entry = 12 + i * 16
    tag.copy(head, entry)
    head.writeUInt32BE(sum, entry + 4)
    head.writeUInt32BE(at, entry + 8)
    head.writeUInt32BE(bytes.length, entry + 12)
    const whole = Math.ceil(bytes.length / 4) * 4
    out.push(bytes, Buffer.alloc(whole - bytes.length))
    at += whole
  }
  return Buffer.concat(out)
}
const fonts = new Map<boolean, Font>()
export function fontOf(bold: boolean): Font {
  let font = fonts.get(bold)
  if (!font) {
    const file = import.meta.resolve(`@fontsource/inter/files/inter-latin-${bold ? 700 : 400}-normal.woff`)
    fonts.set(bold, (font = create(unpacked(readFileSync(fileURLToPath(file))))))
  }
  return font
}
