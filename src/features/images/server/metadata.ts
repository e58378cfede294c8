// Which parts of a picture's file may stay: those that a decoder needs, and its colour profile. Camera, place, artist,
// comments and what follows the picture's end are metadata.

export type Format = 'jpeg' | 'png' | 'webp' | 'avif'
const starts = (b: Buffer, hex: string, at = 0) => b.subarray(at, at + hex.length / 2).toString('hex') === hex
/** The format by its first bytes; null for anything that is not on the list (SVG among them). */
export function formatOf(bytes: Buffer): Format | null {
  if (starts(bytes, 'ffd8ff')) return 'jpeg'
  if (starts(bytes, '89504e470d0a1a0a')) return 'png'
  if (starts(bytes, '52494646') && bytes.subarray(8, 12).toString() === 'WEBP') return 'webp'
  if (bytes.subarray(4, 8).toString() === 'ftyp' && /^(avif|avis)/.test(bytes.subarray(8, 12).toString())) return 'avif'
  return null
}
/** Whether a file holds nothing but the picture and its colour profile. */
export function isBare(bytes: Buffer): boolean {
  const format = formatOf(bytes)
  if (format === 'jpeg') return isBareJpeg(bytes)
  if (format === 'png') return isBarePng(bytes)
  if (format === 'webp') return isBareWebp(bytes)
  // Metadata of an AVIF is an item of type Exif or mime, named in its head.
  return format === 'avif' && !['Exif', 'mime'].some((type) => bytes.includes(type, 0, 'latin1'))
}

const [SOS, EOI, APP0, APP2, APP14, APP15, COM] = [0xda, 0xd9, 0xe0, 0xe2, 0xee, 0xef, 0xfe]
/** JFIF's head, colour profiles and Adobe's note on colours are no metadata. */
const JPEG_KEPT: Record<number, string> = { [APP0]: 'JFIF\0', [APP2]: 'ICC_PROFILE\0', [APP14]: 'Adobe' }
function isBareJpeg(b: Buffer): boolean {
  let at = 2
  while (at + 4 <= b.length && b[at] === 0xff) {
    const marker = b[at + 1] as number
    if (marker === EOI) return at + 2 === b.length
    const length = b.readUInt16BE(at + 2)
    if (marker === COM) return false
    if (marker >= APP0 && marker <= APP15) {
      const kept = JPEG_KEPT[marker]
      if (!kept || b.toString('latin1', at + 4, at + 4 + kept.length) !== kept) return false
      // JFIF may hold a thumbnail, which shows what was cut away.
      if (marker === APP0 && length !== 16) return false
    }
    at += 2 + length
    if (marker === SOS) at = endOfScan(b, at)
  }
  return at === b.length - 2 && b[at] === 0xff && b[at + 1] === EOI
}
/** The next marker behind compressed data, in which 0xff is followed by 0 or a restart marker. */
function endOfScan(b: Buffer, from: number): number {
  for (let at = b.indexOf(0xff, from); at >= 0; at = b.indexOf(0xff, at + 1)) {
    const next = b[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return b.length
}

const PNG_KEPT = new Set('IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP bKGD pHYs acTL fcTL fdAT'.split(' '))
function isBarePng(b: Buffer): boolean {
  let at = 8
  while (at + 12 <= b.length) {
    const type = b.toString('latin1', at + 4, at + 8)
    if (!PNG_KEPT.has(type)) return false
    at += 12 + b.readUInt32BE(at)
    if (type === 'IEND') return at === b.length
  }
  return false
}

const WEBP_KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM', 'ANMF'])
function isBareWebp(b: Buffer): boolean {
  let at = 12
  while (at + 8 <= b.length) {
    if (!WEBP_KEPT.has(b.toString('latin1', at, at + 4))) return false
    const length = b.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  return at === b.length && b.readUInt32LE(4) === b.length - 8
}
