// The pictures among files that were dropped: those chosen as such, and those inside a zip,
// which stay packed until each is sent.
import { t } from '#web/i18n.ts'
import { byNumber } from '../rules.ts'

export interface Picture {
  name: string
  /** Throws BadPicture when it cannot be unpacked. */
  file: () => Promise<File>
}
/** A packed picture that is broken, in words. */
export class BadPicture extends Error {}

const MOST = 1000
/** As the server takes them; a packed file that claims more is not unpacked. */
const MOST_BYTES = 15 * 1024 * 1024
const TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
}
const typeOf = (name: string) => TYPES[name.split('.').at(-1)?.toLowerCase() ?? '']
const isZip = (f: File) => f.type.includes('zip') || /\.zip$/i.test(f.name)

/** Pictures in the order of their numbers, and what could not be taken, in sentences. */
export async function picturesOf(files: File[]): Promise<{ pictures: Picture[]; refused: string[] }> {
  const pictures: Picture[] = files
    .filter((f) => f.type.startsWith('image/'))
    .map((file) => ({ name: file.name, file: () => Promise.resolve(file) }))
  const refused = files
    .filter((f) => !f.type.startsWith('image/') && !isZip(f))
    .map((f) => t('{name}: não é foto nem .zip.', { name: f.name }))
  for (const zip of files.filter(isZip)) {
    const inside = await unpack(zip).catch(() => null)
    if (inside === null)
      refused.push(t('{name}: não conseguimos abrir este .zip. Refaça o arquivo e tente de novo.', { name: zip.name }))
    else if (inside.length === 0) refused.push(t('{name}: não há fotos neste .zip.', { name: zip.name }))
    else pictures.push(...inside)
  }
  if (pictures.length > MOST) refused.push(t('Foram as primeiras {n} fotos; envie as outras depois.', { n: MOST }))
  return { pictures: pictures.sort((x, y) => byNumber(x.name, y.name)).slice(0, MOST), refused }
}
async function unpack(zip: File): Promise<Picture[]> {
  const { BlobReader, BlobWriter, ZipReader } = await import('@zip.js/zip.js/lib/zip-core-native.js')
  const entries = await new ZipReader(new BlobReader(zip), { useWebWorkers: false }).getEntries()
  return entries.flatMap((entry): Picture[] => {
    const name = entry.filename.split('/').at(-1) as string
    const type = typeOf(name)
    // Packed by a Mac, every picture has a shadow of the same name.
    if (entry.directory || !type || name.startsWith('.') || entry.filename.startsWith('__MACOSX/')) return []
    const file = async () => {
      if (entry.uncompressedSize > MOST_BYTES) throw new BadPicture(t('Passa de 15 MB.'))
      const blob = await entry.getData(new BlobWriter(type), { checkSignature: true }).catch(() => null)
      if (!blob) throw new BadPicture(t('Está quebrada dentro do .zip.'))
      return new File([blob], name, { type })
    }
    return [{ name, file }]
  })
}
