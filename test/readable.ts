// What a person could read in an answer, whatever form it has: text, a sheet or an archive (zip), a PDF.
import { inflateRawSync } from 'node:zlib'
import { readPdf } from './pdf_reader.ts'

export function readable(bytes: Buffer, type: string): string {
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return [...unzipped(bytes).values()].join('\n')
  if (type.includes('application/pdf') && bytes.subarray(0, 4).toString('latin1') === '%PDF')
    return readPdf(bytes)
      .pages.map((p) => p.text)
      .join('\n')
  return bytes.toString()
}
/** The entries of a zip by their names, as its directory has them. */
export function unzipped(zip: Buffer): Map<string, Buffer> {
  const entries = new Map<string, Buffer>()
  const next = (at: number) => zip.indexOf('PK\u0001\u0002', at, 'latin1')
  for (let at = next(0); at >= 0; at = next(at + 4)) {
    const [size, from] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)]
    const name = zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString()
    const start = from + 30 + zip.readUInt16LE(from + 26) + zip.readUInt16LE(from + 28)
    const packed = zip.subarray(start, start + size)
    entries.set(name, zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed)
  }
  return entries
}
