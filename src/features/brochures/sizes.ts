// How large photos stand on a page, and how many pixels of them go into the file.
import { GRID, itemsOn, type Layout, type Leaf, type Size } from './rules.ts'

type Shape = Pick<Layout, 'model' | 'per_page'>
/** What a conversation takes without complaint. */
export const MOST_BYTES = 15_000_000
/** Pixels to an inch below which a photo looks coarse on paper. */
export const SHARP = 150
const PRINT = 250
/** A photo's box in points (72 to an inch), about: the side that it fills. */
const boxOf = ({ model, per_page }: Shape) => (model === 'lista' ? 78 : (SIDES[per_page] ?? 160))
const SIDES: Record<number, number> = Object.fromEntries(
  Object.entries(GRID).map(([n, [columns]]) => [n, columns === 1 ? 340 : columns === 2 ? 245 : 161]),
)
const SCREEN: Record<number, number> = { 2: 900, 4: 640, 6: 560 }
/** Width in pixels in which a photo goes into the file; what is to be sent is made smaller still where it is too much. */
export const photoWidth = (l: Shape, size: Size) =>
  size === 'impressao' ? Math.round((boxOf(l) / 72) * PRINT) : l.model === 'lista' ? 200 : (SCREEN[l.per_page] ?? 400)
/** Pixels to an inch that a picture of this many pixels has in its box. */
export const dpiOf = (l: Shape, width: number, height: number) => Math.round((Math.max(width, height) / boxOf(l)) * 72)
const PER_PIXEL = 0.06
/** What pages and what stands on them cost without their photos: words, links, what a screen reader is told. */
const PER_LEAF = 2500
const PER_ITEM = 1200
const PER_PICTURE = 250_000
export const bytesWithoutPhotos = (leaves: Leaf[]) =>
  leaves.reduce((sum, l) => sum + PER_LEAF + itemsOn(l).length * PER_ITEM + (l.kind === 'picture' ? PER_PICTURE : 0), 0)
/** About how many bytes the files will have: photos of that width, and a little for each page. */
export function aboutBytes(leaves: Leaf[], l: Shape & { size: Size }): number {
  const photos =
    l.model === 'tabela' ? 0 : new Set(leaves.flatMap((x) => itemsOn(x).map((i) => i.photo)).filter(Boolean)).size
  const sum = photos * photoWidth(l, l.size) ** 2 * PER_PIXEL + bytesWithoutPhotos(leaves)
  return l.size === 'whatsapp' ? Math.min(sum, MOST_BYTES) : sum
}
/** The factor by which photos of a first try are made smaller so that the whole is small enough. */
export const scaleFor = (bytes: number, room = MOST_BYTES) => (bytes <= room ? 1 : Math.sqrt((room / bytes) * 0.94))
